// SPDX-License-Identifier: Apache-2.0
// AES, one round a cycle, both directions with the same round keys: FIPS 197, sections 5.1 and 5.3. The first
// AddRoundKey happens while a block is loaded, so a block takes 10, 12 or 14 cycles.
module cryp_aes
  import cryp_pkg::*;
(
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic       clear_i,
    input  logic       load_i,     // begin with block_i; in the cycle of take_i or while !busy_o
    input  block_t     block_i,    // plus the bits of result_o that chain_i selects
    input  block_t     chain_i,
    input  logic       decrypt_i,  // stable while busy_o
    input  logic [3:0] rounds_i,
    input  block_t     first_key_i,
    output logic [3:0] key_row_o,  // round key that is needed now
    input  block_t     key_i,
    output logic       busy_o,
    output logic       done_o,     // result_o is there, until take_i
    input  logic       take_i,
    output block_t     result_o
);
  block_t state_d, state_q, sub, shifted, added, mixed;
  logic [3:0] round_d, round_q;  // 0: idle
  logic [3:0] row_d, row_q;      // round key of the round
  logic last_q;                  // it is the last round

  function automatic logic [7:0] byte_of(block_t b, int unsigned i);
    return b[8*(15-i)+:8];
  endfunction

  function automatic logic [7:0] xtime(logic [7:0] x);
    return {x[6:0], 1'b0} ^ (x[7] ? 8'h1b : 8'h00);
  endfunction

  function automatic block_t mix_columns(block_t b);
    block_t y;
    logic [7:0] x0, x1, x2, x3, all;
    for (int unsigned c = 0; c < 4; c++) begin
      {x0, x1, x2, x3} = b[32*(3-c)+:32];
      all = x0 ^ x1 ^ x2 ^ x3;
      y[32*(3-c)+:32] = {
        x0 ^ all ^ xtime(x0 ^ x1), x1 ^ all ^ xtime(x1 ^ x2), x2 ^ all ^ xtime(x2 ^ x3), x3 ^ all ^ xtime(x3 ^ x0)
      };
    end
    return y;
  endfunction

  // InvMixColumns is MixColumns after adding 4 * (x0 + x2) and 4 * (x1 + x3):
  // {0e 0b 0d 09} = {02 03 01 01}{05 00 04 00}.
  function automatic block_t pre_inverse(block_t b);
    block_t y;
    logic [7:0] x0, x1, x2, x3, u, v;
    for (int unsigned c = 0; c < 4; c++) begin
      {x0, x1, x2, x3} = b[32*(3-c)+:32];
      u = xtime(xtime(x0 ^ x2));
      v = xtime(xtime(x1 ^ x3));
      y[32*(3-c)+:32] = {x0 ^ u, x1 ^ v, x2 ^ u, x3 ^ v};
    end
    return y;
  endfunction

  for (genvar i = 0; i < 16; i++) begin : gen_sbox
    cryp_aes_sbox i_sbox (.inverse_i(decrypt_i), .x_i(state_q[8*i+:8]), .y_o(sub[8*i+:8]));
  end

  // Row r of the state is bytes r, 4 + r, 8 + r, 12 + r and moves by r columns.
  always_comb begin
    for (int unsigned c = 0; c < 4; c++) begin
      for (int unsigned r = 0; r < 4; r++) begin
        shifted[8*(15-(4*c+r))+:8] =
            decrypt_i ? byte_of(sub, 4 * ((c + 4 - r) % 4) + r) : byte_of(sub, 4 * ((c + r) % 4) + r);
      end
    end
  end
  assign added = shifted ^ key_i;
  assign mixed = mix_columns(decrypt_i ? pre_inverse(added) : shifted) ^ (decrypt_i ? '0 : key_i);

  assign busy_o = round_q != '0;
  assign done_o = last_q;
  assign result_o = added;
  assign key_row_o = row_q;

  always_comb begin
    state_d = state_q;
    round_d = round_q;
    row_d = row_q;
    if (load_i) begin
      row_d = decrypt_i ? rounds_i - 4'd1 : 4'd1;
      state_d = (block_i ^ first_key_i) ^ (added & chain_i);
      round_d = 4'd1;
    end else if (take_i) begin
      state_d = '0;
      round_d = '0;
    end else if (busy_o && !done_o) begin
      state_d = mixed;
      round_d = round_q + 4'd1;
      row_d = decrypt_i ? row_q - 4'd1 : row_q + 4'd1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {state_q, round_q, row_q, last_q} <= '0;
    end else if (clear_i) begin
      {state_q, round_q, row_q, last_q} <= '0;
    end else begin
      state_q <= state_d;
      round_q <= round_d;
      row_q <= row_d;
      last_q <= round_d == rounds_i;
    end
  end
endmodule
