// SPDX-License-Identifier: Apache-2.0
// First in, first out; the head is visible while valid_o. What has left is overwritten with zeros, so that
// nothing stays in the memory; after a reset the whole of it. Words alternate between two banks, so that one is taken
// while another is overwritten.
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
    output logic [$clog2(Depth+1)-1:0] used_o,   // ... and those that are not yet overwritten: there is no room for more
    output logic                     clean_o   // nothing but the words in it is in the memory
);
  localparam int unsigned AddrWidth = $clog2(Depth);

  logic [AddrWidth:0] write_q, read_q, clean_q;
  logic [1:0][Width-1:0] data;
  logic push, clean;

  assign push = push_i && !clear_i;
  assign clean = !clean_o && !(push && write_q[0] == clean_q[0]);
  assign count_o = write_q - read_q;
  assign used_o = write_q - clean_q;
  assign clean_o = clean_q == read_q;
  assign valid_o = write_q != read_q;
  assign data_o = data[read_q[0]];

  for (genvar b = 0; b < 2; b++) begin : gen_bank
    logic [Width-1:0] mem[Depth/2];
    logic put;
    assign put = push && write_q[0] == 1'(b);
    always_ff @(posedge clk_i) begin
      if (put || (clean && clean_q[0] == 1'(b)))
        mem[put ? write_q[AddrWidth-1:1] : clean_q[AddrWidth-1:1]] <= put ? data_i : '0;
    end
    assign data[b] = mem[read_q[AddrWidth-1:1]];
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
