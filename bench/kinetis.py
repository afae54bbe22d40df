#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures of NXP's blocks on simulated boards, from the example benchmark: kinetis.py --write|--check BOARD.

--write renews bench/results/<board>.csv, --check compares it exactly with a run of the program.
"""

from __future__ import annotations

import argparse
import csv
import difflib
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = [
    *("board", "engine", "mode", "config", "algorithm", "operation", "bits", "len_bytes"),
    *("cycles", "cpu_cycles", "code_bytes", "table_bytes", "ram_bytes", "stack_bytes", "source"),
]
# The block that column "cpu" is on boards which have one alone.
BLOCKS = {"k64f": "mmcau", "k82f": "", "kl28z": "mmcau", "kl82z": "ltc"}
HASHES = ("md5", "sha1", "sha256", "sha512", "sha512-256", "sm3")
NAMES = {"MD5": "md5", "SHA-1": "sha1", "SHA-256": "sha256", "SHA-512": "sha512", "SHA-512/256": "sha512-256"}
NAMES |= {"SM3": "sm3", "3DES": "des3-cbc", "DES": "des-cbc", "SM4-CBC": "sm4-cbc", "SM4-GCM": "sm4-gcm"}
BITS = {"des3-cbc": "192", "des-cbc": "64", "sm4-cbc": "128", "sm4-gcm": "128"}
OWN = ("sha512-256", "sm3", "sm4-cbc", "sm4-gcm")  # what Mbed TLS lacks: engine soft


def run(board: str) -> str:
    command = [str(ROOT / "run"), "app", board, "benchmark", "--quiet"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}\nthe benchmark ended with {done.returncode}")
    return done.stdout


def algorithm(name: str) -> tuple[str, str]:
    """What the files call it, and the bits of its key."""
    if found := re.fullmatch(r"AES-(CBC|GCM|CCM)-(\d+)", name):
        return f"aes-{found[1].lower()}", found[2]
    return NAMES[name], BITS.get(NAMES[name], "")


def rows(board: str, printed: str) -> Iterator[dict[str, str]]:
    for name, column, figures in re.findall(r"^(\S+) +(\w+) +(\d+: .*)$", printed, re.MULTILINE):
        called, bits = algorithm(name)
        software = column in ("software", "cortexm")
        engine = {"software": "soft" if called in OWN else "mbedtls", "cpu": BLOCKS[board]}.get(column, column)
        for length, cycles, idle in re.findall(r"(\d+): (\d+) \((\d+)\)", figures):
            yield dict.fromkeys(COLUMNS, "") | {
                "board": board,
                "engine": engine,
                "mode": "sw" if software else "cpu",
                "config": "default",
                "algorithm": called,
                "operation": "hash" if called in HASHES else "enc",
                "bits": bits,
                "len_bytes": length,
                "cycles": cycles,
                "cpu_cycles": str(int(cycles) - int(idle)),
                "source": "model",
            }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--check", action="store_true")
    which.add_argument("--write", action="store_true")
    parser.add_argument("board", choices=sorted(BLOCKS))
    options = parser.parse_args()
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(options.board, run(options.board)))
    path = ROOT / f"bench/results/{options.board}.csv"
    if options.write:
        path.write_text(text.getvalue())
        return 0
    kept = path.read_text().splitlines() if path.exists() else []
    now = text.getvalue().splitlines()
    differences = list(difflib.unified_diff(kept, now, "kept", "of this run", lineterm="", n=0))
    print("\n".join(differences[:40]))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
