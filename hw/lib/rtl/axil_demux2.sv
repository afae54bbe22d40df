// SPDX-License-Identifier: Apache-2.0
// One AXI4-Lite manager, two subordinates, chosen by the top bit of the address. One write and one read at a time, so
// that responses need no order.
module axil_demux2 #(
    parameter int unsigned AddrWidth = 13
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    input  logic                      s_axil_awvalid_i,
    output logic                      s_axil_awready_o,
    input  logic [AddrWidth-1:0]      s_axil_awaddr_i,
    input  logic                      s_axil_wvalid_i,
    output logic                      s_axil_wready_o,
    output logic                      s_axil_bvalid_o,
    input  logic                      s_axil_bready_i,
    output logic [1:0]                s_axil_bresp_o,
    input  logic                      s_axil_arvalid_i,
    output logic                      s_axil_arready_o,
    input  logic [AddrWidth-1:0]      s_axil_araddr_i,
    output logic                      s_axil_rvalid_o,
    input  logic                      s_axil_rready_i,
    output logic [31:0]               s_axil_rdata_o,
    output logic [1:0]                s_axil_rresp_o,
    // Subordinates; address below the top bit, write data and strobes are shared.
    output logic [1:0]                m_axil_awvalid_o,
    input  logic [1:0]                m_axil_awready_i,
    output logic [1:0]                m_axil_wvalid_o,
    input  logic [1:0]                m_axil_wready_i,
    input  logic [1:0]                m_axil_bvalid_i,
    output logic [1:0]                m_axil_bready_o,
    input  logic [1:0][1:0]           m_axil_bresp_i,
    output logic [1:0]                m_axil_arvalid_o,
    input  logic [1:0]                m_axil_arready_i,
    input  logic [1:0]                m_axil_rvalid_i,
    output logic [1:0]                m_axil_rready_o,
    input  logic [1:0][31:0]          m_axil_rdata_i,
    input  logic [1:0][1:0]           m_axil_rresp_i
);
  logic write_q, read_q;    // a response is outstanding
  logic write_to_q, read_to_q;
  logic write_to, read_to, write_go, read_go;

  // Address and data of a write go on together; both subordinates take them together.
  assign write_to = s_axil_awaddr_i[AddrWidth-1];
  assign write_go = s_axil_awvalid_i && s_axil_wvalid_i && (!write_q || (s_axil_bvalid_o && s_axil_bready_i));
  assign m_axil_awvalid_o = {write_go && write_to, write_go && !write_to};
  assign m_axil_wvalid_o = m_axil_awvalid_o;
  assign s_axil_awready_o = write_go && m_axil_awready_i[write_to] && m_axil_wready_i[write_to];
  assign s_axil_wready_o = s_axil_awready_o;
  assign s_axil_bvalid_o = write_q && m_axil_bvalid_i[write_to_q];
  assign s_axil_bresp_o = m_axil_bresp_i[write_to_q];
  assign m_axil_bready_o = {write_q && write_to_q && s_axil_bready_i, write_q && !write_to_q && s_axil_bready_i};

  assign read_to = s_axil_araddr_i[AddrWidth-1];
  assign read_go = s_axil_arvalid_i && (!read_q || (s_axil_rvalid_o && s_axil_rready_i));
  assign m_axil_arvalid_o = {read_go && read_to, read_go && !read_to};
  assign s_axil_arready_o = read_go && m_axil_arready_i[read_to];
  assign s_axil_rvalid_o = read_q && m_axil_rvalid_i[read_to_q];
  assign s_axil_rdata_o = m_axil_rdata_i[read_to_q];
  assign s_axil_rresp_o = m_axil_rresp_i[read_to_q];
  assign m_axil_rready_o = {read_q && read_to_q && s_axil_rready_i, read_q && !read_to_q && s_axil_rready_i};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {write_q, read_q, write_to_q, read_to_q} <= '0;
    end else begin
      if (s_axil_awready_o) {write_q, write_to_q} <= {1'b1, write_to};
      else if (s_axil_bvalid_o && s_axil_bready_i) write_q <= 1'b0;
      if (s_axil_arready_o) {read_q, read_to_q} <= {1'b1, read_to};
      else if (s_axil_rvalid_o && s_axil_rready_i) read_q <= 1'b0;
    end
  end
endmodule
