// SPDX-License-Identifier: Apache-2.0
// What udma_read promises on the bus, whatever it is told and whatever memory answers: a request stays as it is until it
// is taken, one at a time, of as many words as it may have and within 4 KiB, and every word finds room.
module udma_read_props #(
    parameter int unsigned Beats = 16
) (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        stop_i,
    input logic        start_i,
    input logic [31:0] addr_i,
    input logic [7:0]  len_i,
    input logic [34:0] whole_i,
    input logic        take_i,
    input logic        m_axi_arready_i,
    input logic        m_axi_rvalid_i,
    input logic [31:0] m_axi_rdata_i,
    input logic [1:0]  m_axi_rresp_i
);
  logic busy, word, last, error, range, arvalid, rready, rlast;
  logic [31:0] data, araddr, burst;
  logic [1:0] first;
  logic [2:0] stop_byte;
  logic [7:0] arlen;
  logic [8:0] left_q;  // words of the burst that the memory still has to give
  logic ar_held_q;
  logic [39:0] ar_q;

  assign rlast = left_q == 9'd1;
  udma_read #(
      .Beats(Beats)
  ) i_dut (
      .clk_i, .rst_ni, .stop_i, .start_i, .addr_i, .len_i, .whole_i, .base_i('0), .end_i(33'h1_0000_0000),
      .busy_o(busy), .take_i, .word_o(word), .data_o(data),
      .first_o(first), .end_o(stop_byte), .last_o(last), .error_o(error), .range_o(range), .burst_addr_o(burst),
      .m_axi_arvalid_o(arvalid), .m_axi_arready_i, .m_axi_araddr_o(araddr), .m_axi_arlen_o(arlen), .m_axi_rvalid_i,
      .m_axi_rready_o(rready), .m_axi_rdata_i, .m_axi_rresp_i, .m_axi_rlast_i(rlast)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {left_q, ar_held_q} <= '0;
    end else begin
      ar_held_q <= arvalid && !m_axi_arready_i;
      ar_q <= {araddr, arlen};
      if (arvalid && m_axi_arready_i) left_q <= 9'(arlen) + 9'd1;
      else if (m_axi_rvalid_i && rready) left_q <= left_q - 9'd1;
    end
  end
  // It begins with a reset.
  logic born_q;
  initial born_q = 1'b0;
  always_ff @(posedge clk_i) born_q <= 1'b1;
  always_comb begin
    if (!born_q) assume (!rst_ni);
    if (rst_ni) begin
      if (m_axi_rvalid_i) assume (left_q != '0);
      if (start_i) assume (!busy && len_i != '0 && whole_i >= {27'd0, len_i});
      if (ar_held_q) assert (arvalid && ar_q == {araddr, arlen});
      if (arvalid) begin
        assert (left_q == '0);
        assert (arlen < 8'(Beats));
        assert (araddr[1:0] == '0);
        assert ({1'b0, araddr[11:0]} + {3'd0, arlen, 2'b00} + 13'd4 <= 13'd4096);
      end
      if (left_q != '0) assert (busy && !arvalid && (rready || !take_i));
      if (word) assert ({1'b0, first} < stop_byte && stop_byte <= 3'd4);
      if (!busy) assert (left_q == '0);
    end
  end
endmodule
