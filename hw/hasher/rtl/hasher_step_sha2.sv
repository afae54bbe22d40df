// SPDX-License-Identifier: Apache-2.0
// One step of SHA-256 (Width 32) or SHA-512 (Width 64): FIPS 180-4, sections 6.2.2 and 6.4.2. Combinational.
module hasher_step_sha2 #(
    parameter int unsigned Width = 32
) (
    input  logic [7:0][Width-1:0] state_i,  // a to h, a is [0]
    input  logic [Width-1:0]      x_i,      // K_t + W_t + h
    output logic [7:0][Width-1:0] state_o
);
  typedef logic [Width-1:0] word_t;

  function automatic word_t ror(word_t x, int unsigned n);
    return (x >> n) | (x << (Width - n));
  endfunction

  // Carry-save adder: {sum, carry}.
  function automatic logic [1:0][Width-1:0] csa(word_t x, word_t y, word_t z);
    word_t carry;
    carry = (x & y) | (x & z) | (y & z);
    return {x ^ y ^ z, carry << 1};
  endfunction

  word_t a, b, c, d, e, f, g, s0, s1, ch, maj;
  logic [1:0][Width-1:0] t1, e1, a1, a2;

  assign {g, f, e, d, c, b, a} = state_i[6:0];
  if (Width == 64) begin : gen_wide
    assign s0 = ror(a, 28) ^ ror(a, 34) ^ ror(a, 39);
    assign s1 = ror(e, 14) ^ ror(e, 18) ^ ror(e, 41);
  end else begin : gen_narrow
    assign s0 = ror(a, 2) ^ ror(a, 13) ^ ror(a, 22);
    assign s1 = ror(e, 6) ^ ror(e, 11) ^ ror(e, 25);
  end
  assign ch  = (e & f) | (~e & g);
  assign maj = (a & b) | (a & c) | (b & c);

  // T1 = S1 + Ch + x stays in carry-save form for both sums it enters.
  assign t1  = csa(s1, ch, x_i);
  assign e1  = csa(t1[0], t1[1], d);
  assign a1  = csa(t1[0], t1[1], s0);
  assign a2  = csa(a1[0], a1[1], maj);

  assign state_o = {g, f, e, e1[0] + e1[1], c, b, a, a2[0] + a2[1]};

  // Not used, on purpose.
  logic unused;
  assign unused = ^{state_i[7]};
endmodule
