// SPDX-License-Identifier: Apache-2.0
// S-box of AES and its inverse, by one inverter in GF((2^4)^2): FIPS 197, sections 5.1.1 and 5.3.2. Combinational.
module cryp_aes_sbox
  import cryp_gf_pkg::*;
(
    input  logic [7:0] x_i,
    input  logic       inverse_i,  // 0: y_o is the result; 1: inverse_y_o
    output logic [7:0] y_o,
    output logic [7:0] inverse_y_o
);
  byte_t inverted;
  assign inverted = invert(inverse_i ? map(AesInverseIn, x_i) ^ AesInverseConstant : map(AesIn, x_i));
  assign y_o = map(AesOut, inverted) ^ AesConstant;
  assign inverse_y_o = map(AesInverseOut, inverted);
endmodule
