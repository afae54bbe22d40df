// SPDX-License-Identifier: Apache-2.0
// One step of SHA-1: FIPS 180-4, section 6.1.2. Combinational.
module hasher_step_sha1
  import hasher_pkg::*;
(
    input  logic [4:0][31:0] state_i,  // a to e, a is [0]
    input  logic [1:0]       phase_i,  // step / 20
    input  logic [31:0]      x_i,      // K_t + W_t + e
    output logic [4:0][31:0] state_o
);
  logic [31:0] a, b, c, d, f;
  (* keep *) logic [31:0] x_f;  // kept as a carry chain of its own

  assign {d, c, b, a} = state_i[3:0];
  always_comb begin
    unique case (phase_i)
      2'd0: f = (b & c) | (~b & d);
      2'd2: f = (b & c) | (b & d) | (c & d);
      default: f = b ^ c ^ d;
    endcase
  end
  assign x_f = x_i + f;
  assign state_o = {d, c, rol32(b, 30), a, x_f + rol32(a, 5)};

  // Not used, on purpose.
  logic unused;
  assign unused = ^{state_i[4]};
endmodule
