#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The LTC's errata in the model: test_errata.py SIMULATOR IMAGES.

A driver that trusts the level of the output FIFO to the end of AES fails on a slow block with the erratum, and works on
one without.
"""

from __future__ import annotations

import sys
from pathlib import Path

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from simulator import Simulator, SimulatorFault, data, out

BASE, LENGTH = 0x400D1000, 64
KEY, TEXT = bytes(range(32)), bytes(7 * i & 255 for i in range(LENGTH))
SLOW = ("--device=access=1", "--device=round=40")


def run(simulator: Path, images: Path, *words: str) -> bytes:
    with Simulator(simulator, "k82f", images / "ltc_trusting_m4.elf", *SLOW, *words) as model:
        return model.call("trusting_aes", BASE, data(KEY), data(TEXT), out(LENGTH), LENGTH).outputs[0]


def main() -> int:
    simulator, images = Path(sys.argv[1]), Path(sys.argv[2])
    encryptor = Cipher(algorithms.AES(KEY), modes.ECB()).encryptor()
    expected = encryptor.update(TEXT) + encryptor.finalize()
    if run(simulator, images, "--device=mended") != expected:
        print("a block without errata: the text is wrong")
        return 1
    try:
        run(simulator, images)
    except SimulatorFault as error:
        if "output FIFO is read while it is empty" in str(error):
            return 0
        print(f"another error: {error}")
        return 1
    print("the erratum of the level has not shown")
    return 1


if __name__ == "__main__":
    sys.exit(main())
