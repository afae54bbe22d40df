// SPDX-License-Identifier: Apache-2.0
// The system registers: identification, console, exit, cycle and sleep counters, timer, interrupt lines.
module soc_system
  import soc_reg_pkg::*;
#(
    parameter int unsigned ClockMhz = 50
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    input  soc_pkg::axil_req_t   axil_i,
    output soc_pkg::axil_ready_t axil_ready_o,
    output soc_pkg::axil_rsp_t   axil_o,
    input  logic [3:0]           buffer_cycles_i,
    input  logic                 long_i,
    input  logic                 sleep_i,
    input  logic [2:0]           irq_i,
    output logic                 irq_timer_o,
    output logic                 console_valid_o,
    output logic [7:0]           console_data_o,
    output logic                 exit_valid_o,
    output logic [31:0]          exit_code_o
);
  logic reg_valid, reg_write, known, write;
  logic [11:0] addr;
  logic [31:0] wdata, rdata;
  logic [63:0] cycle_q, sleep_q, compare_q;
  logic [31:0] cycle_hi_q, sleep_hi_q;

  axil_to_reg i_axil (
      .clk_i, .rst_ni, .s_axil_awvalid_i(axil_i.aw_valid), .s_axil_awready_o(axil_ready_o.aw),
      .s_axil_awaddr_i(axil_i.addr[11:0]), .s_axil_wvalid_i(axil_i.w_valid), .s_axil_wready_o(axil_ready_o.w),
      .s_axil_wdata_i(axil_i.w_data), .s_axil_wstrb_i(axil_i.w_strb), .s_axil_bvalid_o(axil_o.b_valid),
      .s_axil_bready_i(1'b1), .s_axil_bresp_o(axil_o.b_resp), .s_axil_arvalid_i(axil_i.ar_valid),
      .s_axil_arready_o(axil_ready_o.ar), .s_axil_araddr_i(axil_i.addr[11:0]), .s_axil_rvalid_o(axil_o.r_valid),
      .s_axil_rready_i(1'b1), .s_axil_rdata_o(axil_o.r_data), .s_axil_rresp_o(axil_o.r_resp), .reg_valid_o(reg_valid),
      .reg_write_o(reg_write), .reg_addr_o(addr), .reg_wdata_o(wdata), .reg_ready_i(1'b1), .reg_rdata_i(rdata),
      .reg_error_i(!known)
  );
  assign write = reg_valid && reg_write;

  always_comb begin
    rdata = '0;
    known = axil_i.addr[15:12] == '0;
    unique case (addr)
      NameOffset: rdata = NameReset;
      VersionOffset: rdata = VersionReset;
      ConfigOffset: begin
        rdata[ConfigClockMhzLsb+:ConfigClockMhzWidth] = ConfigClockMhzWidth'(ClockMhz);
        rdata[ConfigBufferCyclesLsb+:ConfigBufferCyclesWidth] = buffer_cycles_i;
        rdata[ConfigLongLsb] = long_i;
      end
      ConsoleOffset, ExitOffset: ;
      CycleLoOffset: rdata = cycle_q[31:0];
      CycleHiOffset: rdata = cycle_hi_q;
      SleepLoOffset: rdata = sleep_q[31:0];
      SleepHiOffset: rdata = sleep_hi_q;
      CompareLoOffset: rdata = compare_q[31:0];
      CompareHiOffset: rdata = compare_q[63:32];
      IrqOffset: begin
        rdata[IrqAcrypLsb:IrqHasherLsb] = irq_i;
        rdata[IrqTimerLsb] = irq_timer_o;
      end
      default: known = 1'b0;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycle_q <= '0;
      sleep_q <= '0;
      compare_q <= {CompareHiReset, CompareLoReset};
      {cycle_hi_q, sleep_hi_q} <= '0;
      irq_timer_o <= 1'b0;
      console_valid_o <= 1'b0;
      console_data_o <= '0;
      exit_valid_o <= 1'b0;
      exit_code_o <= '0;
    end else begin
      cycle_q <= cycle_q + 64'd1;
      sleep_q <= sleep_q + 64'(sleep_i);
      irq_timer_o <= cycle_q >= compare_q;
      console_valid_o <= write && known && addr == ConsoleOffset;
      if (reg_valid && !reg_write && addr == CycleLoOffset) cycle_hi_q <= cycle_q[63:32];
      if (reg_valid && !reg_write && addr == SleepLoOffset) sleep_hi_q <= sleep_q[63:32];
      if (write && known) begin
        unique case (addr)
          ConsoleOffset: console_data_o <= wdata[7:0];
          ExitOffset: {exit_valid_o, exit_code_o} <= {1'b1, wdata};
          CompareLoOffset: {irq_timer_o, compare_q[31:0]} <= {1'b0, wdata};
          CompareHiOffset: {irq_timer_o, compare_q[63:32]} <= {1'b0, wdata};
          default: ;
        endcase
      end
    end
  end
endmodule
