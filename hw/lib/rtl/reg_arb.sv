// SPDX-License-Identifier: Apache-2.0
// Two register ports onto one: port 1 (UDMA) goes first, but never cuts into an access of port 0 that waits.
module reg_arb #(
    parameter int unsigned AddrWidth = 12
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    input  logic [1:0]                valid_i,
    input  logic [1:0]                write_i,
    input  logic [1:0][AddrWidth-1:0] addr_i,
    input  logic [1:0][31:0]          wdata_i,
    output logic [1:0]                ready_o,
    output logic                      valid_o,
    output logic                      write_o,
    output logic [AddrWidth-1:0]      addr_o,
    output logic [31:0]               wdata_o,
    input  logic                      ready_i
);
  logic port, held_q;

  assign port = valid_i[1] && !held_q;
  assign valid_o = |valid_i;
  assign write_o = write_i[port];
  assign addr_o  = addr_i[port];
  assign wdata_o = wdata_i[port];
  assign ready_o = {ready_i && port, ready_i && !port};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= valid_i[0] && !port && !ready_i;
  end
endmodule
