#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Engine afalg and the provider on top of it in the virtual machine; the tests themselves run there."""

import os
import re
import unittest

from machine import python, vm


class Test(unittest.TestCase):
    def test_module(self) -> None:
        done = vm(
            "--time-limit",
            "600",
            "--accel",
            "module",
            "--env",
            f"OB_BUILD={os.environ['OB_BUILD']}",
            *python("guest_offload.py"),
        )
        print(done.out, done.err)
        self.assertEqual(done.code, 0)
        self.assertEqual(re.findall(r"^Ran (\d+) test", done.err, re.MULTILINE), ["13"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
