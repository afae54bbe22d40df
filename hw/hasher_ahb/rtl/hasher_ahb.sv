// SPDX-License-Identifier: Apache-2.0
// The hash block with its own DMA on AHB-Lite: registers and memory map are those of hasher_udma.
module hasher_ahb #(
    parameter int unsigned Steps = 2
) (
    input  logic        clk_i,
    input  logic        rst_ni,
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
  logic [3:0] m_w_strb;

  ahb_to_axil i_registers (
      .clk_i, .rst_ni, .hsel_i, .haddr_i, .htrans_i, .hwrite_i, .hsize_i, .hwdata_i, .hready_i, .hreadyout_o,
      .hresp_o, .hrdata_o, .aw_valid_o(aw_valid), .aw_ready_i(aw_ready), .aw_addr_o(aw_addr), .w_valid_o(w_valid),
      .w_ready_i(w_ready), .w_data_o(w_data), .w_strb_o(w_strb), .b_valid_i(b_valid), .b_ready_o(b_ready),
      .b_resp_i(b_resp), .ar_valid_o(ar_valid), .ar_ready_i(ar_ready), .ar_addr_o(ar_addr), .r_valid_i(r_valid),
      .r_ready_o(r_ready), .r_data_i(r_data), .r_resp_i(r_resp)
  );
  hasher_udma #(
      .Steps(Steps)
  ) i_block (
      .clk_i, .rst_ni, .irq_o, .busy_o, .aw_valid_i(aw_valid), .aw_ready_o(aw_ready), .aw_addr_i(aw_addr),
      .w_valid_i(w_valid), .w_ready_o(w_ready), .w_data_i(w_data), .w_strb_i(w_strb), .b_valid_o(b_valid),
      .b_ready_i(b_ready), .b_resp_o(b_resp), .ar_valid_i(ar_valid), .ar_ready_o(ar_ready), .ar_addr_i(ar_addr),
      .r_valid_o(r_valid), .r_ready_i(r_ready), .r_data_o(r_data), .r_resp_o(r_resp), .m_ar_valid_o(m_ar_valid),
      .m_ar_ready_i(m_ar_ready), .m_ar_addr_o(m_ar_addr), .m_ar_len_o(m_ar_len), .m_r_valid_i(m_r_valid),
      .m_r_ready_o(m_r_ready), .m_r_data_i(m_r_data), .m_r_resp_i(m_r_resp), .m_r_last_i(m_r_last),
      .m_aw_valid_o(m_aw_valid), .m_aw_ready_i(m_aw_ready), .m_aw_addr_o(m_aw_addr), .m_aw_len_o(m_aw_len),
      .m_w_valid_o(m_w_valid), .m_w_ready_i(m_w_ready), .m_w_data_o(m_w_data), .m_w_strb_o(m_w_strb),
      .m_w_last_o(m_w_last), .m_b_valid_i(m_b_valid), .m_b_ready_o(m_b_ready), .m_b_resp_i(m_b_resp)
  );
  axi_to_ahb i_memory (
      .clk_i, .rst_ni, .ar_valid_i(m_ar_valid), .ar_ready_o(m_ar_ready), .ar_addr_i(m_ar_addr), .ar_len_i(m_ar_len),
      .r_valid_o(m_r_valid), .r_ready_i(m_r_ready), .r_data_o(m_r_data), .r_resp_o(m_r_resp), .r_last_o(m_r_last),
      .aw_valid_i(m_aw_valid), .aw_ready_o(m_aw_ready), .aw_addr_i(m_aw_addr), .aw_len_i(m_aw_len),
      .w_valid_i(m_w_valid), .w_ready_o(m_w_ready), .w_data_i(m_w_data), .w_strb_i(m_w_strb), .b_valid_o(m_b_valid),
      .b_ready_i(m_b_ready), .b_resp_o(m_b_resp), .haddr_o(dma_haddr_o), .htrans_o(dma_htrans_o),
      .hwrite_o(dma_hwrite_o), .hsize_o(dma_hsize_o), .hburst_o(dma_hburst_o), .hprot_o(dma_hprot_o),
      .hwdata_o(dma_hwdata_o), .hrdata_i(dma_hrdata_i), .hready_i(dma_hready_i), .hresp_i(dma_hresp_i)
  );
endmodule
