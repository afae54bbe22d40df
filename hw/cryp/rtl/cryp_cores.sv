// SPDX-License-Identifier: Apache-2.0
// The block ciphers and their keys behind one interface: load a block, wait for done, take the result; the next block
// may be loaded in the cycle of the take.
module cryp_cores
  import cryp_pkg::*;
  import cryp_reg_pkg::*;
#(
    parameter int unsigned DesRounds = 2,
    parameter int unsigned AesColumns = 4,
    parameter modes_t Modes = '1,
    parameter ciphers_t Ciphers = '1
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        wipe_i,
    input  logic [5:0]  wipe_row_i,
    // Keys
    input  logic        key_we_i,
    input  logic        key_we_second_i,
    input  logic [1:0]  key_writer_i,  // as cryp_key_rules has it
    input  logic [2:0]  key_waddr_i,
    input  logic [31:0] key_wdata_i,
    input  logic        use_i,
    input  logic        refused_i,    // a command that would have used the key
    input  logic [6:0]  kind_i,
    output logic        used_o,
    output logic [6:0]  kind_o,
    output logic        key_dma_o,    // the DMA wrote the key, and no command has used it
    output logic [7:0]  written_o,
    output logic [7:0]  written2_o,
    output logic        equal_o,
    input  logic [3:0]  check_words_i,  // of the command that is written
    input  logic [3:0]  key_words_i,  // stable during a command, like alg_i
    input  alg_t        alg_i,
    input  logic        expand_i,
    output logic        expanding_o,
    input  logic        second_i,     // use or expand KEY2
    // Blocks
    input  logic        prepare_i,    // AES: fetch the first round key of this direction and key; while !busy_o
    input  logic        decrypt_i,
    input  logic        load_i,
    input  block_t      block_i,      // plus those bits of the taken result that chain_i selects
    input  block_t      chain_i,
    output logic        first_o,      // of cryp_aes_column, with AesColumns = 1
    output logic [1:0]  column_o,
    input  logic [31:0] diagonal_i,
    output logic        busy_o,
    output logic        done_o,
    input  logic        take_i,
    output block_t      result_o
);
  block_t row, first_key_q, aes_result, sm4_result;
  // What a cipher begins with; each has its own, since a run never continues that of another cipher
  block_t aes_first, sm4_first;
  logic [63:0] des_first;
  block_t user_key;
  logic sm4_expanding;
  logic [63:0] des_result;
  logic [63:0] des_key;
  logic [1:0] des_index;
  logic [31:0] sm4_key_word;
  logic same;
  logic [3:0] aes_row, key_words_q, rounds_q;
  logic [4:0] row_addr, sm4_word, sm4_index;
  logic aes_q, sm4_q, des_q, aes_busy, sm4_busy, des_busy, aes_done, sm4_done, des_done;

  // Decoded a cycle ahead: a command needs them from its second cycle on.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {aes_q, sm4_q, des_q, key_words_q, rounds_q} <= '0;
    end else begin
      {des_q, sm4_q, aes_q} <= cipher_of(alg_i) & Ciphers;
      key_words_q <= key_words_i;
      rounds_q <= key_words_i + 4'd6;
    end
  end

  always_comb begin
    if (prepare_i) row_addr = {second_i, decrypt_i ? rounds_q : 4'd0};
    else if (sm4_q) row_addr = {second_i, 1'b0, sm4_word[4:2]};
    else row_addr = {second_i, aes_row};
  end

  cryp_key_rules i_rules (
      .clk_i, .rst_ni, .wipe_i, .we_i(key_we_i), .we_second_i(key_we_second_i), .writer_i(key_writer_i),
      .waddr_i(key_waddr_i), .same_i(same), .use_i, .refused_i, .kind_i, .used_o, .kind_o, .dma_o(key_dma_o),
      .written_o, .written2_o, .equal_o, .check_words_i
  );

  if (AesColumns == 1) begin : gen_column
    // KEY2 is for XTS alone, which is not there: its words are not kept.
    cryp_aes_column i_aes (
        .clk_i, .rst_ni, .wipe_i, .wipe_row_i, .key_we_i(key_we_i && !key_we_second_i), .key_waddr_i, .key_wdata_i,
        .key_words_i, .expand_i, .expanding_o, .load_i, .first_o, .column_o, .diagonal_i, .busy_o(aes_busy),
        .done_o(aes_done), .take_i, .result_o(aes_result)
    );
    assign {same, aes_row, row, des_key, user_key, sm4_expanding, sm4_index} = '0;
  end else begin : gen_keys
    cryp_keys #(
        .Ciphers(Ciphers)
    ) i_keys (
        .clk_i, .rst_ni, .wipe_i, .wipe_row_i(wipe_row_i[4:0]), .we_i(key_we_i), .we_second_i(key_we_second_i),
        .waddr_i(key_waddr_i), .wdata_i(key_wdata_i), .same_o(same), .key_words_i(key_words_q), .expand_i, .second_i,
        .sm4_i(Ciphers.sm4 && alg_i == CtrlAlgSm4), .busy_o(expanding_o), .row_i(row_addr), .row_o(row),
        .des_index_i(des_index), .des_key_o(des_key), .key_o(user_key), .sm4_busy_o(sm4_expanding),
        .sm4_index_o(sm4_index), .sm4_word_i(sm4_key_word)
    );
    assign {column_o, first_o} = '0;
  end

  if (AesColumns != 1 && Ciphers.aes) begin : gen_aes
    cryp_aes #(
        .Inverse(is_direct(Modes))
    ) i_aes (
        .clk_i, .rst_ni, .clear_i(wipe_i), .load_i(load_i && aes_q), .block_i(aes_first), .decrypt_i,
        .rounds_i(rounds_q), .first_key_i(first_key_q), .key_row_o(aes_row), .key_i(row),
        .busy_o(aes_busy), .done_o(aes_done), .take_i, .result_o(aes_result)
    );
  end else if (AesColumns != 1) begin : gen_no_aes
    assign {aes_row, aes_busy, aes_done, aes_result} = '0;
  end
  if (Ciphers.sm4) begin : gen_sm4
    cryp_sm4 i_sm4 (
        .clk_i, .rst_ni, .clear_i(wipe_i), .load_i(load_i && sm4_q), .block_i(sm4_first), .decrypt_i,
        .key_word_o(sm4_word), .key_i(row[{~sm4_word[1:0], 5'd0}+:32]),
        .busy_o(sm4_busy), .done_o(sm4_done), .take_i, .result_o(sm4_result),
        .expand_i(expand_i && alg_i == CtrlAlgSm4), .user_key_i(user_key), .expanding_i(sm4_expanding),
        .word_i(sm4_index), .word_o(sm4_key_word)
    );
  end else begin : gen_no_sm4
    assign {sm4_word, sm4_busy, sm4_done, sm4_result, sm4_key_word} = '0;
  end
  if (Ciphers.des) begin : gen_des
    cryp_des #(
        .Rounds(DesRounds)
    ) i_des (
        .clk_i, .rst_ni, .clear_i(wipe_i), .load_i(load_i && des_q), .block_i(des_first),
        .decrypt_i, .triple_i(alg_i == CtrlAlgDes3), .key_index_o(des_index),
        .key_i(des_key), .busy_o(des_busy), .done_o(des_done), .take_i, .result_o(des_result)
    );
  end else begin : gen_no_des
    assign {des_index, des_busy, des_done, des_result} = '0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) first_key_q <= '0;
    else if (wipe_i) first_key_q <= '0;
    else if (prepare_i) first_key_q <= row;
  end

  assign aes_first = block_i ^ (aes_result & chain_i);
  assign sm4_first = block_i ^ (sm4_result & chain_i);
  assign des_first = block_i[127:64] ^ (des_result & chain_i[127:64]);
  assign busy_o = aes_busy || sm4_busy || des_busy;
  assign done_o = aes_done || sm4_done || des_done;
  if (AesColumns == 1) begin : gen_result
    assign result_o = aes_result;
  end else begin : gen_results
    assign result_o = ({des_result, 64'h0} & {128{des_q}}) | (sm4_result & {128{sm4_q}})
                      | (aes_result & {128{aes_q}});
  end

  // Not used, on purpose.
  logic unused;
  assign unused = ^{wipe_row_i, chain_i, diagonal_i, des_q, sm4_q, des_result, sm4_result, key_words_q, aes_row, rounds_q,
                    row_addr, user_key, aes_first, sm4_first, des_first, first_key_q, des_key, des_index, sm4_key_word,
                    sm4_expanding, sm4_index, sm4_word, aes_q};
endmodule
