# SPDX-License-Identifier: Apache-2.0
"""Portable AES that may take sixteen blocks at once: on no core does a call cost more than its blocks one after the
other, and where batches pay by their prices (algo/aes_ct_prices.h), long calls cost less.

Usage: test_wide.py SIMULATOR IMAGES"""

from __future__ import annotations

import sys
from pathlib import Path

from simulator import Simulator

BLOCKS = (2, 4, 5, 8, 15, 16, 17, 31, 48, 64, 100)
CORES = ("m0", "m4")
MARGIN = 1.01  # beside what a block takes alone: what a call and the choice take


def cycles(simulator: Simulator, direction: str, n: int) -> int:
    arguments = ["secret:240+0a000000", f"out:{16 * n}", f"secret:{16 * n}", n]
    return simulator.call(f"obi_aes_ct_{direction}", *arguments).cycles


def main() -> int:
    program, images, wrong = Path(sys.argv[1]), Path(sys.argv[2]), 0
    for core in CORES:
        with Simulator(program, core, images / f"aes_wide_{core}.elf") as simulator:
            for direction in ("encrypt", "decrypt"):
                one, both = (cycles(simulator, direction, n) for n in (1, 2))
                for n in BLOCKS:
                    took, apart = cycles(simulator, direction, n), one + (n - 1) * (both - one)
                    if took > MARGIN * apart:
                        print(f"{core} {direction}: {n} blocks take {took} cycles, one after the other {apart}")
                        wrong += 1
                if cycles(simulator, direction, 128) > 0.99 * (one + 127 * (both - one)):
                    print(f"{core} {direction}: 128 blocks do not take batches, which would pay")
                    wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
