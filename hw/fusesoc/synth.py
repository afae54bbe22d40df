# SPDX-License-Identifier: Apache-2.0
"""FuseSoC's target synth: the design for Lattice ECP5, as netlist.json for nextpnr, and its cells. A latch or a loop of
gates is an error."""

import json
import re
import sys
from pathlib import Path

from yosys import listed, yosys


def main() -> None:
    design = listed()
    out = yosys(
        f"read_slang -j 1 --top {design.top} {design.parameters} {' '.join(design.files)}\n"
        f"synth_ecp5 -top {design.top} -json netlist.json\ncheck -assert\ntee -o cells.json stat -json\n"
    )
    cells = json.loads(Path("cells.json").read_text())["design"]["num_cells_by_type"]
    if latches := sorted(set(re.findall(r"Latch inferred for signal `(\S+?)'", out))):
        sys.exit(f"latches: {', '.join(latches)}")
    names = {"LUT4": "LUT4", "TRELLIS_FF": "flip-flops", "CCU2C": "carry cells", "MULT18X18D": "multipliers"}
    names |= {"TRELLIS_DPR16X4": "RAMs of LUTs", "DP16KD": "block RAMs"}
    print(f"{design.top}: " + ", ".join(f"{cells[cell]} {what}" for cell, what in names.items() if cell in cells))


if __name__ == "__main__":
    main()
