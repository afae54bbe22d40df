// SPDX-License-Identifier: Apache-2.0
// The microcode: a word a cycle, in the cycle after its address.
module acryp_rom
  import acryp_ucode_pkg::*;
(
    input  logic        clk_i,
    input  logic [10:0] addr_i,
    output logic [35:0] data_o
);
  // What follows the programs are instructions that end with an error.
  always_ff @(posedge clk_i) data_o <= Rom[addr_i[RomBits-1:0]];
endmodule
