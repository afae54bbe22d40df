// SPDX-License-Identifier: Apache-2.0
// Keys and round keys: written by the bus, read by nothing but the ciphers. The schedule of AES makes a round key a cycle
// (11, 13 or 15 cycles; FIPS 197 section 5.2), as fast as encryption needs them, that of SM4 a word (32 cycles; GB/T
// 32907 section 7.3). Rows 0 to 15 hold the round keys of KEY, rows 16 to 31 those of KEY2.
module cryp_keys
  import cryp_pkg::*;
#(
    parameter ciphers_t Ciphers = '1
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             wipe_i,     // erase; takes 32 cycles of wipe_i
    input  logic [4:0]       wipe_row_i,
    input  logic             we_i,
    input  logic             we_second_i,
    input  logic [2:0]       waddr_i,
    input  logic [31:0]      wdata_i,
    output logic             same_o,     // with we_i: it is also the word of the other register
    input  logic [3:0]       key_words_i,  // while busy_o
    // Schedule: expand_i for one cycle, then wait for !busy_o.
    input  logic             expand_i,
    input  logic             second_i,
    input  logic             sm4_i,
    output logic             busy_o,
    // To the ciphers
    input  logic [4:0]       row_i,
    output block_t           row_o,
    input  logic [1:0]       des_index_i,  // of the key in the same cycle; while !busy_o
    output logic [63:0]      des_key_o,
    // To SM4, which makes the words of its schedule
    output block_t           key_o,        // with expand_i
    output logic             sm4_busy_o,   // word sm4_index_o is due in this cycle
    output logic [4:0]       sm4_index_o,
    input  logic [31:0]      sm4_word_i
);
  logic [7:0][31:0] w_q;            // AES: last eight words of the schedule, newest in [7]
  logic [5:0] i_q;                  // word that comes next
  logic [1:0] turn_q;               // AES-192: i_q modulo 6, divided by 2
  logic [31:0] temp_q;              // AES: the word that passes the S-box next
  logic [7:0] rcon_q;
  logic busy_q, second_q, sm4_q, ends, ended_q, six, eight, split, first_row, second_row;
  logic [31:0] temp, temp_d, next, sub, inverse_sub;
  logic [3:0][31:0] old, word;
  logic [3:0][31:0] bank_data;
  logic [3:0] bank_we;
  logic [4:0] bank_row;
  logic [5:0] last;

  // ---- keys ----

  // KEY is rows 0 and 1, KEY2 rows 2 and 3, a word a bank, as numbers with the first byte most significant. Who reads
  // when: the comparison while a word is written, the schedules, DES.
  logic [31:0] new_word;
  logic [1:0] key_write_row, key_row;
  logic [3:0][31:0] key;  // the row that is read
  assign new_word = swap32(wdata_i);
  assign key_write_row = wipe_i ? wipe_row_i[1:0] : {we_second_i, waddr_i[2]};
  always_comb begin
    if (we_i) key_row = {!we_second_i, waddr_i[2]};
    else if (expand_i) key_row = {second_i, 1'b0};
    else if (busy_q) key_row = {second_q, 1'b1};
    else key_row = {1'b0, des_index_i[1]};
  end
  for (genvar b = 0; b < 4; b++) begin : gen_key
    logic [31:0] mem[4];
    always_ff @(posedge clk_i) begin
      if (wipe_i || (we_i && waddr_i[1:0] == 2'(b))) mem[key_write_row] <= wipe_i ? '0 : new_word;
    end
    assign key[b] = mem[key_row];
  end
  assign des_key_o = des_index_i[0] ? {key[2], key[3]} : {key[0], key[1]};

  assign same_o = new_word == key[waddr_i[1:0]];

  // ---- schedules ----

  // AES: w[i] = w[i - Nk] + temp, where temp is w[i - 1], passed through the S-box every Nk words, and for Nk = 8 also in
  // between: of four words one at most, the first or (AES-192, split) the third. What passes is known a cycle before.
  assign six = key_words_i[1];
  assign eight = key_words_i[3];
  assign split = six && turn_q == 2'd2;
  for (genvar b = 0; b < 4; b++) begin : gen_sbox
    if (Ciphers.aes) begin : gen_aes
      cryp_aes_sbox i_sbox (.x_i(temp_q[8*b+:8]), .inverse_i(1'b0), .y_o(sub[8*b+:8]), .inverse_y_o(inverse_sub[8*b+:8]));
    end else begin : gen_no_aes
      assign {sub[8*b+:8], inverse_sub[8*b+:8]} = '0;
    end
  end
  // The first row of the key is in the window by then, the second one is being read.
  assign first_row = i_q[5:2] == 4'd0;
  assign second_row = i_q[5:2] == 4'd1;
  always_comb begin
    old = eight ? w_q[3:0] : six ? w_q[5:2] : w_q[7:4];
    temp = sub ^ (eight && i_q[2] ? '0 : {rcon_q, 24'h0});
    if (six && turn_q == 2'd1) temp = w_q[7];
    if (split) begin
      word[0] = old[0] ^ w_q[7];
      word[1] = old[0] ^ old[1] ^ w_q[7];
      if (second_row) {word[1], word[0]} = {key[1], key[0]};
      word[2] = old[2] ^ temp;
      word[3] = old[2] ^ old[3] ^ temp;
    end else begin
      word[0] = old[0] ^ temp;
      word[1] = old[0] ^ old[1] ^ temp;
      word[2] = old[0] ^ old[1] ^ old[2] ^ temp;
      word[3] = old[0] ^ old[1] ^ old[2] ^ old[3] ^ temp;
      if (first_row) word = w_q[7:4];
      else if (second_row && eight) word = key;
    end
    // The last word before the next multiple of Nk, or of 4 for Nk = 8.
    next = word[3];
    if (six && turn_q == 2'd0) next = first_row ? key[1] : w_q[6] ^ w_q[7] ^ word[3];
    temp_d = eight && !i_q[2] ? next : {next[23:0], next[31:24]};
  end

  assign key_o = {key[0], key[1], key[2], key[3]};
  assign sm4_busy_o = busy_q && sm4_q;
  assign sm4_index_o = i_q[4:0];

  // Words of the round keys less one: 4 * (Nr + 1) - 1 with Nr = Nk + 6.
  assign last = sm4_q ? 6'd31 : {key_words_i, 2'b00} + 6'd27;
  assign ends = (sm4_q ? i_q : i_q | 6'd3) == last;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {w_q, i_q, turn_q, temp_q, rcon_q, busy_q, ended_q, second_q, sm4_q} <= '0;
    end else if (wipe_i || (ended_q && !expand_i)) begin
      {w_q, i_q, turn_q, temp_q, rcon_q, busy_q, ended_q, second_q, sm4_q} <= '0;
    end else if (expand_i) begin
      ended_q <= 1'b0;
      i_q <= '0;
      turn_q <= '0;
      rcon_q <= 8'h01;
      busy_q <= 1'b1;
      second_q <= second_i;
      sm4_q <= sm4_i;
      w_q[7:4] <= key;
    end else if (busy_q) begin
      busy_q <= !ends;
      ended_q <= ends;
      if (sm4_q) begin
        i_q <= i_q + 6'd1;
      end else begin
        w_q <= {word, w_q[7:4]};
        temp_q <= temp_d;
        i_q <= i_q + 6'd4;
        turn_q <= turn_q == 2'd0 ? 2'd2 : turn_q - 2'd1;
        if (!first_row && !(eight && i_q[2]) && !(six && turn_q == 2'd1)) begin
          rcon_q <= {rcon_q[6:0], 1'b0} ^ (rcon_q[7] ? 8'h1b : 8'h00);
        end
      end
    end
  end
  assign busy_o = busy_q;

  // ---- round keys ----

  always_comb begin
    bank_row = wipe_i ? wipe_row_i : {second_q, i_q[5:2]};
    bank_we = '0;
    bank_data = '0;
    if (wipe_i) bank_we = '1;
    else if (busy_q && sm4_q) begin
      bank_we[i_q[1:0]] = 1'b1;
      bank_data = {4{sm4_word_i}};
    end else if (busy_q) begin
      bank_we = '1;
      bank_data = word;
    end
  end
  for (genvar b = 0; b < 4; b++) begin : gen_bank
    logic [31:0] mem[32];
    always_ff @(posedge clk_i) begin
      if (bank_we[b]) mem[bank_row] <= bank_data[b];
    end
    assign row_o[32*(3-b)+:32] = mem[row_i];
  end

  // Not used, on purpose.
  logic unused;
  assign unused = ^{inverse_sub, temp_q};
endmodule
