// SPDX-License-Identifier: Apache-2.0
// What axi_to_ahb promises for any AXI master and any AHB-Lite bus: a transfer stays in a wait state, SEQ goes on from
// the word below and never over 1 KiB, sizes are aligned, and no word read is lost when the AXI side waits.
module axi_to_ahb_props (
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
    input logic [31:0] hrdata_i,
    input logic        hready_i,
    input logic        hresp_i
);
  localparam logic [1:0] Idle = 2'b00, Nonseq = 2'b10, Seq = 2'b11;

  logic ar_ready, r_valid, r_last, aw_ready, w_ready, b_valid, hwrite;
  logic [31:0] r_data, haddr, hwdata;
  logic [1:0] r_resp, b_resp, htrans;
  logic [2:0] hsize, hburst;
  logic [3:0] hprot;

  axi_to_ahb i_dut (
      .clk_i, .rst_ni, .ar_valid_i, .ar_ready_o(ar_ready), .ar_addr_i, .ar_len_i, .r_valid_o(r_valid), .r_ready_i,
      .r_data_o(r_data), .r_resp_o(r_resp), .r_last_o(r_last), .aw_valid_i, .aw_ready_o(aw_ready), .aw_addr_i,
      .aw_len_i, .w_valid_i, .w_ready_o(w_ready), .w_data_i, .w_strb_i, .b_valid_o(b_valid), .b_ready_i,
      .b_resp_o(b_resp), .haddr_o(haddr), .htrans_o(htrans), .hwrite_o(hwrite), .hsize_o(hsize), .hburst_o(hburst),
      .hprot_o(hprot), .hwdata_o(hwdata), .hrdata_i, .hready_i, .hresp_i
  );

  logic w_held_q, r_held_q, waits_q, reading_q, writing_q;
  logic [37:0] transfer, transfer_q;
  logic [35:0] word_q;
  logic [34:0] answer_q;
  logic [31:0] write_data_q, before_q;
  logic [3:0] ahead_q;  // words read and not yet delivered
  logic burst_q, burst_write_q;

  assign transfer = {haddr, htrans, hwrite, hsize};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {w_held_q, r_held_q, waits_q, reading_q, writing_q, ahead_q, burst_q} <= '0;
    end else begin
      w_held_q <= w_valid_i && !w_ready;
      word_q <= {w_data_i, w_strb_i};
      r_held_q <= r_valid && !r_ready_i;
      answer_q <= {r_data, r_resp, r_last};
      waits_q <= !hready_i;
      transfer_q <= transfer;
      ahead_q <= ahead_q + {3'd0, reading_q && hready_i} - {3'd0, r_valid && r_ready_i};
      if (hready_i) begin
        reading_q <= htrans[1] && !hwrite;
        writing_q <= htrans[1] && hwrite;
        write_data_q <= w_data_i;
        before_q <= haddr;
        burst_write_q <= hwrite;
      end
      if (htrans == Idle) burst_q <= 1'b0;
      else if (hready_i) burst_q <= hsize == 3'd2;
    end
  end
  always_comb begin
    if (rst_ni) begin
      if (w_held_q) assume (w_valid_i && word_q == {w_data_i, w_strb_i});
      if (!reading_q && !writing_q) assume (hready_i && !hresp_i);
      assert (htrans != 2'b01);
      if (waits_q && transfer_q[5:4] != Idle) assert (transfer == transfer_q);
      if (waits_q && transfer_q[5:4] == Idle) assert (htrans == Idle || htrans == Nonseq);
      if (htrans == Seq) begin
        assert (burst_q && hsize == 3'd2 && hwrite == burst_write_q && haddr == before_q + 32'd4);
        assert (haddr[9:0] != '0);
      end
      if (htrans != Idle) assert (hsize == 3'd2 ? haddr[1:0] == '0 : hsize == 3'd1 ? !haddr[0] : hsize == 3'd0);
      if (writing_q) assert (hwdata == write_data_q);
      if (r_held_q) assert (r_valid && answer_q == {r_data, r_resp, r_last});
      assert (ahead_q <= 4'd4);
      assert (r_valid == (ahead_q != '0));
    end
  end
endmodule
