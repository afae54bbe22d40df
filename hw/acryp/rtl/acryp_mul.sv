// SPDX-License-Identifier: Apache-2.0
// Multiplier of words in two stages: operands; products of digits, added up for each digit of y. What follows is their
// sum.
// A digit has 18 bits, which is what the multipliers of an FPGA take.
module acryp_mul #(
    parameter int unsigned Width = 72
) (
    input  logic               clk_i,
    input  logic [Width-1:0]   x_i,
    input  logic [Width-1:0]   y_i,
    output logic [2*Width-1:0] p_o
);
  localparam int unsigned Digit = 18;
  localparam int unsigned Digits = (Width + Digit - 1) / Digit;
  localparam int unsigned Wide = Digits * Digit;  // of an operand, filled up with zeros

  logic [Width-1:0] x_q, y_q;
  logic [Wide-1:0] x, y;
  assign x = Wide'(x_q);
  assign y = Wide'(y_q);

  // rows_q[j] = x times digit j of y. The products of even digits of x do not overlap, nor do those of the odd ones: two
  // numbers, one sum.
  logic [Digits-1:0][Wide+Digit-1:0] rows_q;
  for (genvar j = 0; j < Digits; j++) begin : g_row
    logic [Wide+Digit-1:0] even, odd;
    (* keep *) logic [Wide+Digit-1:0] row;
    always_comb begin
      even = '0;
      odd  = '0;
      for (int unsigned i = 0; i < Digits; i++) begin
        automatic logic [2*Digit-1:0] part = (2 * Digit)'(x[Digit*i+:Digit]) * (2 * Digit)'(y[Digit*j+:Digit]);
        if (i % 2 == 0) even[Digit*i+:2*Digit] = part;
        else odd[Digit*i+:2*Digit] = part;
      end
    end
    assign row = even + odd;
    always_ff @(posedge clk_i) rows_q[j] <= row;
  end

  // sum[j] = rows 0 to j, without the digits below, which are final.
  logic [2*Wide-1:0] product;
  for (genvar j = 0; j < Digits; j++) begin : g_sum
    (* keep *) logic [Wide+Digit-1:0] sum;
    if (j == 0) begin : g_first
      assign sum = rows_q[0];
    end else begin : g_next
      assign sum = rows_q[j] + (Wide + Digit)'(g_sum[j-1].sum[Wide+Digit-1:Digit]);
    end
    assign product[Digit*j+:Digit] = sum[Digit-1:0];
  end
  assign product[2*Wide-1:Wide] = g_sum[Digits-1].sum[Wide+Digit-1:Digit];

  always_ff @(posedge clk_i) begin
    x_q <= x_i;
    y_q <= y_i;
  end
  assign p_o = product[2*Width-1:0];

  // Not used, on purpose: above twice the width there are zeros.
  logic unused;
  assign unused = ^{product};
endmodule
