# SPDX-License-Identifier: Apache-2.0
"""The IP-XACT descriptions, read back by the library ipyxact: ports as Verilator sees them, registers as the generated
C header has them, sources that are there, and the signals that the buses' standards require."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from ipyxact.ipyxact import Component

from build import LINT, ROOT, sources, verilator

sys.path.insert(0, str(ROOT / "scripts"))
import ipxact  # noqa: E402 # not a package

# AMBA AXI, IHI 0022, chapters A2 and B1; AMBA AHB, IHI 0033, chapter 2; Wishbone B4, chapter 2: what a component must
# have, beside clock and reset.
REQUIRED = {
    "AXI4-Lite": "AWVALID AWREADY AWADDR AWPROT WVALID WREADY WDATA WSTRB BVALID BREADY BRESP ARVALID ARREADY ARADDR "
    "ARPROT RVALID RREADY RDATA RRESP",
    "AXI4": "AWVALID AWREADY AWADDR AWLEN AWSIZE AWBURST AWLOCK AWCACHE AWPROT AWQOS AWID WVALID WREADY WDATA WSTRB "
    "WLAST BVALID BREADY BRESP BID ARVALID ARREADY ARADDR ARLEN ARSIZE ARBURST ARLOCK ARCACHE ARPROT ARQOS ARID RVALID "
    "RREADY RDATA RRESP RLAST RID",
    "AHBLite": "HADDR HTRANS HWRITE HSIZE HWDATA HRDATA HRESP",
    "wishbone": "CYC_O STB_O WE_O ADR_O SEL_O DAT_I DAT_O ACK_I",
}
MIRRORED = str.maketrans("IO", "OI")


def verilated_ports(top: str) -> dict[str, tuple[str, int]]:
    """Direction and bits of each port, from Verilator's tree of the design."""
    tool, env = verilator()
    with tempfile.TemporaryDirectory() as folder:
        command = [tool, "--json-only", *LINT, "--top-module", top, "--Mdir", folder, *sources(top)]
        subprocess.run(command, env=env, check=True)
        tree = json.loads((Path(folder) / f"V{top}.tree.json").read_text())
    types = {kind["addr"]: kind for netlist in tree["miscsp"] for kind in netlist.get("typesp", [])}
    module = next(m for m in tree["modulesp"] if m["name"] == top)
    found = {}
    for node in module["stmtsp"]:
        if node["type"] == "VAR" and node.get("direction") in {"INPUT", "OUTPUT"}:
            high, _, low = types[node["dtypep"]].get("range", "0:0").partition(":")
            found[node["name"]] = (node["direction"].lower().removesuffix("put"), int(high) - int(low) + 1)
    return found


class IpXactTest(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def load(self, top: str) -> Any:  # noqa: ANN401 # the library's classes are made at run time
        path = self.folder / f"{top}.xml"
        path.write_text(ipxact.component(top, self.folder.resolve()))
        component = Component()
        component.load(str(path))
        self.assertEqual((component.nsversion, component.name), ("2014", top))
        return component

    def test_ports(self) -> None:
        for top in ("udma", "hasher_udma", "cryp_ahb", "acryp_wb"):
            with self.subTest(top):
                ports = {}
                for port in self.load(top).model.ports.port:
                    vector = port.wire.vectors.vector[0] if port.wire.vectors else None
                    ports[port.name] = (port.wire.direction, vector.left - vector.right + 1 if vector else 1)
                self.assertEqual(ports, verilated_ports(top))

    def test_registers(self) -> None:
        """Offsets, counts, resets and masks are those that the drivers use."""
        for ip in ("hasher", "cryp", "udma", "acryp"):
            header = (ROOT / f"hw/{ip}/{ip}_regs.h").read_text()
            macros = {n: int(v, 16) for n, v in re.findall(r"^#define (\w+) +(0x[0-9a-f]+)u$", header, re.MULTILINE)}
            (block,) = self.load(ip).memoryMaps.memoryMap[0].addressBlock
            self.assertGreater(len(block.register), 5)
            for register in block.register:
                name = f"OB_{ip.upper()}_{register.name}"
                with self.subTest(name):
                    self.assertEqual((register.addressOffset, register.size), (macros[name], 32))
                    self.assertEqual(max(register.dim, 1) > 1, f"{name}_COUNT" in header)
                    if register.name == "CONFIG":  # of the parameters
                        self.assertTrue(all(field.resets is None for field in register.field))
                    else:
                        reset = sum(field.resets.reset.value << field.bitOffset for field in register.field)
                        self.assertEqual(reset, macros.get(f"{name}_RESET", 0))
                    for field in register.field:
                        mask = ((1 << field.bitWidth) - 1) << field.bitOffset
                        self.assertEqual(mask, macros.get(f"{name}_{field.name}", 0xFFFFFFFF))

    def test_side_effects(self) -> None:
        """A model of the registers must know which change by themselves, and what an access does besides."""
        seen = {}
        for ip in ("hasher", "cryp", "udma", "acryp"):
            for register in self.load(ip).memoryMaps.memoryMap[0].addressBlock[0].register:
                field = register.field[0]
                seen[f"{ip}.{register.name}"] = (register.volatile, field.modifiedWriteValue, field.readAction)
        for name, wanted in {
            "cryp.CONFIG": ("false", "", ""),
            "cryp.DATA_IN": ("false", "", ""),
            "cryp.DATA_OUT": ("true", "", "modify"),
            "acryp.DATA_OUT": ("true", "", "modify"),
            "hasher.DIGEST": ("true", "", ""),
            "udma.EVENT": ("true", "oneToClear", ""),
            "udma.LOCK": ("true", "oneToSet", ""),
            "udma.TAIL": ("true", "", ""),
        }.items():
            self.assertEqual(seen[name], wanted, name)

    def test_map_of_pair(self) -> None:
        blocks = {b.name: b.baseAddress for b in self.load("cryp_wb").memoryMaps.memoryMap[0].addressBlock}
        self.assertEqual(blocks, {"cryp": 0, "udma": 0x1000})

    def test_sources(self) -> None:
        for top in ipxact.tops():
            files = [str((self.folder / f.name).resolve()) for f in self.load(top).fileSets.fileSet[0].file]
            self.assertEqual(files, sources(top))

    def test_buses(self) -> None:
        for top in ipxact.tops():
            for bus in self.load(top).busInterfaces.busInterface:
                with self.subTest(f"{top}.{bus.name}"):
                    text = (self.folder / f"{top}.xml").read_text()
                    interface = text.partition(f"<ipxact:name>{bus.name}</ipxact:name>")[2]
                    interface = interface.partition("</ipxact:busInterface>")[0]
                    signals = set(re.findall(r"<ipxact:logicalPort><ipxact:name>(\w+)<", interface))
                    required = set(REQUIRED[bus.busType.name].split())
                    if bus.busType.name == "wishbone" and "<ipxact:slave>" in interface:
                        required = {s[:-1] + s[-1].translate(MIRRORED) for s in required}
                    self.assertLessEqual(required, signals)


if __name__ == "__main__":
    unittest.main()
