// SPDX-License-Identifier: Apache-2.0
// Types and arithmetic that the parts of the cipher block share. A block is a 128-bit number whose first byte is the
// most significant; DES blocks are in the upper half.
package cryp_pkg;
  import cryp_reg_pkg::*;

  typedef logic [127:0] block_t;
  typedef logic [1:0] alg_t;
  typedef logic [2:0] mode_t;
  // A bit for each mode, by its number in CTRL and in CONFIG.MODES, and for each cipher as in CONFIG.CIPHERS.
  typedef struct packed {logic gcm_iv, cmac, xts, ccm, gcm, ctr, cbc, ecb;} modes_t;
  typedef struct packed {logic des, sm4, aes;} ciphers_t;

  // A register word, first byte in bits 7:0, as a number with its first byte most significant, and back.
  function automatic logic [31:0] swap32(logic [31:0] x);
    return {x[7:0], x[15:8], x[23:16], x[31:24]};
  endfunction

  function automatic block_t swap128(block_t x);
    block_t y;
    for (int unsigned i = 0; i < 16; i++) y[8*i+:8] = x[8*(15-i)+:8];
    return y;
  endfunction

  function automatic logic is_des(alg_t alg);
    return alg inside {CtrlAlgDes, CtrlAlgDes3};
  endfunction

  function automatic ciphers_t cipher_of(alg_t alg);
    return '{aes: alg == CtrlAlgAes, sm4: alg == CtrlAlgSm4, des: is_des(alg)};
  endfunction

  function automatic modes_t modes_of(mode_t mode);
    return modes_t'(8'd1 << mode);
  endfunction

  localparam modes_t CounterModes = '{ctr: 1'b1, gcm: 1'b1, ccm: 1'b1, default: 1'b0};
  localparam modes_t GhashModes = '{gcm: 1'b1, gcm_iv: 1'b1, default: 1'b0};
  localparam modes_t DirectModes = '{ecb: 1'b1, cbc: 1'b1, xts: 1'b1, default: 1'b0};

  // Modes that XOR a key stream to the data, and use the cipher's forward direction only.
  function automatic logic is_counter(modes_t is);
    return (is & CounterModes) != '0;
  endfunction

  function automatic logic is_ghash(modes_t is);
    return (is & GhashModes) != '0;
  endfunction

  // Modes whose data passes the cipher, so that decryption needs its other direction.
  function automatic logic is_direct(modes_t is);
    return (is & DirectModes) != '0;
  endfunction

  // Bytes first to last - 1 of a block, the first in bit 0; last is 0 to 16.
  function automatic logic [15:0] byte_bits(logic [3:0] first, logic [4:0] last);
    logic [15:0] bytes;
    for (int unsigned i = 0; i < 16; i++) bytes[i] = i[4:0] >= {1'b0, first} && i[4:0] < last;
    return bytes;
  endfunction

  // Ones for the bytes whose bit is set, the first byte's in bit 0.
  function automatic block_t spread(logic [15:0] bytes);
    block_t mask;
    for (int unsigned i = 0; i < 16; i++) mask[8*(15-i)+:8] = {8{bytes[i]}};
    return mask;
  endfunction

  // The same as ones in a block
  function automatic block_t byte_mask(logic [3:0] first, logic [4:0] last);
    return spread(byte_bits(first, last));
  endfunction

  // Multiplication by x in GCM's field, SP 800-38D section 6.3: bit 127 is the coefficient of x^0.
  function automatic block_t gcm_times_x(block_t v);
    return (v >> 1) ^ (v[0] ? {8'he1, 120'h0} : '0);
  endfunction

  // Doubling of CMAC's subkeys, SP 800-38B section 6.1.
  function automatic block_t cmac_double(block_t v);
    return {v[126:0], 1'b0} ^ (v[127] ? 128'h87 : '0);
  endfunction

  // The tweak times alpha and alpha^32, IEEE 1619 section 5.2: the first byte is the least significant.
  function automatic block_t xts_times_alpha(block_t v);
    block_t le;
    le = swap128(v);
    return swap128({le[126:0], 1'b0} ^ (le[127] ? 128'h87 : '0));
  endfunction

  function automatic block_t xts_times_alpha32(block_t v);
    block_t le;
    logic [31:0] high;  // alpha^128 = alpha^7 + alpha^2 + alpha + 1
    le = swap128(v);
    high = le[127:96];
    return swap128({le[95:0], 32'h0} ^ {96'h0, high} ^ {95'h0, high, 1'b0} ^ {94'h0, high, 2'b0} ^ {89'h0, high, 7'h0});
  endfunction
endpackage
