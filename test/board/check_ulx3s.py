#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The SoC for the board ULX3S up to what takes long: its Verilog, memory, pins and addresses, without place and route.

Its design must elaborate with the part's cells and no module missing, every pin be located, the block RAMs suffice, and
the program that is built for the board find what it was compiled for. hw/litex/README.md must have the figures of
bench/area/ulx3s.csv, marked if they are of older sources, and those must be within the part. What scripts/fpga.py does
with tools, files and signals is tried with the tools of fake_fpga.py.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import unittest
import unittest.mock
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import fpga  # noqa: E402
import fpga_table  # noqa: E402
from area import HEADER, Row, tool  # noqa: E402
from outboard_litex import verilog  # noqa: E402
from ulx3s import BLOCKS, CLOCK_KHZ, DEVICE  # noqa: E402

FOLDER = ROOT / "build/fpga/check"
PROGRAM = ROOT / "build/app/ulx3s/example/hmac_demo/hmac_demo"
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
        for block in BLOCKS:
            self.assertEqual(self.soc.mem_regions[block].origin, ours[block.upper()], f"LITEX_{block.upper()}")
        board = tomllib.loads((ROOT / "board/ulx3s/board.toml").read_text())
        self.assertEqual(self.soc.sys_clk_freq, board["clock_mhz"] * 1e6)

    def test_program_is_linked_for_these_memories(self) -> None:
        names = subprocess.run(["riscv64-unknown-elf-nm", str(PROGRAM)], capture_output=True, text=True, check=True)
        values = {name: int(value, 16) for value, _, name in map(str.split, names.stdout.splitlines())}
        self.assertEqual(values["litex_rom_size"], self.soc.mem_regions["rom"].size)
        sram = self.soc.mem_regions["sram"]
        self.assertEqual(values["litex_stack_top"], sram.origin + sram.size)

    def test_figures(self) -> None:
        rows = fpga_table.read()
        stamp = fpga.sources(FOLDER, fpga.netlist_of(FOLDER, self.files))
        self.assertEqual(fpga_table.PAGE.read_text(), fpga_table.page(stamp))
        self.assertTrue(DEVICE.startswith(f"{fpga.PART}-{fpga.SPEED}"))
        for row in rows:
            self.assertLessEqual(int(row["lut4"]), LUTS)
            self.assertLessEqual(int(row["bram"]), BLOCK_RAMS)
            self.assertGreaterEqual(float(row["fmax_mhz"]) * 1000, CLOCK_KHZ)

    def test_sources(self) -> None:
        """Figures are of a netlist with these pins and settings."""
        stamps = [fpga.sources(FOLDER, "netlist-0a.json"), fpga.sources(FOLDER, "netlist-0b.json")]
        with unittest.mock.patch.object(fpga, "PLACE", [*fpga.PLACE, "--more"]):
            stamps.append(fpga.sources(FOLDER, "netlist-0a.json"))
        with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
            (Path(folder) / f"{fpga.NAME}.lpf").write_text("BLOCK RESETPATHS;\n")
            stamps.append(fpga.sources(Path(folder), "netlist-0a.json"))
        self.assertEqual(len(set(stamps)), 4)


def setUpModule() -> None:
    FOLDER.parent.mkdir(parents=True, exist_ok=True)


