#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hold the instructions that core takes for a call to test/cost/most.csv.

check_cost.py VALGRIND TEST_COST MOST.csv: run the program under callgrind, print the instructions of each call, and
fail if a call takes more than its limit, or so much less that the limit says nothing any more.
"""

import csv
import re
import subprocess
import sys
import tempfile
from pathlib import Path

RUNS = 100  # calls in each dump, as in test_cost.c
SLACK = 0.05  # a limit may be so much above what a call takes


def count(valgrind: str, program: str) -> dict[str, float]:
    """The instructions of one call by the call's name."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "dump"
        command = [valgrind, "--tool=callgrind", f"--callgrind-out-file={out}", program]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{program} fails under callgrind:\n{done.stderr}")
        for dump in Path(folder).glob("dump.*"):
            text = dump.read_text()
            name = re.search(r"^desc: Trigger: Client Request: (\S+)$", text, re.MULTILINE)
            total = re.search(r"^(?:summary|totals): (\d+)", text, re.MULTILINE)
            if name and total:
                found[name.group(1)] = int(total.group(1)) / RUNS
    return found


def main() -> None:
    valgrind, program, limits = sys.argv[1:]
    found = count(valgrind, program)
    bad = False
    with Path(limits).open(newline="") as file:
        for row in csv.DictReader(file):
            name, most = row["call"], int(row["instructions"])
            taken = found.get(name)
            if taken is None:
                sys.exit(f"{name}: callgrind counted nothing")
            verdict = "too many" if taken > most else "too few for this limit" if taken < (1 - SLACK) * most else ""
            print(f"{name:20}{taken:10.1f} of {most}  {verdict}".rstrip())
            bad |= verdict != ""
    sys.exit(bad)


if __name__ == "__main__":
    main()
