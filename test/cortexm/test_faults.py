# SPDX-License-Identifier: Apache-2.0
"""The simulator faults where the real core does, and where a function breaks the procedure call standard."""

from __future__ import annotations

import sys
from pathlib import Path

from simulator import Simulator, SimulatorFault, data, inout, out

RESULTS = {"after_it_block": 7, "branch_by_table": 7}  # of calls that must succeed
V6M = ("m0", "m0plus")
ALL = ("m0", "m0plus", "m3", "m4", "m7")
FLASH, NOWHERE = 0x08000000, 0x60000000

# Function, arguments, cores that fault, a word of the message. On every other core the call must succeed.
CASES: list[tuple[str, list[str | int], tuple[str, ...], str]] = [
    ("thumb2", [], V6M, "undefined"),
    ("compare_and_branch", [0], V6M, "undefined"),
    ("conditional_block", [0], V6M, "undefined"),
    ("after_it_block", [inout(bytes(4))], V6M, "undefined"),
    ("branch_by_table", [], V6M, "undefined"),
    ("simd", [0, 0], ("m0", "m0plus", "m3"), "undefined"),
    ("fp_register", [0], ("m0", "m0plus", "m3"), "undefined"),
    ("load_word", [data(bytes(8), 1)], V6M, "unaligned"),
    ("load_word", [data(bytes(8), 4)], (), ""),
    ("load_two", [data(bytes(16), 2)], ALL, "unaligned"),
    ("load_two", [data(bytes(16), 4)], (), ""),
    ("load_word", [NOWHERE], ALL, "read from"),
    ("store_word", [NOWHERE, 1], ALL, "write to"),
    ("store_word", [FLASH, 1], ALL, "write to"),
    ("store_word", [data(bytes(4)), 1], ALL, "write to"),
    ("store_word", [out(3), 1], ALL, "write to"),
    ("store_word", [inout(bytes(4)), 1], (), ""),
    ("clobber_r4", [], ALL, "does not preserve r4"),
    ("leak_stack", [], ALL, "does not restore sp"),
    ("read_below_stack", [], ALL, "access below the stack pointer"),
    ("write_below_stack", [], ALL, "access below the stack pointer"),
    ("at_stack", [], (), ""),
    ("to_arm_state", [], ALL, ""),
    ("absent", [], ALL, "no function"),
    ("load_word", [1 << 32], ALL, "not an argument"),
    ("load_word", [-(1 << 31) - 1], ALL, "not an argument"),
]


def main() -> int:
    program, images = Path(sys.argv[1]), Path(sys.argv[2])
    failures = 0
    for core in ALL:
        with Simulator(program, core, images / "faults.elf") as simulator:
            for symbol, arguments, faulting, message in CASES:
                try:
                    result = simulator.call(symbol, *arguments).result
                    outcome = None if result == RESULTS.get(symbol, result) else f"returned {result}"
                except SimulatorFault as fault:
                    outcome = str(fault)
                if (outcome is not None) != (core in faulting) or (outcome is not None and message not in outcome):
                    print(f"{core} {symbol} {arguments}: {outcome or 'no fault'}, expected {message or 'no fault'}")
                    failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
