#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Engines afalg and devcrypto and the provider on top of them in the virtual machine; the tests themselves run
there."""

import os
import re
import sys
import unittest

from machine import GUEST, vm


class Test(unittest.TestCase):
    def test_module(self) -> None:
        scripts = [GUEST / f"guest_{name}.py" for name in ("offload", "devcrypto", "evp")]
        each = 'status=0; for script in "$@"; do "$0" -B "$script" || status=1; done; exit $status'
        options = ["--time-limit", "800", "--accel", "module", "--env", f"OB_BUILD={os.environ['OB_BUILD']}"]
        done = vm(*options, "sh", "-c", each, sys.executable, *scripts)
        print(done.out, done.err)
        self.assertEqual(done.code, 0)
        self.assertEqual(re.findall(r"^Ran (\d+) test", done.err, re.MULTILINE), ["15", "12", "2"])
        self.assertNotIn("skipped", done.err)


if __name__ == "__main__":
    unittest.main(verbosity=2)
