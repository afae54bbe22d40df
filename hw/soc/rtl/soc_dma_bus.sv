// SPDX-License-Identifier: Apache-2.0
// The blocks' AXI4 managers onto the second ports of the RAMs: one word per cycle in all, reads and writes of all
// managers in turn. The core goes before them at the code RAM. An address of neither RAM is answered with an error.
module soc_dma_bus
  import soc_pkg::*;
#(
    parameter  int unsigned Managers = 3,
    localparam int unsigned Streams  = 2 * Managers,
    localparam int unsigned IdWidth  = $clog2(Streams)
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    input  axi_req_t  [Managers-1:0] axi_i,
    output axi_rsp_t  [Managers-1:0] axi_o,
    // 0 code RAM, 1 buffer RAM
    output mem_req_t  [1:0]          ram_o,
    output logic      [IdWidth-1:0]  ram_id_o,
    input  logic      [1:0]          ram_gnt_i,
    input  mem_rsp_t  [1:0]          ram_i,
    input  logic [1:0][IdWidth-1:0]  ram_id_i
);
  mem_req_t [Streams-1:0] req;
  mem_rsp_t [Streams-1:0] rsp;
  logic [Streams-1:0] gnt;
  logic [IdWidth-1:0] pick, last_q, none_id_q;
  logic any, to_code, to_buffer, none_q, taken;

  for (genvar m = 0; m < Managers; m++) begin : g_port
    soc_axi_port i_port (
        .clk_i, .rst_ni, .axi_i(axi_i[m]), .axi_o(axi_o[m]), .mem_o(req[2*m+:2]), .mem_gnt_i(gnt[2*m+:2]),
        .mem_i(rsp[2*m+:2])
    );
  end

  // The next stream after the last one that was served.
  always_comb begin
    any  = 1'b0;
    pick = '0;
    for (int i = Streams; i >= 1; i--) begin
      for (int s = 0; s < Streams; s++) begin
        if (s == (int'(last_q) + i) % int'(Streams) && req[s].req) begin
          any  = 1'b1;
          pick = IdWidth'(s);
        end
      end
    end
  end

  always_comb begin
    to_code = (req[pick].addr & ~(soc_reg_pkg::CodeSize - 32'd1)) == soc_reg_pkg::CodeBase;
    to_buffer = (req[pick].addr & ~(soc_reg_pkg::BufferSize - 32'd1)) == soc_reg_pkg::BufferBase;
    ram_o = {2{req[pick]}};
    ram_o[0].req = any && to_code;
    ram_o[1].req = any && to_buffer;
    ram_id_o = pick;
    taken = any && (to_code ? ram_gnt_i[0] : to_buffer ? ram_gnt_i[1] : 1'b1);
    gnt = '0;
    gnt[pick] = taken;
    for (int s = 0; s < Streams; s++) begin
      rsp[s] = '{valid: none_q && none_id_q == IdWidth'(s), err: 1'b1, rdata: '0};
      for (int r = 0; r < 2; r++) if (ram_i[r].valid && ram_id_i[r] == IdWidth'(s)) rsp[s] = ram_i[r];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      last_q <= '0;
      none_q <= 1'b0;
      none_id_q <= '0;
    end else begin
      if (taken) last_q <= pick;
      none_q <= taken && !to_code && !to_buffer;
      none_id_q <= pick;
    end
  end
endmodule
