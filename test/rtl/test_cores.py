# SPDX-License-Identifier: Apache-2.0
"""The .core files: FuseSoC finds for each top the sources that the tests use, packages first, and its lint passes; its
other targets are complete, and one of each that is short runs. ./run fusesoc runs all of them."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import yaml

from build import ROOT, sources, verilator

TOPS = ("hasher_udma", "cryp_udma", "hasher_wb", "cryp_ahb")


class FuseSocTest(unittest.TestCase):
    def run_fusesoc(self, folder: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        tool, env = verilator()
        env["PATH"] = f"{Path(tool).parent}:{Path(sys.executable).parent}:{env['PATH']}"  # as scripts/env.sh does
        command = [Path(sys.executable).parent / "fusesoc", "--cores-root", ROOT / "hw", "run", "--build-root", folder]
        return subprocess.run([*command, *arguments], env=env, cwd=folder, capture_output=True, text=True, check=False)

    def test_lint(self) -> None:
        for top in TOPS:
            with self.subTest(top), tempfile.TemporaryDirectory() as folder:
                done = self.run_fusesoc(folder, "--target", "lint", f"outboard:hw:{top}")
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                (listed,) = Path(folder).rglob("*.vc")
                found = [Path(line).name for line in listed.read_text().splitlines() if line.endswith(".sv")]
                self.assertEqual(sorted(found), sorted(Path(s).name for s in sources(top)))

    def test_formal(self) -> None:
        """The proof of a bridge, by the scripts that are copied."""
        with tempfile.TemporaryDirectory() as folder:
            done = self.run_fusesoc(folder, "--target", "formal", "outboard:hw:ahb")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("axi_to_ahb_props: proven", done.stdout)

    def test_every_target_finds_its_files(self) -> None:
        """What a target includes and calls is there; nothing is translated."""
        every = {f.stem: yaml.safe_load(f.read_text())["targets"] for f in (ROOT / "hw").glob("*/*.core")}
        for name in {f.parent.name for f in (ROOT / "hw").glob("*/files.txt")} - {"soc", "udma"}:
            self.assertLessEqual({"lint", "sim", "synth"}, set(every[name]), name)
        for core, target in ((top, target) for top in (*TOPS, "acryp_wb", "udma") for target in every[top]):
            if target in ("default", "lint"):
                continue
            with self.subTest(core, target=target), tempfile.TemporaryDirectory() as folder:
                done = self.run_fusesoc(folder, "--setup", "--target", target, f"outboard:hw:{core}")
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                (options,) = Path(folder).rglob("*.vc")
                named = [w for w in options.read_text().split() if w.endswith((".sv", ".cpp"))]
                wanted = {"sim": "first.cpp", "formal": "_props.sv"}.get(target, ".sv")
                self.assertTrue(any(name.endswith(wanted) for name in named), named)
                if target in ("synth", "formal"):
                    named += ["yosys.py", {"synth": "synth.py", "formal": "prove.py"}[target]]
                for name in named:
                    for include in re.findall(r'#include "(hw/.*?)"', (options.parent / name).read_text()):
                        self.assertTrue((options.parent / include).exists(), (name, include))

    def test_parameter(self) -> None:
        """Parameters of the block reach its top module."""
        with tempfile.TemporaryDirectory() as folder:
            done = self.run_fusesoc(folder, "--target", "lint", "outboard:hw:hasher_udma", "--Steps", "1")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            (listed,) = Path(folder).rglob("*.vc")
            self.assertIn("-GSteps=1", listed.read_text())


if __name__ == "__main__":
    unittest.main()
