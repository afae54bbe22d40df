// SPDX-License-Identifier: Apache-2.0
// The clock of a block: it runs while the block is busy or its registers are accessed, and Tail cycles longer. The enable
// is taken while the clock is low, so that an access is served in its own cycle. On an FPGA, do without (ClockGates).
module soc_clock_gate
  import soc_pkg::*;
#(
    parameter int unsigned Tail = 15
) (
    input  logic      clk_i,
    input  logic      rst_ni,
    input  axil_req_t axil_i,
    input  axil_rsp_t axil_rsp_i,
    input  logic      busy_i,
    output logic      clk_o
);
  localparam int unsigned Width = $clog2(Tail + 1);

  logic active, enable_q;
  logic [Width-1:0] left_q;

  assign active = busy_i || axil_i.aw_valid || axil_i.w_valid || axil_i.ar_valid || axil_rsp_i.b_valid || axil_rsp_i.r_valid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= Width'(Tail);
    else if (active) left_q <= Width'(Tail);
    else if (left_q != '0) left_q <= left_q - Width'(1);
  end

  /* verilator lint_off LATCH */
  always_latch if (!clk_i) enable_q = active || left_q != '0;
  /* verilator lint_on LATCH */
  assign clk_o = clk_i && enable_q;
endmodule
