// SPDX-License-Identifier: Apache-2.0
// The SoC: an Ibex core, two RAMs, system registers, the hash and cipher blocks with their DMA, and the public-key
// block. Everything here can be synthesised; what a simulation does is read the console and exit ports and fill the RAMs.
module soc
  import soc_pkg::*;
#(
    parameter int unsigned ClockMhz  = 50,
    parameter bit          ClockGates = 1'b1,  // stop the clock of a block that has nothing to do
    parameter int unsigned HashSteps = 2,
    parameter int unsigned DesRounds = 2,
    parameter int unsigned GhashBits = 16
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [3:0]  buffer_cycles_i,  // of the buffer RAM, 1 to 8; constant
    input  logic        long_i,           // programs may take long; constant
    output logic        console_valid_o,
    output logic [7:0]  console_data_o,
    output logic        exit_valid_o,
    output logic [31:0] exit_code_o,
    output logic        sleep_o,
    output logic        trace_valid_o,
    output logic [31:0] trace_pc_o,
    output logic [31:0] trace_insn_o
);
  localparam int unsigned Managers = 3;
  localparam int unsigned IdWidth = $clog2(2 * Managers);

  mem_req_t instr_req, data_req, device_req;
  mem_rsp_t instr_rsp, data_rsp, device_rsp;
  mem_req_t [2:0] target_req;
  mem_rsp_t [2:0] target_rsp;
  mem_req_t [1:0] dma_req;
  mem_rsp_t [1:0] dma_rsp;
  logic [1:0][IdWidth-1:0] dma_rsp_id;
  logic [IdWidth-1:0] dma_id;
  logic data_gnt, device_gnt, code_fetch, fetch_error_q, irq_timer;
  logic [2:0] irq;
  axil_req_t [3:0] axil_req;
  axil_ready_t [3:0] axil_ready;
  axil_rsp_t [3:0] axil_rsp;
  axi_req_t [Managers-1:0] axi_req;
  axi_rsp_t [Managers-1:0] axi_rsp;

  logic [3:0] buffer_cycles_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) buffer_cycles_q <= 4'd1;
    else buffer_cycles_q <= buffer_cycles_i;
  end

  soc_cpu #(
      .BootAddr(soc_reg_pkg::CodeBase)
  ) i_cpu (
      .clk_i, .rst_ni, .instr_o(instr_req), .instr_gnt_i(1'b1), .instr_i(instr_rsp), .data_o(data_req),
      .data_gnt_i(data_gnt), .data_i(data_rsp), .irq_timer_i(irq_timer), .irq_fast_i({12'd0, irq}), .sleep_o,
      .trace_valid_o, .trace_pc_o, .trace_insn_o
  );
  soc_cpu_bus i_cpu_bus (
      .clk_i, .rst_ni, .cpu_i(data_req), .cpu_gnt_o(data_gnt), .cpu_o(data_rsp), .target_o(target_req),
      .target_gnt_i({device_gnt, 2'b11}), .target_i(target_rsp)
  );

  // Code RAM: port a for instructions; port b for the core's data and, in the cycles it leaves, for the blocks.
  mem_req_t code_a_req, code_b_req;
  mem_rsp_t code_a_rsp, code_b_rsp;
  logic [IdWidth:0] code_b_id;

  assign code_fetch = (instr_req.addr & ~(soc_reg_pkg::CodeSize - 32'd1)) == soc_reg_pkg::CodeBase;
  assign code_b_req = target_req[0].req ? target_req[0] : dma_req[0];
  always_comb begin
    code_a_req = instr_req;
    code_a_req.req = instr_req.req && code_fetch;
    instr_rsp = code_a_rsp;
    instr_rsp.valid = code_a_rsp.valid || fetch_error_q;
    instr_rsp.err = fetch_error_q;
    target_rsp[0] = code_b_rsp;
    target_rsp[0].valid = code_b_rsp.valid && code_b_id[IdWidth];
    dma_rsp[0] = code_b_rsp;
    dma_rsp[0].valid = code_b_rsp.valid && !code_b_id[IdWidth];
    dma_rsp_id[0] = code_b_id[IdWidth-1:0];
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fetch_error_q <= 1'b0;
    else fetch_error_q <= instr_req.req && !code_fetch;
  end

  soc_ram #(
      .Words(soc_reg_pkg::CodeSize / 4),
      .IdWidth(IdWidth + 1)
  ) i_code (
      .clk_i, .rst_ni, .cycles_i(4'd1), .a_i(code_a_req), .a_o(code_a_rsp), .b_i(code_b_req),
      .b_id_i({target_req[0].req, dma_id}), .b_o(code_b_rsp), .b_id_o(code_b_id)
  );
  // Buffer RAM: port a for the core, port b for the blocks.
  soc_ram #(
      .Words(soc_reg_pkg::BufferSize / 4),
      .IdWidth(IdWidth)
  ) i_buffer (
      .clk_i, .rst_ni, .cycles_i(buffer_cycles_q), .a_i(target_req[1]), .a_o(target_rsp[1]), .b_i(dma_req[1]),
      .b_id_i(dma_id), .b_o(dma_rsp[1]), .b_id_o(dma_rsp_id[1])
  );
  soc_dma_bus #(
      .Managers(Managers)
  ) i_dma_bus (
      .clk_i, .rst_ni, .axi_i(axi_req), .axi_o(axi_rsp), .ram_o(dma_req), .ram_id_o(dma_id),
      .ram_gnt_i({1'b1, !target_req[0].req}), .ram_i(dma_rsp), .ram_id_i(dma_rsp_id)
  );

  // Devices
  assign device_req = target_req[2];
  assign target_rsp[2] = device_rsp;
  soc_to_axil i_to_axil (
      .clk_i, .rst_ni, .mem_i(device_req), .mem_gnt_o(device_gnt), .mem_o(device_rsp), .axil_o(axil_req),
      .axil_ready_i(axil_ready), .axil_i(axil_rsp)
  );
  soc_system #(
      .ClockMhz(ClockMhz)
  ) i_system (
      .clk_i, .rst_ni, .axil_i(axil_req[0]), .axil_ready_o(axil_ready[0]), .axil_o(axil_rsp[0]),
      .buffer_cycles_i(buffer_cycles_q), .long_i, .sleep_i(sleep_o), .irq_i(irq), .irq_timer_o(irq_timer),
      .console_valid_o, .console_data_o, .exit_valid_o, .exit_code_o
  );
  logic [2:0] block_clk, block_busy;
  for (genvar b = 0; b < 3; b++) begin : g_gate
    if (ClockGates) begin : g_gated
      soc_clock_gate i_gate (
          .clk_i, .rst_ni, .axil_i(axil_req[b+1]), .axil_rsp_i(axil_rsp[b+1]), .busy_i(block_busy[b]),
          .clk_o(block_clk[b])
      );
    end else begin : g_free
      assign block_clk[b] = clk_i;
    end
  end
  hasher_udma #(
      .Steps(HashSteps)
  ) i_hasher (
      .clk_i(block_clk[0]), .rst_ni, .irq_o(irq[0]), .busy_o(block_busy[0]), .s_axil_awvalid_i(axil_req[1].aw_valid),
      .s_axil_awready_o(axil_ready[1].aw), .s_axil_awaddr_i(axil_req[1].addr[12:0]), .s_axil_awprot_i(3'b000),
      .s_axil_wvalid_i(axil_req[1].w_valid), .s_axil_wready_o(axil_ready[1].w), .s_axil_wdata_i(axil_req[1].w_data),
      .s_axil_wstrb_i(axil_req[1].w_strb), .s_axil_bvalid_o(axil_rsp[1].b_valid), .s_axil_bready_i(1'b1),
      .s_axil_bresp_o(axil_rsp[1].b_resp), .s_axil_arvalid_i(axil_req[1].ar_valid),
      .s_axil_arready_o(axil_ready[1].ar), .s_axil_araddr_i(axil_req[1].addr[12:0]), .s_axil_arprot_i(3'b000),
      .s_axil_rvalid_o(axil_rsp[1].r_valid), .s_axil_rready_i(1'b1), .s_axil_rdata_o(axil_rsp[1].r_data),
      .s_axil_rresp_o(axil_rsp[1].r_resp), .m_axi_arvalid_o(axi_req[0].ar_valid),
      .m_axi_arready_i(axi_rsp[0].ar_ready), .m_axi_araddr_o(axi_req[0].ar_addr), .m_axi_arlen_o(axi_req[0].ar_len),
      .m_axi_arid_o(axi_req[0].ar_id), .m_axi_arsize_o(axi_req[0].ar_size), .m_axi_arburst_o(axi_req[0].ar_burst),
      .m_axi_arlock_o(axi_req[0].ar_lock), .m_axi_arcache_o(axi_req[0].ar_cache), .m_axi_arprot_o(axi_req[0].ar_prot),
      .m_axi_arqos_o(axi_req[0].ar_qos), .m_axi_rvalid_i(axi_rsp[0].r_valid), .m_axi_rready_o(axi_req[0].r_ready),
      .m_axi_rid_i(axi_rsp[0].r_id), .m_axi_rdata_i(axi_rsp[0].r_data), .m_axi_rresp_i(axi_rsp[0].r_resp),
      .m_axi_rlast_i(axi_rsp[0].r_last), .m_axi_awvalid_o(axi_req[0].aw_valid), .m_axi_awready_i(axi_rsp[0].aw_ready),
      .m_axi_awaddr_o(axi_req[0].aw_addr), .m_axi_awlen_o(axi_req[0].aw_len), .m_axi_awid_o(axi_req[0].aw_id),
      .m_axi_awsize_o(axi_req[0].aw_size), .m_axi_awburst_o(axi_req[0].aw_burst), .m_axi_awlock_o(axi_req[0].aw_lock),
      .m_axi_awcache_o(axi_req[0].aw_cache), .m_axi_awprot_o(axi_req[0].aw_prot), .m_axi_awqos_o(axi_req[0].aw_qos),
      .m_axi_wvalid_o(axi_req[0].w_valid), .m_axi_wready_i(axi_rsp[0].w_ready), .m_axi_wdata_o(axi_req[0].w_data),
      .m_axi_wstrb_o(axi_req[0].w_strb), .m_axi_wlast_o(axi_req[0].w_last), .m_axi_bvalid_i(axi_rsp[0].b_valid),
      .m_axi_bready_o(axi_req[0].b_ready), .m_axi_bid_i(axi_rsp[0].b_id), .m_axi_bresp_i(axi_rsp[0].b_resp)
  );
  logic side_ready, side_locked;  // this system has no key manager
  cryp_udma #(
      .DesRounds(DesRounds),
      .GhashBits(GhashBits)
  ) i_cryp (
      .clk_i(block_clk[1]), .rst_ni, .irq_o(irq[1]), .busy_o(block_busy[1]), .side_valid_i(1'b0), .side_ready_o(side_ready),
      .side_addr_i('0), .side_data_i('0), .side_last_i(1'b0), .side_use_i('0), .side_clear_i(1'b0),
      .side_locked_o(side_locked), .s_axil_awvalid_i(axil_req[2].aw_valid), .s_axil_awready_o(axil_ready[2].aw),
      .s_axil_awaddr_i(axil_req[2].addr[12:0]), .s_axil_awprot_i(3'b000),
      .s_axil_wvalid_i(axil_req[2].w_valid), .s_axil_wready_o(axil_ready[2].w), .s_axil_wdata_i(axil_req[2].w_data),
      .s_axil_wstrb_i(axil_req[2].w_strb), .s_axil_bvalid_o(axil_rsp[2].b_valid), .s_axil_bready_i(1'b1),
      .s_axil_bresp_o(axil_rsp[2].b_resp), .s_axil_arvalid_i(axil_req[2].ar_valid),
      .s_axil_arready_o(axil_ready[2].ar), .s_axil_araddr_i(axil_req[2].addr[12:0]), .s_axil_arprot_i(3'b000),
      .s_axil_rvalid_o(axil_rsp[2].r_valid), .s_axil_rready_i(1'b1), .s_axil_rdata_o(axil_rsp[2].r_data),
      .s_axil_rresp_o(axil_rsp[2].r_resp), .m_axi_arvalid_o(axi_req[1].ar_valid),
      .m_axi_arready_i(axi_rsp[1].ar_ready), .m_axi_araddr_o(axi_req[1].ar_addr), .m_axi_arlen_o(axi_req[1].ar_len),
      .m_axi_arid_o(axi_req[1].ar_id), .m_axi_arsize_o(axi_req[1].ar_size), .m_axi_arburst_o(axi_req[1].ar_burst),
      .m_axi_arlock_o(axi_req[1].ar_lock), .m_axi_arcache_o(axi_req[1].ar_cache), .m_axi_arprot_o(axi_req[1].ar_prot),
      .m_axi_arqos_o(axi_req[1].ar_qos), .m_axi_rvalid_i(axi_rsp[1].r_valid), .m_axi_rready_o(axi_req[1].r_ready),
      .m_axi_rid_i(axi_rsp[1].r_id), .m_axi_rdata_i(axi_rsp[1].r_data), .m_axi_rresp_i(axi_rsp[1].r_resp),
      .m_axi_rlast_i(axi_rsp[1].r_last), .m_axi_awvalid_o(axi_req[1].aw_valid), .m_axi_awready_i(axi_rsp[1].aw_ready),
      .m_axi_awaddr_o(axi_req[1].aw_addr), .m_axi_awlen_o(axi_req[1].aw_len), .m_axi_awid_o(axi_req[1].aw_id),
      .m_axi_awsize_o(axi_req[1].aw_size), .m_axi_awburst_o(axi_req[1].aw_burst), .m_axi_awlock_o(axi_req[1].aw_lock),
      .m_axi_awcache_o(axi_req[1].aw_cache), .m_axi_awprot_o(axi_req[1].aw_prot), .m_axi_awqos_o(axi_req[1].aw_qos),
      .m_axi_wvalid_o(axi_req[1].w_valid), .m_axi_wready_i(axi_rsp[1].w_ready), .m_axi_wdata_o(axi_req[1].w_data),
      .m_axi_wstrb_o(axi_req[1].w_strb), .m_axi_wlast_o(axi_req[1].w_last), .m_axi_bvalid_i(axi_rsp[1].b_valid),
      .m_axi_bready_o(axi_req[1].b_ready), .m_axi_bid_i(axi_rsp[1].b_id), .m_axi_bresp_i(axi_rsp[1].b_resp)
  );

  // The public-key block, which the core feeds. Nothing reaches its ports for UDMA.
  logic acryp_reg_ready, acryp_reg_error, acryp_in_ready, acryp_out_valid;
  logic [31:0] acryp_reg_rdata, acryp_out_data;

  acryp i_acryp (
      .clk_i(block_clk[2]), .rst_ni, .irq_o(irq[2]), .busy_o(block_busy[2]), .s_axil_awvalid_i(axil_req[3].aw_valid),
      .s_axil_awready_o(axil_ready[3].aw), .s_axil_awaddr_i(axil_req[3].addr[11:0]), .s_axil_awprot_i(3'b000),
      .s_axil_wvalid_i(axil_req[3].w_valid), .s_axil_wready_o(axil_ready[3].w), .s_axil_wdata_i(axil_req[3].w_data),
      .s_axil_wstrb_i(axil_req[3].w_strb), .s_axil_bvalid_o(axil_rsp[3].b_valid), .s_axil_bready_i(1'b1),
      .s_axil_bresp_o(axil_rsp[3].b_resp), .s_axil_arvalid_i(axil_req[3].ar_valid),
      .s_axil_arready_o(axil_ready[3].ar), .s_axil_araddr_i(axil_req[3].addr[11:0]), .s_axil_arprot_i(3'b000),
      .s_axil_rvalid_o(axil_rsp[3].r_valid), .s_axil_rready_i(1'b1), .s_axil_rdata_o(axil_rsp[3].r_data),
      .s_axil_rresp_o(axil_rsp[3].r_resp), .dma_reg_valid_i(1'b0), .dma_reg_write_i(1'b0), .dma_reg_addr_i('0),
      .dma_reg_wdata_i('0), .dma_reg_ready_o(acryp_reg_ready), .dma_reg_rdata_o(acryp_reg_rdata),
      .dma_reg_error_o(acryp_reg_error), .in_valid_i(1'b0), .in_ready_o(acryp_in_ready), .in_data_i('0),
      .out_valid_o(acryp_out_valid), .out_ready_i(1'b0), .out_data_o(acryp_out_data)
  );
  assign axi_req[2] = '0;
endmodule
