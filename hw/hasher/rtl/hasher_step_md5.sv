// SPDX-License-Identifier: Apache-2.0
// One step of MD5: RFC 1321, section 3.4. Combinational.
module hasher_step_md5
  import hasher_pkg::*;
(
    input  logic [3:0][31:0] state_i,  // a to d, a is [0]
    input  logic [1:0]       round_i,
    // The step's rotation by 8 * coarse + fine, one bit of each set
    input  logic [7:0]       fine_i,
    input  logic [2:0]       coarse_i,
    input  logic [31:0]      x_i,      // T[i] + X[k] + a
    input  logic             load_i,   // no step, coarse_i is 0: state_o's b is b_i. Nothing selects behind the adder.
    input  logic [31:0]      b_i,
    output logic [3:0][31:0] state_o
);
  logic [31:0] b, c, d, f, sum, turned, rotated;

  assign {d, c, b} = state_i[3:1];
  always_comb begin
    unique case (round_i)
      2'd0: f = (b & c) | (~b & d);
      2'd1: f = (b & d) | (c & ~d);
      2'd2: f = b ^ c ^ d;
      default: f = c ^ (b | ~d);
    endcase
  end
  assign sum = x_i + f;
  always_comb begin
    turned = '0;
    for (int unsigned i = 0; i < 8; i++) turned |= {32{fine_i[i]}} & rol32(sum, i);
    rotated = '0;
    for (int unsigned i = 0; i < 3; i++) rotated |= {32{coarse_i[i]}} & rol32(turned, 8 * i);
  end
  assign state_o = {c, b, (load_i ? b_i : b) + rotated, d};

  // Not used, on purpose.
  logic unused;
  assign unused = ^{state_i[0]};
endmodule
