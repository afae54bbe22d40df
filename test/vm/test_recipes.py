#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The recipes of docs/recipes in the virtual machine: one case of each. ./run vm recipes tries all."""

import re
import unittest

from machine import vm


class Test(unittest.TestCase):
    def test_recipes(self) -> None:
        done = vm("--append", "cryptomgr.notests", "--env", "OB_VM_FEW=1", "recipes")
        print(done.err)
        self.assertEqual(done.code, 0)
        self.assertEqual(re.findall(r"^Ran (\d+) test", done.err, re.MULTILINE), ["7"])
        self.assertNotIn("skipped", done.err)
        for algorithm in ("aes-ecb", "aes-cbc", "aes-ctr"):
            self.assertRegex(done.err, rf"{algorithm}: [1-9]\d* operations by afalg")


if __name__ == "__main__":
    unittest.main(verbosity=2)
