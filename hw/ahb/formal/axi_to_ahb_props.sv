// SPDX-License-Identifier: Apache-2.0
// What axi_to_ahb promises for any AXI master and any AHB-Lite bus: a transfer stays in a wait state, SEQ goes on from
// the word below and never over 1 KiB, sizes are aligned. Every word of a read arrives once, as it was and in its turn,
// with its response; every byte of a write is transferred once, to its address, and no other. The response to a write
// comes after its last transfer, and has the error of any of them. A word that has gone is erased.
module axi_to_ahb_props (
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
    input logic [31:0] hrdata_i,
    input logic        hready_i,
    input logic        hresp_i,
    input logic        mark_i  // the word that is read is the one to follow
);
  localparam logic [1:0] Idle = 2'b00, Nonseq = 2'b10, Seq = 2'b11;

  logic r_id, b_id, ar_ready, r_valid, r_last, aw_ready, w_ready, b_valid, hwrite;
  logic [31:0] r_data, haddr, hwdata;
  logic [1:0] r_resp, b_resp, htrans;
  logic [2:0] hsize, hburst;
  logic [3:0] hprot;

  axi_to_ahb i_dut (
      .clk_i, .rst_ni, .s_axi_arvalid_i, .s_axi_arready_o(ar_ready), .s_axi_arid_i, .s_axi_araddr_i, .s_axi_arlen_i,
      .s_axi_arsize_i(3'b010), .s_axi_arburst_i(2'b01), .s_axi_arlock_i(1'b0), .s_axi_arcache_i('0),
      .s_axi_arprot_i('0), .s_axi_arqos_i('0), .s_axi_rvalid_o(r_valid), .s_axi_rready_i, .s_axi_rid_o(r_id),
      .s_axi_rdata_o(r_data), .s_axi_rresp_o(r_resp), .s_axi_rlast_o(r_last), .s_axi_awvalid_i,
      .s_axi_awready_o(aw_ready), .s_axi_awid_i, .s_axi_awaddr_i, .s_axi_awlen_i, .s_axi_awsize_i(3'b010),
      .s_axi_awburst_i(2'b01), .s_axi_awlock_i(1'b0), .s_axi_awcache_i('0), .s_axi_awprot_i('0), .s_axi_awqos_i('0),
      .s_axi_wvalid_i, .s_axi_wready_o(w_ready), .s_axi_wdata_i, .s_axi_wstrb_i, .s_axi_bvalid_o(b_valid),
      .s_axi_bready_i, .s_axi_bid_o(b_id), .s_axi_bresp_o(b_resp), .haddr_o(haddr), .htrans_o(htrans),
      .hwrite_o(hwrite), .hsize_o(hsize), .hburst_o(hburst), .hprot_o(hprot), .hwdata_o(hwdata), .hrdata_i, .hready_i,
      .hresp_i
  );

  logic w_held_q, r_held_q, waits_q, reading_q, writing_q;
  logic [37:0] transfer, transfer_q;
  logic [35:0] word_q;
  logic [34:0] answer_q;
  logic [31:0] write_data_q, before_q;
  logic [3:0] ahead_q;  // words read and not yet delivered
  logic burst_q, burst_write_q;
  logic word_read, word_delivered, marked_q;
  logic [3:0] marked_before_q;  // words in front of the marked one
  logic [32:0] marked_word_q;   // and its response
  logic w_taken, write_sent, read_sent;
  logic [3:0] lanes, bytes_q;   // of this transfer; of the word whose transfers were sent
  logic [29:0] word_addr_q;     // of the next word of the burst
  logic [7:0] rest_q;           // words of the burst after it
  logic all_q;                  // there is no such word
  logic reads_q, failed_q;      // the burst is one of reads; a transfer of it had an error

  assign w_taken = s_axi_wvalid_i && w_ready;
  assign write_sent = htrans[1] && hwrite && hready_i;
  assign read_sent = htrans[1] && !hwrite && hready_i;
  assign lanes = (hsize == 3'd2 ? 4'b1111 : hsize == 3'd1 ? 4'b0011 : 4'b0001) << haddr[1:0];
  assign word_read = reading_q && hready_i;
  assign word_delivered = r_valid && s_axi_rready_i;
  assign transfer = {haddr, htrans, hwrite, hsize};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {w_held_q, r_held_q, waits_q, reading_q, writing_q, ahead_q, burst_q, marked_q} <= '0;
      {bytes_q, all_q, reads_q, failed_q} <= '0;
    end else begin
      w_held_q <= s_axi_wvalid_i && !w_ready;
      word_q <= {s_axi_wdata_i, s_axi_wstrb_i};
      r_held_q <= r_valid && !s_axi_rready_i;
      answer_q <= {r_data, r_resp, r_last};
      waits_q <= !hready_i;
      transfer_q <= transfer;
      ahead_q <= ahead_q + {3'd0, word_read} - {3'd0, word_delivered};
      if (!marked_q) begin
        marked_q <= word_read && mark_i;
        marked_word_q <= {hresp_i, hrdata_i};
        marked_before_q <= ahead_q - {3'd0, word_delivered};
      end else if (word_delivered) begin
        marked_q <= marked_before_q != '0;
        marked_before_q <= marked_before_q - 4'd1;
      end
      if (w_taken) bytes_q <= '0;
      else if (write_sent) bytes_q <= bytes_q | lanes;
      if ((s_axi_arvalid_i && ar_ready) || (s_axi_awvalid_i && aw_ready)) begin
        word_addr_q <= ar_ready ? s_axi_araddr_i[31:2] : s_axi_awaddr_i[31:2];
        rest_q <= ar_ready ? s_axi_arlen_i : s_axi_awlen_i;
        {all_q, failed_q, reads_q} <= {2'b00, ar_ready};
      end else begin
        if (read_sent || w_taken) {word_addr_q, rest_q, all_q} <= {word_addr_q + 30'd1, rest_q - 8'd1, rest_q == '0};
        if (writing_q && hready_i && hresp_i) failed_q <= 1'b1;
      end
      if (hready_i) begin
        reading_q <= htrans[1] && !hwrite;
        writing_q <= htrans[1] && hwrite;
        write_data_q <= s_axi_wdata_i;
        before_q <= haddr;
        burst_write_q <= hwrite;
      end
      if (htrans == Idle) burst_q <= 1'b0;
      else if (hready_i) burst_q <= hsize == 3'd2;
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
      if (!reading_q && !writing_q) assume (hready_i && !hresp_i);
      assert (htrans != 2'b01);
      if (waits_q && transfer_q[5:4] != Idle) assert (transfer == transfer_q);
      if (waits_q && transfer_q[5:4] == Idle) assert (htrans == Idle || htrans == Nonseq);
      if (htrans == Seq) begin
        assert (burst_q && hsize == 3'd2 && hwrite == burst_write_q && haddr == before_q + 32'd4);
        assert (haddr[9:0] != '0);
      end
      if (htrans != Idle) assert (hsize == 3'd2 ? haddr[1:0] == '0 : hsize == 3'd1 ? !haddr[0] : hsize == 3'd0);
      assert (hwdata == (writing_q ? write_data_q : '0));
      if (b_held_q) assert (b_valid);
      assert (!(b_valid && r_valid));
      if (r_held_q) assert (r_valid && answer_q == {r_data, r_resp, r_last});
      assert (ahead_q <= 4'd3);
      assert (r_valid == (ahead_q != '0));
      if (marked_q && marked_before_q == '0) begin
        assert (r_valid && r_data == marked_word_q[31:0] && r_resp == {marked_word_q[32], 1'b0});
      end
      if (r_valid) assert (reads_q && r_last == (all_q && !reading_q && ahead_q == 4'd1));
      if (htrans != Idle) assert (hwrite == !reads_q && !all_q && haddr[31:2] == word_addr_q);
      if (htrans != Idle && hwrite) assert (s_axi_wvalid_i && (lanes & ~(s_axi_wstrb_i & ~bytes_q)) == '0);
      if (w_taken) assert (!reads_q && !all_q && (bytes_q | ({4{write_sent}} & lanes)) == s_axi_wstrb_i);
      if (b_valid) assert (!reads_q && all_q && !writing_q && b_resp == {failed_q, 1'b0});
      if (ahead_q == '0) assert (r_data == '0);
    end
  end
endmodule
