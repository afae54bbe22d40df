// SPDX-License-Identifier: Apache-2.0
// One step of MD5: RFC 1321, section 3.4. Combinational.
module hasher_step_md5
  import hasher_pkg::*;
  import hasher_const_pkg::*;
(
    input  logic [3:0][31:0] state_i,  // a to d, a is [0]
    input  logic [1:0]       round_i,
    input  logic [15:0]      rotation_i,  // the bit of the step's rotation, 4 * round + step % 4; none with load_i
    input  logic [31:0]      x_i,      // T[i] + X[k] + a
    input  logic             load_i,   // no step: state_o's b is b_i. Nothing selects behind the adder.
    input  logic [31:0]      b_i,
    output logic [3:0][31:0] state_o
);
  logic [31:0] b, c, d, f, sum, rotated;

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
    rotated = '0;
    for (int unsigned r = 0; r < 4; r++) begin
      for (int unsigned i = 0; i < 4; i++) rotated |= {32{rotation_i[4*r+i]}} & rol32(sum, 32'(Md5Shift[r][i]));
    end
  end
  assign state_o = {c, b, (load_i ? b_i : b) + rotated, d};

  // Not used, on purpose.
  logic unused;
  assign unused = ^{state_i[0]};
endmodule
