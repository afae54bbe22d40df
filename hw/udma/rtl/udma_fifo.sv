// SPDX-License-Identifier: Apache-2.0
// First in, first out; the head is visible while valid_o. What has left is overwritten: with zeros in a cycle without a
// push, so that nothing stays in the memory, or by a push for which no other place is left. After a reset the whole
// memory is overwritten.
module udma_fifo #(
    parameter int unsigned Width = 32,
    parameter int unsigned Depth = 32  // a power of two
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    input  logic                     clear_i,
    input  logic                     push_i,   // only while there is room
    input  logic [Width-1:0]         data_i,
    output logic                     valid_o,
    input  logic                     pop_i,    // only while valid_o
    output logic [Width-1:0]         data_o,
    output logic [$clog2(Depth+1)-1:0] count_o,  // words in it
    output logic                     clean_o   // nothing but the words in it is in the memory
);
  localparam int unsigned AddrWidth = $clog2(Depth);

  // The next word to write, to take, to overwrite; the top bit tells a full memory from an empty one.
  logic [AddrWidth:0] write_q, read_q, clean_q;
  logic [Width-1:0] mem[Depth];
  logic push, full, clean;

  assign push = push_i && !clear_i;
  assign full = write_q == {!clean_q[AddrWidth], clean_q[AddrWidth-1:0]};  // with what is to be overwritten
  assign clean = push ? full : !clean_o;
  assign count_o = write_q - read_q;
  assign clean_o = clean_q == read_q;
  assign valid_o = write_q != read_q;
  assign data_o = mem[read_q[AddrWidth-1:0]];

  always_ff @(posedge clk_i) begin
    if (push || !clean_o) mem[push ? write_q[AddrWidth-1:0] : clean_q[AddrWidth-1:0]] <= push ? data_i : '0;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= (AddrWidth + 1)'(Depth);
      read_q <= (AddrWidth + 1)'(Depth);
      clean_q <= '0;
    end else begin
      write_q <= write_q + (AddrWidth + 1)'(push);
      read_q <= clear_i ? write_q : read_q + (AddrWidth + 1)'(pop_i);
      clean_q <= clean_q + (AddrWidth + 1)'(clean);
    end
  end
endmodule
