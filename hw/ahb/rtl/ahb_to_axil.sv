// SPDX-License-Identifier: Apache-2.0
// AHB-Lite subordinate (AMBA 3 AHB-Lite, ARM IHI 0033A) in front of an AXI4-Lite one. One transfer at a time; an error
// response becomes the two-cycle ERROR. Transfers below a word go on with their strobes.
module ahb_to_axil #(
    parameter int unsigned AddrWidth = 13
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    // AHB-Lite
    input  logic                 hsel_i,
    input  logic [AddrWidth-1:0] haddr_i,
    input  logic [1:0]           htrans_i,
    input  logic                 hwrite_i,
    input  logic [2:0]           hsize_i,
    input  logic [31:0]          hwdata_i,
    input  logic                 hready_i,
    output logic                 hreadyout_o,
    output logic                 hresp_o,
    output logic [31:0]          hrdata_o,
    // AXI4-Lite
    output logic                 aw_valid_o,
    input  logic                 aw_ready_i,
    output logic [AddrWidth-1:0] aw_addr_o,
    output logic                 w_valid_o,
    input  logic                 w_ready_i,
    output logic [31:0]          w_data_o,
    output logic [3:0]           w_strb_o,
    input  logic                 b_valid_i,
    output logic                 b_ready_o,
    input  logic [1:0]           b_resp_i,
    output logic                 ar_valid_o,
    input  logic                 ar_ready_i,
    output logic [AddrWidth-1:0] ar_addr_o,
    input  logic                 r_valid_i,
    output logic                 r_ready_o,
    input  logic [31:0]          r_data_i,
    input  logic [1:0]           r_resp_i
);
  logic start, response, bad;
  logic aw_q, w_q, ar_q;  // handed over; the response is to come
  logic busy_q, we_q, error_q;
  logic [AddrWidth-1:0] addr_q;
  logic [3:0] strb, strb_q;

  assign start = hsel_i && hready_i && htrans_i[1];
  assign response = (b_valid_i && b_ready_o) || (r_valid_i && r_ready_o);
  assign bad = we_q ? b_resp_i[1] : r_resp_i[1];
  always_comb begin
    unique case (hsize_i)
      3'd0: strb = 4'b0001 << haddr_i[1:0];
      3'd1: strb = 4'b0011 << {haddr_i[1], 1'b0};
      default: strb = 4'b1111;
    endcase
  end

  assign aw_valid_o = busy_q && we_q && !aw_q;
  assign w_valid_o  = busy_q && we_q && !w_q;
  assign ar_valid_o = busy_q && !we_q && !ar_q;
  assign {aw_addr_o, ar_addr_o} = {2{addr_q[AddrWidth-1:2], 2'b00}};
  assign w_data_o = hwdata_i;
  assign w_strb_o = strb_q;
  assign b_ready_o = busy_q && we_q;
  assign r_ready_o = busy_q && !we_q;

  assign hreadyout_o = error_q || !busy_q || (response && !bad);
  assign hresp_o  = error_q || (busy_q && response && bad);
  assign hrdata_o = r_data_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {busy_q, we_q, aw_q, w_q, ar_q, error_q} <= '0;
      {addr_q, strb_q} <= '0;
    end else begin
      error_q <= busy_q && response && bad;
      if (aw_valid_o && aw_ready_i) aw_q <= 1'b1;
      if (w_valid_o && w_ready_i) w_q <= 1'b1;
      if (ar_valid_o && ar_ready_i) ar_q <= 1'b1;
      if (response) busy_q <= 1'b0;
      if (start) begin
        busy_q <= 1'b1;
        we_q <= hwrite_i;
        addr_q <= haddr_i;
        strb_q <= strb;
        {aw_q, w_q, ar_q} <= '0;
      end
    end
  end
endmodule
