// SPDX-License-Identifier: Apache-2.0
// AES, one round a cycle, both directions with the same round keys: FIPS 197, sections 5.1 and 5.3. The first
// AddRoundKey happens while a block is loaded, so a block takes 10, 12 or 14 cycles.
module cryp_aes
  import cryp_pkg::*;
#(
    parameter bit Inverse = 1  // also decrypts
) (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic       clear_i,
    input  logic       load_i,     // begin with block_i; in the cycle of take_i or while !busy_o
    input  block_t     block_i,
    input  logic       decrypt_i,  // from the cycle before load_i on, stable while busy_o
    input  logic [3:0] rounds_i,
    input  block_t     first_key_i,
    output logic [3:0] key_row_o,  // round key that the next cycle needs
    input  block_t     key_i,      // it, in the same cycle
    output logic       busy_o,
    output logic       done_o,     // result_o is there, until take_i
    input  logic       take_i,
    output block_t     result_o
);
  block_t state_d, state_q, shifted, added, mixed;
  // The round's key, before MixColumns (its inverse, and the last round, which has none) or after it; the other is 0.
  // While no round runs, the key after MixColumns is 0, too.
  block_t pre_q, post_q;
  logic [3:0] round_d, round_q;  // 0: idle
  logic [3:0] row_d, row_q, first_row;
  logic fresh_q;                 // the next round is the first of a block
  logic last_q;                  // it is the last round
  logic decrypt, pre;
  logic decrypt_q;               // for the S-boxes and MixColumns, which are wide
  logic turns;                   // a round that is not the last
  logic [15:0][7:0] sub, inverse_sub;  // the state through the S-boxes

  assign decrypt = Inverse && decrypt_i;

  function automatic logic [7:0] xtime(logic [7:0] x);
    return {x[6:0], 1'b0} ^ (x[7] ? 8'h1b : 8'h00);
  endfunction

  // MixColumns, and its inverse by what that has more, {0e 0b 0d 09} = {02 03 01 01} + {0c 08 0c 08}: 8 times the sum of
  // the column, and 4 times the sum of every other byte.
  function automatic block_t mix_columns(block_t b, logic back);
    block_t y;
    logic [3:0][7:0] x;
    logic [7:0] all, odd, even;
    for (int unsigned c = 0; c < 4; c++) begin
      {x[0], x[1], x[2], x[3]} = b[32*(3-c)+:32];
      even = x[0] ^ x[2];
      odd = x[1] ^ x[3];
      all = even ^ odd;
      for (int unsigned r = 0; r < 4; r++) begin
        y[32*(3-c)+8*(3-r)+:8] = x[r] ^ all ^ xtime(x[r] ^ x[(r+1)%4])
            ^ (back ? xtime(xtime(xtime(all) ^ (r % 2 == 0 ? even : odd))) : 8'h00);
      end
    end
    return y;
  endfunction

  for (genvar i = 0; i < 16; i++) begin : gen_sbox
    cryp_aes_sbox i_sbox (
        .x_i(state_q[8*(15-i)+:8]), .inverse_i(decrypt_q), .y_o(sub[i]), .inverse_y_o(inverse_sub[i])
    );
  end

  // Row r of the state is bytes r, 4 + r, 8 + r, 12 + r and moves by r columns.
  always_comb begin
    for (int unsigned c = 0; c < 4; c++) begin
      for (int unsigned r = 0; r < 4; r++) begin
        shifted[8*(15-(4*c+r))+:8] = decrypt_q ? inverse_sub[4*((c+4-r)%4)+r] : sub[4*((c+r)%4)+r];
      end
    end
  end
  assign added = shifted ^ pre_q;
  assign mixed = mix_columns(added, decrypt_q);

  assign busy_o = round_q != '0;
  assign done_o = last_q;
  assign result_o = added;

  // Round keys come a cycle early.
  assign first_row = decrypt ? rounds_i - 4'd1 : 4'd1;
  assign key_row_o = fresh_q ? first_row : row_q;
  assign pre = decrypt || key_row_o == rounds_i;

  // load_i and take_i come late, and never while rounds are left.
  assign turns = busy_o && !done_o;
  assign state_d = (mixed & {128{turns}}) ^ post_q ^ ((block_i ^ first_key_i) & {128{load_i}});
  always_comb begin
    round_d = round_q;
    row_d = row_q;
    if (turns) begin
      round_d = round_q + 4'd1;
      row_d = decrypt ? row_q - 4'd1 : row_q + 4'd1;
    end else if (load_i) begin
      row_d = decrypt ? rounds_i - 4'd2 : 4'd2;
      round_d = 4'd1;
    end else if (take_i) begin
      round_d = '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) decrypt_q <= 1'b0;
    else decrypt_q <= decrypt;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {state_q, round_q, row_q, last_q, pre_q, post_q} <= '0;
      fresh_q <= 1'b1;
    end else if (clear_i) begin
      {state_q, round_q, row_q, last_q, pre_q, post_q} <= '0;
      fresh_q <= 1'b1;
    end else begin
      if (turns || load_i || take_i) state_q <= state_d;
      round_q <= round_d;
      row_q <= row_d;
      last_q <= round_d == rounds_i;
      fresh_q <= round_d == '0 || round_d == rounds_i;
      if (!last_q || take_i) begin
        pre_q <= key_i & {128{pre}};
        post_q <= key_i & {128{!pre && (turns || load_i)}};
      end
    end
  end
endmodule
