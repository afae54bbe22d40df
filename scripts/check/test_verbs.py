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
    (["bench", "--boards", "nosuch"], "bench --boards takes no nosuch"),
    (["bench", "--cortexm", "nosuch"], "bench --cortexm takes no nosuch"),
    (["bench", "--keys"], "bench --keys takes a number of minutes"),
    (["bench", "--time"], "bench takes --time SECONDS"),
    (["bench", "--nosuch"], "bench takes --time SECONDS"),
    (["boards", "nosuch"], "boards takes no nosuch"),
    (["build", "nosuch"], 'no preset "nosuch"'),
    (["check", "nosuch"], 'no check "nosuch"'),
    (["check", "includes", "--nosuch"], 'no check "--nosuch"'),
    (["chroot", "--nosuch"], "chroot knows no --nosuch"),
    (["chroot", "--suite"], "--suite takes the name"),
    (["chroot", "--walk"], 'no reader ""'),
    (["chroot", "--walk", "nosuch"], 'no reader "nosuch"; there are firmware linux'),
    (["chroot", "--walk", "soc", "nosuch"], "chroot --walk takes no nosuch"),
    (["clean", "nosuch"], "clean takes no nosuch"),
    (["clean", "--all", "nosuch"], "clean takes no nosuch"),
    (["clean", "--cache", "nosuch"], "clean takes no nosuch"),
    (["conformance", "--nosuch"], "conformance knows no --nosuch"),
    (["conformance", "--acryp", "nosuch"], "conformance --acryp takes no nosuch"),
    (["conformance", "--engine"], "takes the name of a folder"),
    (["conformance", "--engine", "nosuch"], 'no engine "nosuch"'),
    (["conformance", "--engine", "soft", "--nosuch"], "conformance --engine knows no --nosuch"),
    (["conformance", "--cortexm", "m9"], 'no core "m9"'),
    (["conformance", "--wycheproof", "soft"], 'no engine "soft"'),
    (["fusesoc", "nosuch"], 'no target "nosuch"'),
    (["fusesoc", "lint", "nosuch"], 'no core "nosuch"'),
    (["conformance", "--blocks", "soft"], 'no block "soft"'),
    (["conformance", "--blocks", "--seconds", "x"], "--seconds takes a number"),
    (["cortexm", "nosuch"], 'no board "nosuch"'),
    (["cortexm", "--speed", "nosuch"], "cortexm takes no nosuch"),
    (["coverage", "--nosuch"], "coverage knows no --nosuch"),
    (["coverage", "--rtl", "nosuch"], 'no option or block "nosuch"'),
    (["coverage", "one", "two"], "coverage takes no two"),
    (["cycles", "m4"], "cycles takes a core"),
    (["cycles", "m9", "image.elf", "function"], 'no core "m9"'),
    (["docs", "nosuch"], "docs takes no nosuch"),
    (["docs", "--browser", "nosuch"], "docs takes no nosuch"),
    (["foreign", "m68k"], 'no system "m68k"'),
    (["fuzz", "5", "nosuch"], 'no fuzz target "nosuch"'),
    (["help", "nosuch"], 'no verb "nosuch"'),
    (["ipxact", "one", "two"], "ipxact takes no two"),
    (["leaks", "m4"], "leaks takes a core"),
    (["leaks", "m9", "image.elf", "function"], 'no core "m9"'),
    (["leaks", "m4", "image.elf", "function", "in:00", "out:4"], "no argument is secret"),
    (["leaks", "--full", "m9"], 'no core "m9"'),
    (["mutants", "nosuch.c"], 'no planned source "nosuch.c"'),
    (["mutants", "--record"], "mutants --record takes files"),
    (["mutants", "--defects", "nosuch"], "mutants --defects takes no nosuch"),
    (["new-engine"], "new-engine takes a name"),
    (["new-engine", "Mine"], "cannot be a part of a name in C"),
    (["new-engine", "../mine"], "cannot be a part of a name in C"),
    (["new-engine", "mine", "two"], "new-engine takes no two"),
    (["new-engine", "soft"], "engine/soft is there already"),
    (["package", "nosuch"], "package knows no nosuch"),
    (["package", "--no-vm", "nosuch"], "package --no-vm takes no nosuch"),
    (["package", "cross"], "package cross takes architectures"),
    (["package", "cross", "m68k"], 'no architecture "m68k"'),
    (["pin", "nosuch"], "pin takes no nosuch"),
    (["provider"], "provider takes speed"),
    (["setup", "nosuch"], 'no need "nosuch"'),
    (["size", "--nosuch"], "--nosuch"),
    (["test", "--nosuch"], "test knows no --nosuch"),
    (["test", "--wolfssl", "two"], "test --wolfssl takes no two"),
    (["test", "one", "two"], "test takes no two"),
)


