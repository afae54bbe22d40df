#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""In the machine, with the test module and a /dev/crypto of our own: OpenSSL's own evp_test vectors through the
provider, forced to the kernel by either way. What an engine's capability table promises, and has vectors, it must have
served."""

import os
import re
import subprocess
import unittest

from guest_devcrypto import Device
from guest_offload import BUILD, HELPER, common

# isort: split
import test_evp_data  # in the folder that guest_offload has added to the path

# Rows of the engines that evp_test has no vectors for, and those that the provider does not serve (docs/openssl.md).
LEFT_OUT = {"hmac-sha512-224", "hmac-sha512-256"} | {"des-ecb", "des-cbc", "sm4-gcm"}


class Kernel(test_evp_data.Vectors):
    every = 16
    limit = 600

    def setUp(self) -> None:
        super().setUp()
        self.module = common.PRODUCT

    def forced(self, engine: str) -> None:
        environment = os.environ | {"OUTBOARD_HELPER": str(HELPER), "OUTBOARD_OFFLOAD": "force"}
        command = [BUILD / "cli/outboard", "engines", "-n", "-c", engine]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
        promised = set(re.findall(r"^  ([a-z]\S+) ", run.stdout, re.MULTILINE)) - LEFT_OUT
        self.assertGreater(len(promised), 10, run.stdout + run.stderr)
        self.vectors(engine, engine, promised, OUTBOARD_HELPER=str(HELPER))

    def test_afalg(self) -> None:
        self.forced("afalg")

    def test_devcrypto(self) -> None:
        device = Device()
        device.start()
        self.addCleanup(device.stop)
        self.forced("devcrypto")


if __name__ == "__main__":
    unittest.main(verbosity=2)
