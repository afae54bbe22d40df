// SPDX-License-Identifier: Apache-2.0
// Multiplier of words in three stages: operands, product, product again, which tools may move into it.
module acryp_mul #(
    parameter int unsigned Width = 72
) (
    input  logic               clk_i,
    input  logic [Width-1:0]   x_i,
    input  logic [Width-1:0]   y_i,
    output logic [2*Width-1:0] p_o
);
  logic [Width-1:0] x_q, y_q;
  logic [2*Width-1:0] p_q;

  always_ff @(posedge clk_i) begin
    x_q <= x_i;
    y_q <= y_i;
    p_q <= (2 * Width)'(x_q) * (2 * Width)'(y_q);
    p_o <= p_q;
  end
endmodule
