#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The virtual machine from outside: output, files, exit code, time limit, a kernel that dies, a clock that repeats."""

import os
import unittest

from machine import vm

# Leaves the tests of the kernel's own algorithms out. Not with virtio-crypto: untested, its RSA rejects signed modules.
QUICK = ("--append", "cryptomgr.notests")


class Test(unittest.TestCase):
    def test_what_comes_back(self) -> None:
        script = 'read -r text; echo "$text $1"; echo problem >&2; uname -r >"$OB_VM_OUT/release"; pwd; exit 7'
        done = vm(*QUICK, "--env", "NAME=a 'b'", "sh", "-c", f'echo "$NAME"; {script}', "sh", "it's")
        self.assertEqual(done.code, 7, done.err)
        self.assertEqual(done.out.splitlines(), ["a 'b'", " it's", os.path.realpath(os.environ["OB_SOURCE"])])
        self.assertIn("problem\n", done.err)
        self.assertIn("exit 7", done.err)
        self.assertRegex(done.files["release"], r"^6\.1\.\d+-\d+-amd64\n$")

    def test_time_limit(self) -> None:
        done = vm("--time-limit", "2", "true")
        self.assertEqual(done.code, 124, done.err)
        self.assertIn("time limit of 2 s", done.err)

    def test_a_kernel_that_dies(self) -> None:
        done = vm(*QUICK, "sh", "-c", "echo c >/proc/sysrq-trigger")
        self.assertEqual(done.code, 125, done.err)
        self.assertIn("sysrq triggered crash", done.err)

    def test_what_is_not_there(self) -> None:
        done = vm("--kernel", "2.4", "true")
        self.assertEqual(done.code, 1)
        self.assertIn("no kernel 2.4 for x86_64; there are 6.1", done.err)

    def test_counted_clock(self) -> None:
        """The same ns at every run, but for a few, of a command that takes the accelerator's way and the library's."""
        command = (*QUICK, "--icount", "--accel", "module", os.environ["OB_VM_PROBE"])
        first, second = vm(*command), vm(*command)
        self.assertEqual((first.code, second.code), (0, 0), first.err + second.err)
        figures, again = (
            [[int(field) for field in line.split(",")] for line in run.out.splitlines()] for run in (first, second)
        )
        for row, other in zip(figures, again):
            for value, repeated in zip(row, other):
                self.assertAlmostEqual(value, repeated, delta=20, msg=f"{first.out}\n{second.out}")
        self.assertEqual([length for length, _, _ in figures], [16, 256, 1024, 4096, 16384, 65536])
        for index in (1, 2):
            self.assertEqual(figures, sorted(figures, key=lambda row: row[index]), first.out)
        print(f"\nlength, ns by AF_ALG, ns by libcrypto; in a VM whose clock counts instructions\n{first.out}")


if __name__ == "__main__":
    unittest.main(verbosity=2)
