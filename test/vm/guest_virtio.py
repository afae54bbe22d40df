#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""In the machine, with virtio-crypto, an accelerator whose work is done outside the machine's CPU."""

import json
import os
import subprocess
import unittest
from pathlib import Path

import accel
from afalg import DECRYPT, ENCRYPT, Algorithm
from cryptography.hazmat.primitives.ciphers import Cipher, modes
from cryptography.hazmat.primitives.ciphers.algorithms import AES

DRIVER = "virtio_crypto_aes_cbc"


def interrupt_numbers() -> list[str]:
    """Of the PCI devices that the driver virtio_crypto has."""
    devices = [
        path.resolve() for path in Path("/sys/bus/virtio/drivers/virtio_crypto").iterdir() if "virtio" in path.name
    ]
    return [number.name for device in devices for number in (device.parent / "msi_irqs").glob("*")]


class Test(unittest.TestCase):
    def test_it_serves_and_interrupts_once_an_operation(self) -> None:
        self.assertEqual(accel.crypto(DRIVER)["async"], "yes")
        numbers = interrupt_numbers()
        self.assertTrue(numbers)
        iv = bytes(range(16))
        for key_length in (16, 24, 32):
            key = bytes(range(key_length))
            reference = Cipher(AES(key), modes.CBC(iv))
            with self.subTest(key=key_length), Algorithm("skcipher", "cbc(aes)", key) as kernel:
                # The key is set: from here on an interrupt is an operation.
                kernel.cipher(ENCRYPT, iv, bytes(16))
                before = accel.interrupts(*numbers)
                operations = 0
                for length in (16, 64, 1024, 4096, 16384, 65536):
                    data = bytes(length)
                    expected = reference.encryptor().update(data)
                    self.assertEqual(kernel.cipher(ENCRYPT, iv, data), expected)
                    self.assertEqual(kernel.cipher(DECRYPT, iv, expected), data)
                    operations += 2
                self.assertEqual(accel.interrupts(*numbers) - before, operations)


class Probe(unittest.TestCase):
    def test_it_is_proven_by_its_interrupts(self) -> None:
        """Alone among the kernel's drivers, and without anybody who vouches for it."""
        build = Path(os.environ["OB_BUILD"])
        environment = os.environ | {"OUTBOARD_HELPER": str(build / "offload/outboard-offload")}
        run = subprocess.run(
            [build / "cli/outboard", "probe", "--json"], env=environment, capture_output=True, text=True, timeout=120
        )
        self.assertEqual(run.returncode, 0, run.stderr)
        proven = [seen for seen in json.loads(run.stdout)["drivers"] if seen["verdict"] != "unproven"]
        self.assertEqual([seen["driver"] for seen in proven], [DRIVER], run.stdout)
        self.assertEqual((proven[0]["verdict"], proven[0]["evidence"]), ("hardware", "interrupts"))
        self.assertRegex(proven[0]["detail"], r"interrupt virtio\d+-\S+: 1 per operation in each of 6 rounds")


if __name__ == "__main__":
    unittest.main(verbosity=2)
