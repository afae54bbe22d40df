// SPDX-License-Identifier: Apache-2.0
// S-box of AES and its inverse around one inversion: FIPS 197, sections 5.1.1 and 5.3.2. Combinational.
module cryp_aes_sbox
  import cryp_const_pkg::*;
(
    input  logic       inverse_i,
    input  logic [7:0] x_i,
    output logic [7:0] y_o
);
  function automatic logic [7:0] rotl(logic [7:0] x, int unsigned n);
    return (x << n) | (x >> (8 - n));
  endfunction

  logic [7:0] pre, inv;
  assign pre = inverse_i ? rotl(x_i, 1) ^ rotl(x_i, 3) ^ rotl(x_i, 6) ^ 8'h05 : x_i;
  assign inv = GfInverse[pre];
  assign y_o = inverse_i ? inv : inv ^ rotl(inv, 1) ^ rotl(inv, 2) ^ rotl(inv, 3) ^ rotl(inv, 4) ^ 8'h63;
endmodule
