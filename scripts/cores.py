#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""FuseSoC core descriptions (CAPI2) of the hardware, from hw/*/files.txt: cores.py writes hw/<name>/<name>.core;
cores.py --check names each file that is not up to date.

outboard:hw:<name>:<version> is hw/<name>. A folder without files.txt (lib, wishbone, ahb) is a library for the others:
its core has all its modules. The SoC has no core description, because its CPU comes from a package.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HW = ROOT / "hw"
TITLES = {
    "acryp": "public-key block: modular arithmetic and curves of any length, on AXI4-Lite",
    "acryp_ahb": "public-key block on AHB-Lite",
    "acryp_wb": "public-key block on Wishbone",
    "ahb": "bridges between AHB-Lite and the blocks' AXI",
    "cryp": "cipher block: AES, SM4, DES with their modes, on AXI4-Lite",
    "cryp_ahb": "cipher block with its DMA on AHB-Lite",
    "cryp_udma": "cipher block with its DMA on AXI4",
    "cryp_wb": "cipher block with its DMA on Wishbone",
    "hasher": "hash block: MD5, SHA-1, SHA-2, SM3 and HMAC, on AXI4-Lite",
    "hasher_ahb": "hash block with its DMA on AHB-Lite",
    "hasher_udma": "hash block with its DMA on AXI4",
    "hasher_wb": "hash block with its DMA on Wishbone",
    "lib": "what the blocks share",
    "udma": "DMA with descriptor rings, on AXI4",
    "wishbone": "bridges between Wishbone B4 and the blocks' AXI",
}


def product_version() -> str:
    found = re.search(r'define OB_VERSION +"([0-9.]+)"', (ROOT / "include/outboard/outboard.h").read_text())
    assert found, "outboard.h names no version"
    return found[1]


def sources(name: str) -> list[str]:
    """The files of a top below hw/, packages first; "@<name>" in files.txt stands for that top's list."""
    found: list[str] = []
    for line in (HW / name / "files.txt").read_text().splitlines():
        entry = line.split("#")[0].strip()
        if entry:
            found += [f for f in (sources(entry[1:]) if entry.startswith("@") else [entry]) if f not in found]
    return found


def parameters(name: str) -> dict[str, str]:
    """The integer parameters of the top module and their defaults."""
    top = HW / name / "rtl" / f"{name}.sv"
    head = top.read_text().partition(") (")[0] if top.exists() else ""
    return dict(re.findall(r"parameter int unsigned (\w+)\s*= (\d+)", head))


def core(name: str) -> str:
    listed = HW / name / "files.txt"
    files, depends = [], []
    if listed.exists():
        for line in listed.read_text().splitlines():
            entry = line.split("#")[0].strip()
            if not entry:
                continue
            owner = entry[1:] if entry.startswith("@") else entry.partition("/")[0]
            if owner == name:
                files.append(entry.partition("/")[2])
            elif owner not in depends:
                depends.append(owner)
    else:
        files = sorted(str(f.relative_to(HW / name)) for f in (HW / name / "rtl").glob("*.sv"))
    release = product_version()
    text = ["CAPI=2:", "# SPDX-License-Identifier: Apache-2.0", "# Generated from files.txt by scripts/cores.py."]
    text += [f"name: outboard:hw:{name}:{release}", f'description: "{TITLES[name]}"', "", "filesets:", "  rtl:"]
    text += ["    files:", *(f"      - {file}" for file in files), "    file_type: systemVerilogSource"]
    if depends:
        text += ["    depend:", *(f"      - outboard:hw:{owner}" for owner in depends)]
    text += ["", "targets:", "  default:", "    filesets: [rtl]"]
    values = parameters(name)
    if listed.exists():
        text += ["  lint:", "    filesets: [rtl]", f"    toplevel: {name}"]
        if values:
            text += [f"    parameters: [{', '.join(values)}]"]
        text += ["    flow: lint", "    flow_options:", "      tool: verilator"]
        text += ["      verilator_options: [-Wall]"]
    if values:
        text += ["", "parameters:"]
        for parameter, default in values.items():
            text += [f"  {parameter}:", "    datatype: int", "    paramtype: vlogparam", f"    default: {default}"]
            text += [f"    description: see hw/{name.partition('_')[0]}/README.md"]
    return "\n".join(text) + "\n"


def main() -> int:
    stale = []
    for name in TITLES:
        path, text = HW / name / f"{name}.core", core(name)
        if path.exists() and path.read_text() == text:
            continue
        stale.append(str(path.relative_to(ROOT)))
        if sys.argv[1:] != ["--check"]:
            path.write_text(text)
    there = {f.parent.name for f in HW.glob("*/files.txt")} - {"soc"}
    if missing := there - set(TITLES):
        sys.exit(f"scripts/cores.py has no title for {', '.join(sorted(missing))}")
    if stale and sys.argv[1:] == ["--check"]:
        sys.exit(f"not up to date, run scripts/cores.py: {' '.join(stale)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
