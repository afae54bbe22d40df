# SPDX-License-Identifier: Apache-2.0
"""Proofs of the bus protocols: no sequence of inputs of any length breaks what hw/*/formal/ states, of the DMA's reads
and writes and of the bridges to other buses."""

import sys
import tempfile
import unittest
from pathlib import Path

from build import ROOT

sys.path.append(str(ROOT / "hw/fusesoc"))
import prove  # noqa: E402 # what FuseSoC's target formal runs

# Where a module is, and what else it takes.
FILES = {
    "udma_fifo": ["udma/rtl/udma_fifo.sv"],
    "udma_write": ["lib/rtl/less.sv", "udma/rtl/udma_fifo.sv", "udma/rtl/udma_write.sv"],
    "udma_read": ["lib/rtl/less.sv", "udma/rtl/udma_read.sv"],
    "axi_to_wb": ["wishbone/rtl/axi_to_wb.sv"],
    "axi_to_ahb": ["ahb/rtl/axi_to_ahb.sv"],
}
# Bursts of at most four words are proven in seconds; those of eight, in minutes, are in FuseSoC's target formal.
PARAMETERS = {"udma_write": "-G Beats=4"}


def holds(top: str, broken: tuple[str, str] | None = None) -> bool:
    """Whether the properties hold, of the module as it is or with one text replaced."""
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as scratch:
        path = Path(scratch)
        files = [ROOT / "hw" / file for file in FILES[top]]
        files.append(files[-1].parents[1] / f"formal/{top}_props.sv")
        for file in files:
            text = file.read_text()
            if broken and file == files[-2]:
                assert text.count(broken[0]) == 1, broken
                text = text.replace(*broken)
            (path / file.name).write_text(text)
        return prove.holds(f"{top}_props", PARAMETERS.get(top, ""), [file.name for file in files], path)


class DmaTest(unittest.TestCase):
    def test_read(self) -> None:
        self.assertTrue(holds("udma_read"))

    def test_write(self) -> None:
        self.assertTrue(holds("udma_write"))

    def test_buffer(self) -> None:
        self.assertTrue(holds("udma_fifo"))

    def test_finds_what_is_left(self) -> None:
        """A buffer that does not erase what has left, or erases a word that has taken its place, is found out."""
        self.assertFalse(holds("udma_fifo", ("push ? data_i : '0", "data_i")))
        self.assertFalse(holds("udma_fifo", ("push ? full : !clean_o", "!push && !clean_o")))
        self.assertFalse(holds("udma_fifo", ("push ? full : !clean_o", "!clean_o")))

    def test_finds_data_behind_address(self) -> None:
        """Data that waits until its address was taken stands still with a memory that waits for data."""
        late = ("assign m_axi_wvalid_o = data_left_q;", "assign m_axi_wvalid_o = data_left_q && !addr_left_q;")
        self.assertFalse(holds("udma_write", late))

    def test_finds_burst_over_4_kib(self) -> None:
        longer = ("if (page_words < beats)", "if (page_words + 5'd1 < beats)")
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
        self.assertFalse(holds("axi_to_wb", ("read_count_q != 2'd2", "read_count_q != 2'd3")))
        self.assertFalse(holds("axi_to_ahb", ("< Depth) ||", "< Depth + 1) ||")))

    def test_finds_written_words_that_are_lost(self) -> None:
        """A bridge that takes words while its buffer is full, or writes before there is a word, is found out."""
        self.assertFalse(holds("axi_to_wb", ("s_axi_wready_o = write_count_q != 2'd2", "s_axi_wready_o = 1'b1")))
        self.assertFalse(holds("axi_to_wb", (" && write_count_q != 2'd0", "")))

    def test_finds_bytes_that_are_lost(self) -> None:
        """A bridge to AHB that forgets bytes of a word that is written in part, or writes them twice, is found out."""
        self.assertFalse(holds("axi_to_ahb", ("sent && (!hwrite_o || piece == rest)", "sent")))
        self.assertFalse(holds("axi_to_ahb", ("if (sent && hwrite_o) gone_q <= gone_q | piece;", "")))
        self.assertFalse(holds("axi_to_ahb", ("piece = 4'b0011 << lane;", "piece = 4'b0001 << lane;")))

    def test_finds_another_address_or_length(self) -> None:
        for top in ("axi_to_wb", "axi_to_ahb"):
            self.assertFalse(holds(top, ("addr_q <= addr_q + 30'd1;", "addr_q <= addr_q + 30'd2;")))
            self.assertFalse(holds(top, ("left_q <= s_axi_awlen_i;", "left_q <= s_axi_awlen_i & 8'h7f;")))

    def test_finds_lost_errors(self) -> None:
        self.assertFalse(holds("axi_to_ahb", ("if (data_q && hresp_i) bad_q <= 1'b1;", "")))
        self.assertFalse(
            holds("axi_to_ahb", ("<= {data_last_q, hresp_i, hrdata_i}", "<= {data_last_q, 1'b0, hrdata_i}"))
        )
        self.assertFalse(holds("axi_to_wb", ("bad_q <= bad_q || wb_err_i;", "bad_q <= wb_err_i;")))
        self.assertFalse(holds("axi_to_wb", ("<= {last, wb_err_i, wb_dat_i}", "<= {last, 1'b0, wb_dat_i}")))

    def test_finds_what_is_left(self) -> None:
        """A bridge that keeps words that have gone is found out."""
        for buffer, zero in (("read_q", "34'd0"), ("write_q", "36'd0")):
            kept = (f"{buffer} <= {{{zero}, {buffer}[1]}}", f"{buffer}[0] <= {buffer}[1]")
            self.assertFalse(holds("axi_to_wb", kept))
        kept = ("words_q <= {34'd0, words_q[Depth-1:1]}", "words_q[Depth-2:0] <= words_q[Depth-1:1]")
        self.assertFalse(holds("axi_to_ahb", kept))
        self.assertFalse(holds("axi_to_ahb", ("sent && hwrite_o ? s_axi_wdata_i : '0", "s_axi_wdata_i")))

    def test_finds_burst_over_1_kib(self) -> None:
        self.assertFalse(holds("axi_to_ahb", (" && addr_q[7:0] != '0 ? Seq", " ? Seq")))

    def test_finds_lost_response(self) -> None:
        self.assertFalse(holds("axi_to_wb", ("default: if (s_axi_bready_i) state_q", "default: state_q")))

    def test_finds_early_response(self) -> None:
        self.assertFalse(holds("axi_to_ahb", ("state_q == StResp && !data_q", "state_q == StResp")))


if __name__ == "__main__":
    unittest.main()
