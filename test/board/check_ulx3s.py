#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The SoC for the board ULX3S up to what takes long: its Verilog, memory, pins and addresses, without place and route.

Its design must elaborate with the part's cells and no module missing, every pin be located, the block RAMs suffice, and
the program that is built for the board find what it was compiled for. hw/litex/README.md must have the figures of
bench/area/ulx3s.csv, marked if they are of older sources, and those must be within the part.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
import unittest
import unittest.mock
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import fpga  # noqa: E402
from area import HEADER, Row, tool  # noqa: E402
from outboard_litex import verilog  # noqa: E402
from ulx3s import CLOCK_KHZ, DEVICE  # noqa: E402

FOLDER = ROOT / "build/fpga/check"
LUTS, BLOCK_RAMS = 43848, 108  # of an LFE5U-45F; a block RAM has 2 KiB


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

    def test_made_twice_at_a_time(self) -> None:
        """Two builds that want the same Verilog of a block at the same time get it."""
        with tempfile.TemporaryDirectory(dir=FOLDER) as scratch, ThreadPoolExecutor() as pool:
            made = list(pool.map(lambda _: verilog("udma", {}, Path(scratch)), range(2)))
            self.assertEqual(made[0], made[1])
            self.assertEqual(list(Path(scratch).iterdir()), [made[0]])
            self.assertIn("module udma(", made[0].read_text())

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
        caches, tables = 10, 4  # of the core with tags and registers, of hasher
        # The ROM is packed with the ninth bit of each byte.
        rom = -(-regions["rom"].size * 8 // (2048 * 9))
        self.assertLessEqual(rom + regions["sram"].size // 2048 + caches + tables, BLOCK_RAMS)

    def test_program_agrees(self) -> None:
        header = (ROOT / "board/litex/litex.h").read_text()
        ours = {name: int(value, 0) for name, value in re.findall(r"define LITEX_(\w+) +(0x\w+)u\b", header)}
        for name, region in self.soc.csr_regions.items():
            if name == "uart":
                self.assertEqual(region.origin, ours["UART_RXTX"])
        for block in ("hasher", "cryp"):
            self.assertEqual(self.soc.mem_regions[block].origin, ours[block.upper()])
        board = tomllib.loads((ROOT / "board/ulx3s/board.toml").read_text())
        self.assertEqual(self.soc.sys_clk_freq, board["clock_mhz"] * 1e6)

    def test_program_is_linked_for_these_memories(self) -> None:
        program = ROOT / "build/app/ulx3s/example/hmac_demo/hmac_demo"
        names = subprocess.run(["riscv64-unknown-elf-nm", str(program)], capture_output=True, text=True, check=True)
        values = {name: int(value, 16) for value, _, name in map(str.split, names.stdout.splitlines())}
        self.assertEqual(values["litex_rom_size"], self.soc.mem_regions["rom"].size)
        sram = self.soc.mem_regions["sram"]
        self.assertEqual(values["litex_stack_top"], sram.origin + sram.size)

    def test_figures(self) -> None:
        rows = fpga.read()
        self.assertEqual(fpga.PAGE.read_text(), fpga.page(fpga.sources(FOLDER, self.files)))
        self.assertTrue(DEVICE.startswith(f"{fpga.PART}-{fpga.SPEED}"))
        for row in rows:
            self.assertLessEqual(int(row["lut4"]), LUTS)
            self.assertLessEqual(int(row["bram"]), BLOCK_RAMS)
            self.assertGreaterEqual(float(row["fmax_mhz"]) * 1000, CLOCK_KHZ)

    def test_kept_seeds(self) -> None:
        """A row is that of the slowest seed of the same sources and grade, whenever each was routed."""

        def row(seed: int, mhz: str, netlist: str = "netlist-0a.json", speed: int = 8) -> Row:
            figures = {"seed": str(seed), "seeds": str(seed), "fmax_mhz": mhz}
            return dict.fromkeys(HEADER, "") | fpga.origin(netlist, speed) | figures

        def kept(netlist: str = "netlist-0a.json", speed: int = 8) -> list[Row]:
            return fpga.known(fpga.origin(netlist, speed))

        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(fpga, "TABLE", Path(folder) / "table"):
            self.assertEqual(kept(), [])
            board = row(1, "38.6", speed=6)
            fpga.keep([board])
            for new, seeds, slowest in (
                (row(1, "48.8"), [1], row(1, "48.8")),
                (row(3, "51.0"), [1, 3], row(1, "48.8")),
                (row(2, "9.5"), [1, 2, 3], row(2, "9.5")),
            ):
                fpga.keep([*kept(), new])
                self.assertEqual(fpga.seeds_of(kept()), seeds)
                self.assertEqual(kept(), [slowest | {"seeds": " ".join(map(str, seeds))}])
            self.assertEqual(kept("netlist-0b.json"), [])
            fpga.keep([*kept("netlist-0b.json"), row(1, "60.0", "netlist-0b.json")])
            self.assertEqual(kept(), [])
            self.assertEqual(fpga.seeds_of(kept("netlist-0b.json")), [1])
            self.assertEqual(kept(speed=6), [board])


if __name__ == "__main__":
    unittest.main()
