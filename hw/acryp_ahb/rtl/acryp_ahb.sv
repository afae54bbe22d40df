// SPDX-License-Identifier: Apache-2.0
// The public-key block on AHB-Lite, fed by the CPU: registers are those of acryp.
module acryp_ahb #(
    parameter int unsigned Width = 72,
    parameter int unsigned RamWords = 2048
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    output logic        irq_o,
    output logic        busy_o,  // needs its clock beyond the accesses to its registers
    // AHB-Lite subordinate
    input  logic        hsel_i,
    input  logic [11:0] haddr_i,
    input  logic [1:0]  htrans_i,
    input  logic        hwrite_i,
    input  logic [2:0]  hsize_i,
    input  logic [31:0] hwdata_i,
    input  logic        hready_i,
    output logic        hreadyout_o,
    output logic        hresp_o,
    output logic [31:0] hrdata_o
);
  logic aw_valid, aw_ready, w_valid, w_ready, b_valid, b_ready, ar_valid, ar_ready, r_valid, r_ready;
  logic [12:0] aw_addr, ar_addr;
  logic [31:0] w_data, r_data;
  logic [3:0] w_strb;
  logic [1:0] b_resp, r_resp;
  // Nothing reaches the ports for UDMA.
  logic reg_ready, reg_error, in_ready, out_valid;
  logic [31:0] reg_rdata, out_data;
  logic access_busy, block_busy;

  assign busy_o = access_busy || block_busy;

  ahb_to_axil i_registers (
      .clk_i, .rst_ni, .busy_o(access_busy), .hsel_i, .haddr_i({1'b0, haddr_i}), .htrans_i, .hwrite_i, .hsize_i,
      .hwdata_i, .hready_i, .hreadyout_o, .hresp_o, .hrdata_o, .m_axil_awvalid_o(aw_valid),
      .m_axil_awready_i(aw_ready), .m_axil_awaddr_o(aw_addr), .m_axil_wvalid_o(w_valid), .m_axil_wready_i(w_ready),
      .m_axil_wdata_o(w_data), .m_axil_wstrb_o(w_strb), .m_axil_bvalid_i(b_valid), .m_axil_bready_o(b_ready),
      .m_axil_bresp_i(b_resp), .m_axil_arvalid_o(ar_valid), .m_axil_arready_i(ar_ready), .m_axil_araddr_o(ar_addr),
      .m_axil_rvalid_i(r_valid), .m_axil_rready_o(r_ready), .m_axil_rdata_i(r_data), .m_axil_rresp_i(r_resp)
  );
  acryp #(
      .Width(Width),
      .RamWords(RamWords)
  ) i_block (
      .clk_i, .rst_ni, .irq_o, .busy_o(block_busy), .s_axil_awvalid_i(aw_valid), .s_axil_awready_o(aw_ready),
      .s_axil_awaddr_i(aw_addr[11:0]), .s_axil_awprot_i(3'b000), .s_axil_wvalid_i(w_valid), .s_axil_wready_o(w_ready),
      .s_axil_wdata_i(w_data), .s_axil_wstrb_i(w_strb), .s_axil_bvalid_o(b_valid), .s_axil_bready_i(b_ready),
      .s_axil_bresp_o(b_resp), .s_axil_arvalid_i(ar_valid), .s_axil_arready_o(ar_ready),
      .s_axil_araddr_i(ar_addr[11:0]), .s_axil_arprot_i(3'b000), .s_axil_rvalid_o(r_valid), .s_axil_rready_i(r_ready),
      .s_axil_rdata_o(r_data), .s_axil_rresp_o(r_resp), .dma_reg_valid_i(1'b0), .dma_reg_write_i(1'b0),
      .dma_reg_addr_i('0), .dma_reg_wdata_i('0), .dma_reg_ready_o(reg_ready), .dma_reg_rdata_o(reg_rdata),
      .dma_reg_error_o(reg_error), .in_valid_i(1'b0), .in_ready_o(in_ready), .in_data_i('0), .out_valid_o(out_valid),
      .out_ready_i(1'b0), .out_data_o(out_data)
  );

  // Not used, on purpose.
  logic unused;
  assign unused = ^{aw_addr[12], ar_addr[12], reg_ready, reg_error, reg_rdata, in_ready, out_valid, out_data};
endmodule
