# SPDX-License-Identifier: Apache-2.0
"""The hash and stream cipher functions in assembly take fewer cycles than the portable C that they stand for, as gcc
-O2 compiles it for the same core; prints both."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from functions_hash import HASHES
from simulator import Simulator


def main() -> int:
    program, images = Path(sys.argv[1]), Path(sys.argv[2])
    failures, compared = 0, 0
    for core in ("m0", "m3", "m4", "m7"):
        here = [function for function in HASHES if core in function.cores]
        with (
            Simulator(program, core, images / f"hash_{core}.elf") as assembly,
            Simulator(program, core, images / f"portable_{core}.elf") as portable,
        ):
            for function in here:
                case = function.case(random.Random(1), 0)
                mine = assembly.call(function.symbol, *case.arguments)
                theirs = portable.call(function.symbol, *case.arguments)
                compared += 1
                size = f"{mine.code_bytes} bytes of code"
                print(
                    f"{core} {function.algorithm}: assembly {mine.cycles / function.length:.2f} cycles a byte, "
                    f"{size}; gcc -O2 {theirs.cycles / function.length:.2f}, {theirs.code_bytes}"
                )
                if theirs.outputs != mine.outputs or mine.cycles >= theirs.cycles:
                    print(f"{core} {function.symbol} is not faster, or its result differs")
                    failures += 1
    return 1 if failures or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
