#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The OpenSSL provider's choices where the clock counts instructions: linux.py --write|--check|--show|--try [PART...].

--write runs test/vm/guest_cost.py there and renews bench/results/linux.csv, some minutes a part. --check holds the file
to what it has to show: where the provider chooses, it takes at most 1/0.95 of the time of the better of always stepping
aside and always offloading, alone and with two processes at once, both counted; and AES-128-CBC on the accelerator,
both ways, as long as by OpenSSL's own engine afalg, 1/0.97 of it with the helper. --show prints the ratios. The figures
are ns, that is, instructions of the guest; the software's are of the guest's OpenSSL, and those of the accelerator of
its kernel. --try runs one case anew, and keeps nothing: two processes that share a device are held to the same limit,
and have to get a tenth more done by prices that adapt than by prices as measured, by which both queue at the device.
"""

import argparse
import csv
import io
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench/results/linux.csv"
COLUMNS = [
    *("board", "engine", "mode", "config", "algorithm", "operation", "bits", "len_bytes"),
    *("cycles", "cpu_cycles", "code_bytes", "table_bytes", "ram_bytes", "stack_bytes", "source"),
]
BOARD = "vm-x86_64"
LENGTHS = (16, 64, 256, 1024, 2048, 4096, 8192, 16384, 65536)
# What is run, each in a machine of its own: kind, processor, algorithms.
ALGORITHMS = (
    *(("aes-cbc", "enc"), ("aes-cbc", "dec"), ("aes-ctr", "enc"), ("aes-xts", "enc")),
    *(("aes-gcm", "enc"), ("aes-gcm", "dec"), ("aes-ccm", "enc")),
    *(("sha1", "hash"), ("sha256", "hash"), ("hmac-sha256", "mac")),
)
NAMES = ",".join(dict.fromkeys(name for name, _ in ALGORITHMS))
SHARED_LENGTHS = (4096, 16384)
SHARED_ALGORITHMS = (("aes-ctr", "enc"), ("sha256", "hash"))
PARTS = (
    ("engine", "", "aes-cbc", LENGTHS),
    ("slower", "", NAMES, LENGTHS),
    ("faster", "max", NAMES, LENGTHS),
    ("shared", "max", ",".join(name for name, _ in SHARED_ALGORITHMS), SHARED_LENGTHS),
)
AUTO, WITH_HELPER, WITHOUT_HELPER = 0.95, 0.97, 1.0
TRY = ("shared", "max", "aes-ctr", (4096,))
ADAPTED = 1.1
ENGINE_LENGTH = 16384


class Point(NamedTuple):
    kind: str
    algorithm: str
    operation: str
    bits: int
    length: int


Figures = dict[Point, dict[str, int]]  # ns by who did it


def parse(text: str) -> Figures:
    """What guest_cost.py prints."""
    found: Figures = defaultdict(dict)
    for kind, who, algorithm, operation, bits, length, ns in csv.reader(text.splitlines()):
        found[Point(kind, algorithm, operation, int(bits), int(length))][who] = int(ns)
    return found


def run(kind: str, processor: str, algorithms: str, lengths: Iterable[int]) -> Figures:
    build = Path(os.environ.get("OB_BUILD") or ROOT / "build/host").resolve()
    with tempfile.TemporaryDirectory(prefix="outboard-linux-") as out:
        command = [ROOT / "scripts/verbs/vm", "--icount", "--accel", "module", "--append", "cryptomgr.notests"]
        command += ["--time-limit", "3000", "--out", f"{out}/out", "--env", f"OB_BUILD={build}"]
        command += ["--cpu", processor] if processor else []
        command += [sys.executable, "-B", ROOT / "test/vm/guest_cost.py", kind, algorithms, ",".join(map(str, lengths))]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"the machine ended with {done.returncode}")
    return parse(done.stdout)


def read() -> Figures:
    found: Figures = defaultdict(dict)
    with RESULTS.open(newline="") as file:
        for row in csv.DictReader(file):
            point = Point(row["config"], row["algorithm"], row["operation"], int(row["bits"]), int(row["len_bytes"]))
            found[point][row["engine"]] = int(row["cycles"])
    return found


def write(figures: Figures) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for point, by in sorted(figures.items()):
        for who, ns in by.items():
            row = {"board": BOARD, "engine": who, "mode": "dma" if "afalg" in who else "sw", "config": point.kind}
            row |= {"algorithm": point.algorithm, "operation": point.operation, "bits": point.bits}
            writer.writerow(row | {"len_bytes": point.length, "cycles": ns, "source": "vm-icount"})
    RESULTS.write_text(text.getvalue())


def choice(by: dict[str, int], who: str = "auto") -> float:
    """The better of both ways by what the provider's choice takes: 1 is as good, less is worse."""
    return min(by["software"], by["afalg"]) / by[who]


