// SPDX-License-Identifier: Apache-2.0
// A bank of the operand RAM: port 1 reads, port 2 reads or writes. What is read is there two cycles after its address; a
// word that port 2 writes is read, too, so that an erasure reaches what it last read.
// A word must not be read by port 1 in the cycle in which port 2 writes it: block RAMs then give any value. In a
// simulation it is all ones.
module acryp_ram #(
    parameter int unsigned Width = 72,
    parameter int unsigned Depth = 2048
) (
    input  logic                     clk_i,
    input  logic                     clear_i,  // what is read is 0
    input  logic [$clog2(Depth)-1:0] addr1_i,
    output logic [Width-1:0]         rdata1_o,
    input  logic                     we2_i,
    input  logic [$clog2(Depth)-1:0] addr2_i,
    input  logic [Width-1:0]         wdata2_i,
    output logic [Width-1:0]         rdata2_o
);
  (* no_rw_check *) logic [Width-1:0] mem[Depth];
  logic [Width-1:0] read1_q, read2_q;

  always_ff @(posedge clk_i) begin
    read1_q <= mem[addr1_i];
`ifndef SYNTHESIS
    if (we2_i && addr1_i == addr2_i) read1_q <= '1;
`endif
    rdata1_o <= clear_i ? '0 : read1_q;
  end
  always_ff @(posedge clk_i) begin
    if (we2_i) mem[addr2_i] <= wdata2_i;
    read2_q <= we2_i ? wdata2_i : mem[addr2_i];
    rdata2_o <= clear_i ? '0 : read2_q;
  end
endmodule
