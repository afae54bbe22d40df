#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs test suites of Mbed TLS under the binding, twice: by price, and without fallback; compares what served them."""

import argparse
import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

RECORD = Path(__file__).with_name("suites.csv")
HEADER = ("suite", "mode", "passed", "skipped", "engine", "fallback", "refused")
MODES = ("price", "engine")  # and "blocks": on the Verilated blocks
VARIES = "varies"  # a count that depends on random numbers or the time, but is not 0
# Suites that do not run everywhere, under the library alone either: they need a network or exact timing.
NOT_RUN = {"net", "timing"}
SUMMARY = re.compile(r"(PASSED|FAILED) \((\d+) / (\d+) tests \((\d+) skipped\)\)")
Row = dict[str, str]


def run(programs: Path, library: Path, suite: str, mode: str) -> tuple[Row, str]:
    """One run of one suite in a folder of its own: its row, and its output if it failed."""
    program = programs.resolve() / f"test_suite_{suite}"
    with tempfile.TemporaryDirectory() as folder:
        # A copy, because suites write there: bignum.misc its own file, in both modes at once.
        shutil.copytree(library / "framework/data_files", Path(folder) / "framework/data_files")
        cwd = Path(folder) / "tests"
        cwd.mkdir()
        counts = Path(folder) / "counts"
        done = subprocess.run(
            [program, "--verbose", f"{program}.datax"],
            cwd=cwd,
            env=os.environ | {"OB_SUITE_MODE": mode, "OB_SUITE_COUNTS": str(counts)},
            capture_output=True,
            text=True,
            errors="replace",
            timeout=1800,
        )
        found = SUMMARY.search(done.stdout)
        failed = done.returncode != 0 or not found or found[1] != "PASSED" or not counts.exists()
        row = dict.fromkeys(HEADER, "0") | {"suite": suite, "mode": mode}
        if found:
            row |= {"passed": str(int(found[3]) - int(found[4])), "skipped": found[4]}
        if counts.exists():
            lines = [line.split(",") for line in counts.read_text().splitlines()]
            for at, name in enumerate(("engine", "fallback", "refused"), 1):
                row[name] = str(sum(int(line[at]) for line in lines))
    return row, f"{done.stdout[-4000:]}{done.stderr[-2000:]}" if failed else ""


def same(recorded: str, now: str) -> bool:
    return recorded == now or (recorded == VARIES and now != "0")


def differences(rows: Iterable[Row]) -> list[str]:
    """What is not as recorded; and a suite that no engine serves any more although it should."""
    with RECORD.open(newline="") as file:
        recorded = {(line["suite"], line["mode"]): line for line in csv.DictReader(file)}
    found = []
    for row in rows:
        before = recorded.get((row["suite"], row["mode"]))
        if before is None:
            found.append(f"{row['suite']}, {row['mode']}: not recorded")
            continue
        found += [
            f"{row['suite']}, {row['mode']}: {name} is {row[name]}, recorded {before[name]}"
            for name in HEADER[2:]
            if not same(before[name], row[name])
        ]
    return found


def record(rows: list[Row]) -> None:
    """Put rows in the place of those of the same suites and modes."""
    now = {(row["suite"], row["mode"]): row for row in rows}
    with RECORD.open(newline="") as file:
        for row in csv.DictReader(file):
            now.setdefault((row["suite"], row["mode"]), row)
    order = (*MODES, "blocks")
    with RECORD.open("w", newline="") as file:
        writer = csv.DictWriter(file, HEADER, lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(now.values(), key=lambda row: (row["suite"], order.index(row["mode"]))))


def merge(first: Row, second: Row) -> Row:
    return {name: first[name] if first[name] == second[name] else VARIES for name in HEADER}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=Path, required=True, help="folder of the built suites")
    parser.add_argument("--library", type=Path, required=True, help="the library's sources")
    parser.add_argument("--record", action="store_true", help=f"run all of it twice and write {RECORD.name}")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--blocks", type=Path, help="the folder of the Verilated blocks: run on these alone")
    parser.add_argument("suite", nargs="*", help="names, or all that are built")
    options = parser.parse_args()

    built = sorted(path.stem.removeprefix("test_suite_") for path in options.programs.glob("test_suite_*.datax"))
    built = [name for name in built if (options.programs / f"test_suite_{name}").exists() and name not in NOT_RUN]
    if wrong := set(options.suite) - set(built):
        parser.error(f"there is no suite {', '.join(sorted(wrong))}; there are {', '.join(built)}")
    if options.blocks:
        os.environ["OB_RTL_DIR"] = str(options.blocks.resolve())
    modes = ("blocks",) if options.blocks else MODES
    jobs = [(name, mode) for name in options.suite or built for mode in modes]
    rows, failed = [], []
    print(f"{'suite':44}{'mode':8}" + "".join(f"{name:>10}" for name in HEADER[2:]))
    with ThreadPoolExecutor(options.jobs) as pool:
        again = 2 if options.record else 1
        results = pool.map(
            lambda job: [run(options.programs, options.library, *job) for _ in range(again)],
            jobs,
        )
        for repeats in results:
            row = repeats[0][0]
            for other, _ in repeats[1:]:
                row = merge(row, other)
            output = next((text for _, text in repeats if text), "")
            print(f"{row['suite']:44}{row['mode']:8}" + "".join(f"{row[name]:>10}" for name in HEADER[2:]), flush=True)
            rows.append(row)
            if output:
                failed.append(f"{row['suite']}, {row['mode']}: failed\n{output}")
            elif row["mode"] == "engine" and row["fallback"] != "0":
                failed.append(f"{row['suite']}: {row['fallback']} calls fell back although none may")
    if not rows or not any(row["engine"] != "0" for row in rows):
        failed.append("no engine has served a single call")
    if options.record and not failed:
        record(rows)
    elif not failed:
        failed = differences(rows)
    if failed:
        sys.exit("\n".join(failed))


if __name__ == "__main__":
    main()