def wrong(figures: Figures) -> list[str]:
    """What the figures have to show and do not."""
    found = []
    for point, by in figures.items():
        name = " ".join(map(str, point))
        if point.kind != "engine":
            if choice(by) < AUTO:
                found.append(f"{name}: auto is {choice(by):.3f} of the better way, {by}")
        elif point.length == ENGINE_LENGTH:
            for who, limit in (("afalg", WITH_HELPER), ("afalg:no-helper", WITHOUT_HELPER)):
                if by["openssl:afalg"] / by[who] < limit:
                    found.append(f"{name}: {who} is {by['openssl:afalg'] / by[who]:.4f} of OpenSSL's engine, {by}")
    return found


def missing(figures: Figures) -> list[str]:
    wanted = {
        (kind, algorithm, operation, length)
        for kind in ("slower", "faster")
        for algorithm, operation in ALGORITHMS
        for length in LENGTHS
    }
    wanted |= {("shared", *job, length) for job in SHARED_ALGORITHMS for length in SHARED_LENGTHS}
    wanted |= {("engine", "aes-cbc", operation, ENGINE_LENGTH) for operation in ("enc", "dec")}
    wanted -= {(p.kind, p.algorithm, p.operation, p.length) for p in figures}
    return [f"{' '.join(map(str, point))}: not there" for point in sorted(wanted)]


def cell(by: dict[str, int], who: str) -> str:
    return f"{choice(by, who):>6.3f}{'*' if by['afalg'] < by['software'] else ' '}"


def show(figures: Figures) -> None:
    print("instructions in a VM; the better of stepping aside and offloading by what the provider's choice takes")
    kinds = {
        "slower": ("the accelerator is slower", ("auto",)),
        "faster": ("the accelerator is faster", ("auto",)),
        "shared": ("it is faster, and two processes share it; fixed: by prices as measured", ("auto", "auto:fixed")),
    }
    for kind, (text, choices) in kinds.items():
        print(f"\n{text}\n{'':23}" + "".join(f"{length:>7}" for length in LENGTHS))
        jobs = {(p.algorithm, p.operation): None for p in figures if p.kind == kind}
        for job in jobs:
            some = {p.length: by for p, by in figures.items() if p[:3] == (kind, *job)}
            for who in choices:
                cells = [cell(some[n], who) if n in some else f"{'':7}" for n in LENGTHS]
                print(f"{' '.join((*job, *who.split(':')[1:])):23}" + "".join(cells).rstrip())
    print("\n*: there the accelerator is the better way\n\nAES-128-CBC beside OpenSSL's own engine afalg")
    for point, by in sorted(figures.items()):
        if point.kind == "engine":
            ratios = (by["openssl:afalg"] / by[who] for who in ("afalg", "afalg:no-helper"))
            print("{} {:>6}: {:.3f} with the helper, {:.3f} without".format(point.operation, point.length, *ratios))


def try_anew() -> list[str]:
    figures = run(*TRY)
    found = wrong(figures)
    for point, by in figures.items():
        gained = by["auto:fixed"] / by["auto"]
        print(f"{' '.join(map(str, point))}: {by}, {choice(by):.3f} of the better way, {gained:.3f} by adapting")
        if gained < ADAPTED:
            found.append(f"{gained:.3f} of what is done by prices as measured, below {ADAPTED}")
    return found or ([] if figures else ["nothing was measured"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--write", action="store_true")
    mode.add_argument("--check", action="store_true")
    mode.add_argument("--show", action="store_true")
    mode.add_argument("--try", action="store_true", dest="anew")
    parser.add_argument("parts", nargs="*", help="with --write: engine, slower, faster, shared alone")
    options = parser.parse_args()
    if options.anew:
        sys.exit("\n".join(try_anew()) or 0)
    if options.write:
        figures = read() if options.parts else {}
        for kind, processor, algorithms, lengths in PARTS:
            if options.parts and kind not in options.parts:
                continue
            figures = {point: by for point, by in figures.items() if point.kind != kind}
            figures |= run(kind, processor, algorithms, lengths)
        write(figures)
    figures = read()
    if not options.check:
        show(figures)
    problems = wrong(figures) + (missing(figures) if not options.parts else [])
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
