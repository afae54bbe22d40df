#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/tutorial/soc.md, followed to the letter in an empty folder: test_soc.py SOURCE. The commands print what the page
says, the cycles included, and leave a waveform."""

import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv[1])


class Tutorial(unittest.TestCase):
    def test_page(self) -> None:
        page = (SOURCE / "docs/tutorial/soc.md").read_text()
        files = re.findall(r"^`(\w+\.sv)`[^#]*?:\n\n```systemverilog\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        self.assertEqual([name for name, _ in files], ["my_hash.sv", "bench.sv"])
        (commands,) = re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        (expected,) = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        with tempfile.TemporaryDirectory() as place:
            for name, text in files:
                (Path(place) / name).write_text(text)
            command = ["bash", "-euc", f". {shlex.quote(str(SOURCE))}/scripts/env.sh\n{commands}"]
            done = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=800, check=False)
            self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])
            self.assertNotIn("%Warning", done.stdout + done.stderr)
            self.assertIn(expected, done.stdout)
            self.assertGreater((Path(place) / "bench.vcd").stat().st_size, 10000)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
