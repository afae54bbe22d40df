// SPDX-License-Identifier: Apache-2.0
// Clock gate that lets every cycle pass, as on an FPGA: the generic form of a primitive that Ibex expects. The core
// does nothing while it sleeps, with or without its clock.
module prim_clock_gating #(
    parameter bit NoFpgaGate    = 1'b0,
    parameter bit FpgaBufGlobal = 1'b1
) (
    input  logic clk_i,
    input  logic en_i,
    input  logic test_en_i,
    output logic clk_o
);
  assign clk_o = clk_i;
endmodule
