// SPDX-License-Identifier: Apache-2.0
// One step of SHA-512 or, in the lower half of its words, of SHA-256: FIPS 180-4, sections 6.2.2 and 6.4.2. What SHA-256
// leaves in the upper halves has no meaning. Combinational.
module hasher_step_sha2
  import hasher_pkg::*;
#(
    parameter int unsigned Width = 64  // 32: without SHA-512
) (
    input  logic                  wide_i,   // SHA-512
    input  logic [7:0][Width-1:0] state_i,  // a to h, a is [0]
    input  logic [Width-1:0]      x_i,      // K_t + W_t + h
    output logic [7:0][Width-1:0] state_o
);
  typedef logic [Width-1:0] word_t;

  // The sum of three rotations to the right, by a, b, c for SHA-512, by d, e, f for SHA-256
  function automatic word_t rotations(word_t x, logic wide, int unsigned a, int unsigned b, int unsigned c,
                                      int unsigned d, int unsigned e, int unsigned f);
    logic [63:0] w;
    logic [31:0] n;
    w = 64'(x);
    n = x[31:0];
    w = {64{wide}} & (ror64(w, a) ^ ror64(w, b) ^ ror64(w, c));
    n = {32{!wide}} & (rol32(n, 32 - d) ^ rol32(n, 32 - e) ^ rol32(n, 32 - f));
    return word_t'(w ^ {32'h0, n});
  endfunction

  word_t a, b, c, d, e, f, g, s0, s1, ch, maj;
  // Kept, so that synthesis makes a carry chain of each sum: several in a row wait for one ripple only, and take half
  // the area of carry-save adders in LUTs.
  (* keep *) word_t x_ch, t1, t2;

  assign {g, f, e, d, c, b, a} = state_i[6:0];
  assign s0 = rotations(a, wide_i, 28, 34, 39, 2, 13, 22);
  assign s1 = rotations(e, wide_i, 14, 18, 41, 6, 11, 25);
  assign ch  = (e & f) | (~e & g);
  assign maj = (a & b) | (a & c) | (b & c);

  assign x_ch = x_i + ch;
  assign t1   = x_ch + s1;
  assign t2   = s0 + maj;

  assign state_o = {g, f, e, d + t1, c, b, a, t1 + t2};

  // Not used, on purpose.
  logic unused;
  assign unused = ^{state_i[7]};
endmodule
