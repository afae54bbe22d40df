#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""IP-XACT (IEEE 1685-2014) of the blocks, from the heads of their top modules, hw/<ip>/data/<ip>.toml and files.txt.

ipxact.py [FOLDER] writes <name>.xml of each block into FOLDER (default: build/ipxact), which names the sources relative
to itself. ipxact.py --pages writes interfaces.md of each top; --check fails if one is not up to date.

Where a parameter sets the width of a port, the file has the parameter's default. Wishbone's standard names no
identifier for IP-XACT, so the one here is ours.
"""

import argparse
import os
import sys
from pathlib import Path
from xml.sax.saxutils import escape

from cores import TITLES, product_version, sources
from ports import HW, ROOT, Bus, Top
from regs import Block, Field, Register

NAMESPACE = "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"
VENDOR, LIBRARY = "outboard", "hw"
ACCESS = {
    "ro": "read-only",
    "wo": "write-only",
    "rw": "read-write",
    "w1c": "read-write",
    "w1s": "read-write",
    "pop": "read-only",
}
WRITES = {"w1c": "oneToClear", "w1s": "oneToSet"}  # modifiedWriteValue
CONSTANT = {"NAME", "VERSION", "CONFIG"}  # of all others, a command, WIPE or an event changes what they read as
# The clock and reset of each library's buses. Wishbone's reset is high and synchronous, that of the blocks is not.
CLOCKS = {
    "AMBA4": {"ACLK": "clk_i", "ARESETn": "rst_ni"},
    "AMBA3": {"HCLK": "clk_i", "HRESETn": "rst_ni"},
    "wishbone": {"CLK_I": "clk_i"},
}
UDMA_BASE = 0x1000
WIDTH = 118


class Node:
    """An element: text or children."""

    def __init__(self, tag: str, *inner: "Node | str | int | None", **attributes: str) -> None:
        self.tag, self.attributes = tag, attributes
        self.inner = [part for part in inner if part is not None]

    def line(self) -> str:
        attributes = "".join(f' {name}="{escape(value)}"' for name, value in self.attributes.items())
        if not self.inner:
            return f"<ipxact:{self.tag}{attributes}/>"
        inner = "".join(part.line() if isinstance(part, Node) else escape(str(part)) for part in self.inner)
        return f"<ipxact:{self.tag}{attributes}>{inner}</ipxact:{self.tag}>"

    def lines(self, depth: int = 0) -> list[str]:
        """What fits on a line stands on one."""
        text = "  " * depth + self.line()
        if len(text) <= WIDTH or not any(isinstance(part, Node) for part in self.inner):
            return [text]
        attributes = "".join(f' {name}="{escape(value)}"' for name, value in self.attributes.items())
        out = ["  " * depth + f"<ipxact:{self.tag}{attributes}>"]
        for part in self.inner:
            out += part.lines(depth + 1) if isinstance(part, Node) else [escape(str(part))]
        return [*out, "  " * depth + f"</ipxact:{self.tag}>"]


def words(text: str) -> str:
    return " ".join(text.split())


def ip_of(name: str) -> str:
    return name.partition("_")[0]


def bus_interface(top: Top, bus: Bus) -> Node:
    vendor, library, name, version = bus.type
    maps = [
        Node("portMap", Node("logicalPort", Node("name", signal)), Node("physicalPort", Node("name", port.name)))
        for signal, port in top.bus_ports(bus)
    ]
    for signal, port in CLOCKS[library].items():
        names = Node("logicalPort", Node("name", signal)), Node("physicalPort", Node("name", port))
        maps.append(Node("portMap", *names))
    role = Node("master") if bus.manager else Node("slave", Node("memoryMapRef", memoryMapRef="registers"))
    return Node(
        "busInterface",
        Node("name", bus.name),
        Node("description", bus.title),
        Node("busType", vendor=vendor, library=library, name=name, version=version),
        Node(
            "abstractionTypes",
            Node(
                "abstractionType",
                Node("abstractionRef", vendor=vendor, library=library, name=f"{name}_rtl", version=version),
                Node("portMaps", *maps),
            ),
        ),
        role,
    )


def field(register: Register, raw: Field | None) -> Node:
    access = raw.access if raw else register.access
    reset = register.reset or 0
    lsb, width = (raw.lsb, raw.width) if raw else (0, 32)
    values = raw.values if raw else {}
    return Node(
        "field",
        Node("name", raw.name if raw else "VALUE"),
        Node("description", words(raw.desc)) if raw else None,
        Node("bitOffset", lsb),
        None
        if register.by_parameters
        else Node("resets", Node("reset", Node("value", f"0x{reset >> lsb & ((1 << width) - 1):x}"))),
        Node("bitWidth", width),
        Node(
            "enumeratedValues",
            *(Node("enumeratedValue", Node("name", name), Node("value", f"0x{v:x}")) for name, v in values.items()),
        )
        if values
        else None,
        Node("access", ACCESS[access]),
        Node("modifiedWriteValue", WRITES[access]) if access in WRITES else None,
        Node("readAction", "modify") if access == "pop" else None,
    )


def address_block(block: Block, base: int) -> Node:
    registers = [
        Node(
            "register",
            Node("name", reg.name),
            Node("description", words(reg.desc)),
            Node("dim", reg.count) if reg.count > 1 else None,
            Node("addressOffset", f"0x{reg.offset:x}"),
            Node("size", 32),
            Node("volatile", "false" if reg.name in CONSTANT or reg.access == "wo" else "true"),
            Node("access", ACCESS[reg.access]),
            *(field(reg, raw) for raw in reg.fields or [None]),
        )
        for reg in block.registers
    ]
    return Node(
        "addressBlock",
        Node("name", block.ip),
        Node("description", words(block.title)),
        Node("baseAddress", f"0x{base:x}"),
        Node("range", f"0x{block.size:x}"),
        Node("width", 32),
        Node("usage", "register"),
        *registers,
    )


def register_blocks(name: str) -> list[tuple[str, int]]:
    """Whose registers a top module has, and where."""
    ip = ip_of(name)
    with_dma = any("udma.sv" in file for file in sources(name)) and ip != "udma"
    return [(ip, 0), ("udma", UDMA_BASE)] if with_dma else [(ip, 0)]


def component(name: str, folder: Path) -> str:
    """The description of a top, as it stands in folder."""
    top = Top(name)
    maps = [address_block(Block(HW / ip / "data" / f"{ip}.toml"), base) for ip, base in register_blocks(name)]
    widths = {port.depends for port in top.ports}
    settable = [p for p in top.parameters if p.name not in widths and p.type == "int unsigned"]
    ports = []
    for port in top.ports:
        vector = None
        if port.width > 1:
            vector = Node("vectors", Node("vector", Node("left", port.width - 1), Node("right", 0)))
        ports.append(
            Node(
                "port",
                Node("name", port.name),
                Node("description", port.comment) if port.comment else None,
                Node("wire", Node("direction", port.direction), vector),
            )
        )
    instance = Node(
        "componentInstantiation",
        Node("name", "rtl"),
        Node("language", "SystemVerilog"),
        Node("moduleName", name),
        Node(
            "moduleParameters",
            *(
                Node("moduleParameter", Node("name", p.name), Node("value", p.name), dataType="int unsigned")
                for p in settable
            ),
        )
        if settable
        else None,
        Node("fileSetRef", Node("localName", "rtl")),
    )
    files = [
        Node("file", Node("name", os.path.relpath(HW / file, folder)), Node("fileType", "systemVerilogSource"))
        for file in sources(name)
    ]
    root = Node(
        "component",
        Node("vendor", VENDOR),
        Node("library", LIBRARY),
        Node("name", name),
        Node("version", product_version()),
        Node("busInterfaces", *(bus_interface(top, bus) for bus in top.buses)),
        Node("memoryMaps", Node("memoryMap", Node("name", "registers"), *maps, Node("addressUnitBits", 8))),
        Node(
            "model",
            Node("views", Node("view", Node("name", "rtl"), Node("componentInstantiationRef", "rtl"))),
            Node("instantiations", instance),
            Node("ports", *ports),
        ),
        Node("fileSets", Node("fileSet", Node("name", "rtl"), *files)),
        Node("description", TITLES[name]),
        Node(
            "parameters",
            *(
                Node(
                    "parameter",
                    Node("name", p.name),
                    Node("description", p.comment) if p.comment else None,
                    Node("value", p.default),
                    parameterId=p.name,
                    resolve="user",
                    type="int",
                )
                for p in settable
            ),
        )
        if settable
        else None,
        **{"xmlns:ipxact": NAMESPACE},
    )
    head = [
        "<!-- SPDX-License-Identifier: Apache-2.0 -->",
        f"<!-- IP-XACT of {name}. Generated by scripts/ipxact.py; do not edit. -->",
    ]
    return "\n".join([*head, *root.lines()]) + "\n"


def meanings(name: str) -> dict[str, str]:
    """What a top's parameters mean: what it says itself, else what its block or its DMA says."""
    out: dict[str, str] = {}
    for top in (*dict(register_blocks(name)), name):
        before = ""
        for parameter in Top(top).parameters:
            if parameter.comment and not parameter.comment.startswith("as in "):
                out[parameter.name] = parameter.comment
            else:
                out.setdefault(parameter.name, f"as {before}")
            before = parameter.name
    return out


