// SPDX-License-Identifier: Apache-2.0
// One step of SM3: GB/T 32905-2016, section 5.3.3. Combinational.
module hasher_step_sm3
  import hasher_pkg::*;
(
    input  logic [7:0][31:0] state_i,  // A to H, A is [0]
    input  logic             early_i,  // step < 16
    input  logic [31:0]      w_i,      // W_j + H
    input  logic [31:0]      w1_i,     // W'_j + D
    input  logic [31:0]      k_i,      // T_j rotated left by j
    output logic [7:0][31:0] state_o
);
  logic [31:0] a, b, c, e, f, g, a12, bits, carries, ss, ss1, ff, gg, tt1_rest, tt2_rest, tt2, p0;

  assign {g, f, e} = state_i[6:4];
  assign {c, b, a} = state_i[2:0];
  assign a12 = rol32(a, 12);
  // Carry-save: the rotation behind this sum waits for its highest bit, so a second chain would cost its whole ripple.
  assign bits = a12 ^ e ^ k_i;
  assign carries = (a12 & e) | (a12 & k_i) | (e & k_i);
  assign ss  = bits + {carries[30:0], 1'b0};
  assign ss1 = rol32(ss, 7);
  assign ff  = early_i ? (a ^ b ^ c) : ((a & b) | (a & c) | (b & c));
  assign gg  = early_i ? (e ^ f ^ g) : ((e & f) | (~e & g));

  // What does not wait for SS1 is summed beside it.
  assign tt1_rest = ff + w1_i;
  assign tt2_rest = gg + w_i;
  assign tt2 = tt2_rest + ss1;
  assign p0  = tt2 ^ rol32(tt2, 9) ^ rol32(tt2, 17);

  assign state_o = {g, rol32(f, 19), e, p0, c, rol32(b, 9), a, tt1_rest + (ss1 ^ a12)};

  // Not used, on purpose.
  logic unused;
  assign unused = ^{state_i[3], state_i[7], carries[31]};
endmodule
