// SPDX-License-Identifier: Apache-2.0
// The hash block with its own DMA on AHB-Lite: registers and memory map are those of hasher_udma.
module hasher_ahb #(
    parameter int unsigned Steps = 2,
    parameter int unsigned Hashes = 31,
    parameter logic [2:0] AxiProt = 3'b010  // HPROT of the DMA, as AxPROT: data, unprivileged
) (
    input  logic        clk_i,
    // Both kinds of reset: hw/clock_and_reset.md.
    // verilator lint_off SYNCASYNCNET
    input  logic        rst_ni,
    // verilator lint_on SYNCASYNCNET
    output logic        irq_o,
    output logic        busy_o,  // needs its clock beyond the accesses to its registers
    // AHB-Lite subordinate
    input  logic        hsel_i,
    input  logic [12:0] haddr_i,
    input  logic [1:0]  htrans_i,
    input  logic        hwrite_i,
    input  logic [2:0]  hsize_i,
    input  logic [31:0] hwdata_i,
    input  logic        hready_i,
    output logic        hreadyout_o,
    output logic        hresp_o,
    output logic [31:0] hrdata_o,
    // AHB-Lite manager of udma
    output logic [31:0] dma_haddr_o,
    output logic [1:0]  dma_htrans_o,
    output logic        dma_hwrite_o,
    output logic [2:0]  dma_hsize_o,
    output logic [2:0]  dma_hburst_o,
    output logic [3:0]  dma_hprot_o,
    output logic [31:0] dma_hwdata_o,
    input  logic [31:0] dma_hrdata_i,
    input  logic        dma_hready_i,
    input  logic        dma_hresp_i
);
  logic aw_valid, aw_ready, w_valid, w_ready, b_valid, b_ready, ar_valid, ar_ready, r_valid, r_ready;
  logic [12:0] aw_addr, ar_addr;
  logic [31:0] w_data, r_data;
  logic [3:0] w_strb;
  logic [1:0] b_resp, r_resp;
  logic m_ar_valid, m_ar_ready, m_r_valid, m_r_ready, m_r_last, m_aw_valid, m_aw_ready, m_w_valid, m_w_ready,
      m_w_last, m_b_valid, m_b_ready;
  logic [31:0] m_ar_addr, m_r_data, m_aw_addr, m_w_data;
  logic [7:0] m_ar_len, m_aw_len;
  logic [1:0] m_r_resp, m_b_resp;
  logic [3:0] m_w_strb, m_ar_cache, m_ar_qos, m_aw_cache, m_aw_qos;
  logic [2:0] m_ar_size, m_ar_prot, m_aw_size, m_aw_prot;
  logic [1:0] m_ar_burst, m_aw_burst;
  logic m_ar_id, m_ar_lock, m_r_id, m_aw_id, m_aw_lock, m_b_id;
  logic access_busy, block_busy;

  assign busy_o = access_busy || block_busy;

  ahb_to_axil i_registers (
      .clk_i, .rst_ni, .busy_o(access_busy), .hsel_i, .haddr_i, .htrans_i, .hwrite_i, .hsize_i, .hwdata_i, .hready_i,
      .hreadyout_o, .hresp_o, .hrdata_o, .m_axil_awvalid_o(aw_valid), .m_axil_awready_i(aw_ready),
      .m_axil_awaddr_o(aw_addr), .m_axil_wvalid_o(w_valid), .m_axil_wready_i(w_ready), .m_axil_wdata_o(w_data),
      .m_axil_wstrb_o(w_strb), .m_axil_bvalid_i(b_valid), .m_axil_bready_o(b_ready), .m_axil_bresp_i(b_resp),
      .m_axil_arvalid_o(ar_valid), .m_axil_arready_i(ar_ready), .m_axil_araddr_o(ar_addr), .m_axil_rvalid_i(r_valid),
      .m_axil_rready_o(r_ready), .m_axil_rdata_i(r_data), .m_axil_rresp_i(r_resp)
  );
  hasher_udma #(
      .Steps(Steps),
      .Hashes(Hashes),
      .AxiProt(AxiProt)
  ) i_block (
      .clk_i, .rst_ni, .irq_o, .busy_o(block_busy), .s_axil_awvalid_i(aw_valid), .s_axil_awready_o(aw_ready),
      .s_axil_awaddr_i(aw_addr), .s_axil_awprot_i(3'b000), .s_axil_wvalid_i(w_valid), .s_axil_wready_o(w_ready),
      .s_axil_wdata_i(w_data), .s_axil_wstrb_i(w_strb), .s_axil_bvalid_o(b_valid), .s_axil_bready_i(b_ready),
      .s_axil_bresp_o(b_resp), .s_axil_arvalid_i(ar_valid), .s_axil_arready_o(ar_ready), .s_axil_araddr_i(ar_addr),
      .s_axil_arprot_i(3'b000), .s_axil_rvalid_o(r_valid), .s_axil_rready_i(r_ready), .s_axil_rdata_o(r_data),
      .s_axil_rresp_o(r_resp), .m_axi_arvalid_o(m_ar_valid), .m_axi_arready_i(m_ar_ready), .m_axi_arid_o(m_ar_id),
      .m_axi_araddr_o(m_ar_addr), .m_axi_arlen_o(m_ar_len), .m_axi_arsize_o(m_ar_size), .m_axi_arburst_o(m_ar_burst),
      .m_axi_arlock_o(m_ar_lock), .m_axi_arcache_o(m_ar_cache), .m_axi_arprot_o(m_ar_prot), .m_axi_arqos_o(m_ar_qos),
      .m_axi_rvalid_i(m_r_valid), .m_axi_rready_o(m_r_ready), .m_axi_rid_i(m_r_id), .m_axi_rdata_i(m_r_data),
      .m_axi_rresp_i(m_r_resp), .m_axi_rlast_i(m_r_last), .m_axi_awvalid_o(m_aw_valid), .m_axi_awready_i(m_aw_ready),
      .m_axi_awid_o(m_aw_id), .m_axi_awaddr_o(m_aw_addr), .m_axi_awlen_o(m_aw_len), .m_axi_awsize_o(m_aw_size),
      .m_axi_awburst_o(m_aw_burst), .m_axi_awlock_o(m_aw_lock), .m_axi_awcache_o(m_aw_cache),
      .m_axi_awprot_o(m_aw_prot), .m_axi_awqos_o(m_aw_qos), .m_axi_wvalid_o(m_w_valid), .m_axi_wready_i(m_w_ready),
      .m_axi_wdata_o(m_w_data), .m_axi_wstrb_o(m_w_strb), .m_axi_wlast_o(m_w_last), .m_axi_bvalid_i(m_b_valid),
      .m_axi_bready_o(m_b_ready), .m_axi_bid_i(m_b_id), .m_axi_bresp_i(m_b_resp)
  );
  axi_to_ahb i_memory (
      .clk_i, .rst_ni, .s_axi_arvalid_i(m_ar_valid), .s_axi_arready_o(m_ar_ready), .s_axi_arid_i(m_ar_id),
      .s_axi_araddr_i(m_ar_addr), .s_axi_arlen_i(m_ar_len), .s_axi_arsize_i(m_ar_size), .s_axi_arburst_i(m_ar_burst),
      .s_axi_arlock_i(m_ar_lock), .s_axi_arcache_i(m_ar_cache), .s_axi_arprot_i(m_ar_prot), .s_axi_arqos_i(m_ar_qos),
      .s_axi_rvalid_o(m_r_valid), .s_axi_rready_i(m_r_ready), .s_axi_rid_o(m_r_id), .s_axi_rdata_o(m_r_data),
      .s_axi_rresp_o(m_r_resp), .s_axi_rlast_o(m_r_last), .s_axi_awvalid_i(m_aw_valid), .s_axi_awready_o(m_aw_ready),
      .s_axi_awid_i(m_aw_id), .s_axi_awaddr_i(m_aw_addr), .s_axi_awlen_i(m_aw_len), .s_axi_awsize_i(m_aw_size),
      .s_axi_awburst_i(m_aw_burst), .s_axi_awlock_i(m_aw_lock), .s_axi_awcache_i(m_aw_cache),
      .s_axi_awprot_i(m_aw_prot), .s_axi_awqos_i(m_aw_qos), .s_axi_wvalid_i(m_w_valid), .s_axi_wready_o(m_w_ready),
      .s_axi_wdata_i(m_w_data), .s_axi_wstrb_i(m_w_strb), .s_axi_bvalid_o(m_b_valid), .s_axi_bready_i(m_b_ready),
      .s_axi_bid_o(m_b_id), .s_axi_bresp_o(m_b_resp), .haddr_o(dma_haddr_o), .htrans_o(dma_htrans_o),
      .hwrite_o(dma_hwrite_o), .hsize_o(dma_hsize_o), .hburst_o(dma_hburst_o), .hprot_o(dma_hprot_o),
      .hwdata_o(dma_hwdata_o), .hrdata_i(dma_hrdata_i), .hready_i(dma_hready_i), .hresp_i(dma_hresp_i)
  );

  // Not used, on purpose.
  logic unused;
  assign unused = ^{m_w_last};
endmodule
