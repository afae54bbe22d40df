# SPDX-License-Identifier: Apache-2.0
"""The example SoC of board/litex: VexRiscv with its caches, ROM, RAM, UART, timer, and the blocks with their DMA."""

import sys
from pathlib import Path

from litex.soc.integration.soc_core import SoCCore

sys.path.insert(0, str(Path(__file__).resolve().parent))
from outboard_litex import add_outboard  # noqa: E402 # beside this file

# What board/litex/litex.ld and board.c count on; test/board/check_litex.py compares.
ROM_SIZE, SRAM_SIZE = 0x40000, 0x28000
CSR_MAP = {"ctrl": 0, "uart": 2, "timer0": 3, "uart_phy": 4}
BLOCKS_BASE = 0x90000000


def words(program: Path, rom_size: int = ROM_SIZE) -> list[int]:
    """A flat binary as the ROM's words."""
    data = program.read_bytes()
    if len(data) > rom_size:
        raise SystemExit(f"{program} has {len(data)} bytes, the ROM {rom_size}")
    data += bytes(-len(data) % 4)
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]


class ExampleSoC(SoCCore):
    """platform: a LiteX platform with clock and serial port; program: a flat binary for the ROM, or None; rom_size,
    sram_size: less for a part with less block RAM; blocks, parameters: as for add_outboard."""

    csr_map = SoCCore.csr_map | CSR_MAP

    def __init__(
        self,
        platform,
        clock_hz: int,
        program: Path | None,
        uart_name: str = "serial",
        blocks: tuple[str, ...] = ("hasher", "cryp"),
        rom_size: int = ROM_SIZE,
        sram_size: int = SRAM_SIZE,
        **parameters: int,
    ) -> None:
        SoCCore.__init__(
            self,
            platform,
            clock_hz,
            ident="Outboard example",
            cpu_type="vexriscv",
            cpu_variant="standard",
            integrated_rom_size=rom_size,
            integrated_rom_init=words(program, rom_size) if program else [],
            integrated_sram_size=sram_size,
            uart_name=uart_name,
            uart_baudrate=115200,
            timer_uptime=True,
            bus_bursting=True,
        )
        add_outboard(self, blocks, origin=BLOCKS_BASE, **parameters)
