# SPDX-License-Identifier: Apache-2.0
"""A build for size has, of the variants that keep the same promise, the one on the knee: in the recorded figures no
other takes fewer cycles times bytes. bench/pareto.py names the defaults; the build's own list of files must be the
same. test_defaults.py SCHEDULED."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import cortexm  # noqa: E402
import pareto  # noqa: E402
from verdicts import Row  # noqa: E402

# The file that only this variant has; on the M7 the fastest one is a file for each key length.
FILE = {
    ("aes-ecb", "fs"): {"aes_fs_enc.S"},
    ("aes-ecb", "fs-small"): {"aes_fs_small.S"},
    ("aes-ecb", "t1"): {"aes_t1.S"},
    ("aes-ecb", "t1-small"): {"aes_t1_small.S"},
    ("aes-ecb", "t1-unrolled"): {"aes_t1_unrolled.S", "aes_t1_enc128.S"},
    ("aes-ecb", "dsp"): {"aes_dsp_enc.S"},
    ("aes-ecb", "dsp-small"): {"aes_dsp_enc_small.S"},
    ("sha256", "unrolled"): {"sha256.S"},
    ("sha256", "small"): {"sha256_small.S"},
    ("sha1", "unrolled"): {"sha1.S"},
    ("sha1", "small"): {"sha1_small.S"},
    ("chacha20", "unrolled"): {"chacha20.S"},
    ("chacha20", "small"): {"chacha20_small.S"},
    ("ghash", "holes"): {"ghash_holes.S"},
    ("ghash", "small"): {"ghash_holes_small.S"},
}


def rows_of(board: str) -> list[Row]:
    return cortexm.read(ROOT / f"bench/results/{board}.csv")


def shipped(scheduled: str) -> dict[tuple[str, str], set[str]]:
    """By core and variant (or "default"): the assembly files of a build with OB_SMALL."""
    command = ["cmake", f"-DSCHEDULED={scheduled}", "-P", str(Path(__file__).with_name("shipped.cmake"))]
    text = subprocess.run(command, check=True, stderr=subprocess.PIPE, text=True).stderr
    lines = [line.split() for line in text.splitlines()]
    return {(core, name): set(files) for core, name, *files in lines}


def as_built(scheduled: str) -> list[str]:
    files, wrong = shipped(scheduled), []
    for choice in pareto.DEFAULTS:
        for core, mine in choice.default.items():
            has = files[core, choice.variant or "default"]
            for mode in choice.alternatives:
                if bool(FILE[choice.algorithm, mode] & has) != (mode == mine):
                    wrong.append(f"{core} {choice.algorithm}: the build's default is not {mine} alone: {sorted(has)}")
    return wrong


def covered(board: str) -> list[str]:
    """Each function of which the build takes one variant by itself stands in the list."""
    core, modes = cortexm.CORES[board], dict[str, set[str]]()
    for row in rows_of(board):
        if row["engine"] == cortexm.RAW and (not row["algorithm"].startswith("aes") or row["mode"].startswith("fs")):
            modes.setdefault(row["algorithm"].replace("aes-ctr", "aes-ecb"), set()).add(row["mode"])
    choices = [choice for choice in pareto.DEFAULTS if core in choice.default]
    listed = {(choice.algorithm, mode) for choice in choices for mode in choice.alternatives}
    several = {name: of for name, of in modes.items() if len(of) > 1}
    missing = {name: of for name, of in several.items() if not {(name, mode) for mode in of} <= listed}
    return [f"{core} {name}: {of}" for name, of in missing.items()]


def planted(board: str) -> list[str]:
    """A default that is not on the knee is found, in a function and in a whole message."""
    rows = rows_of(board)
    wrong = []
    for engine, operation in ((cortexm.RAW, "dec"), (cortexm.ENGINE, "mac")):
        worse = [
            row | {"cycles": "999999"}
            if (row["engine"], row["operation"], row["mode"]) == (engine, operation, "fs-small")
            else row
            for row in rows
        ]
        if not any("fs-small, the knee fs" in line for line in pareto.off_the_knee(worse, cortexm.choices)):
            wrong.append(f"{board}: a worse default is not noticed, {engine} {operation}")
    without = [row for row in rows if row["mode"] != "fs-small"]
    if not any("no figure" in line for line in pareto.off_the_knee(without, cortexm.choices)):
        wrong.append(f"{board}: a default without figures is not noticed")
    return wrong


wrong = as_built(sys.argv[1]) + planted("stm32f4")
for name in cortexm.CORES:
    wrong += pareto.off_the_knee(rows_of(name), cortexm.choices) + covered(name)
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
