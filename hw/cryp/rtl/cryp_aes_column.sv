// SPDX-License-Identifier: Apache-2.0
// AES that only encrypts, a column a cycle, with its key and key schedule: FIPS 197, sections 5.1 and 5.2. A block takes
// 40, 48 or 56 cycles; the schedule makes a word a cycle with the same four S-boxes, 42, 48 or 54 cycles for a key.
module cryp_aes_column
  import cryp_pkg::*;
(
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        wipe_i,       // erase; takes 64 cycles of wipe_i
    input  logic [5:0]  wipe_row_i,
    // Key and schedule
    input  logic        key_we_i,     // while !busy_o and !expanding_o
    input  logic [2:0]  key_waddr_i,
    input  logic [31:0] key_wdata_i,
    input  logic [3:0]  key_words_i,  // 4, 6 or 8; stable during a command
    input  logic        expand_i,     // for one cycle, then wait for !expanding_o
    output logic        expanding_o,
    // Blocks
    input  logic        load_i,       // begin; in the cycle of take_i or while !busy_o
    output logic        first_o,      // the four cycles of the first round, with
    output logic [1:0]  column_o,     // the column that is made,
    input  logic [31:0] diagonal_i,   // and byte r of column column_o + r of the block for each r; else 0
    output logic        busy_o,
    output logic        done_o,       // result_o is there, until take_i
    input  logic        take_i,
    output block_t      result_o
);
  // Which word of the schedule is read: the round key of the present column, w[i - Nk] while w[i] is made, else the first
  // one that a block needs.
  logic [5:0] index_d, index_q, write_row;
  logic [31:0] word_q, word_data;
  logic [2:0] turn_q;                          // i modulo Nk
  logic [7:0] rcon_q;
  logic [31:0] before_q, pass_q;               // w[i - 1]; the same as it passes the S-boxes
  logic [31:0] new_word, made, made_data;
  logic expand_q, starts_q, running_q, first_round, last_round, ends, holds, whole, substitutes, rotates, writes_word;
  logic [3:0] rounds;
  logic [1:0] column;
  logic [3:0][7:0] old, from, sub, inverse_sub, mixed;  // a column, the first byte in [0]
  logic [31:0] added, state_data;
  logic [3:0] state_row;
  logic writes_state;
  logic [95:0] result_q;

  // ---- sequence ----

  assign rounds = key_words_i + 4'd6;
  assign column = index_q[1:0];
  assign done_o = running_q && index_q == {rounds, 2'd3};
  assign holds = done_o && !take_i;
  assign write_row = index_q + {2'b00, key_words_i};
  assign ends = expand_q && !starts_q && write_row == {rounds, 2'd3};
  always_comb begin
    if (expand_i) index_d = {2'b00, key_words_i} - 6'd1;
    else if (starts_q) index_d = '0;
    else if ((running_q && !done_o) || (expand_q && !ends)) index_d = index_q + 6'd1;
    else index_d = 6'd4;
  end
  assign column_o = column;
  assign first_o = running_q && first_round;
  assign busy_o = running_q;
  assign expanding_o = expand_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {index_q, running_q, expand_q, starts_q} <= '0;
    end else if (wipe_i) begin
      {index_q, running_q, expand_q, starts_q} <= '0;
    end else begin
      if (!holds) index_q <= index_d;
      running_q <= load_i || (running_q && !take_i);
      expand_q <= expand_i || (expand_q && !ends);
      starts_q <= expand_i;
    end
  end

  // ---- schedule ----

  // w[i] = w[i - Nk] + w[i - 1], which every Nk words, and for Nk = 8 also in between, is substituted. Words 0 to Nk - 1
  // are the key, written by the bus.

  logic [31:0] mem[64];
  assign new_word = swap32(key_wdata_i);
  assign writes_word = wipe_i || key_we_i || (expand_q && !starts_q);
  assign word_data = (made & {32{expand_q && !wipe_i}}) | (new_word & {32{!expand_q && !wipe_i}});
  always_ff @(posedge clk_i) begin
    if (writes_word) mem[wipe_i ? wipe_row_i : expand_q ? write_row : {3'b000, key_waddr_i}] <= word_data;
    if (!holds) word_q <= mem[index_d];
  end

  // In the first cycle w[Nk - 1] is read, and nothing added.
  assign rotates = turn_q == '0 && !starts_q;
  assign substitutes = rotates || (key_words_i[3] && turn_q == 3'd4);
  assign made = word_q ^ (substitutes ? {sub[0] ^ (rcon_q & {8{rotates}}), sub[1], sub[2], sub[3]} : before_q);
  assign whole = starts_q || {1'b0, turn_q} == key_words_i - 4'd1;  // the next word is that of a multiple of Nk
  assign made_data = whole ? {made[23:0], made[31:24]} : made;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {before_q, pass_q, turn_q} <= '0;
      rcon_q <= 8'h01;
    end else if (wipe_i || !expand_q) begin
      {before_q, pass_q, turn_q} <= '0;
      rcon_q <= 8'h01;
    end else begin
      before_q <= made;
      pass_q <= made_data;
      if (!starts_q) turn_q <= whole ? '0 : turn_q + 3'd1;
      if (rotates) rcon_q <= {rcon_q[6:0], 1'b0} ^ (rcon_q[7] ? 8'h1b : 8'h00);
    end
  end

  // ---- rounds ----

  // Rows 0 to 3 and 4 to 7 of a small memory hold the state before and after a round in turn, rows 8 to 11 the first
  // round key, to which the block is added in the first round: it is the key's first four words. Row r of the state moves
  // by r columns: each byte of a column comes from a row of its own.
  assign first_round = index_q[5:2] == 4'd1;
  assign last_round = index_q[5:2] == rounds;
  assign writes_state = wipe_i || (key_we_i && !key_waddr_i[2]) || (running_q && !last_round);
  assign state_row = wipe_i ? wipe_row_i[3:0] : running_q ? {1'b0, index_q[2:0]} : {2'b10, key_waddr_i[1:0]};
  assign state_data = ({mixed[0], mixed[1], mixed[2], mixed[3]} & {32{running_q && !wipe_i}})
                      | (new_word & {32{!running_q && !wipe_i}});
  for (genvar r = 0; r < 4; r++) begin : gen_row
    logic [7:0] bytes[16];
    logic [1:0] at;
    assign at = column + 2'(r);
    always_ff @(posedge clk_i) begin
      if (writes_state) bytes[state_row] <= state_data[8*(3-r)+:8];
    end
    assign old[r] = bytes[{first_round, !first_round && !index_q[2], at}];
    assign from[r] = running_q ? old[r] ^ diagonal_i[8*(3-r)+:8] : pass_q[8*(3-r)+:8];
    cryp_aes_sbox i_sbox (.x_i(from[r]), .inverse_i(1'b0), .y_o(sub[r]), .inverse_y_o(inverse_sub[r]));
  end

  function automatic logic [7:0] xtime(logic [7:0] x);
    return {x[6:0], 1'b0} ^ (x[7] ? 8'h1b : 8'h00);
  endfunction

  always_comb begin
    for (int unsigned r = 0; r < 4; r++) begin
      mixed[r] = xtime(sub[r] ^ sub[(r+1)%4]) ^ sub[(r+1)%4] ^ sub[(r+2)%4] ^ sub[(r+3)%4] ^ word_q[8*(3-r)+:8];
    end
  end
  assign added = {sub[0], sub[1], sub[2], sub[3]} ^ word_q;

  // The last columns before the present one
  always_ff @(posedge clk_i) begin
    if (!rst_ni) result_q <= '0;
    else if (wipe_i) result_q <= '0;
    else if (!holds) result_q <= {result_q[63:0], added};
  end
  assign result_o = {result_q, added};

  // Not used, on purpose.
  logic unused;
  assign unused = ^{inverse_sub};
endmodule
