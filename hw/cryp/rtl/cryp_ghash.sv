// SPDX-License-Identifier: Apache-2.0
// Multiplication by the hash key in GF(2^128), Bits bits of the operand a cycle: SP 800-38D, section 6.3.
module cryp_ghash
  import cryp_pkg::*;
#(
    parameter int unsigned Bits = 16  // divides 128
) (
    input  logic   clk_i,
    input  logic   rst_ni,
    input  logic   clear_i,
    input  logic   start_i,  // while !busy_o
    input  block_t x_i,
    input  block_t h_i,      // stable while busy_o
    output logic   busy_o,
    output logic   done_o,   // in this cycle product_o is x * h
    output block_t product_o
);
  localparam int unsigned Cycles = 128 / Bits;

  block_t x_q, z_q, next;
  logic [$clog2(Cycles)-1:0] left_q;
  logic busy_q;

  // Horner's rule from the highest powers: z * x^Bits + digit * h. The terms are added as a tree.
  always_comb begin
    block_t [2*Bits-1:0] terms;  // the leaves, then the sums of two each
    block_t shifted, power;
    shifted = z_q;
    for (int unsigned i = 0; i < Bits; i++) shifted = gcm_times_x(shifted);
    power = h_i;
    for (int unsigned i = 0; i < Bits; i++) begin
      terms[i] = x_q[Bits-1-i] ? power : '0;
      power = gcm_times_x(power);
    end
    for (int unsigned i = 0; i < Bits - 1; i++) terms[Bits+i] = terms[2*i] ^ terms[2*i+1];
    terms[2*Bits-1] = '0;
    next = shifted ^ terms[2*Bits-2];
  end

  assign busy_o = busy_q;
  assign done_o = busy_q && left_q == '0;
  assign product_o = next;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {x_q, z_q, left_q, busy_q} <= '0;
    end else if (clear_i) begin
      {x_q, z_q, left_q, busy_q} <= '0;
    end else if (busy_q) begin
      x_q <= x_q >> Bits;
      z_q <= done_o ? '0 : next;
      left_q <= left_q - 1'b1;
      busy_q <= !done_o;
    end else begin
      // start_i is late: the operand is taken before it is known to be one.
      x_q <= x_i;
      left_q <= $clog2(Cycles)'(Cycles - 1);
      busy_q <= start_i;
    end
  end
endmodule
