#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/tutorial/firmware.md, followed to the letter in an empty folder: test_firmware.py SOURCE SIMULATOR.

Its files are written, the commands of its blocks "sh" run one block after the other, and each prints the lines of the
block "text", with cycles that differ from the page's by a twentieth at most.
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, SIMULATOR = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
PAGE = SOURCE / "docs/tutorial/firmware.md"
NUMBER = re.compile(r"\d[\d,]*(?= cycles)")


class Tutorial(unittest.TestCase):
    def test_page(self) -> None:
        page = PAGE.read_text()
        files = re.findall(r"^`([\w.]+)`[^\n]*:\n\n```\w*\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        self.assertEqual([name for name, _ in files], ["main.c", "start.c", "image.ld", "CMakeLists.txt", "Makefile"])
        blocks = re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        self.assertEqual(len(blocks), 3)
        expected = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[0].splitlines()
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            for name, text in files:
                (folder / name).write_text(text)
            environment = {**os.environ, "OUTBOARD": str(SOURCE)}
            for block in blocks:
                # The simulator of this build, which may lie elsewhere than the page's.
                commands = "set -e\n" + block.replace("$OUTBOARD/build/host/cortexm-sim", str(SIMULATOR))
                done = subprocess.run(
                    ["bash", "-c", commands], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
                )
                with self.subTest(block=block.splitlines()[-1]):
                    self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])
                    self.assertNotIn("warning:", done.stdout + done.stderr)
                    lines = [
                        line for line in done.stdout.splitlines() if line.startswith(("start", "message", "all is"))
                    ]
                    self.compare(lines, expected)

    def compare(self, lines: list[str], expected: list[str]) -> None:
        self.assertEqual([NUMBER.sub("N", line) for line in lines], [NUMBER.sub("N", line) for line in expected])
        for line, other in zip(lines, expected, strict=True):
            for found, wanted in zip(NUMBER.findall(line), NUMBER.findall(other), strict=True):
                self.assertAlmostEqual(
                    int(found) / int(wanted.replace(",", "")), 1, delta=0.05, msg=f"{line} / {other}"
                )


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
