// SPDX-License-Identifier: Apache-2.0
// The hash block with its own DMA: from 0x0000 the registers of the engine, from 0x1000 those of udma.
module hasher_udma #(
    parameter int unsigned Steps = 2
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    output logic        irq_o,
    output logic        busy_o,  // needs its clock beyond the accesses to its registers
    // AXI4-Lite
    input  logic        aw_valid_i,
    output logic        aw_ready_o,
    input  logic [12:0] aw_addr_i,
    input  logic        w_valid_i,
    output logic        w_ready_o,
    input  logic [31:0] w_data_i,
    input  logic [3:0]  w_strb_i,
    output logic        b_valid_o,
    input  logic        b_ready_i,
    output logic [1:0]  b_resp_o,
    input  logic        ar_valid_i,
    output logic        ar_ready_o,
    input  logic [12:0] ar_addr_i,
    output logic        r_valid_o,
    input  logic        r_ready_i,
    output logic [31:0] r_data_o,
    output logic [1:0]  r_resp_o,
    // AXI4 master of udma
    output logic        m_ar_valid_o,
    input  logic        m_ar_ready_i,
    output logic [31:0] m_ar_addr_o,
    output logic [7:0]  m_ar_len_o,
    input  logic        m_r_valid_i,
    output logic        m_r_ready_o,
    input  logic [31:0] m_r_data_i,
    input  logic [1:0]  m_r_resp_i,
    input  logic        m_r_last_i,
    output logic        m_aw_valid_o,
    input  logic        m_aw_ready_i,
    output logic [31:0] m_aw_addr_o,
    output logic [7:0]  m_aw_len_o,
    output logic        m_w_valid_o,
    input  logic        m_w_ready_i,
    output logic [31:0] m_w_data_o,
    output logic [3:0]  m_w_strb_o,
    output logic        m_w_last_o,
    input  logic        m_b_valid_i,
    output logic        m_b_ready_o,
    input  logic [1:0]  m_b_resp_i
);
  logic [1:0] s_aw_valid, s_aw_ready, s_w_valid, s_w_ready, s_b_valid, s_b_ready, s_ar_valid, s_ar_ready;
  logic [1:0] s_r_valid, s_r_ready;
  logic [1:0][1:0] s_b_resp, s_r_resp;
  logic [1:0][31:0] s_r_data;
  logic reg_valid, reg_write, reg_ready, reg_error, engine_busy, engine_irq, udma_busy, udma_irq;
  logic [11:0] reg_addr;
  logic [31:0] reg_wdata, reg_rdata, to_data, from_data;
  logic to_valid, to_ready, from_valid, from_ready;

  axil_demux2 i_demux (
      .clk_i, .rst_ni, .aw_valid_i, .aw_ready_o, .aw_addr_i, .w_valid_i, .w_ready_o, .b_valid_o, .b_ready_i, .b_resp_o,
      .ar_valid_i, .ar_ready_o, .ar_addr_i, .r_valid_o, .r_ready_i, .r_data_o, .r_resp_o,
      .s_aw_valid_o(s_aw_valid), .s_aw_ready_i(s_aw_ready), .s_w_valid_o(s_w_valid), .s_w_ready_i(s_w_ready),
      .s_b_valid_i(s_b_valid), .s_b_ready_o(s_b_ready), .s_b_resp_i(s_b_resp), .s_ar_valid_o(s_ar_valid),
      .s_ar_ready_i(s_ar_ready), .s_r_valid_i(s_r_valid), .s_r_ready_o(s_r_ready), .s_r_data_i(s_r_data),
      .s_r_resp_i(s_r_resp)
  );
  hasher #(
      .Steps(Steps)
  ) i_engine (
      .clk_i, .rst_ni, .irq_o(engine_irq),
      .aw_valid_i(s_aw_valid[0]), .aw_ready_o(s_aw_ready[0]), .aw_addr_i(aw_addr_i[11:0]), .w_valid_i(s_w_valid[0]),
      .w_ready_o(s_w_ready[0]), .w_data_i, .w_strb_i, .b_valid_o(s_b_valid[0]), .b_ready_i(s_b_ready[0]),
      .b_resp_o(s_b_resp[0]), .ar_valid_i(s_ar_valid[0]), .ar_ready_o(s_ar_ready[0]), .ar_addr_i(ar_addr_i[11:0]),
      .r_valid_o(s_r_valid[0]), .r_ready_i(s_r_ready[0]), .r_data_o(s_r_data[0]), .r_resp_o(s_r_resp[0]),
      .dma_reg_valid_i(reg_valid), .dma_reg_write_i(reg_write), .dma_reg_addr_i(reg_addr),
      .dma_reg_wdata_i(reg_wdata), .dma_reg_ready_o(reg_ready), .dma_reg_rdata_o(reg_rdata),
      .dma_reg_error_o(reg_error), .busy_o(engine_busy),
      .in_valid_i(to_valid), .in_ready_o(to_ready), .in_data_i(to_data)
  );
  assign from_valid = 1'b0;
  assign from_data = '0;
  udma i_udma (
      .clk_i, .rst_ni, .irq_o(udma_irq), .busy_o(udma_busy),
      .aw_valid_i(s_aw_valid[1]), .aw_ready_o(s_aw_ready[1]), .aw_addr_i(aw_addr_i[11:0]), .w_valid_i(s_w_valid[1]),
      .w_ready_o(s_w_ready[1]), .w_data_i, .w_strb_i, .b_valid_o(s_b_valid[1]), .b_ready_i(s_b_ready[1]),
      .b_resp_o(s_b_resp[1]), .ar_valid_i(s_ar_valid[1]), .ar_ready_o(s_ar_ready[1]), .ar_addr_i(ar_addr_i[11:0]),
      .r_valid_o(s_r_valid[1]), .r_ready_i(s_r_ready[1]), .r_data_o(s_r_data[1]), .r_resp_o(s_r_resp[1]),
      .m_ar_valid_o, .m_ar_ready_i, .m_ar_addr_o, .m_ar_len_o, .m_r_valid_i, .m_r_ready_o, .m_r_data_i, .m_r_resp_i,
      .m_r_last_i, .m_aw_valid_o, .m_aw_ready_i, .m_aw_addr_o, .m_aw_len_o, .m_w_valid_o, .m_w_ready_i, .m_w_data_o,
      .m_w_strb_o, .m_w_last_o, .m_b_valid_i, .m_b_ready_o, .m_b_resp_i,
      .reg_valid_o(reg_valid), .reg_write_o(reg_write), .reg_addr_o(reg_addr), .reg_wdata_o(reg_wdata),
      .reg_ready_i(reg_ready), .reg_rdata_i(reg_rdata), .reg_error_i(reg_error), .engine_busy_i(engine_busy),
      .out_valid_o(to_valid), .out_ready_i(to_ready), .out_data_o(to_data),
      .in_valid_i(from_valid), .in_ready_o(from_ready), .in_data_i(from_data)
  );
  assign irq_o = engine_irq || udma_irq;
  assign busy_o = engine_busy || udma_busy;
endmodule
