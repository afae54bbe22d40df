// SPDX-License-Identifier: Apache-2.0
// Choice between two clocks, which only a test mode of Ibex uses: the generic form of a primitive that it expects.
module prim_clock_mux2 #(
    parameter bit NoFpgaBufG = 1'b0
) (
    input  logic clk0_i,
    input  logic clk1_i,
    input  logic sel_i,
    output logic clk_o
);
  assign clk_o = sel_i ? clk1_i : clk0_i;
endmodule
