// SPDX-License-Identifier: Apache-2.0
// Memory of the running sums of both contexts: one write and one read a cycle. What is read is there in the cycle after
// its address; a write is seen by reads of later cycles. A word must not be read in the cycle in which it is written:
// block RAMs then give any value. In a simulation it is all ones.
module acryp_sums #(
    parameter int unsigned Width = 72,
    parameter int unsigned Depth = 512
) (
    input  logic                     clk_i,
    input  logic                     we_i,
    input  logic [$clog2(Depth)-1:0] waddr_i,
    input  logic [Width-1:0]         wdata_i,
    input  logic [$clog2(Depth)-1:0] raddr_i,
    input  logic                     clear_i,  // with the address: 0 is read
    output logic [Width-1:0]         rdata_o
);
  (* no_rw_check *) logic [Width-1:0] mem[Depth];

  always_ff @(posedge clk_i) begin
    if (we_i) mem[waddr_i] <= wdata_i;
    if (clear_i) rdata_o <= '0;
    else rdata_o <= mem[raddr_i];
`ifndef SYNTHESIS
    if (we_i && !clear_i && waddr_i == raddr_i) rdata_o <= '1;
`endif
  end
endmodule
