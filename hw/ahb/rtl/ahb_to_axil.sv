// SPDX-License-Identifier: Apache-2.0
// AHB-Lite subordinate (AMBA 3 AHB-Lite, ARM IHI 0033A) in front of an AXI4-Lite one. One transfer at a time; an error
// response becomes the two-cycle ERROR. Transfers below a word go on with their strobes.
module ahb_to_axil #(
    parameter int unsigned AddrWidth = 13
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    output logic                 busy_o,  // needs its clock: a data phase
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
    output logic                 m_axil_awvalid_o,
    input  logic                 m_axil_awready_i,
    output logic [AddrWidth-1:0] m_axil_awaddr_o,
    output logic                 m_axil_wvalid_o,
    input  logic                 m_axil_wready_i,
    output logic [31:0]          m_axil_wdata_o,
    output logic [3:0]           m_axil_wstrb_o,
    input  logic                 m_axil_bvalid_i,
    output logic                 m_axil_bready_o,
    input  logic [1:0]           m_axil_bresp_i,
    output logic                 m_axil_arvalid_o,
    input  logic                 m_axil_arready_i,
    output logic [AddrWidth-1:0] m_axil_araddr_o,
    input  logic                 m_axil_rvalid_i,
    output logic                 m_axil_rready_o,
    input  logic [31:0]          m_axil_rdata_i,
    input  logic [1:0]           m_axil_rresp_i
);
  logic start, response, bad;
  logic aw_q, w_q, ar_q;  // handed over; the response is to come
  logic busy_q, we_q, error_q;
  logic [AddrWidth-1:0] addr_q;
  logic [3:0] strb, strb_q;

  assign start = hsel_i && hready_i && htrans_i[1];
  assign response = (m_axil_bvalid_i && m_axil_bready_o) || (m_axil_rvalid_i && m_axil_rready_o);
  assign bad = we_q ? m_axil_bresp_i[1] : m_axil_rresp_i[1];
  always_comb begin
    unique case (hsize_i)
      3'd0: strb = 4'b0001 << haddr_i[1:0];
      3'd1: strb = 4'b0011 << {haddr_i[1], 1'b0};
      default: strb = 4'b1111;
    endcase
  end

  assign m_axil_awvalid_o = busy_q && we_q && !aw_q;
  assign m_axil_wvalid_o  = busy_q && we_q && !w_q;
  assign m_axil_arvalid_o = busy_q && !we_q && !ar_q;
  assign {m_axil_awaddr_o, m_axil_araddr_o} = {2{addr_q[AddrWidth-1:2], 2'b00}};
  assign m_axil_wdata_o = hwdata_i;
  assign m_axil_wstrb_o = strb_q;
  assign m_axil_bready_o = busy_q && we_q;
  assign m_axil_rready_o = busy_q && !we_q;

  assign busy_o = busy_q || error_q;
  assign hreadyout_o = error_q || !busy_q || (response && !bad);
  assign hresp_o  = error_q || (busy_q && response && bad);
  assign hrdata_o = m_axil_rdata_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {busy_q, we_q, aw_q, w_q, ar_q, error_q} <= '0;
      {addr_q, strb_q} <= '0;
    end else begin
      error_q <= busy_q && response && bad;
      if (m_axil_awvalid_o && m_axil_awready_i) aw_q <= 1'b1;
      if (m_axil_wvalid_o && m_axil_wready_i) w_q <= 1'b1;
      if (m_axil_arvalid_o && m_axil_arready_i) ar_q <= 1'b1;
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

  // Not used, on purpose.
  logic unused;
  assign unused = ^{htrans_i[0], m_axil_bresp_i[0], m_axil_rresp_i[0], addr_q[1:0]};
endmodule