class Verbs(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="outboard-verbs-"))
        self.addCleanup(shutil.rmtree, self.root)
        copied = ("run", "CMakePresets.json", "test/fuzz/CMakeLists.txt", "test/mutants/plan.toml")
        copied += ("engine/soft/CMakeLists.txt",)
        for name in copied:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(tree.ROOT / name, self.root / name)
        for name in ("scripts", "board", "bench"):
            shutil.copytree(tree.ROOT / name, self.root / name, ignore=shutil.ignore_patterns("__pycache__"))
        (self.root / KEPT).parent.mkdir(parents=True)
        (self.root / KEPT).touch()
        with (self.root / "scripts/need.sh").open("a") as file:  # nothing may be installed here
            file.write("need_install_packages() { touch installed; }\nneed_run() { touch installed; }\n")

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

    def test_need_by_itself(self) -> None:
        """scripts/need works in any folder, without what ./run sets."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("OB_")}
        for verb, said in (("docs", ""), ("nosuch", "takes a verb"), ("", "takes a verb")):
            command = [self.root / "scripts/need", verb]
            done = subprocess.run(command, cwd="/", capture_output=True, text=True, env=environment, check=False)
            self.assertEqual((done.returncode, said in done.stderr), (int(bool(said)), True), done.stderr)
        self.assertTrue((self.root / "installed").exists())

    def test_set_up_calls_verb(self) -> None:
        """A step of the set-up that runs a verb does not wait for the lock that the set-up itself holds."""
        shutil.copy(tree.ROOT / "scripts/need.sh", self.root / "scripts/need.sh")
        (self.root / "scripts/setup/planted.sh").write_text("need_planted() { scripts/need inner; touch ran; }\n")
        (self.root / "scripts/setup/inner.sh").write_text("need_inner() { :; }\n")
        (self.root / "scripts/verbs/inner").write_text("# needs: inner\n")
        command = ["bash", "-c", ". scripts/lib.sh; . scripts/need.sh; need planted"]
        environment = {**os.environ, "OB_CACHE": "none"}
        subprocess.run(command, cwd=self.root, timeout=20, env=environment, check=True)
        self.assertTrue((self.root / "ran").exists())
        self.assertTrue((self.root / "build/deps/stamp-planted").is_file())
        self.assertFalse((self.root / "build/deps").is_symlink())

    def clone(self, name: str) -> Path:
        """A second clone, with the real set-up and a need that takes a while, counts its runs, and fails if told so."""
        root = self.root / name
        (root / "scripts/setup").mkdir(parents=True)
        for script in ("lib.sh", "need.sh", "cache.sh"):
            shutil.copy(tree.ROOT / "scripts" / script, root / "scripts" / script)
        work = "echo run >>../runs; echo half >build/deps/planted; sleep 0.3; [[ ! -e ../fail ]] || return 1; "
        (root / "scripts/setup/planted.sh").write_text(f"need_planted() {{ {work}echo all >build/deps/planted; }}\n")
        return root

    def set_up(self, root: Path, **variables: str) -> "subprocess.Popen[bytes]":
        command = ["bash", "-euo", "pipefail", "-c", ". scripts/lib.sh; . scripts/need.sh; need planted"]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("OB_")}
        environment |= {"XDG_CACHE_HOME": str(self.root / "cache"), **variables}
        return subprocess.Popen(command, cwd=root, env=environment, stdout=subprocess.DEVNULL)

    def runs(self) -> int:
        return len((self.root / "runs").read_text().split())

    def test_cache(self) -> None:
        """Clones with the same pins share one set-up, also at the same time; one that failed is done again."""
        one, two = self.clone("one"), self.clone("two")
        (self.root / "fail").touch()
        self.assertNotEqual(self.set_up(one).wait(20), 0)
        (self.root / "fail").unlink()
        both = [self.set_up(one), self.set_up(two)]
        self.assertEqual([process.wait(20) for process in both], [0, 0])
        self.assertEqual(self.runs(), 2)  # the one that failed, and one for both
        for root in (one, two):
            self.assertEqual((root / "build/deps/planted").read_text(), "all\n")
        self.assertTrue((one / "build/deps").samefile(two / "build/deps"))
        self.assertTrue((one / "build/deps").resolve().is_relative_to(self.root / "cache/outboard"))
        shutil.rmtree(one)  # nothing of it is needed by the other
        self.assertEqual(self.set_up(two).wait(20), 0)
        self.assertEqual(self.runs(), 2)

    def test_cache_of_other_pins(self) -> None:
        one, two = self.clone("one"), self.clone("two")
        (two / "scripts/setup/other.txt").write_text("package==1.0\n")
        for root in (one, two):
            self.assertEqual(self.set_up(root).wait(20), 0)
        self.assertFalse((one / "build/deps").samefile(two / "build/deps"))
        shutil.rmtree(self.root / "cache")  # the links dangle now
        (two / "scripts/setup/other.txt").unlink()
        for root in (one, two):
            self.assertEqual(self.set_up(root).wait(20), 0)
        self.assertTrue((one / "build/deps").samefile(two / "build/deps"))

    def test_no_cache(self) -> None:
        """A folder of the clone's own stays; so does a link to elsewhere; and no cache is made where none is wanted."""
        one, two, three = self.clone("one"), self.clone("two"), self.clone("three")
        (one / "build/deps").mkdir(parents=True)
        (two / "build").mkdir()
        (two / "build/deps").symlink_to(one / "build/deps")
        for root, variables in (
            (one, {}),
            (two, {}),
            (three, {"OB_CACHE": "none"}),
            (self.clone("four"), {"XDG_CACHE_HOME": "relative", "HOME": "/nonexistent"}),
        ):
            self.assertEqual(self.set_up(root, **variables).wait(20), 0)
            self.assertEqual((root / "build/deps/planted").read_text(), "all\n")
        self.assertEqual(self.runs(), 3)
        self.assertTrue((two / "build/deps").samefile(one / "build/deps"))
        self.assertFalse((self.root / "cache").exists())
        self.assertFalse(Path("/nonexistent").exists())

    def test_no_network(self) -> None:
        """A download that fails is called so, and is not mistaken for a file with the wrong hash."""
        programs = self.root / "programs"
        programs.mkdir()
        for name, status in (("cargo", 1), ("apt-get", 0)):  # without a network, apt-get update only warns
            (programs / name).write_text(f"#!/bin/sh\nexit {status}\n")
            (programs / name).chmod(0o755)
        environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
        (self.root / "build/deps").mkdir()
        head = "for f in lib need fetch; do . scripts/$f.sh; done; debian_mirror() { echo http://mirror.invalid; }; "
        for fetch in ("fetch_crate name 1.0 00 file", "fetch_debian_source name 00 file"):
            command = ["bash", "-c", f"{head}{fetch} || exit 3"]
            done = subprocess.run(command, cwd=self.root, capture_output=True, text=True, env=environment, check=False)
            with self.subTest(fetch=fetch):
                self.assertEqual(done.returncode, 3)
                self.assertIn("is the network there?", done.stderr)
                self.assertNotIn("SHA-256", done.stderr)
                self.assertFalse((self.root / "file").exists())

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
        self.assertLessEqual(max(map(len, done.stdout.splitlines())), 80)

    def test_help_of_verbs(self) -> None:
        before = self.files()
        environment = {name: value for name, value in os.environ.items() if not name.startswith("OB_")}
        environment["COLUMNS"] = "80"
        for verb in sorted(path.name for path in (self.root / "scripts/verbs").iterdir()):
            command = [self.root / "run", verb, "--help"]
            done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
            with self.subTest(verb=verb):
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertRegex(done.stdout, rf"^[Uu]sage: ./run {verb}\b")
                self.assertLessEqual(max(map(len, done.stdout.splitlines())), 80)
                self.assertEqual(self.files(), before)


if __name__ == "__main__":
    unittest.main()
