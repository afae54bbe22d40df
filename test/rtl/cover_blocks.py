#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which lines, branches and bits of hasher, cryp, acryp, udma and the bridges the tests of this folder reach:
cover_blocks.py [--check | --table] [BLOCK].

Every configuration that CTest has is translated with Verilator's counters into build/rtl-coverage, and its tests run on
it. covered.csv keeps the figures of each file, with a hash of the file. A line that no test reaches must stand in
uncovered.toml with the reason. With BLOCK (hasher, cryp, acryp), only the tops with that block run, and its own files
and tops alone get new figures. --check holds the kept figures to the goal, and says which are of older sources. --table
prints them.
"""

import argparse
import csv
import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from covered import Counts

from build import ROOT, sources

HERE = Path(__file__).resolve().parent
OUT = ROOT / "build/rtl-coverage"
TABLE, EXCUSES = HERE / "covered.csv", HERE / "uncovered.toml"
GOAL = 0.98  # of all lines
HEADER = ["file", "lines", "missed", "excused", "branches", "branches_hit", "bits", "bits_hit", "sources"]


class Job(NamedTuple):
    """A top in a configuration, and the tests that drive it. A module of a block is <block>:<module>."""

    top: str
    tests: str
    variant: str = ""
    parameters: tuple[str, ...] = ()
    bus: str = ""


JOBS = [
    Job("hasher", "test_hasher.py"),
    Job("hasher", "test_hasher.py", "-steps1", ("-GSteps=1",)),
    Job("cryp", "test_cryp.py"),
    Job("hasher", "test_hasher.py", "-sha256", ("-GHashes=8", "-GSteps=1")),
    Job("cryp", "test_cryp.py", "-small", ("-GDesRounds=1", "-GGhashBits=4")),
    Job("cryp", "test_cryp_gcm.py", "-gcm", ("-GCiphers=1", "-GModes=136", "-GGhashBits=4")),
    Job("cryp", "test_cryp_gcm.py", "-column", ("-GCiphers=1", "-GModes=136", "-GGhashBits=4", "-GAesColumns=1")),
    Job("hasher_udma", "test_hasher_udma.py test_interference.py:InterferenceTest.test_hasher"),
    Job(
        "cryp_udma",
        "test_cryp_udma.py test_interference.py:InterferenceTest.test_cryp "
        "test_interference.py:InterferenceTest.test_direct",
    ),
    # With the port for a key manager, whose test looks into the block's state.
    Job("cryp_udma", "test_side.py", "-state", ("--public-flat-rw", "-CFLAGS", "-DBENCH_STATE", "-GSideLoad=1")),
    Job(
        "cryp_udma",
        "test_cryp_gcm_udma.py",
        "-gcm",
        ("--public-flat-rw", "-CFLAGS", "-DBENCH_STATE", "-GSideLoad=1")
        + ("-GCiphers=1", "-GModes=136", "-GGhashBits=4", "-GAesColumns=1"),
    ),
    Job("hasher_wb", "test_hasher_udma.py", bus="wb"),
    Job("cryp_ahb", "test_cryp_udma.py", bus="ahb"),
    Job("acryp:acryp_core", "test_acryp_core.py test_acryp_faults.py"),
    Job("acryp:acryp_core", "test_acryp_core.py", "-small", ("-GWidth=36", "-GRamWords=4096")),
    Job("acryp:acryp_core", "test_acryp_core.py", "-w18", ("-GWidth=18", "-GRamWords=8192")),
    Job("acryp", "test_acryp.py"),
    Job("acryp_wb", "test_acryp.py", bus="wb"),
    Job("acryp_ahb", "test_acryp.py", bus="ahb"),
]
# Packages have no lines of their own; the SoC is not of these blocks.
LEFT_OUT = ("_pkg.sv",)


def files() -> list[str]:
    found = {file for job in JOBS for file in sources(job.top.partition(":")[0])}
    names = {str(Path(file).relative_to(ROOT / "hw")) for file in found}
    return sorted(name for name in names if not name.endswith(LEFT_OUT))


def digest(name: str) -> str:
    return hashlib.sha256((ROOT / "hw" / name).read_bytes()).hexdigest()[:12]


def run(job: Job) -> str:
    """Build and test; the text of a failure, or nothing."""
    folder = OUT / "rtl"
    environment = os.environ | {
        "OB_RTL_COVERAGE": str(OUT / "counts"),
        "OB_RTL_DIR": str(folder),
        "OB_RTL_VARIANT": job.variant,
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    environment |= {"OB_RTL_BUS": job.bus} if job.bus else {}
    library = folder / (job.top.rpartition(":")[2] + job.variant)
    for command in (
        [sys.executable, str(HERE / "build.py"), job.top, str(library), *job.parameters],
        *([sys.executable, *str(HERE / test).split(":")] for test in job.tests.split()),  # <file> or <file>:<test>
    ):
        done = subprocess.run(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        if done.returncode:
            return f"{' '.join(command)}\n{done.stdout[-3000:]}"
    print(f"{job.top}{job.variant}: passed", flush=True)
    return ""


def excuses() -> dict[tuple[str, str], str]:
    listed = tomllib.loads(EXCUSES.read_text()).get("line", []) if EXCUSES.exists() else []
    return {(row["file"], row["text"]): row["reason"] for row in listed}


def measure(block: str) -> int:
    shutil.rmtree(OUT / "counts", ignore_errors=True)
    (OUT / "counts").mkdir(parents=True)
    with ThreadPoolExecutor(int(os.environ.get("OB_JOBS", "2"))) as pool:
        failures = [text for text in pool.map(run, [job for job in JOBS if job.top.startswith(block)]) if text]
    if failures:
        print(*failures, sep="\n")
        return 1
    counts = Counts()
    for path in sorted((OUT / "counts").glob("*.json")):
        counts.add_kept(path)
    return keep(counts, block)


def keep(counts: Counts, block: str) -> int:
    """Write the table, and name each line without a reason."""
    known, used, unexplained, rows = excuses(), set(), [], []
    older = {row["file"]: row for row in read()} if block else {}
    for name in files():
        if not is_of(name, block):
            rows += [older[name]] if name in older else []
            used |= {key for key in known if key[0] == name}
            continue
        missed, every = counts.missed_lines(name)
        text = (ROOT / "hw" / name).read_text().splitlines()
        excused = 0
        for number in sorted(missed):
            key = (name, text[number - 1].strip())
            if key in known:
                used.add(key)
                excused += 1
            else:
                unexplained.append(f"{name}:{number}: {key[1]}")
        branches_hit, branches = counts.of({"branch"}, name)
        bits_hit, bits = counts.of({"toggle"}, name)
        values = [name, len(every), len(missed), excused, branches, branches_hit, bits, bits_hit, digest(name)]
        rows.append(dict(zip(HEADER, values, strict=True)))
    with TABLE.open("w", newline="") as file:
        writer = csv.DictWriter(file, HEADER, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    for line in unexplained:
        print(f"not reached, and not in {EXCUSES.name}: {line}")
    for name, text in sorted(set(known) - used):
        print(f"{EXCUSES.name} has a line that is reached, or not there: {name}: {text}")
    show()
    return check(block) or bool(unexplained) or bool(set(known) - used)


def read() -> list[dict[str, str]]:
    if not TABLE.exists():
        sys.exit("no figures are kept yet; ./run coverage --rtl makes them")
    with TABLE.open(newline="") as file:
        return list(csv.DictReader(file))


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def show() -> None:
    total = dict.fromkeys(HEADER[1:-1], 0)
    print(f"{'file':34}{'lines':>16}{'branches':>18}{'bits':>20}")
    for row in [*read(), None]:
        if row is None:
            name, numbers = "all", total
        else:
            name, numbers = row["file"], {key: int(row[key]) for key in total}
            for key, value in numbers.items():
                total[key] += value
        lines = percent(numbers["lines"] - numbers["missed"], numbers["lines"])
        print(
            f"{name:34}{lines:>8} of {numbers['lines']:4}{percent(numbers['branches_hit'], numbers['branches']):>10}"
            f" of {numbers['branches']:4}{percent(numbers['bits_hit'], numbers['bits']):>10} of {numbers['bits']:6}"
        )


def is_of(name: str, block: str) -> bool:
    """Whether a file is of a block or of its tops; all are of none."""
    return not block or name.startswith((f"{block}/", f"{block}_"))


def check(block: str = "") -> int:
    """1 if the kept figures, those of a block or all, miss the goal; those of older sources are only named."""
    rows = [row for row in read() if is_of(row["file"], block)]
    lines, missed = (sum(int(row[key]) for row in rows) for key in ("lines", "missed"))
    faults = [f"{row['file']}: {row['missed']} lines missed, reasons for {row['excused']}" for row in rows
              if row["missed"] != row["excused"]]  # fmt: skip
    if lines - missed < GOAL * lines:
        faults.append(f"{percent(lines - missed, lines)} of the lines are reached, less than {percent(98, 100)}")
    if absent := {name for name in files() if is_of(name, block)} - {row["file"] for row in rows}:
        faults.append(f"no figures of {', '.join(sorted(absent))}")
    print(*faults, sep="\n", end="\n" if faults else "")
    if older := [
        row["file"] for row in rows if (ROOT / "hw" / row["file"]).exists() and digest(row["file"]) != row["sources"]
    ]:
        print(f"of older sources, renewed by ./run coverage --rtl: {', '.join(older)}")
    return 1 if faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="hold the kept figures to the goal")
    action.add_argument("--table", action="store_true", help="print the kept figures")
    parser.add_argument("block", nargs="?", default="", choices=["", "hasher", "cryp", "acryp"])
    options = parser.parse_args()
    if options.check:
        return check()
    if options.table:
        show()
        return 0
    return measure(options.block)


if __name__ == "__main__":
    sys.exit(main())
