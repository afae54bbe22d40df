# SPDX-License-Identifier: Apache-2.0
"""hw/blocks.sdc in OpenSTA on each top: it is read without a warning and constrains every port. The netlist is a
flip-flop at each bit of a port, of the standard cells in Debian's package qflow-tech-osu018."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from build import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
from ports import Top  # noqa: E402 # not a package

CELLS = Path("/usr/share/qflow/tech/osu018/osu018_stdcells.lib")
TOPS = [path.parent.name for path in sorted((ROOT / "hw").glob("*/files.txt")) if path.parent.name != "soc"]
SCRIPT = """read_liberty {cells}
read_verilog {netlist}
link_design {top}
{period}
source {constraints}
puts "checked: [check_setup -verbose -no_clock -no_input_delay -unconstrained_endpoints -no_output_delay]"
report_checks -path_delay max -digits 3
exit
"""


def netlist(top: Top) -> str:
    """A module with the ports of a top and a flip-flop behind each bit."""
    ports = ", ".join(port.name for port in top.ports)
    text = [f"module {top.name} ({ports});"]
    for port in top.ports:
        size = f"[{port.width - 1}:0] " if port.width > 1 else ""
        text.append(f"  {port.direction}put {size}{port.name};")
        for bit in range(port.width if port.name != "clk_i" else 0):
            name = f"{port.name}[{bit}]" if size else port.name
            cell = f"{port.name}_{bit}"
            ends = f".D({name}), .Q(q_{cell})" if port.direction == "in" else f".D(q_rst_ni_0), .Q({name})"
            text.append(f"  wire q_{cell};\n  DFFPOSX1 {cell} (.CLK(clk_i), {ends});")
    return "\n".join([*text, "endmodule"]) + "\n"


def analyse(name: str, constraints: str, period: str = "") -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "netlist.v").write_text(netlist(Top(name)))
        (path / "blocks.sdc").write_text(constraints)
        script = path / "run.tcl"
        values = {"cells": CELLS, "netlist": path / "netlist.v", "constraints": path / "blocks.sdc"}
        script.write_text(SCRIPT.format(top=name, period=period, **values))
        run = subprocess.run(["sta", "-no_splash", "-exit", script], capture_output=True, text=True, check=False)
    return run.stdout + run.stderr


class ConstraintsTest(unittest.TestCase):
    constraints = (ROOT / "hw/blocks.sdc").read_text()

    def test_every_port(self) -> None:
        self.assertEqual(len(TOPS), 12)
        for name in TOPS:
            with self.subTest(name):
                out = analyse(name, self.constraints)
                self.assertIn("checked: 1", out)
                self.assertNotIn("Warning", out)
                self.assertNotIn("Error", out)

    def test_period(self) -> None:
        self.assertIn("16.667", analyse("udma", self.constraints))
        self.assertIn("25.000", analyse("udma", self.constraints, "set ::period 25"))

    def test_finds_ports_left_out(self) -> None:
        """A port without a delay is found out, so the test above sees each."""
        for line in ("set_output_delay", "set_input_delay [expr {0.4 * $::period}] -clock clk_i [get_ports *_ni]"):
            self.assertEqual(self.constraints.count(f"\n{line}"), 1)
            out = analyse("udma", self.constraints.replace(f"\n{line}", f"\n# {line}"))
            self.assertIn("checked: 0", out)


if __name__ == "__main__":
    unittest.main()
