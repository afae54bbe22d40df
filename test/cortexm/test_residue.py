# SPDX-License-Identifier: Apache-2.0
"""What the assembly functions leave below the stack pointer: every function is called with several secrets, on a stack
that holds a pattern before, and no word there may depend on them."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from functions import FUNCTIONS, Function
from simulator import Simulator

CALLS = 3


def dependent_words(simulator: Simulator, function: Function) -> int:
    """Words below sp that differ between calls whose secrets differ."""
    # What is public stays the same: a counter; the initial value and the ciphertext of CBC decryption.
    public = (1, 3) if (function.algorithm, function.operation) == ("aes-cbc", "dec") else function.public
    calls = [function.case(random.Random(f"residue {i}"), 0).arguments for i in range(CALLS)]
    for arguments in calls:
        for at in public:
            arguments[at] = calls[0][at]
    left = [simulator.call(function.symbol, *arguments).residue for arguments in calls]
    if len({len(each) for each in left}) != 1:
        raise SystemExit(f"{function.symbol}: its stack differs from call to call")
    return sum(len({each[at : at + 4] for each in left}) > 1 for at in range(0, len(left[0]), 4))


def main() -> int:
    program, images = Path(sys.argv[1]), Path(sys.argv[2])
    found: dict[tuple[str, str], int] = {}
    for core in ("m0", "m3", "m4", "m7"):
        for image in sorted({function.image for function in FUNCTIONS if core in function.cores}):
            with Simulator(program, core, images / f"{image}_{core}.elf") as simulator:
                for function in FUNCTIONS:
                    if core in function.cores and function.image == image:
                        at = (core, function.symbol)
                        found[at] = max(found.get(at, 0), dependent_words(simulator, function))
    wrong = sorted((*at, words) for at, words in found.items() if words)
    for core, symbol, words in wrong:
        print(f"{core} {symbol}: {words} words below sp depend on secrets")
    print(f"{len(found)} functions, {len(wrong)} leave what depends on secrets")
    return 1 if wrong or not found else 0


if __name__ == "__main__":
    sys.exit(main())