class TableTest(unittest.TestCase):
    """What is kept of a run."""

    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory(dir=FOLDER.parent)
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.table, self.page = self.folder / "table.csv", self.folder / "page.md"
        self.page.write_text(f"Before.\n{fpga_table.BEGIN}{fpga_table.END}After.\n")
        files = unittest.mock.patch.multiple(fpga_table, TABLE=self.table, PAGE=self.page)
        files.start()
        self.addCleanup(files.stop)

    def row(self, seed: int, mhz: str, stamp: str = "0a", speed: int = 8) -> Row:
        figures = {"seed": str(seed), "seeds": str(seed), "fmax_mhz": mhz}
        return dict.fromkeys(HEADER, "") | fpga.origin(stamp, speed) | figures

    def test_kept_seeds(self) -> None:
        """A row is that of the slowest seed of the same sources and grade, whenever each was routed."""

        def kept(stamp: str = "0a", speed: int = 8) -> list[Row]:
            return fpga_table.known(fpga.origin(stamp, speed))

        self.assertEqual(kept(), [])
        board = self.row(1, "38.6", speed=6)
        fpga_table.keep([board])
        for new, seeds, slowest in (
            (self.row(1, "48.8"), [1], self.row(1, "48.8")),
            (self.row(3, "51.0"), [1, 3], self.row(1, "48.8")),
            (self.row(2, "9.5"), [1, 2, 3], self.row(2, "9.5")),
        ):
            fpga_table.keep([*kept(), new])
            self.assertEqual(fpga_table.seeds_of(kept()), seeds)
            self.assertEqual(kept(), [slowest | {"seeds": " ".join(map(str, seeds))}])
        self.assertEqual(kept("0b"), [])
        fpga_table.keep([*kept("0b"), self.row(1, "60.0", "0b")])
        self.assertEqual(kept(), [])
        self.assertEqual(fpga_table.seeds_of(kept("0b")), [1])
        self.assertEqual(kept(speed=6), [board])

    def test_wrong_row(self) -> None:
        """A row that is wrong is named, and the file stays as it is."""
        fpga_table.keep([self.row(1, "38.6", speed=6)])
        good = self.table.read_text()
        for wrong in (
            "ulx3s,hasher cryp\n",
            good.splitlines()[1] + ",1\n",
            good.splitlines()[1].replace(",1,1,", ",1 two,1,") + "\n",
            good.splitlines()[1].replace(",1,1,", ",1 2,3,") + "\n",
            good.splitlines()[1].replace("38.6", "fast") + "\n",
            '"ulx3s\n',
        ):
            with self.subTest(wrong):
                self.table.write_text(good + wrong)
                with self.assertRaisesRegex(SystemExit, "table.csv, line 3: "):
                    fpga_table.keep([self.row(1, "48.8")])
                self.assertEqual(self.table.read_text(), good + wrong)
        self.table.write_text("block,config\n")
        with self.assertRaisesRegex(SystemExit, "table.csv, line 1: "):
            fpga_table.read()

    def test_whole_or_not_at_all(self) -> None:
        fpga_table.keep([self.row(1, "48.8")])
        before = self.table.read_text()
        full = unittest.mock.patch.object(Path, "write_text", side_effect=OSError("no space"))
        with full, self.assertRaises(OSError):
            fpga_table.keep([self.row(1, "50.0")])
        self.assertEqual(self.table.read_text(), before)
        self.assertEqual(sorted(self.folder.iterdir()), [self.page, self.table])

    def test_page(self) -> None:
        fpga_table.keep([self.row(1, "48.8")])
        for stamp, older in (("0a", ""), ("0b", ", of older sources")):
            fpga_table.mark(stamp)
            self.assertTrue(self.page.read_text().startswith(f"Before.\n{fpga_table.BEGIN}| part"))
            self.assertTrue(self.page.read_text().endswith(f"seed 1 of 1{older} |\n{fpga_table.END}After.\n"))
        self.page.write_text("Without a table.\n")
        with self.assertRaisesRegex(SystemExit, "page.md must have these two lines"):
            fpga_table.mark("0a")
        self.assertEqual(self.page.read_text(), "Without a table.\n")

    def test_must_be_ready(self) -> None:
        for path in (self.table, self.page):
            fpga_table.must_be_ready()
            refused = unittest.mock.patch.object(os, "access", side_effect=lambda of, _: of != path)
            self.table.touch()
            self.table.write_text(",".join(HEADER) + "\n")
            with refused, self.assertRaisesRegex(SystemExit, f"{path.name} cannot be written"):
                fpga_table.must_be_ready()


