#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the front door: what a verb does not know it refuses, at once, by name, and with nothing done."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import tree

KEPT = "build/host/kept"  # a file that a verb could remove if it continued in spite of a wrong argument
# The words after ./run, and a part of the error message.
REFUSED = (
    (["nosuch"], 'no verb "nosuch"'),
    (["-j"], "-j takes a number"),
    (["-j", "many", "help"], "-j takes a number"),
    (["-j0", "help"], "-j takes a number"),
    (["app"], "a board and an example"),
    (["app", "nosuch", "benchmark"], "no board nosuch"),
    (["bench", "--board"], "run: --board takes the name"),
    (["bench", "--board", "nosuch"], "stm32f0 stm32l0 stm32f1 stm32f4 stm32h7"),
    (["bench", "--cortexm", "nosuch"], "bench --cortexm takes no nosuch"),
    (["boards", "nosuch"], "boards takes no nosuch"),
    (["build", "nosuch"], 'no preset "nosuch"'),
    (["check", "nosuch"], 'no check "nosuch"'),
    (["check", "includes", "--nosuch"], 'no check "--nosuch"'),
    (["chroot", "--nosuch"], "chroot knows no --nosuch"),
    (["clean", "nosuch"], "clean takes no nosuch"),
    (["clean", "--all", "nosuch"], "clean takes no nosuch"),
    (["conformance", "--nosuch"], "conformance knows no --nosuch"),
    (["conformance", "--cortexm", "m9"], 'no core "m9"'),
    (["cortexm", "nosuch"], 'no board "nosuch"'),
    (["cortexm", "--speed", "nosuch"], "cortexm takes no nosuch"),
    (["cycles", "m4"], "cycles takes a core"),
    (["cycles", "m9", "image.elf", "function"], 'no core "m9"'),
    (["foreign", "m68k"], 'no system "m68k"'),
    (["fuzz", "5", "nosuch"], 'no fuzz target "nosuch"'),
    (["leaks", "m4"], "leaks takes a core"),
    (["leaks", "m9", "image.elf", "function"], 'no core "m9"'),
    (["leaks", "m4", "image.elf", "function", "in:00", "out:4"], "no argument is secret"),
    (["leaks", "--full", "m9"], 'no core "m9"'),
    (["mutants", "nosuch.c"], 'no planned source "nosuch.c"'),
    (["mutants", "--record"], "mutants --record takes files"),
    (["pin", "nosuch"], "pin takes no nosuch"),
    (["setup", "nosuch"], 'no need "nosuch"'),
    (["size", "--nosuch"], "--nosuch"),
    (["test", "--nosuch"], "test knows no --nosuch"),
    (["test", "one", "two"], "test takes no two"),
)


class Verbs(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="outboard-verbs-"))
        self.addCleanup(shutil.rmtree, self.root)
        copied = ("run", "CMakePresets.json", "test/fuzz/CMakeLists.txt", "test/mutants/plan.toml")
        for name in copied:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(tree.ROOT / name, self.root / name)
        for name in ("scripts", "board", "bench"):
            shutil.copytree(tree.ROOT / name, self.root / name, ignore=shutil.ignore_patterns("__pycache__"))
        (self.root / KEPT).parent.mkdir(parents=True)
        (self.root / KEPT).touch()
        with (self.root / "scripts/need.sh").open("a") as file:  # nothing may be installed here
            file.write("need_install_packages() { :; }\nneed_run() { :; }\n")

    def files(self) -> dict[str, bytes]:
        """What there is, without what Python leaves."""
        found = [path for path in self.root.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
        return {str(path.relative_to(self.root)): path.read_bytes() for path in found}

    def test_refused(self) -> None:
        for words, said in REFUSED:
            before = self.files()
            environment = {name: value for name, value in os.environ.items() if not name.startswith("OB_")}
            done = subprocess.run(
                [self.root / "run", *words], capture_output=True, text=True, env=environment, timeout=60, check=False
            )
            with self.subTest(words=words):
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(said, done.stderr)
                self.assertNotIn("line ", done.stderr)  # an error of the script itself, as bash reports it
                self.assertEqual(self.files(), before)
            (self.root / KEPT).parent.mkdir(parents=True, exist_ok=True)
            (self.root / KEPT).touch()

    def test_suites(self) -> None:
        script = tree.ROOT / "test/binding/mbedtls/suites/suites.py"
        command = [script, "--programs", self.root, "--library", self.root, "nosuch"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no suite nosuch", done.stderr)

    def test_help(self) -> None:
        done = subprocess.run([self.root / "run", "help"], capture_output=True, text=True, timeout=60, check=True)
        for verb in (self.root / "scripts/verbs").iterdir():
            line = next((line for line in done.stdout.splitlines() if line.split()[:1] == [verb.name]), "")
            self.assertGreater(len(line.split()), 3, verb.name)


if __name__ == "__main__":
    unittest.main()
