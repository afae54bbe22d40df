// SPDX-License-Identifier: Apache-2.0
// The hash block with its own DMA on Wishbone: registers and memory map are those of hasher_udma.
module hasher_wb #(
    parameter int unsigned Steps = 2
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    output logic        irq_o,
    output logic        busy_o,  // needs its clock beyond the accesses to its registers
    // Wishbone B4 device; adr counts words
    input  logic        wb_cyc_i,
    input  logic        wb_stb_i,
    input  logic        wb_we_i,
    input  logic [10:0] wb_adr_i,
    input  logic [3:0]  wb_sel_i,
    input  logic [31:0] wb_dat_i,
    output logic [31:0] wb_dat_o,
    output logic        wb_ack_o,
    output logic        wb_err_o,
    // Wishbone B4 master of udma; adr counts words
    output logic        dma_cyc_o,
    output logic        dma_stb_o,
    output logic        dma_we_o,
    output logic [29:0] dma_adr_o,
    output logic [3:0]  dma_sel_o,
    output logic [2:0]  dma_cti_o,
    output logic [1:0]  dma_bte_o,
    output logic [31:0] dma_dat_o,
    input  logic [31:0] dma_dat_i,
    input  logic        dma_ack_i,
    input  logic        dma_err_i
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

  wb_to_axil i_registers (
      .clk_i, .rst_ni, .wb_cyc_i, .wb_stb_i, .wb_we_i, .wb_adr_i, .wb_sel_i, .wb_dat_i, .wb_dat_o, .wb_ack_o,
      .wb_err_o, .aw_valid_o(aw_valid), .aw_ready_i(aw_ready), .aw_addr_o(aw_addr), .w_valid_o(w_valid),
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
  axi_to_wb i_memory (
      .clk_i, .rst_ni, .ar_valid_i(m_ar_valid), .ar_ready_o(m_ar_ready), .ar_addr_i(m_ar_addr), .ar_len_i(m_ar_len),
      .r_valid_o(m_r_valid), .r_ready_i(m_r_ready), .r_data_o(m_r_data), .r_resp_o(m_r_resp), .r_last_o(m_r_last),
      .aw_valid_i(m_aw_valid), .aw_ready_o(m_aw_ready), .aw_addr_i(m_aw_addr), .aw_len_i(m_aw_len),
      .w_valid_i(m_w_valid), .w_ready_o(m_w_ready), .w_data_i(m_w_data), .w_strb_i(m_w_strb), .b_valid_o(m_b_valid),
      .b_ready_i(m_b_ready), .b_resp_o(m_b_resp), .wb_cyc_o(dma_cyc_o), .wb_stb_o(dma_stb_o), .wb_we_o(dma_we_o),
      .wb_adr_o(dma_adr_o), .wb_sel_o(dma_sel_o), .wb_cti_o(dma_cti_o), .wb_bte_o(dma_bte_o), .wb_dat_o(dma_dat_o),
      .wb_dat_i(dma_dat_i), .wb_ack_i(dma_ack_i), .wb_err_i(dma_err_i)
  );
endmodule