class BuildTest(unittest.TestCase):
    """scripts/fpga.py with the tools of fake_fpga.py."""

    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory(dir=FOLDER.parent)
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.wait, self.bit, self.svf = (self.folder / name for name in ("wait", "hmac_demo.bit", "hmac_demo.svf"))
        (self.folder / "kept").mkdir()
        (self.folder / "README.md").write_text(fpga_table.BEGIN + fpga_table.END)
        (self.folder / "mhz").write_text("38.6")

    def start(self, *options: str) -> subprocess.Popen[str]:
        command = [sys.executable, str(ROOT / "test/board/fake_fpga.py"), str(self.folder), str(PROGRAM), *options]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(child.kill)
        return child

    def end(self, child: subprocess.Popen[str]) -> tuple[int, str]:
        """Its exit code, and all that it has printed."""
        out, err = child.communicate(timeout=60)
        self.assertNotIn("Traceback", err)
        return child.returncode, out + err

    def build(self, *options: str) -> tuple[int, str]:
        return self.end(self.start(*options))

    def routers(self, count: int) -> list[int]:
        """The processes of so many routers, as soon as all run."""
        for _ in range(600):
            texts = [path.read_text() for path in self.folder.glob("router-*")]
            if len(texts) == count and all(texts):
                return [int(text) for text in texts]
            time.sleep(0.1)
        self.fail("the routers do not start")

    def test_build(self) -> None:
        """The second program needs no router, and results are only what is whole."""
        status, text = self.build()
        self.assertEqual((status, self.bit.exists(), self.svf.exists()), (0, True, True), text)
        self.assertIn("38.6 MHz", text)
        for result in ("netlist-*.json", "design-*-6-1.config", "design-*-6-1-report.json"):
            (self.folder / "router-1").unlink(missing_ok=True)
            (path,) = self.folder.glob(result)
            good = path.read_bytes()
            for size in (len(good), len(good) // 2):
                with self.subTest(result, size=size):
                    path.write_bytes(good[:size])
                    status, text = self.build()
                    self.assertEqual((status, path.read_bytes()), (0, good), text)
                    self.assertEqual(f"{path.name} is damaged, and is removed" in text, size < len(good))
                    routed = size < len(good) and "design" in result
                    self.assertEqual((self.folder / "router-1").exists(), routed)

    def test_no_space(self) -> None:
        """What a tool has not written to its end is no result."""
        (self.folder / "cut").touch()
        status, text = self.build()
        self.assertEqual((status, list(self.folder.glob("design-*")), self.bit.exists()), (1, [], False))
        self.assertIn("is not written to its end", text)

    def test_one_at_a_time(self) -> None:
        """A second build ends at once; --size and --mark run beside the first and touch nothing of it."""
        self.wait.touch()
        first = self.start()
        self.routers(1)
        before = sorted(self.folder.rglob("*"))
        status, text = self.build()
        self.assertEqual(status, 1)
        self.assertRegex(text, rf"is in use by process {first.pid}, .*hmac_demo; wait for its end, or end it with kill")
        for option in ("--size", "--mark"):
            with self.subTest(option):
                self.assertEqual(self.build(option)[0], 0)
                self.assertEqual(sorted(self.folder.rglob("*")), before)
        self.wait.unlink()
        self.assertEqual(self.end(first)[0], 0)
        self.assertTrue(self.bit.exists())

    def test_stopped(self) -> None:
        """A signal ends the tools, too, and what they have written is no result."""
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number):
                self.wait.touch()
                child = self.start("--seeds", "3", "--jobs", "2", "--keep")
                routers = self.routers(2)
                child.send_signal(number)
                status, text = self.end(child)
                self.assertEqual(status, 128 + number, text)
                for router in routers:
                    with self.assertRaises(ProcessLookupError):
                        os.kill(router, 0)
                self.assertEqual(len(self.routers(2)), 2)
                for result in ("design-*", "*.bit", "kept/*"):
                    self.assertEqual(list(self.folder.glob(result)), [])
                for path in self.folder.glob("router-*"):
                    path.unlink()
        self.wait.unlink()
        self.assertEqual(self.build()[0], 0)

    def test_no_old_bitstream(self) -> None:
        """Nobody loads an older bitstream by mistake where the new one cannot be made."""
        for path in (self.bit, self.svf):
            path.touch()
        (self.folder / "mhz").write_text("19.9")
        status, text = self.build()
        self.assertEqual((status, self.bit.exists(), self.svf.exists()), (1, False, False))
        self.assertIn("there is no bitstream", text)

    def test_other_grade(self) -> None:
        status, text = self.build("--speed", "8")
        self.assertEqual((status, self.bit.exists()), (0, False))
        self.assertIn("there is no bitstream", text)
        self.assertIn("no bitstream if it is not the board's", " ".join(self.build("--help")[1].split()))

    def test_keep(self) -> None:
        """Figures are kept; where that cannot be done, the run ends before it routes."""
        self.assertEqual(self.build("--keep", "--seeds", "2")[0], 0)
        self.assertIn("seed 1 of 1 2 |", (self.folder / "README.md").read_text())
        self.assertEqual(len(self.routers(2)), 2)
        for path in [*self.folder.glob("router-*"), *self.folder.glob("design-*")]:
            path.unlink()
        (self.folder / "kept/ulx3s.csv").write_text("wrong\n")
        status, text = self.build("--keep")
        self.assertEqual(status, 1)
        self.assertIn("ulx3s.csv, line 1: the columns must be", text)
        self.assertEqual(list(self.folder.glob("router-*")), [])

    def test_options(self) -> None:
        for options in (
            ("--size", "--mark"),
            ("--size", "--keep"),
            ("--mark", "--keep"),
            ("--seeds", "0"),
            ("--seeds", "101"),
            ("--jobs", "0"),
            ("--jobs", "101"),
        ):
            with self.subTest(options):
                self.assertEqual(self.build(*options)[0], 2)


if __name__ == "__main__":
    unittest.main()
