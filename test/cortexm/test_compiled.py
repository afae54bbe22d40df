# SPDX-License-Identifier: Apache-2.0
"""The hash and stream cipher functions in assembly take fewer cycles than the portable C that they stand for, and the
modes of AES fewer than a loop in C over the block function, as gcc -O2 compiles both for the same core; prints both."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from function import KEY_BITS
from functions import FUNCTIONS
from functions_hash import HASHES
from simulator import Simulator


def loops(program: Path, images: Path, core: str) -> int:
    """How many modes with keys of 128 bits are not faster than the loop of loops.c, or differ from it."""
    failures = 0
    with Simulator(program, core, images / f"loops_{core}.elf") as simulator:
        for kind in ("cbc_enc", "cbc_dec", "ctr_uncached"):
            symbol = f"obi_aes_t1_{kind}{KEY_BITS[0]}"
            function = next(each for each in FUNCTIONS if each.symbol == symbol and core in each.cores)
            case = function.case(random.Random(1), 0)
            mine = simulator.call(symbol, *case.arguments)
            theirs = simulator.call(f"loop_{kind}{KEY_BITS[0]}", *case.arguments)
            print(
                f"{core} {kind}: assembly {mine.cycles / function.length:.2f} cycles a byte, "
                f"a loop in C {theirs.cycles / function.length:.2f}"
            )
            if theirs.outputs != mine.outputs or mine.cycles >= theirs.cycles:
                print(f"{core} {symbol} is not faster, or its result differs")
                failures += 1
    return failures


def main() -> int:
    program, images = Path(sys.argv[1]), Path(sys.argv[2])
    failures, compared = sum(loops(program, images, core) for core in ("m3", "m4", "m7")), 0
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
