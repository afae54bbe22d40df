// SPDX-License-Identifier: Apache-2.0
// The core: Ibex as RV32IMC, with writeback stage and single-cycle multiplier; both
// of its buses as memory requests. It starts at the reset address plus 0x80.
module soc_cpu
  import soc_pkg::*;
#(
    parameter logic [31:0] BootAddr = '0
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    output mem_req_t    instr_o,
    input  logic        instr_gnt_i,
    input  mem_rsp_t    instr_i,
    output mem_req_t    data_o,
    input  logic        data_gnt_i,
    input  mem_rsp_t    data_i,
    input  logic        irq_timer_i,
    input  logic [14:0] irq_fast_i,
    output logic        sleep_o,
    // Every instruction that has been completed.
    output logic        trace_valid_o,
    output logic [31:0] trace_pc_o,
    output logic [31:0] trace_insn_o
);
  assign instr_o.we    = 1'b0;
  assign instr_o.be    = 4'hf;
  assign instr_o.wdata = '0;

  ibex_top #(
      .RV32M          (ibex_pkg::RV32MSingleCycle),
      .RV32B          (ibex_pkg::RV32BNone),
      .RegFile        (ibex_pkg::RegFileFF),
      .BranchTargetALU(1'b1),
      .WritebackStage (1'b1)
  ) i_core (
      .clk_i, .rst_ni, .test_en_i(1'b0), .ram_cfg_i('0), .hart_id_i('0), .boot_addr_i(BootAddr),
      .instr_req_o(instr_o.req), .instr_gnt_i, .instr_rvalid_i(instr_i.valid), .instr_addr_o(instr_o.addr),
      .instr_rdata_i(instr_i.rdata), .instr_rdata_intg_i('0), .instr_err_i(instr_i.err),
      .data_req_o(data_o.req), .data_gnt_i, .data_rvalid_i(data_i.valid), .data_we_o(data_o.we), .data_be_o(data_o.be),
      .data_addr_o(data_o.addr), .data_wdata_o(data_o.wdata), .data_wdata_intg_o(), .data_rdata_i(data_i.rdata),
      .data_rdata_intg_i('0), .data_err_i(data_i.err),
      .irq_software_i(1'b0), .irq_timer_i, .irq_external_i(1'b0), .irq_fast_i, .irq_nm_i(1'b0),
      .scramble_key_valid_i(1'b0), .scramble_key_i('0), .scramble_nonce_i('0), .scramble_req_o(),
      .debug_req_i(1'b0), .crash_dump_o(), .double_fault_seen_o(),
`ifdef RVFI
      .rvfi_valid(trace_valid_o), .rvfi_pc_rdata(trace_pc_o), .rvfi_insn(trace_insn_o),
      .rvfi_order(), .rvfi_trap(), .rvfi_halt(), .rvfi_intr(), .rvfi_mode(), .rvfi_ixl(), .rvfi_rs1_addr(),
      .rvfi_rs2_addr(), .rvfi_rs3_addr(), .rvfi_rs1_rdata(), .rvfi_rs2_rdata(), .rvfi_rs3_rdata(), .rvfi_rd_addr(),
      .rvfi_rd_wdata(), .rvfi_pc_wdata(), .rvfi_mem_addr(), .rvfi_mem_rmask(), .rvfi_mem_wmask(), .rvfi_mem_rdata(),
      .rvfi_mem_wdata(), .rvfi_ext_pre_mip(), .rvfi_ext_post_mip(), .rvfi_ext_nmi(), .rvfi_ext_nmi_int(),
      .rvfi_ext_debug_req(), .rvfi_ext_debug_mode(), .rvfi_ext_rf_wr_suppress(), .rvfi_ext_mcycle(),
      .rvfi_ext_mhpmcounters(), .rvfi_ext_mhpmcountersh(), .rvfi_ext_ic_scr_key_valid(), .rvfi_ext_irq_valid(),
`endif
      .fetch_enable_i(ibex_pkg::IbexMuBiOn), .alert_minor_o(), .alert_major_internal_o(), .alert_major_bus_o(),
      .core_sleep_o(sleep_o), .scan_rst_ni(1'b1)
  );

`ifndef RVFI
  assign {trace_valid_o, trace_pc_o, trace_insn_o} = '0;
`endif
endmodule
