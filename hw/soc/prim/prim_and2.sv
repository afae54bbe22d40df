// SPDX-License-Identifier: Apache-2.0
// And gate that a technology may replace: the generic form of a primitive that Ibex expects.
module prim_and2 #(
    parameter int Width = 1
) (
    input  logic [Width-1:0] in0_i,
    input  logic [Width-1:0] in1_i,
    output logic [Width-1:0] out_o
);
  assign out_o = in0_i & in1_i;
endmodule
