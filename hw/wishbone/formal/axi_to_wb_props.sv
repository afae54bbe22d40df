// SPDX-License-Identifier: Apache-2.0
// What axi_to_wb promises for any AXI master and any Wishbone device: a request stays until its answer; every word of a
// read or a write arrives once, as it was and in its turn, and goes to its address, whichever side waits. A word that is
// read has its response; the response to a write comes after its last word, and has the error of any. A word that has
// gone is erased.
module axi_to_wb_props (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        s_axi_arvalid_i,
    input logic        s_axi_arid_i,
    input logic [31:0] s_axi_araddr_i,
    input logic [7:0]  s_axi_arlen_i,
    input logic        s_axi_rready_i,
    input logic        s_axi_awvalid_i,
    input logic        s_axi_awid_i,
    input logic [31:0] s_axi_awaddr_i,
    input logic [7:0]  s_axi_awlen_i,
    input logic        s_axi_wvalid_i,
    input logic [31:0] s_axi_wdata_i,
    input logic [3:0]  s_axi_wstrb_i,
    input logic        s_axi_bready_i,
    input logic [31:0] wb_dat_i,
    input logic        wb_ack_i,
    input logic        wb_err_i,
    input logic        mark_read_i,  // the word that is read is the one to follow
    input logic        mark_write_i  // the word that is taken from AXI is the one to follow
);
  logic r_id, b_id, ar_ready, r_valid, r_last, aw_ready, w_ready, b_valid, cyc, stb, we;
  logic [31:0] r_data, dat;
  logic [1:0] r_resp, b_resp, bte;
  logic [29:0] adr;
  logic [3:0] sel;
  logic [2:0] cti;

  axi_to_wb i_dut (
      .clk_i, .rst_ni, .s_axi_arvalid_i, .s_axi_arready_o(ar_ready), .s_axi_arid_i, .s_axi_araddr_i, .s_axi_arlen_i,
      .s_axi_arsize_i(3'b010), .s_axi_arburst_i(2'b01), .s_axi_arlock_i(1'b0), .s_axi_arcache_i('0),
      .s_axi_arprot_i('0), .s_axi_arqos_i('0), .s_axi_rvalid_o(r_valid), .s_axi_rready_i, .s_axi_rid_o(r_id),
      .s_axi_rdata_o(r_data), .s_axi_rresp_o(r_resp), .s_axi_rlast_o(r_last), .s_axi_awvalid_i,
      .s_axi_awready_o(aw_ready), .s_axi_awid_i, .s_axi_awaddr_i, .s_axi_awlen_i, .s_axi_awsize_i(3'b010),
      .s_axi_awburst_i(2'b01), .s_axi_awlock_i(1'b0), .s_axi_awcache_i('0), .s_axi_awprot_i('0), .s_axi_awqos_i('0),
      .s_axi_wvalid_i, .s_axi_wready_o(w_ready), .s_axi_wdata_i, .s_axi_wstrb_i, .s_axi_bvalid_o(b_valid),
      .s_axi_bready_i, .s_axi_bid_o(b_id), .s_axi_bresp_o(b_resp), .wb_cyc_o(cyc), .wb_stb_o(stb), .wb_we_o(we),
      .wb_adr_o(adr), .wb_sel_o(sel), .wb_cti_o(cti), .wb_bte_o(bte), .wb_dat_o(dat), .wb_dat_i, .wb_ack_i, .wb_err_i
  );

  logic held_q, w_held_q, r_held_q, in_burst_q;
  logic [70:0] request, request_q;
  logic [35:0] word_q;
  logic [34:0] answer_q;
  logic [29:0] next_q;
  logic [3:0] read_ahead_q;   // words read and not yet delivered
  logic [3:0] write_ahead_q;  // words taken and not yet written
  logic answered, word_read, word_delivered, word_taken, word_written;
  logic read_marked_q, write_marked_q;
  logic [3:0] read_before_q, write_before_q;  // words in front of the marked one
  logic [32:0] read_word_q;   // with its response
  logic [35:0] write_word_q;
  logic [29:0] word_addr_q;   // of the next word of the burst
  logic [7:0] rest_q;         // words of the burst after it
  logic all_q;                // there is no such word
  logic reads_q, failed_q;    // the burst is one of reads; a word of it had an error

  assign request = {we, adr, sel, cti, bte, we ? dat : 32'd0};
  assign answered = stb && (wb_ack_i || wb_err_i);
  assign word_read = answered && !we;
  assign word_delivered = r_valid && s_axi_rready_i;
  assign word_taken = s_axi_wvalid_i && w_ready;
  assign word_written = answered && we;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {held_q, w_held_q, r_held_q, in_burst_q} <= '0;
      {read_ahead_q, write_ahead_q, read_marked_q, write_marked_q} <= '0;
      {all_q, reads_q, failed_q} <= '0;
    end else begin
      held_q <= stb && !answered;
      request_q <= request;
      w_held_q <= s_axi_wvalid_i && !w_ready;
      word_q <= {s_axi_wdata_i, s_axi_wstrb_i};
      r_held_q <= r_valid && !s_axi_rready_i;
      answer_q <= {r_data, r_resp, r_last};
      read_ahead_q <= read_ahead_q + {3'd0, word_read} - {3'd0, word_delivered};
      write_ahead_q <= write_ahead_q + {3'd0, word_taken} - {3'd0, word_written};
      if (!read_marked_q) begin
        read_marked_q <= word_read && mark_read_i;
        read_word_q <= {wb_err_i, wb_dat_i};
        read_before_q <= read_ahead_q - {3'd0, word_delivered};
      end else if (word_delivered) begin
        read_marked_q <= read_before_q != '0;
        read_before_q <= read_before_q - 4'd1;
      end
      if (!write_marked_q) begin
        write_marked_q <= word_taken && mark_write_i;
        write_word_q <= {s_axi_wstrb_i, s_axi_wdata_i};
        write_before_q <= write_ahead_q - {3'd0, word_written};
      end else if (word_written) begin
        write_marked_q <= write_before_q != '0;
        write_before_q <= write_before_q - 4'd1;
      end
      if ((s_axi_arvalid_i && ar_ready) || (s_axi_awvalid_i && aw_ready)) begin
        word_addr_q <= ar_ready ? s_axi_araddr_i[31:2] : s_axi_awaddr_i[31:2];
        rest_q <= ar_ready ? s_axi_arlen_i : s_axi_awlen_i;
        {all_q, failed_q, reads_q} <= {2'b00, ar_ready};
      end else if (answered) begin
        {word_addr_q, rest_q, all_q} <= {word_addr_q + 30'd1, rest_q - 8'd1, rest_q == '0};
        failed_q <= failed_q || wb_err_i;
      end
      if (answered) in_burst_q <= cti == 3'b010;
      if (answered) next_q <= adr + 30'd1;
    end
  end
  logic b_held_q;
  always_ff @(posedge clk_i) b_held_q <= rst_ni && b_valid && !s_axi_bready_i;
  // It begins with a reset.
  logic born_q;
  initial born_q = 1'b0;
  always_ff @(posedge clk_i) born_q <= 1'b1;
  always_comb begin
    if (!born_q) assume (!rst_ni);
    if (rst_ni) begin
      if (w_held_q) assume (s_axi_wvalid_i && word_q == {s_axi_wdata_i, s_axi_wstrb_i});
      if (held_q) assert (cyc && stb && request == request_q);
      if (stb) assert (cyc);
      if (in_burst_q) assert (cyc);
      if (in_burst_q && stb) assert (adr == next_q);
      if (b_held_q) assert (b_valid);
      assert (!(b_valid && r_valid));
      if (r_held_q) assert (r_valid && answer_q == {r_data, r_resp, r_last});
      assert (read_ahead_q <= 4'd2 && write_ahead_q <= 4'd2);
      assert (r_valid == (read_ahead_q != '0));
      assert (w_ready == (write_ahead_q != 4'd2));
      if (stb && we) assert (write_ahead_q != '0);
      if (read_marked_q && read_before_q == '0) begin
        assert (r_valid && r_data == read_word_q[31:0] && r_resp == {read_word_q[32], 1'b0});
      end
      if (r_valid) assert (reads_q && r_last == (all_q && read_ahead_q == 4'd1));
      if (stb) assert (we == !reads_q && !all_q && adr == word_addr_q && cti == (rest_q == '0 ? 3'b111 : 3'b010));
      if (b_valid) assert (!reads_q && all_q && b_resp == {failed_q, 1'b0});
      if (write_marked_q && write_before_q == '0) assert (dat == write_word_q[31:0]);
      if (write_marked_q && write_before_q == '0 && stb && we) assert (sel == write_word_q[35:32]);
      if (read_ahead_q == '0) assert (r_data == '0);
      if (write_ahead_q == '0) assert (dat == '0);
    end
  end
endmodule
