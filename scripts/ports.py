# SPDX-License-Identifier: Apache-2.0
"""The parameters and ports of a block's top module, read from its head, and the bus interfaces that its ports form."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
HW = ROOT / "hw"


class Parameter(NamedTuple):
    name: str
    type: str  # as SystemVerilog has it
    default: str
    comment: str


class Port(NamedTuple):
    name: str
    direction: str  # in or out
    width: int  # with the default parameters
    depends: str  # the parameter that sets the width, or nothing
    comment: str


class Bus(NamedTuple):
    """A kind of bus interface: which ports are its, and what the standard calls it and them."""

    name: str
    prefix: str
    manager: bool
    type: tuple[str, str, str, str]  # vendor, library, name, version
    title: str


# Ports that every block has.
COMMON = {
    "clk_i": "clock, rising edge",
    "rst_ni": "reset, active low",
    "irq_o": "interrupt, active high, a level",
    "busy_o": "needs its clock beyond the accesses to its registers",
}
AXI4 = ("amba.com", "AMBA4", "AXI4", "r0p0_0")
AXI4_LITE = ("amba.com", "AMBA4", "AXI4-Lite", "r0p0_0")
AHB_LITE = ("amba.com", "AMBA3", "AHBLite", "r2p0_0")
WISHBONE = ("opencores.org", "wishbone", "wishbone", "b4")
BUSES = [
    Bus("s_axil", "s_axil_", False, AXI4_LITE, "registers, AXI4-Lite"),
    Bus("m_axi", "m_axi_", True, AXI4, "memory, AXI4"),
    Bus("ahb", "h", False, AHB_LITE, "registers, AHB-Lite"),
    Bus("dma_ahb", "dma_h", True, AHB_LITE, "memory, AHB-Lite"),
    Bus("wb", "wb_", False, WISHBONE, "registers, Wishbone B4"),
    Bus("dma_wb", "dma_wb_", True, WISHBONE, "memory, Wishbone B4"),
]
# What the standard calls a signal where it is not the port's name in capitals.
AHB_NAMES = {"hsel": "HSELx"}


class Top:
    """The head of hw/<name>/rtl/<name>.sv."""

    def __init__(self, name: str) -> None:
        self.name = name
        text = (HW / name / "rtl" / f"{name}.sv").read_text()
        self.title = " ".join(re.findall(r"^// (.*)$", text.partition("\nmodule")[0], re.MULTILINE)[1:])
        head = text.partition("\nmodule")[2].partition(");\n")[0]
        pattern = r"^ *parameter (.+?) +(\w+) *= *([^,\s]+),? *(?:// (.*))?$"
        self.parameters = [
            Parameter(name, kind, default, comment)
            for kind, name, default, comment in re.findall(pattern, head, re.MULTILINE)
        ]
        values = {p.name: p.default for p in self.parameters}
        self.ports = []
        section = ""  # the comment above a group of ports
        for line in head.splitlines():
            if title := re.match(r"^    // (.*)$", line):
                section = title[1]
            found = re.match(r"^ *(input|output) +logic *(?:\[([^:]+):0\])? *(\w+),?[ ]*(?:// (.*))?$", line)
            if not found:
                continue
            direction, high, port, comment = found.groups()
            size = re.match(r"^(\w+)-1$", high or "")
            depends = size[1] if size else ""
            width = int(values[depends]) if depends else int(high or 0) + 1
            what = comment or COMMON.get(port, section)
            self.ports.append(Port(port, direction.removesuffix("put"), width, depends, what))
        declared = len(re.findall(r"^ *(?:input|output)\b", head, re.MULTILINE))
        assert self.ports and len(self.ports) == declared, f"{name}: {declared - len(self.ports)} ports not understood"

    def bus_ports(self, bus: Bus) -> list[tuple[str, Port]]:
        """The ports of a bus interface with the standard's names of their signals."""
        found = []
        for port in self.ports:
            stem = port.name.removesuffix("_i").removesuffix("_o")
            if not stem.startswith(bus.prefix) or (bus.prefix == "h" and "_" in stem):
                continue
            signal = stem.removeprefix(bus.prefix)
            if bus.type == AHB_LITE:
                signal = f"h{signal}"
                found.append((AHB_NAMES.get(signal, signal.upper()), port))
            elif bus.type == WISHBONE:
                found.append((port.name.removeprefix(bus.prefix).upper(), port))
            else:
                found.append((signal.upper(), port))
        return found

    @property
    def buses(self) -> list[Bus]:
        return [bus for bus in BUSES if self.bus_ports(bus)]
