// SPDX-License-Identifier: Apache-2.0
// What udma_fifo promises, of a memory as small as it can be: any word comes out as it went in and in its turn, and
// when the memory is clean and empty, the next place is zero. Words and clears come at any time, so that this is each
// place in turn.
module udma_fifo_props #(
    parameter int unsigned Width = 2,
    parameter int unsigned Depth = 4
) (
    input logic             clk_i,
    input logic             rst_ni,
    input logic             clear_i,
    input logic             push_i,
    input logic [Width-1:0] data_i,
    input logic             pop_i,
    input logic             mark_i  // the word that is pushed is the one to follow
);
  localparam int unsigned CountWidth = $clog2(Depth + 1);

  logic valid, clean;
  logic [Width-1:0] data;
  logic [CountWidth-1:0] count;

  udma_fifo #(
      .Width(Width),
      .Depth(Depth)
  ) i_dut (
      .clk_i, .rst_ni, .clear_i, .push_i, .data_i, .valid_o(valid), .pop_i, .data_o(data), .count_o(count),
      .clean_o(clean)
  );

  logic marked_q;
  logic [Width-1:0] data_q;
  logic [CountWidth-1:0] before_q;  // words in front of the marked one
  logic [CountWidth-1:0] count_q;
  logic [CountWidth:0] dirty_q;     // cycles without a push since the last word left or was dropped

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {marked_q, count_q, dirty_q} <= '0;
    end else begin
      count_q <= clear_i ? '0 : count_q + CountWidth'(push_i) - CountWidth'(pop_i);
      if (clear_i || (pop_i && marked_q && before_q == '0)) marked_q <= 1'b0;
      else if (push_i && mark_i && !marked_q) marked_q <= 1'b1;
      if (!marked_q) begin
        data_q <= data_i;
        before_q <= count - CountWidth'(pop_i);
      end else if (pop_i) begin
        before_q <= before_q - 1'b1;
      end
      if (pop_i || clear_i) dirty_q <= '0;
      else if (!push_i && dirty_q < (CountWidth + 1)'(Depth)) dirty_q <= dirty_q + 1'b1;
    end
  end
  // It begins with a reset.
  logic born_q;
  initial born_q = 1'b0;
  always_ff @(posedge clk_i) born_q <= 1'b1;
  always_comb begin
    if (!born_q) assume (!rst_ni);
    if (rst_ni) begin
      if (push_i) assume (count != CountWidth'(Depth));
      if (pop_i) assume (valid);
      assert (count == count_q && valid == (count_q != '0));
      if (marked_q) assert (before_q < count);
      if (marked_q && before_q == '0) assert (valid && data == data_q);
      if (clean && !valid) assert (data == '0);
      if (born_q && dirty_q == (CountWidth + 1)'(Depth)) assert (clean);
    end
  end
endmodule
