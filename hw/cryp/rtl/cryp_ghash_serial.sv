// SPDX-License-Identifier: Apache-2.0
// Multiplication by the hash key as in cryp_ghash, with less area and a cycle more: the operand is read where it stands,
// and the product comes from a register.
module cryp_ghash_serial
  import cryp_pkg::*;
#(
    parameter int unsigned Bits = 4  // of the operand per cycle; divides 128
) (
    input  logic   clk_i,
    input  logic   rst_ni,
    input  logic   clear_i,
    input  logic   start_i,   // while !busy_o
    input  block_t x_i,       // stable while busy_o
    input  block_t h_i,       // stable while busy_o
    output logic   busy_o,
    output logic   done_o,    // the last cycle of busy_o: product_o is x * h
    output block_t product_o  // 0 while !busy_o
);
  localparam int unsigned Cycles = 128 / Bits;

  logic [Cycles-1:0][Bits-1:0] digits;
  logic [Bits-1:0] digit;
  block_t z_q, next;
  logic [$clog2(Cycles)-1:0] index_q;
  logic busy_q, done_q;

  assign digits = x_i;
  assign digit = digits[index_q];

  // Horner's rule from the highest powers: z * x^Bits + digit * h
  always_comb begin
    block_t power;
    next = z_q;
    for (int unsigned i = 0; i < Bits; i++) next = gcm_times_x(next);
    power = h_i;
    for (int unsigned i = 0; i < Bits; i++) begin
      next ^= power & {128{digit[Bits-1-i]}};
      power = gcm_times_x(power);
    end
  end

  assign busy_o = busy_q || done_q;
  assign done_o = done_q;
  assign product_o = z_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {z_q, index_q, busy_q, done_q} <= '0;
    end else if (clear_i || !busy_q) begin
      {z_q, index_q, done_q} <= '0;
      busy_q <= start_i && !clear_i;
    end else begin
      z_q <= next;
      index_q <= index_q + 1'b1;
      busy_q <= index_q != '1;
      done_q <= index_q == '1;
    end
  end
endmodule
