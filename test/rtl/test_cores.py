# SPDX-License-Identifier: Apache-2.0
"""The .core files: FuseSoC finds for each top the sources that the tests use, packages first, and its lint passes."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from build import ROOT, sources, verilator

TOPS = ("hasher_udma", "cryp_udma", "hasher_wb", "cryp_ahb")


class FuseSocTest(unittest.TestCase):
    def run_fusesoc(self, folder: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        tool, env = verilator()
        env["PATH"] = f"{Path(tool).parent}:{env['PATH']}"
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

    def test_parameter(self) -> None:
        """Parameters of the block reach its top module."""
        with tempfile.TemporaryDirectory() as folder:
            done = self.run_fusesoc(folder, "--target", "lint", "outboard:hw:hasher_udma", "--Steps", "1")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            (listed,) = Path(folder).rglob("*.vc")
            self.assertIn("-GSteps=1", listed.read_text())


if __name__ == "__main__":
    unittest.main()
