// SPDX-License-Identifier: Apache-2.0
// One step of MD5: RFC 1321, section 3.4. Combinational.
module hasher_step_md5
  import hasher_pkg::*;
#(
    parameter int unsigned Offset = 0,  // step % Stride, known at each place in an unrolled pair
    parameter int unsigned Stride = 1
) (
    input  logic [3:0][31:0] state_i,  // a to d, a is [0]
    input  logic [5:0]       step_i,
    input  logic [31:0]      x_i,      // T[i] + X[k]
    output logic [3:0][31:0] state_o
);
  // Rotations of round r, step i % 4.
  localparam int unsigned Shift [4][4] = '{'{7, 12, 17, 22}, '{5, 9, 14, 20}, '{4, 11, 16, 23}, '{6, 10, 15, 21}};

  logic [31:0] a, b, c, d, f, sum, rotated;
  logic [1:0][31:0] s;

  assign {d, c, b, a} = state_i;
  always_comb begin
    unique case (step_i[5:4])
      2'd0: f = (b & c) | (~b & d);
      2'd1: f = (b & d) | (c & ~d);
      2'd2: f = b ^ c ^ d;
      default: f = c ^ (b | ~d);
    endcase
  end
  assign s   = csa32(x_i, a, f);
  assign sum = s[0] + s[1];
  // With two steps a cycle, one bit of the step's number is known here.
  logic [1:0] place;
  assign place = Stride == 2 ? {step_i[1], 1'(Offset)} : step_i[1:0];
  always_comb begin
    rotated = sum;
    for (int unsigned r = 0; r < 4; r++) begin
      for (int unsigned i = 0; i < 4; i++) begin
        if ({step_i[5:4], place} == {r[1:0], i[1:0]}) rotated = rol32(sum, Shift[r][i]);
      end
    end
  end
  assign state_o = {c, b, b + rotated, d};
endmodule
