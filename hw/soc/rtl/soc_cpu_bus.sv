// SPDX-License-Identifier: Apache-2.0
// The core's data bus onto its targets, by address: code RAM, buffer RAM, devices. One request at a time; the next may
// come with the answer. An address of none of them is answered with an error.
module soc_cpu_bus
  import soc_pkg::*;
(
    input  logic           clk_i,
    input  logic           rst_ni,
    input  mem_req_t       cpu_i,
    output logic           cpu_gnt_o,
    output mem_rsp_t       cpu_o,
    // 0 code RAM, 1 buffer RAM, 2 devices
    output mem_req_t [2:0] target_o,
    input  logic     [2:0] target_gnt_i,
    input  mem_rsp_t [2:0] target_i
);
  localparam logic [1:0] Nothing = 2'd3;

  logic [1:0] to, to_q;
  logic busy_q, go, answered;

  always_comb begin
    to = Nothing;
    if ((cpu_i.addr & ~(soc_reg_pkg::CodeSize - 32'd1)) == soc_reg_pkg::CodeBase) to = 2'd0;
    if ((cpu_i.addr & ~(soc_reg_pkg::BufferSize - 32'd1)) == soc_reg_pkg::BufferBase) to = 2'd1;
    if (cpu_i.addr[31:18] == soc_reg_pkg::SystemBase[31:18]) to = 2'd2;
  end

  assign answered = busy_q && (to_q == Nothing || target_i[to_q].valid);
  assign cpu_o = '{
          valid: answered,
          err: to_q == Nothing || target_i[to_q].err,
          rdata: to_q == Nothing ? '0 : target_i[to_q].rdata
      };
  assign go = cpu_i.req && (!busy_q || answered);
  assign cpu_gnt_o = go && (to == Nothing || target_gnt_i[to]);
  for (genvar i = 0; i < 3; i++) begin : g_target
    assign target_o[i] = '{
            req: go && to == 2'(i),
            we: cpu_i.we,
            be: cpu_i.be,
            addr: cpu_i.addr,
            wdata: cpu_i.wdata
        };
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      to_q   <= Nothing;
    end else if (cpu_gnt_o) begin
      busy_q <= 1'b1;
      to_q   <= to;
    end else if (answered) begin
      busy_q <= 1'b0;
    end
  end
endmodule
