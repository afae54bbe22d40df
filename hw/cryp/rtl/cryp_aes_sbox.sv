// SPDX-License-Identifier: Apache-2.0
// S-box of AES and its inverse, each a table of its own, so that neither waits for what they could share: FIPS 197,
// sections 5.1.1 and 5.3.2. Combinational.
module cryp_aes_sbox
  import cryp_const_pkg::*;
(
    input  logic [7:0] x_i,
    output logic [7:0] forward_o,
    output logic [7:0] inverse_o
);
  typedef logic [7:0] table_t[256];

  function automatic logic [7:0] rotl(logic [7:0] x, int unsigned n);
    return (x << n) | (x >> (8 - n));
  endfunction

  function automatic table_t make_forward();
    table_t made;
    for (int unsigned i = 0; i < 256; i++) begin
      automatic logic [7:0] inv = GfInverse[i];
      made[i] = inv ^ rotl(inv, 1) ^ rotl(inv, 2) ^ rotl(inv, 3) ^ rotl(inv, 4) ^ 8'h63;
    end
    return made;
  endfunction

  function automatic table_t make_inverse();
    table_t made;
    for (int unsigned i = 0; i < 256; i++) begin
      automatic logic [7:0] x = i[7:0];
      made[i] = GfInverse[rotl(x, 1) ^ rotl(x, 3) ^ rotl(x, 6) ^ 8'h05];
    end
    return made;
  endfunction

  localparam table_t Forward = make_forward();
  localparam table_t Inverse = make_inverse();
  assign forward_o = Forward[x_i];
  assign inverse_o = Inverse[x_i];
endmodule
