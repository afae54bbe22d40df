# SPDX-License-Identifier: Apache-2.0
"""A whole program on the simulator: start-up from the vector table, console, command line, counters, exit status."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

# Cycles of one round of the program's loop (SUBS, NOP, taken BNE), and whether the core has a cycle counter.
CORES = {"m0": (5, False), "m4": (4, True)}
ROUNDS = 1000
SLACK = 40  # the instructions around the loop


def main() -> int:
    program, images = Path(sys.argv[1]), Path(sys.argv[2])
    failures = 0
    for core, (round_cycles, counts) in CORES.items():
        run = subprocess.run(
            [program, "run", core, images / f"program_{core}.elf", "one", "two"],
            capture_output=True,
            text=True,
            check=False,
        )
        lines = dict(line.split(" ", 1) for line in run.stdout.splitlines())
        wanted = ROUNDS * round_cycles
        cyccnt, systick = int(lines.get("cyccnt", "0"), 16), int(lines.get("systick", "0"), 16)
        good = run.returncode == 7 and lines.get("one") == "two" and wanted - 8 <= systick <= wanted + SLACK
        good = good and (wanted - 8 <= cyccnt <= wanted + SLACK if counts else cyccnt == 0)
        if not good:
            print(f"{core}: status {run.returncode}\n{run.stdout}{run.stderr}")
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
