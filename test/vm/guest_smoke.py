#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""In the machine, with virtio-crypto, on any kernel and architecture: what AF_ALG does there. Needs Python alone.

One line: kernel, architecture, then "hardware" (AF_ALG reaches the accelerator: one interrupt per operation),
"software" (it answers, and the accelerator has no part in it), or "none" (no AF_ALG, or not for this algorithm).
"""

import os
from pathlib import Path

import accel
from afalg import ENCRYPT, Algorithm

# NIST SP 800-38A, F.2.1: the first block
KEY = bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")
IV = bytes(range(16))
PLAIN = bytes.fromhex("6bc1bee22e409f96e93d7e117393172a")
CIPHER = bytes.fromhex("7649abac8119b246cee98e9b12e9197d")
OPERATIONS = 10


def interrupts() -> int:
    """Of the device that virtio_crypto has: its own lines on PCI, or the line that its name is on."""
    total = 0
    for path in Path("/sys/bus/virtio/drivers/virtio_crypto").glob("virtio*"):
        numbers = [number.name for number in (path.resolve().parent / "msi_irqs").glob("*")]
        total += accel.interrupts(*(numbers or [path.name]))
    return total


def verdict() -> str:
    try:
        kernel = Algorithm("skcipher", "cbc(aes)", KEY)
    except OSError as error:
        return f"none ({error.strerror})"
    with kernel:
        kernel.cipher(ENCRYPT, IV, PLAIN)
        before = interrupts()
        for _ in range(OPERATIONS):
            if kernel.cipher(ENCRYPT, IV, PLAIN) != CIPHER:
                raise SystemExit("wrong result")
        seen = interrupts() - before
    if seen not in (0, OPERATIONS):
        raise SystemExit(f"{seen} interrupts for {OPERATIONS} operations")
    return "hardware" if seen else "software"


if __name__ == "__main__":
    if not accel.crypto("virtio_crypto_aes_cbc"):
        raise SystemExit("virtio-crypto is not there")
    print(os.uname().release, os.uname().machine, verdict())
