#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The times of the LTC's model, fitted to uTasker's published figures: ltc.py --check|--write SIMULATOR IMAGES.

The vendor's sequences of accesses (test/nxp/vendor.c) run in the simulator for the calls of which uTasker has published
a time. Two things are fitted: the wait states of an access, for each part, to the encryption of 32 bytes with
AES-256-CBC; and the cycles for the key of decryption, to the difference between the first decryption and a later one.
Two are assumed: a round of AES takes a cycle of the core's clock, and a block of SHA-256 65. SHA-256 is held out:
nothing is fitted to it. The published calls ran from flash with wait states, which the simulation does not have, so the
fitted wait states contain those, too. uTasker's times to set a key are of no use here: nothing says what it does then.

--write renews bench/peers/ltc-fit.csv, --check compares it exactly and sees that the simulator has these times.
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "sim/cortexm"))
from simulator import Simulator, data, inout, out  # noqa: E402

FIT = ROOT / "bench/peers/ltc-fit.csv"
PEERS = ROOT / "bench/peers/utasker.csv"
PARTS = {"k82f": ("m4", 0x400D1000), "kl82z": ("m0plus", 0x40051000)}
COLUMNS = ["part", "call", "role", "published", "simulated", "error_percent"]
ROUND, SHA = 1, 65
LATER = 922  # cycles: 12.8 us at 72 MHz, a decryption that is not the first (the document's 2.3, in brackets)
KEY, TEXT, ENCRYPT = bytes(range(32)), bytes(range(32)), 1


def published(part: str, algorithm: str, operation: str) -> int:
    with PEERS.open(newline="") as file:
        for row in csv.DictReader(file):
            if (row["board"], row["engine"], row["mode"]) == (part, "utasker", "ltc") and (
                row["algorithm"],
                row["operation"],
            ) == (algorithm, operation):
                return int(row["cycles"])
    raise ValueError(f"{part} {algorithm} {operation} is not published")


class Model:
    """The vendor's calls on a part with given times; None: those that the simulator has."""

    def __init__(self, simulator: Path, images: Path, part: str, times: dict[str, int] | None) -> None:
        self.core, self.base = PARTS[part]
        words = [f"--device={name}={value}" for name, value in (times or {}).items()]
        self.run = Simulator(simulator, part, images / f"ltc_vendor_{self.core}.elf", *words)

    def aes(self, mode: int) -> int:
        arguments = (self.base, data(KEY), inout(bytes(16)), data(TEXT), out(32), 32, mode)
        return self.run.call("vendor_aes", *arguments).cycles

    def sha256(self) -> int:
        return self.run.call("vendor_sha256", self.base, data(TEXT), out(32)).cycles

    def __enter__(self) -> Model:
        self.run.__enter__()
        return self

    def __exit__(self, *arguments: object) -> None:
        self.run.__exit__(None, None, None)


def fit_access(simulator: Path, images: Path, part: str) -> int:
    """The wait states with which the encryption comes nearest to the published one."""
    wanted = published(part, "aes-cbc", "enc")

    def distance(access: int) -> int:
        times = {"access": access, "round": ROUND, "invert": 0, "sha": SHA}
        with Model(simulator, images, part, times) as model:
            return abs(model.aes(ENCRYPT) - wanted)

    return min(range(24), key=distance)


def fit(simulator: Path, images: Path) -> tuple[list[dict[str, str]], dict[str, dict[str, int]]]:
    """The rows of the file, and the times of each part."""
    rows: list[dict[str, str]] = []
    times: dict[str, dict[str, int]] = {}

    def add(part: str, call: str, role: str, theirs: int, ours: int) -> None:
        error = f"{100 * (ours / theirs - 1):+.1f}" if theirs else ""
        values = (part, call, role, str(theirs or ""), str(ours), error)
        rows.append(dict(zip(COLUMNS, values, strict=True)))

    invert = published("kl82z", "aes-cbc", "dec") - LATER
    for part in PARTS:
        times[part] = {"access": fit_access(simulator, images, part), "round": ROUND, "invert": invert, "sha": SHA}
        with Model(simulator, images, part, times[part]) as model:
            encrypted, decrypted = model.aes(ENCRYPT), model.aes(0)
            add(part, "wait states of an access", "fitted", 0, times[part]["access"])
            add(part, "aes-256-cbc enc 32", "fitted", published(part, "aes-cbc", "enc"), encrypted)
            if part == "kl82z":
                first = published(part, "aes-cbc", "dec")
                add(part, "key of decryption", "fitted", first - LATER, invert)
                add(part, "aes-256-cbc dec 32, first", "residual", first, decrypted)
                add(part, "aes-256-cbc dec 32, later", "residual", LATER, decrypted - invert)
                add(part, "sha256 hash 32", "held out", published(part, "sha256", "hash"), model.sha256())
    return rows, times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--check", action="store_true")
    which.add_argument("--write", action="store_true")
    parser.add_argument("simulator", type=Path)
    parser.add_argument("images", type=Path)
    options = parser.parse_args()
    rows, times = fit(options.simulator, options.images)
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    print(text.getvalue(), end="")
    if options.write:
        FIT.write_text(text.getvalue())
        return 0
    wrong = 0
    if FIT.read_text() != text.getvalue():
        print(f"{FIT.relative_to(ROOT)} has other figures")
        wrong += 1
    for part, fitted in times.items():
        calls = []
        for times_of in (None, fitted):
            with Model(options.simulator, options.images, part, times_of) as model:
                calls.append((model.aes(ENCRYPT), model.aes(0), model.sha256() if part == "kl82z" else 0))
        if calls[0] != calls[1]:
            print(f"{part}: the simulator's times are not {fitted}")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
