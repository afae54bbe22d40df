// SPDX-License-Identifier: Apache-2.0
// RAM of 32-bit words with two ports. Each takes a request per cycle; the answer comes cycles_i cycles later (1 to 8,
// constant while the system runs). id_i of port b comes back with its answer.
module soc_ram #(
    parameter int unsigned Words   = 1024,
    parameter int unsigned IdWidth = 1,
    localparam int unsigned AddrWidth = $clog2(Words)
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    input  logic [3:0]         cycles_i,
    input  soc_pkg::mem_req_t  a_i,
    output soc_pkg::mem_rsp_t  a_o,
    input  soc_pkg::mem_req_t  b_i,
    input  logic [IdWidth-1:0] b_id_i,
    output soc_pkg::mem_rsp_t  b_o,
    output logic [IdWidth-1:0] b_id_o
);
  localparam int unsigned Stages = 8;

  logic [31:0] mem[Words]  /* verilator public_flat_rw */;  // a simulation loads the program here
  logic [AddrWidth-1:0] a_word, b_word;
  logic [31:0] a_data_q, b_data_q;
  logic a_valid_q, b_valid_q;
  logic [IdWidth-1:0] b_id_q;
  logic [Stages-1:1][32:0] a_line_q;
  logic [Stages-1:1][32+IdWidth:0] b_line_q;

  assign a_word = a_i.addr[2+:AddrWidth];
  assign b_word = b_i.addr[2+:AddrWidth];

  always_ff @(posedge clk_i) begin
    if (a_i.req) begin
      a_data_q <= mem[a_word];
      for (int i = 0; i < 4; i++) if (a_i.we && a_i.be[i]) mem[a_word][8*i+:8] <= a_i.wdata[8*i+:8];
    end
    if (b_i.req) begin
      b_data_q <= mem[b_word];
      for (int i = 0; i < 4; i++) if (b_i.we && b_i.be[i]) mem[b_word][8*i+:8] <= b_i.wdata[8*i+:8];
    end
  end

  // The first cycle is the memory's own; the others are stages behind it.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a_valid_q <= 1'b0;
      b_valid_q <= 1'b0;
      b_id_q    <= '0;
      a_line_q  <= '0;
      b_line_q  <= '0;
    end else begin
      a_valid_q <= a_i.req;
      b_valid_q <= b_i.req;
      b_id_q    <= b_id_i;
      if (cycles_i > 4'd1) begin
        a_line_q <= {a_line_q[Stages-2:1], {a_valid_q, a_data_q}};
        b_line_q <= {b_line_q[Stages-2:1], {b_valid_q, b_id_q, b_data_q}};
      end
    end
  end

  always_comb begin
    a_o.err = 1'b0;
    b_o.err = 1'b0;
    {a_o.valid, a_o.rdata} = {a_valid_q, a_data_q};
    {b_o.valid, b_id_o, b_o.rdata} = {b_valid_q, b_id_q, b_data_q};
    if (cycles_i > 4'd1) begin
      {a_o.valid, a_o.rdata} = a_line_q[3'(cycles_i-4'd1)];
      {b_o.valid, b_id_o, b_o.rdata} = b_line_q[3'(cycles_i-4'd1)];
    end
  end
endmodule
