// SPDX-License-Identifier: Apache-2.0
// Wishbone B4 device (classic cycles, 32 bits) in front of an AXI4-Lite subordinate. One access at a time; an error
// response becomes ERR. A master that gives a cycle up gets no late answer: the response is dropped.
module wb_to_axil #(
    parameter int unsigned AddrWidth = 13
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    output logic                 busy_o,  // needs its clock: an access runs, perhaps one that was given up
    // Wishbone; adr counts words
    input  logic                 wb_cyc_i,
    input  logic                 wb_stb_i,
    input  logic                 wb_we_i,
    input  logic [AddrWidth-3:0] wb_adr_i,
    input  logic [3:0]           wb_sel_i,
    input  logic [31:0]          wb_dat_i,
    output logic [31:0]          wb_dat_o,
    output logic                 wb_ack_o,
    output logic                 wb_err_o,
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
  logic access, response, given_up_q, given_up;
  logic aw_q, w_q, ar_q;  // handed over; the response is to come
  logic busy_q, we_q;
  logic [AddrWidth-1:0] addr_q;
  logic [31:0] data_q;
  logic [3:0] strb_q;

  assign access = wb_cyc_i && wb_stb_i;
  assign busy_o = busy_q;
  assign response = (m_axil_bvalid_i && m_axil_bready_o) || (m_axil_rvalid_i && m_axil_rready_o);
  assign given_up = given_up_q || !access;

  // The request is held in registers, since AXI4-Lite may not withdraw one and a Wishbone master may.
  assign m_axil_awvalid_o = busy_q && we_q && !aw_q;
  assign m_axil_wvalid_o  = busy_q && we_q && !w_q;
  assign m_axil_arvalid_o = busy_q && !we_q && !ar_q;
  assign {m_axil_awaddr_o, m_axil_araddr_o} = {addr_q, addr_q};
  assign m_axil_wdata_o = data_q;
  assign m_axil_wstrb_o = strb_q;
  assign m_axil_bready_o = busy_q && we_q;
  assign m_axil_rready_o = busy_q && !we_q;

  assign wb_ack_o = response && !given_up && !(we_q ? m_axil_bresp_i[1] : m_axil_rresp_i[1]);
  assign wb_err_o = response && !given_up && (we_q ? m_axil_bresp_i[1] : m_axil_rresp_i[1]);
  assign wb_dat_o = m_axil_rdata_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {busy_q, we_q, aw_q, w_q, ar_q, given_up_q} <= '0;
      {addr_q, data_q, strb_q} <= '0;
    end else if (!busy_q) begin
      if (access) begin
        busy_q <= 1'b1;
        we_q <= wb_we_i;
        addr_q <= {wb_adr_i, 2'b00};
        data_q <= wb_dat_i;
        strb_q <= wb_sel_i;
        {aw_q, w_q, ar_q, given_up_q} <= '0;
      end
    end else begin
      given_up_q <= given_up;
      if (m_axil_awvalid_o && m_axil_awready_i) aw_q <= 1'b1;
      if (m_axil_wvalid_o && m_axil_wready_i) w_q <= 1'b1;
      if (m_axil_arvalid_o && m_axil_arready_i) ar_q <= 1'b1;
      if (response) {busy_q, data_q} <= '0;
    end
  end

  // Not used, on purpose.
  logic unused;
  assign unused = ^{m_axil_bresp_i[0], m_axil_rresp_i[0]};
endmodule
