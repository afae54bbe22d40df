#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""./run vm smoke: what it says of a kernel that can't be had, and that it goes on; where it looks for one."""

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from machine import SOURCE

sys.path.insert(0, str(SOURCE / "scripts/vm"))
import kernel  # noqa: E402
import packages  # noqa: E402
import roots  # noqa: E402
import smoke  # noqa: E402

# What stands in for the verb: called as VM --kernel SERIES --arch ARCH ...
VM = """#!/bin/sh
case "$2 $4" in
"6.1 armhf") echo "vm: fetching"; echo "vm: nothing of suite-a" >&2; exit 1 ;;
"7.2 x86_64") echo "7.2.1 x86_64 hardware" ;;
"7.3 x86_64") exit 9 ;;
7.*) echo "$2.1 $4 software" ;;
*) echo "$2.1 $4 hardware" ;;
esac
"""


class Smoke(unittest.TestCase):
    def run_all(self, script: str) -> tuple[int, list[str]]:
        said, errors = io.StringIO(), io.StringIO()
        with tempfile.TemporaryDirectory() as folder:
            vm = Path(folder) / "vm"
            vm.write_text(script)
            vm.chmod(0o755)
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(errors):
                code = smoke.smoke([str(vm)])
        return code, said.getvalue().splitlines()

    def test_reasons(self) -> None:
        code, lines = self.run_all(VM)
        self.assertEqual(code, 1)
        self.assertEqual(len(lines), len(kernel.SUITES) + 1, "it goes on")
        self.assertIn("6.1   armhf    FAILED: exit 1: nothing of suite-a", lines)
        self.assertIn("7.2   x86_64   FAILED: 7.2.1 x86_64 hardware, which is not software", lines)
        self.assertIn("7.3   x86_64   FAILED: exit 9: no reason given", lines)
        self.assertIn("7.2   riscv64  ok: 7.2.1 riscv64 software", lines)
        self.assertEqual(lines[-1], f"3 of {len(kernel.SUITES)} failed")

    def test_all_well(self) -> None:
        code, lines = self.run_all('#!/bin/sh\ncase $2 in 7*) echo software ;; *) echo "x hardware" ;; esac\n')
        self.assertEqual(code, 1, "an answer has more than the verdict")
        code, lines = self.run_all('#!/bin/sh\ncase $2 in 7*) echo x software ;; *) echo "x hardware" ;; esac\n')
        self.assertEqual((code, len(lines)), (0, len(kernel.SUITES)))


class Place:
    """What stands in for packages.Suites."""

    def __init__(self, name: str, has: str = "") -> None:
        self.suites = (name,)
        self.has = has

    def get(self) -> str:
        if not self.has:
            raise packages.Failure(f"{self.suites[0]} is broken")
        return self.has


class Places(unittest.TestCase):
    def test_the_first_that_has_it(self) -> None:
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors):
            got = kernel.from_first([Place("a"), Place("b", "kernel"), Place("c", "other")], Place.get)
        self.assertEqual(got, "kernel")
        self.assertEqual(errors.getvalue(), "vm: taken from b: a is broken\n")
        with self.assertRaises(packages.Failure) as raised:
            kernel.from_first([Place("a"), Place("b")], Place.get)
        self.assertEqual(str(raised.exception), "a is broken; b is broken")

    def test_root_of_the_next_release(self) -> None:
        """A mirror has one release's lists by halves: the next release makes the root."""

        def suites(arch: str, names: tuple[str, ...]) -> mock.Mock:
            place = mock.Mock(spec=packages.Suites, suites=names)
            if names == ("trixie",):
                place.with_dependencies.side_effect = place.unpack.side_effect = packages.Failure(f"half of {arch}")
            else:
                place.unpack.side_effect = lambda wanted, at: [
                    (at / path).mkdir(parents=True, exist_ok=True) for path in ("etc", names[0])
                ]
            return place

        errors = io.StringIO()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(errors):
            cache = [mock.patch.object(each, "CACHE", Path(folder)) for each in (roots, packages)]
            with cache[0], cache[1], mock.patch.object(roots, "Suites", suites):
                self.assertTrue((roots.foreign("riscv64") / "forky").is_dir())
                self.assertTrue((roots.foreign("arm64") / "bookworm").is_dir())
                self.assertTrue((roots.busybox("riscv64").parents[2] / "forky").is_dir())
        self.assertIn("vm: taken from forky: half of riscv64\n", errors.getvalue())

    def test_reason_of_apt(self) -> None:
        """A mirror that has no such suite, and one that does not answer at all: apt's first reason, with what for."""
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(packages, "CACHE", Path(folder)):
            for uri, reason in ((f"file:{folder}/none", "not have a Release file"), ("http://127.0.0.1:9", "connect")):
                suites = packages.Suites("riscv64", ("no-suite",))
                mirrors = mock.patch.object(packages, "mirrors", return_value={"debian": uri})
                with mirrors, self.assertRaises(packages.Failure) as raised:
                    suites.names()
                said = str(raised.exception)
                self.assertIn("the list of packages of no-suite for riscv64 can't be fetched: ", said)
                self.assertIn(reason, said)
                self.assertNotIn("\n", said)
                self.assertFalse((suites.root / "updated").exists())

    def test_lists_are_asked_for_anew(self) -> None:
        """Lists that have not the kernel are not kept: the suite may have it tomorrow."""
        place = mock.Mock(spec=packages.Suites, suites=("a",))
        place.names.return_value = ["linux-image-7.2.1-riscv64"]
        place.newest.side_effect = lambda names: next(iter(names), None)
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(packages.Failure) as raised:
            kernel.unpack(place, "riscv64", "7.3", Path(folder) / "new")
        self.assertEqual(str(raised.exception), "there is no kernel 7.3 for riscv64 in a, which now has 7.2")
        place.outdated.assert_called_once_with()


if __name__ == "__main__":
    unittest.main()
