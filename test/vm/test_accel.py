#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The accelerators in the virtual machine; the tests themselves are the scripts that run there."""

import os
import re
import unittest

from machine import python, vm


class Test(unittest.TestCase):
    def passed(self, count: int, *words: object) -> None:
        done = vm(*words)
        print(done.err)
        self.assertEqual(done.code, 0)
        self.assertEqual([int(n) for n in re.findall(r"^Ran (\d+) test", done.err, re.MULTILINE)], [count])
        self.assertNotIn("skipped", done.err)

    def test_module(self) -> None:
        self.passed(12, "--accel", "module", *python("guest_module.py"))

    def test_virtio(self) -> None:
        build = os.environ["OB_BUILD"]
        self.passed(2, "--accel", "virtio", "--env", f"OB_BUILD={build}", *python("guest_virtio.py"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
