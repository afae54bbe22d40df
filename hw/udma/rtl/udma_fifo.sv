// SPDX-License-Identifier: Apache-2.0
// First in, first out; the head is visible while valid_o.
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
    output logic [$clog2(Depth+1)-1:0] count_o
);
  localparam int unsigned AddrWidth = $clog2(Depth);

  logic [Width-1:0] mem[Depth];
  logic [AddrWidth:0] write_q, read_q;

  assign count_o = write_q - read_q;
  assign valid_o = write_q != read_q;
  assign data_o = mem[read_q[AddrWidth-1:0]];

  always_ff @(posedge clk_i) begin
    if (push_i) mem[write_q[AddrWidth-1:0]] <= data_i;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q <= '0;
    end else if (clear_i) begin
      write_q <= '0;
      read_q <= '0;
    end else begin
      write_q <= write_q + (AddrWidth+1)'(push_i);
      read_q <= read_q + (AddrWidth+1)'(pop_i);
    end
  end
endmodule
