// SPDX-License-Identifier: Apache-2.0
// The cipher block with its own DMA: from 0x0000 the registers of the engine, from 0x1000 those of udma.
module cryp_udma #(
    parameter int unsigned DesRounds = 2,
    parameter int unsigned GhashBits = 16,
    parameter int unsigned AesColumns = 4,
    parameter int unsigned Ciphers = 7,
    parameter int unsigned Modes = 255,
    parameter int unsigned SideLoad = 0,
    parameter int unsigned IdWidth = 1,           // as in udma, like the two that follow
    parameter logic [3:0]  AxiCache = 4'b0011,
    parameter logic [2:0]  AxiProt = 3'b010
) (
    input  logic        clk_i,
    // Both kinds of reset: hw/clock_and_reset.md.
    // verilator lint_off SYNCASYNCNET
    input  logic        rst_ni,
    // verilator lint_on SYNCASYNCNET
    output logic        irq_o,
    output logic        busy_o,  // needs its clock beyond the accesses to its registers
    // Keys from a key manager, as in cryp
    input  logic        side_valid_i,   // a word of a key
    output logic        side_ready_o,   // and it is taken
    input  logic [3:0]  side_addr_i,    // which: 0 to 7 of KEY, 8 to 15 of KEY2
    input  logic [31:0] side_data_i,    // in memory order
    input  logic        side_last_i,    // it is the last, and
    input  logic [6:0]  side_use_i,     // the key is for this alone: bits 6:0 of CTRL
    input  logic        side_clear_i,   // rises: erase everything, as WIPE does
    output logic        side_locked_o,  // the block has such a key, or words of one
    // AXI4-Lite
    input  logic        s_axil_awvalid_i,
    output logic        s_axil_awready_o,
    input  logic [12:0] s_axil_awaddr_i,
    input  logic [2:0]  s_axil_awprot_i,  // any
    input  logic        s_axil_wvalid_i,
    output logic        s_axil_wready_o,
    input  logic [31:0] s_axil_wdata_i,
    input  logic [3:0]  s_axil_wstrb_i,
    output logic        s_axil_bvalid_o,
    input  logic        s_axil_bready_i,
    output logic [1:0]  s_axil_bresp_o,
    input  logic        s_axil_arvalid_i,
    output logic        s_axil_arready_o,
    input  logic [12:0] s_axil_araddr_i,
    input  logic [2:0]  s_axil_arprot_i,  // any
    output logic        s_axil_rvalid_o,
    input  logic        s_axil_rready_i,
    output logic [31:0] s_axil_rdata_o,
    output logic [1:0]  s_axil_rresp_o,
    // AXI4 master of udma
    output logic        m_axi_arvalid_o,
    input  logic        m_axi_arready_i,
    output logic [IdWidth-1:0] m_axi_arid_o,
    output logic [31:0] m_axi_araddr_o,
    output logic [7:0]  m_axi_arlen_o,
    output logic [2:0]  m_axi_arsize_o,
    output logic [1:0]  m_axi_arburst_o,
    output logic        m_axi_arlock_o,
    output logic [3:0]  m_axi_arcache_o,
    output logic [2:0]  m_axi_arprot_o,
    output logic [3:0]  m_axi_arqos_o,
    input  logic        m_axi_rvalid_i,
    output logic        m_axi_rready_o,
    input  logic [IdWidth-1:0] m_axi_rid_i,
    input  logic [31:0] m_axi_rdata_i,
    input  logic [1:0]  m_axi_rresp_i,
    input  logic        m_axi_rlast_i,
    output logic        m_axi_awvalid_o,
    input  logic        m_axi_awready_i,
    output logic [IdWidth-1:0] m_axi_awid_o,
    output logic [31:0] m_axi_awaddr_o,
    output logic [7:0]  m_axi_awlen_o,
    output logic [2:0]  m_axi_awsize_o,
    output logic [1:0]  m_axi_awburst_o,
    output logic        m_axi_awlock_o,
    output logic [3:0]  m_axi_awcache_o,
    output logic [2:0]  m_axi_awprot_o,
    output logic [3:0]  m_axi_awqos_o,
    output logic        m_axi_wvalid_o,
    input  logic        m_axi_wready_i,
    output logic [31:0] m_axi_wdata_o,
    output logic [3:0]  m_axi_wstrb_o,
    output logic        m_axi_wlast_o,
    input  logic        m_axi_bvalid_i,
    output logic        m_axi_bready_o,
    input  logic [IdWidth-1:0] m_axi_bid_i,
    input  logic [1:0]  m_axi_bresp_i
);
  logic [1:0] s_aw_valid, s_aw_ready, s_w_valid, s_w_ready, s_b_valid, s_b_ready, s_ar_valid, s_ar_ready;
  logic [1:0] s_r_valid, s_r_ready;
  logic [1:0][1:0] s_b_resp, s_r_resp;
  logic [1:0][31:0] s_r_data;
  logic reg_valid, reg_write, reg_ready, reg_error, engine_busy, engine_runs, engine_irq, udma_busy, udma_irq;
  logic [11:0] reg_addr;
  logic [31:0] reg_wdata, reg_rdata, to_data, from_data;
  logic to_valid, to_ready, from_valid, from_ready;

  axil_demux2 i_demux (
      .clk_i, .rst_ni, .s_axil_awvalid_i, .s_axil_awready_o, .s_axil_awaddr_i, .s_axil_wvalid_i, .s_axil_wready_o,
      .s_axil_bvalid_o, .s_axil_bready_i, .s_axil_bresp_o, .s_axil_arvalid_i, .s_axil_arready_o, .s_axil_araddr_i,
      .s_axil_rvalid_o, .s_axil_rready_i, .s_axil_rdata_o, .s_axil_rresp_o, .m_axil_awvalid_o(s_aw_valid),
      .m_axil_awready_i(s_aw_ready), .m_axil_wvalid_o(s_w_valid), .m_axil_wready_i(s_w_ready),
      .m_axil_bvalid_i(s_b_valid), .m_axil_bready_o(s_b_ready), .m_axil_bresp_i(s_b_resp),
      .m_axil_arvalid_o(s_ar_valid), .m_axil_arready_i(s_ar_ready), .m_axil_rvalid_i(s_r_valid),
      .m_axil_rready_o(s_r_ready), .m_axil_rdata_i(s_r_data), .m_axil_rresp_i(s_r_resp)
  );
  cryp #(
      .DesRounds(DesRounds),
      .GhashBits(GhashBits),
      .AesColumns(AesColumns),
      .Ciphers(Ciphers),
      .Modes(Modes),
      .SideLoad(SideLoad)
  ) i_engine (
      .clk_i, .rst_ni, .irq_o(engine_irq), .side_valid_i, .side_ready_o, .side_addr_i, .side_data_i,
      .side_last_i, .side_use_i, .side_clear_i, .side_locked_o, .s_axil_awvalid_i(s_aw_valid[0]),
      .s_axil_awready_o(s_aw_ready[0]), .s_axil_awaddr_i(s_axil_awaddr_i[11:0]), .s_axil_awprot_i,
      .s_axil_wvalid_i(s_w_valid[0]),
      .s_axil_wready_o(s_w_ready[0]), .s_axil_wdata_i, .s_axil_wstrb_i, .s_axil_bvalid_o(s_b_valid[0]),
      .s_axil_bready_i(s_b_ready[0]), .s_axil_bresp_o(s_b_resp[0]), .s_axil_arvalid_i(s_ar_valid[0]),
      .s_axil_arready_o(s_ar_ready[0]), .s_axil_araddr_i(s_axil_araddr_i[11:0]), .s_axil_arprot_i,
      .s_axil_rvalid_o(s_r_valid[0]), .s_axil_rready_i(s_r_ready[0]), .s_axil_rdata_o(s_r_data[0]),
      .s_axil_rresp_o(s_r_resp[0]), .dma_reg_valid_i(reg_valid), .dma_reg_write_i(reg_write),
      .dma_reg_addr_i(reg_addr), .dma_reg_wdata_i(reg_wdata), .dma_reg_ready_o(reg_ready),
      .dma_reg_rdata_o(reg_rdata), .dma_reg_error_o(reg_error), .busy_o(engine_busy), .runs_o(engine_runs), .in_valid_i(to_valid),
      .in_ready_o(to_ready), .in_data_i(to_data), .out_valid_o(from_valid), .out_ready_i(from_ready),
      .out_data_o(from_data)
  );
  udma #(
      .IdWidth(IdWidth),
      .AxiCache(AxiCache),
      .AxiProt(AxiProt)
  ) i_udma (
      .clk_i, .rst_ni, .irq_o(udma_irq), .busy_o(udma_busy), .s_axil_awvalid_i(s_aw_valid[1]),
      .s_axil_awready_o(s_aw_ready[1]), .s_axil_awaddr_i(s_axil_awaddr_i[11:0]), .s_axil_awprot_i,
      .s_axil_wvalid_i(s_w_valid[1]), .s_axil_wready_o(s_w_ready[1]), .s_axil_wdata_i, .s_axil_wstrb_i,
      .s_axil_bvalid_o(s_b_valid[1]), .s_axil_bready_i(s_b_ready[1]), .s_axil_bresp_o(s_b_resp[1]),
      .s_axil_arvalid_i(s_ar_valid[1]), .s_axil_arready_o(s_ar_ready[1]), .s_axil_araddr_i(s_axil_araddr_i[11:0]),
      .s_axil_arprot_i, .s_axil_rvalid_o(s_r_valid[1]), .s_axil_rready_i(s_r_ready[1]), .s_axil_rdata_o(s_r_data[1]),
      .s_axil_rresp_o(s_r_resp[1]), .m_axi_arvalid_o, .m_axi_arready_i, .m_axi_arid_o, .m_axi_araddr_o,
      .m_axi_arlen_o, .m_axi_arsize_o, .m_axi_arburst_o, .m_axi_arlock_o, .m_axi_arcache_o, .m_axi_arprot_o,
      .m_axi_arqos_o, .m_axi_rvalid_i, .m_axi_rready_o, .m_axi_rid_i, .m_axi_rdata_i, .m_axi_rresp_i, .m_axi_rlast_i,
      .m_axi_awvalid_o, .m_axi_awready_i, .m_axi_awid_o, .m_axi_awaddr_o, .m_axi_awlen_o, .m_axi_awsize_o,
      .m_axi_awburst_o, .m_axi_awlock_o, .m_axi_awcache_o, .m_axi_awprot_o, .m_axi_awqos_o, .m_axi_wvalid_o,
      .m_axi_wready_i, .m_axi_wdata_o, .m_axi_wstrb_o, .m_axi_wlast_o, .m_axi_bvalid_i, .m_axi_bready_o, .m_axi_bid_i,
      .m_axi_bresp_i, .reg_valid_o(reg_valid), .reg_write_o(reg_write), .reg_addr_o(reg_addr),
      .reg_wdata_o(reg_wdata), .reg_ready_i(reg_ready), .reg_rdata_i(reg_rdata), .reg_error_i(reg_error),
      .engine_busy_i(engine_busy), .engine_runs_i(engine_runs), .out_valid_o(to_valid), .out_ready_i(to_ready), .out_data_o(to_data),
      .in_valid_i(from_valid), .in_ready_o(from_ready), .in_data_i(from_data)
  );
  assign irq_o = engine_irq || udma_irq;
  assign busy_o = engine_busy || udma_busy;
endmodule