def interfaces(name: str) -> str:
    """The page of a top's parameters, registers and ports."""
    top = Top(name)
    out = [
        "<!-- SPDX-License-Identifier: Apache-2.0 -->",
        f"<!-- Generated by scripts/ipxact.py from rtl/{name}.sv; do not edit. -->",
        f"# Interfaces of {name}",
        "",
        f"Module `{name}` ({TITLES[name]}).",
        f"For tools: [{name}.core]({name}.core) (FuseSoC); `./run ipxact` (IP-XACT, IEEE 1685-2014).",
        "Clock, reset and constraints: [../clock_and_reset.md](../clock_and_reset.md).",
        "",
        "## Parameters",
        "",
        "| name | type | default | what |",
        "|---|---|---|---|",
    ]
    what = meanings(name)
    out += [f"| {p.name} | {p.type} | {p.default} | {what[p.name]} |" for p in top.parameters]
    out += ["", "## Registers", "", "| offset | bytes | registers |", "|---|---|---|"]
    for ip, base in register_blocks(name):
        page = "registers.md" if ip == name else f"../{ip}/registers.md"
        size = Block(HW / ip / "data" / f"{ip}.toml").size
        out.append(f"| 0x{base:04x} | {size} | [{ip}]({page}) |")
    out += ["", "## Buses", "", "| name | role | bus | signals |", "|---|---|---|---|"]
    for bus in top.buses:
        role = "manager" if bus.manager else "subordinate"
        out.append(f"| `{bus.prefix}*` | {role} | {bus.title} | {len(top.bus_ports(bus))} |")
    on_bus = {port.name for bus in top.buses for _, port in top.bus_ports(bus)}
    out += ["", "## Other ports", "", "| port | direction | bits | what |", "|---|---|---|---|"]
    for port in top.ports:
        if port.name not in on_bus:
            out.append(f"| `{port.name}` | {port.direction} | {port.depends or port.width} | {port.comment} |")
    return "\n".join(out) + "\n"


def tops() -> list[str]:
    return sorted(f.parent.name for f in HW.glob("*/files.txt") if f.parent.name != "soc")


def pages(check: bool) -> int:
    stale = []
    for name in tops():
        path, text = HW / name / "interfaces.md", interfaces(name)
        if not path.exists() or path.read_text() != text:
            stale.append(str(path.relative_to(ROOT)))
            if not check:
                path.write_text(text)
    if stale and check:
        sys.exit(f"not up to date, run scripts/ipxact.py --pages: {' '.join(stale)}")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("--pages", action="store_true", help="write interfaces.md of the blocks instead")
    parser.add_argument("--check", action="store_true", help="fail if an interfaces.md is not up to date")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "build/ipxact")
    options = parser.parse_args()
    if options.pages or options.check:
        return pages(options.check)
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for name in tops():
        (folder / f"{name}.xml").write_text(component(name, folder))
    print(f"{len(tops())} descriptions in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
