// SPDX-License-Identifier: Apache-2.0
// What udma_write promises on the bus, whatever it is told and whatever memory answers: an offer stays as it is until it
// is taken, address and data wait for nothing but themselves, a burst has the words that it says and lies within 4 KiB.
// The window is all memory here; test_cryp_udma.py tries its bounds.
module udma_write_props #(
    parameter int unsigned Beats = 8
) (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        stop_i,
    input logic        split_i,
    input logic        drop_i,
    input logic [1:0]  lane_i,
    input logic        start_i,
    input logic [31:0] addr_i,
    input logic [31:0] len_i,
    input logic        valid_i,
    input logic [31:0] data_i,
    input logic        m_axi_awready_i,
    input logic        m_axi_wready_i,
    input logic        m_axi_bvalid_i,
    input logic [1:0]  m_axi_bresp_i
);
  logic busy, ready, starved, surplus, error, range, clean, awvalid, wvalid, wlast, bready;
  logic [31:0] awaddr, wdata, burst;
  logic [7:0] awlen;
  logic [3:0] wstrb;

  udma_write #(
      .Beats(Beats),
      .Depth(Beats)
  ) i_dut (
      .clk_i, .rst_ni, .stop_i, .split_i, .drop_i, .lane_i, .start_i, .addr_i, .len_i, .base_i('0),
      .end_i(33'h1_0000_0000), .busy_o(busy), .valid_i,
      .ready_o(ready), .data_i, .starved_o(starved), .surplus_o(surplus), .error_o(error),
      .range_o(range), .clean_o(clean), .burst_addr_o(burst),
      .m_axi_awvalid_o(awvalid), .m_axi_awready_i, .m_axi_awaddr_o(awaddr), .m_axi_awlen_o(awlen),
      .m_axi_wvalid_o(wvalid), .m_axi_wready_i, .m_axi_wdata_o(wdata), .m_axi_wstrb_o(wstrb), .m_axi_wlast_o(wlast),
      .m_axi_bvalid_i, .m_axi_bready_o(bready), .m_axi_bresp_i
  );

  // The burst as the memory sees it: its address, its last word were taken, the words so far.
  logic aw_done_q, w_done_q, aw_held_q, w_held_q;
  logic [7:0] words_q, words_d, len_q, len;
  logic [39:0] aw_q;
  logic [36:0] w_q;
  logic aw_take, w_take, b_take, complete;

  assign aw_take = awvalid && m_axi_awready_i;
  assign w_take = wvalid && m_axi_wready_i;
  assign b_take = m_axi_bvalid_i && bready;
  assign complete = (aw_done_q || aw_take) && (w_done_q || (w_take && wlast));
  assign words_d = words_q + 8'(w_take);
  assign len = awvalid ? awlen : len_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {aw_done_q, w_done_q, aw_held_q, w_held_q, words_q} <= '0;
          end else begin
      aw_held_q <= awvalid && !m_axi_awready_i;
      aw_q <= {awaddr, awlen};
      w_held_q <= wvalid && !m_axi_wready_i;
      w_q <= {wdata, wstrb, wlast};
      if (aw_take) len_q <= awlen;
      aw_done_q <= (aw_done_q || aw_take) && !b_take;
      w_done_q <= (w_done_q || (w_take && wlast)) && !b_take;
      words_q <= b_take ? '0 : words_d;
    end
  end
  // It begins with a reset.
  logic born_q;
  initial born_q = 1'b0;
  always_ff @(posedge clk_i) born_q <= 1'b1;
  always_comb begin
    if (!born_q) assume (!rst_ni);
    if (rst_ni) begin
      // The memory answers a burst that is complete; a run begins while there is none, and has bytes.
      if (m_axi_bvalid_i) assume (aw_done_q && w_done_q);
      if (start_i) assume (!busy && len_i != '0);
      if (aw_held_q) assert (awvalid && aw_q == {awaddr, awlen});
      if (w_held_q) assert (wvalid && w_q == {wdata, wstrb, wlast});
      // Neither channel waits for the other: both are offered until they are taken.
      if (aw_done_q && !w_done_q) assert (wvalid);
      if (w_done_q && !aw_done_q) assert (awvalid);
      if (words_q != '0 && !aw_done_q) assert (awvalid);
      if (awvalid && words_q == '0) assert (wvalid);
      if (awvalid) begin
        assert (!aw_done_q);
        assert (awlen < 8'(Beats));
        assert (awaddr[1:0] == '0);
        assert ({1'b0, awaddr[11:0]} + {3'd0, awlen, 2'b00} + 13'd4 <= 13'd4096);
      end
      if (wvalid) assert (!w_done_q && wlast == (words_q == len));
      if (bready) assert (aw_done_q && w_done_q);
      if (complete) assert (words_d == len + 8'd1);
    end
  end
endmodule
