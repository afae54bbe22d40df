#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The SoC for the board ULX3S up to what takes long: its Verilog, memory, pins and addresses, without place and route.

Its design must elaborate with the part's cells and no module missing, every pin be located, the block RAMs suffice, and
the program that is built for the board find what it was compiled for.
"""

import re
import subprocess
import sys
import tomllib
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import fpga  # noqa: E402
from area import tool  # noqa: E402

FOLDER = ROOT / "build/fpga/check"
BLOCK_RAMS = 208  # of an LFE5U-85F, 2 KiB each


class Ulx3sTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.files, cls.soc = fpga.generate(FOLDER)

    def test_elaborates(self) -> None:
        (FOLDER / "check.ys").write_text(fpga.ELABORATE.format(files=" ".join(self.files), top=fpga.NAME))
        done = subprocess.run(
            [tool("yosys"), "-q", "check.ys"], cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        self.assertEqual(done.returncode, 0, done.stdout.decode()[-2000:])

    def test_pins(self) -> None:
        head = (FOLDER / f"{fpga.NAME}.v").read_text().split(");")[0]
        ports = set(re.findall(r"^ *(?:in|out)put .*?(\w+),?$", head, re.MULTILINE))
        constraints = (FOLDER / f"{fpga.NAME}.lpf").read_text()
        sites = dict(re.findall(r'LOCATE COMP "(\w+)" SITE "(\w+)";', constraints))
        self.assertEqual(set(sites), ports)
        self.assertEqual(len(set(sites.values())), len(sites))
        self.assertEqual(set(re.findall(r'IOBUF PORT "(\w+)" IO_TYPE=LVCMOS33;', constraints)), ports)

    def test_memory_fits(self) -> None:
        regions = self.soc.mem_regions
        caches = 16  # of the core, with their tags, at most
        self.assertLessEqual((regions["rom"].size + regions["sram"].size) // 2048 + caches, BLOCK_RAMS)

    def test_program_agrees(self) -> None:
        header = (ROOT / "board/litex/litex.h").read_text()
        ours = {name: int(value, 0) for name, value in re.findall(r"define LITEX_(\w+) +(0x\w+)u\b", header)}
        for name, region in self.soc.csr_regions.items():
            if name == "uart":
                self.assertEqual(region.origin, ours["UART_RXTX"])
        for block in ("hasher", "cryp"):
            if block in self.soc.mem_regions:
                self.assertEqual(self.soc.mem_regions[block].origin, ours[block.upper()])
        self.assertIn("hasher", self.soc.mem_regions)
        board = tomllib.loads((ROOT / "board/ulx3s/board.toml").read_text())
        self.assertEqual(self.soc.sys_clk_freq, board["clock_mhz"] * 1e6)


if __name__ == "__main__":
    unittest.main()
