// SPDX-License-Identifier: Apache-2.0
// What axi_to_wb promises for any AXI master and any Wishbone device: a request stays until its answer, every word read
// is delivered once, and none is lost when the AXI side waits.
module axi_to_wb_props (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        ar_valid_i,
    input logic [31:0] ar_addr_i,
    input logic [7:0]  ar_len_i,
    input logic        r_ready_i,
    input logic        aw_valid_i,
    input logic [31:0] aw_addr_i,
    input logic [7:0]  aw_len_i,
    input logic        w_valid_i,
    input logic [31:0] w_data_i,
    input logic [3:0]  w_strb_i,
    input logic        b_ready_i,
    input logic [31:0] wb_dat_i,
    input logic        wb_ack_i,
    input logic        wb_err_i
);
  logic ar_ready, r_valid, r_last, aw_ready, w_ready, b_valid, cyc, stb, we;
  logic [31:0] r_data, dat;
  logic [1:0] r_resp, b_resp, bte;
  logic [29:0] adr;
  logic [3:0] sel;
  logic [2:0] cti;

  axi_to_wb i_dut (
      .clk_i, .rst_ni, .ar_valid_i, .ar_ready_o(ar_ready), .ar_addr_i, .ar_len_i, .r_valid_o(r_valid), .r_ready_i,
      .r_data_o(r_data), .r_resp_o(r_resp), .r_last_o(r_last), .aw_valid_i, .aw_ready_o(aw_ready), .aw_addr_i,
      .aw_len_i, .w_valid_i, .w_ready_o(w_ready), .w_data_i, .w_strb_i, .b_valid_o(b_valid), .b_ready_i,
      .b_resp_o(b_resp), .wb_cyc_o(cyc), .wb_stb_o(stb), .wb_we_o(we), .wb_adr_o(adr), .wb_sel_o(sel), .wb_cti_o(cti),
      .wb_bte_o(bte), .wb_dat_o(dat), .wb_dat_i, .wb_ack_i, .wb_err_i
  );

  logic held_q, w_held_q, r_held_q, in_burst_q;
  logic [70:0] request, request_q;
  logic [35:0] word_q;
  logic [34:0] answer_q;
  logic [29:0] next_q;
  logic [3:0] ahead_q;  // words read and not yet delivered
  logic answered;

  assign request = {we, adr, sel, cti, bte, we ? dat : 32'd0};
  assign answered = stb && (wb_ack_i || wb_err_i);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {held_q, w_held_q, r_held_q, in_burst_q, ahead_q} <= '0;
    end else begin
      held_q <= stb && !answered;
      request_q <= request;
      w_held_q <= w_valid_i && !w_ready;
      word_q <= {w_data_i, w_strb_i};
      r_held_q <= r_valid && !r_ready_i;
      answer_q <= {r_data, r_resp, r_last};
      ahead_q <= ahead_q + {3'd0, answered && !we} - {3'd0, r_valid && r_ready_i};
      if (answered) in_burst_q <= cti == 3'b010;
      if (answered) next_q <= adr + 30'd1;
    end
  end
  always_comb begin
    if (rst_ni) begin
      if (w_held_q) assume (w_valid_i && word_q == {w_data_i, w_strb_i});
      if (held_q) assert (cyc && stb && request == request_q);
      if (stb) assert (cyc);
      if (in_burst_q) assert (cyc);
      if (in_burst_q && stb) assert (adr == next_q);
      if (r_held_q) assert (r_valid && answer_q == {r_data, r_resp, r_last});
      assert (ahead_q <= 4'd2);
      assert (r_valid == (ahead_q != '0));
    end
  end
endmodule
