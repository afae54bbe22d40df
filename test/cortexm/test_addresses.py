# SPDX-License-Identifier: Apache-2.0
"""Where instructions find their data: the simulator's own addresses beside Unicorn's, for every addressing mode; and
code that is stored is decoded anew."""

from __future__ import annotations

import sys
from pathlib import Path

from simulator import Simulator, SimulatorFault

BUFFER = "inout:" + bytes(range(64)).hex()
MIDDLE = 32
V6M = ("offsets", "register_offsets", "literals", "multiple", "stack", "rewritten")
V7M = (
    *("wide_offsets", "indexed", "shifted", "wide_literals", "doubles", "wide_multiple", "exclusives"),
    *("table_branches", "conditional"),
)
RESULTS = {"rewritten": 0x2211, "table_branches": 6}
CORES = {
    "m0": V6M,
    "m0plus": V6M,
    "m3": V6M + V7M,
    "m4": (*V6M, *V7M, "floating"),
    "m7": (*V6M, *V7M, "floating"),
}


def main() -> int:
    program, images = Path(sys.argv[1]), Path(sys.argv[2])
    wrong = []
    for core, functions in CORES.items():
        with Simulator(program, core, images / f"addresses_{core}.elf", "--check-addresses") as simulator:
            for function in functions:
                try:
                    result = simulator.call(function, BUFFER, MIDDLE).result
                    if result != RESULTS.get(function, result):
                        wrong.append(f"{core} {function}: returned {result:#x}")
                except SimulatorFault as fault:
                    wrong.append(f"{core} {function}: {fault}")
            if core in ("m0", "m0plus"):
                continue
            try:  # the check itself has to find what is wrong
                simulator.call("failing_exclusive", BUFFER, MIDDLE)
                wrong.append(f"{core}: a store that reaches nothing is not found")
            except SimulatorFault as fault:
                if "reaches 0 bytes, not 4" not in str(fault):
                    wrong.append(f"{core} failing_exclusive: {fault}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
