// SPDX-License-Identifier: Apache-2.0
// a_i < b_i of numbers without sign, by the borrow of their difference: one carry chain. For the operators < and > yosys
// may add a second one, for equality, in LUTs: twice the area, and the longest path of a block.
module less #(
    parameter int unsigned Width = 32
) (
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    output logic             less_o
);
  logic [Width:0] difference;
  assign difference = {1'b0, a_i} - {1'b0, b_i};
  assign less_o = difference[Width];

  // Not used, on purpose.
  logic unused;
  assign unused = ^{difference[Width-1:0]};
endmodule
