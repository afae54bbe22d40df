# SPDX-License-Identifier: Apache-2.0
"""The example SoC on the board ULX3S (Radiona) with an LFE5U-45F: pins, clock and reset. scripts/fpga.py builds it."""

import sys
from pathlib import Path

from litex.build.generic_platform import IOStandard, Misc, Pins, Subsignal
from litex.build.lattice import LatticePlatform
from litex.gen import LiteXModule
from litex.soc.cores.clock import ECP5PLL
from migen import ClockDomain

sys.path.insert(0, str(Path(__file__).resolve().parent))
from soc import ExampleSoC  # noqa: E402 # beside this file

CLOCK_KHZ = 20_000
OSCILLATOR_HZ = 25_000_000
BLOCKS = ("hasher", "cryp")
PARAMETERS: dict[str, int] = {}
ROM_SIZE, SRAM_SIZE = 0x24000, 0xE000  # bytes; with caches and the blocks' tables 106 of the 108 block RAMs
DEVICE = "LFE5U-45F-6BG381C"
# The board's schematics, version 2 and 3: oscillator, button FIRE1, the USB bridge, and the module that could reset the
# FPGA if its GPIO0 were low.
IO = [
    ("clk25", 0, Pins("G2"), IOStandard("LVCMOS33")),
    ("reset", 0, Pins("R1"), IOStandard("LVCMOS33"), Misc("PULLMODE=DOWN")),
    ("serial", 0, Subsignal("tx", Pins("L4")), Subsignal("rx", Pins("M1")), IOStandard("LVCMOS33")),
    ("wifi_gpio0", 0, Pins("L2"), IOStandard("LVCMOS33")),
]


class Platform(LatticePlatform):
    default_clk_name = "clk25"
    default_clk_period = 1e9 / OSCILLATOR_HZ

    def __init__(self) -> None:
        LatticePlatform.__init__(self, DEVICE, IO, toolchain="trellis")


class Clock(LiteXModule):
    """The system's clock from the oscillator; it is in reset until the PLL has locked, and by the button."""

    def __init__(self, platform: Platform) -> None:
        self.cd_sys = ClockDomain()
        self.pll = ECP5PLL()
        self.comb += self.pll.reset.eq(platform.request("reset"))
        oscillator = platform.request("clk25")
        platform.add_period_constraint(oscillator, 1e9 / OSCILLATOR_HZ)
        self.pll.register_clkin(oscillator, OSCILLATOR_HZ)
        self.pll.create_clkout(self.cd_sys, CLOCK_KHZ * 1000)


class Ulx3sSoC(ExampleSoC):
    """program: a flat binary for the ROM."""

    def __init__(self, program: Path) -> None:
        platform = Platform()
        sizes = {"rom_size": ROM_SIZE, "sram_size": SRAM_SIZE}
        ExampleSoC.__init__(self, platform, CLOCK_KHZ * 1000, program, blocks=BLOCKS, **sizes, **PARAMETERS)
        self.crg = Clock(platform)
        self.comb += platform.request("wifi_gpio0").eq(1)
