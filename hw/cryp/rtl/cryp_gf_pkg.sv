// SPDX-License-Identifier: Apache-2.0
// Arithmetic of the S-boxes of AES and SM4: both invert in GF(2^8), and all fields of 256 elements are the same but for
// a linear map, so that one inverter in GF((2^4)^2), which is a tenth of a table, serves both ciphers and directions.
// GF(2^4) is modulo z^4 + z + 1, the field above it modulo y^2 + y + Nu. The columns are those of the linear maps between
// the standards' fields and this one, with the standards' affine maps (FIPS 197 sections 5.1.1 and 5.3.2; GB/T 32907
// section 6.2); test_cryp.py compares every value through every S-box.
package cryp_gf_pkg;
  typedef logic [7:0] byte_t;
  typedef logic [7:0][7:0] columns_t;  // the image of bit i is [i]

  localparam logic [3:0] Nu = 4'ha;
  // AES: into the field, and back through the affine map; inverse: through its inverse into the field, and back
  localparam columns_t AesIn  = {8'hbc, 8'h5c, 8'he3, 8'h50, 8'h3a, 8'h32, 8'h4c, 8'h01};
  localparam columns_t AesOut = {8'h71, 8'h08, 8'h31, 8'hf9, 8'h84, 8'hb2, 8'hb4, 8'h1f};
  localparam columns_t AesInverseIn  = {8'hd0, 8'ha0, 8'h67, 8'h6d, 8'h40, 8'hd8, 8'hde, 8'h2a};
  localparam columns_t AesInverseOut = {8'h35, 8'h52, 8'ha7, 8'h42, 8'h0c, 8'h5c, 8'he1, 8'h01};
  localparam byte_t AesConstant = 8'h63, AesInverseConstant = 8'h33;
  localparam columns_t Sm4In  = {8'h59, 8'hed, 8'h81, 8'h90, 8'h8a, 8'hc7, 8'h99, 8'h9f};
  localparam columns_t Sm4Out = {8'h69, 8'hc9, 8'hd0, 8'h38, 8'hb0, 8'h4e, 8'h71, 8'hcb};
  localparam byte_t Sm4InConstant = 8'ha4, Sm4OutConstant = 8'hd3;

  function automatic byte_t map(columns_t columns, byte_t x);
    byte_t y;
    y = '0;
    for (int unsigned i = 0; i < 8; i++) y ^= columns[i] & {8{x[i]}};
    return y;
  endfunction

  function automatic logic [3:0] multiply(logic [3:0] a, logic [3:0] b);
    logic [6:0] p;
    p = '0;
    for (int unsigned i = 0; i < 4; i++) p[i+:4] ^= a & {4{b[i]}};
    return {p[3] ^ p[6], p[2] ^ p[5] ^ p[6], p[1] ^ p[4] ^ p[5], p[0] ^ p[4]};
  endfunction

  // Inverse in GF(2^4), 0 for 0
  function automatic logic [3:0] invert4(logic [3:0] x);
    logic [15:0][3:0] inverse;
    inverse = {4'h8, 4'h3, 4'h4, 4'ha, 4'h5, 4'hc, 4'h2, 4'hf, 4'h6, 4'h7, 4'hb, 4'hd, 4'he, 4'h9, 4'h1, 4'h0};
    return inverse[x];
  endfunction

  // Inverse in GF((2^4)^2), 0 for 0: (h y + l)^-1 = (h y + h + l) / (Nu h^2 + h l + l^2)
  function automatic byte_t invert(byte_t x);
    logic [3:0] h, l, d;
    {h, l} = x;
    d = invert4(multiply(Nu, multiply(h, h)) ^ multiply(h ^ l, l));
    return {multiply(h, d), multiply(h ^ l, d)};
  endfunction
endpackage
