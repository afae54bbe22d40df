# SPDX-License-Identifier: Apache-2.0
"""Each timing rule against its kernel: what the kernel costs beyond an empty function, exactly."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from simulator import Simulator, inout


def main() -> int:
    program, images, table = (Path(argument) for argument in sys.argv[1:4])
    with table.open(newline="") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    failures = 0
    for core in ("m0", "m0plus", "m3", "m4", "m7"):
        mine = [row for row in rows if core in row["cores"].split()]
        if len(mine) < 10:
            print(f"{core}: only {len(mine)} rules")
            failures += 1
        with Simulator(program, core, images / f"kernels_{core}.elf") as simulator:

            def cycles(name: str) -> int:
                return simulator.call(f"kernel_{name}", inout(bytes(64))).cycles

            empty = cycles("empty")
            for row in mine:
                cost = cycles(row["kernel"]) - empty
                if cost != int(row["cycles"]):
                    print(f"{core} {row['kernel']}: {cost} cycles, expected {row['cycles']} ({row['source']})")
                    failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
