// SPDX-License-Identifier: Apache-2.0
// Runs a command, as cryp_ctl does, for GCM alone (SP 800-38D): less area, with AES of a column a cycle.
module cryp_gcm
  import cryp_pkg::*;
  import cryp_reg_pkg::*;
#(
    parameter int unsigned GhashBits = 4
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        wipe_i,
    output logic        wiping_o,
    output logic [5:0]  wipe_row_o,
    // Command: start_i only while !busy_o and with arguments that the top has checked, in its registers from the next
    // cycle on until !busy_o.
    input  logic        start_i,
    input  logic [12:0] ctrl_i,
    input  logic        len_some_i,       // the command has data, AAD
    input  logic        aad_len_some_i,
    input  logic [31:0] aad_len_i,
    input  logic [31:0] len_i,
    input  logic [36:0] total_i,          // count_o and count_aad_o plus these lengths
    input  logic [60:0] total_aad_i,
    output logic        busy_o,
    output logic        done_o,
    output logic [3:0]  key_words_o,
    output block_t      tag_o,            // with done_o
    // State that the bus writes between commands
    input  logic        iv_we_i,
    input  logic [3:0]  y_clear_i,        // in the cycle before, for each word
    input  logic        y_we_i,
    input  logic        count_we_i,
    input  logic        count_aad_we_i,
    input  logic        key_we_i,         // round keys and hash key become stale
    input  logic [1:0]  waddr_i,
    input  logic [31:0] wdata_i,
    input  logic [3:0]  read_i,           // word of RESULT that is read,
    output logic [31:0] read_o,           // and it, while !busy_o
    output logic [63:0] count_o,
    output logic [63:0] count_aad_o,
    // AES
    output logic        expand_o,
    input  logic        expanding_i,
    output logic        load_o,
    input  logic        core_first_i,     // see cryp_aes_column
    input  logic [1:0]  column_i,
    output logic [31:0] diagonal_o,
    input  logic        core_busy_i,
    input  logic        core_done_i,
    output logic        core_take_o,
    input  block_t      result_i,
    // Input blocks
    output logic        later_o,          // input will be wanted, but not yet
    output logic        in_start_o,
    output logic [3:0]  in_skip_o,
    output logic [31:0] in_len_o,
    output logic        in_some_o,        // it is not 0
    input  logic        in_wants_i,
    input  logic        in_full_i,
    output logic        in_take_o,
    input  block_t      in_block_i,
    input  logic [15:0] in_bytes_i,
    input  logic        in_whole_i,
    input  logic        in_last_i,
    // Output blocks
    output logic        put_o,
    output block_t      out_block_o,
    input  logic        out_ready_i,
    input  logic        out_valid_i,      // there is output that has not been read
    output logic        coming_o,         // a word of output will come without more input
    output logic        stuck_o           // nothing goes on before output is read
);
  typedef enum logic [3:0] {
    PhWipe,
    PhIdle,
    PhKey,      // the key schedule starts; counts and Y of a first command become 0
    PhExpand,
    PhHashKey,  // E(0)
    PhBegin,    // first counter and counts; multiply a partial block that an earlier command left, if its part has ended
    PhAad,      // or another IV
    PhNext,     // the data begins
    PhData,
    PhLength,   // GHASH of the lengths
    PhTag,
    PhEnd
  } phase_e;

  phase_e phase_d, phase_q;
  logic other_iv, decrypt, first, last, verify, clears, begins, pending, closes, multiply, take, issue, goes_on;
  logic keys_q;                  // round keys and hash key are there
  logic more_d, more_q;          // key stream blocks are still to be made
  logic [5:0] row_q;             // counts in PhWipe, the words of the lengths, and those of Y that become the IV
  logic [3:0] skip_q;            // where the data begins within a block
  logic [63:0] count_q, count_aad_q;
  block_t y_d, y_q, hash_key_q, product, added;
  logic tag_q;                   // Y is the tag
  logic [31:0] counter_q, word;
  logic [3:0][31:0] y_words, count_words;
  logic [31:0] y_word, iv_word, iv_read, iv_data, count_word;
  logic [3:0] y_we;
  logic [1:0] index, iv_row;
  logic lengths, lengths_end, tag_comes, reads_block, ghash_start, ghash_busy, ghash_done, iv_moves, iv_ends;
  logic [15:0] result_bytes;     // of the result that enter Y

  assign other_iv = ctrl_i[CtrlModeLsb+2];  // GCM_IV, not GCM
  assign decrypt = ctrl_i[CtrlDecryptLsb];
  assign first = ctrl_i[CtrlFirstLsb] || other_iv;
  assign last = ctrl_i[CtrlLastLsb];
  assign verify = ctrl_i[CtrlVerifyLsb];
  assign key_words_o = 4'd4 + {1'b0, ctrl_i[CtrlKeylenLsb+:CtrlKeylenWidth], 1'b0};

  // ---- sequence ----

  assign clears = phase_q == PhKey && first;
  assign begins = phase_q == PhBegin;
  assign pending = (!aad_len_some_i && count_aad_q[3:0] != '0 && count_q[35:0] == '0 && (len_some_i || last))
                   || (last && !len_some_i && count_q[3:0] != '0);
  // AAD or data ends with this block, so that it counts even if it is partial.
  assign closes = in_last_i && (last || (phase_q == PhAad && len_some_i) || other_iv);
  assign multiply = in_whole_i || closes;
  assign iv_moves = phase_q == PhTag && other_iv && !ghash_busy;
  assign iv_ends = iv_moves && row_q[1:0] == 2'd3;
  // The run in the cipher: E(0), key stream, or E(J0) by the phase.
  assign take = core_done_i && (phase_q == PhHashKey
                                || (!ghash_busy && (phase_q == PhTag || (in_full_i && out_ready_i))));
  assign goes_on = phase_q == PhData && (core_busy_i ? take && !in_last_i : more_q);
  assign issue = goes_on || (!core_busy_i && (phase_q == PhHashKey || (phase_q == PhTag && !other_iv)));
  assign load_o = issue;
  assign core_take_o = take;
  assign in_take_o = phase_q == PhAad ? in_full_i && !ghash_busy : phase_q == PhData && take;
  assign put_o = phase_q == PhData && take;

  always_comb begin
    phase_d = phase_q;
    more_d = more_q;
    unique case (phase_q)
      PhWipe: if (row_q == '1) phase_d = PhIdle;
      PhIdle: if (start_i) phase_d = PhKey;
      PhKey: phase_d = keys_q ? PhBegin : PhExpand;
      PhExpand: if (!expanding_i) phase_d = PhHashKey;
      PhHashKey: if (take) phase_d = PhBegin;
      PhBegin: phase_d = PhAad;
      PhAad: if (!in_full_i && !in_wants_i && !ghash_busy) phase_d = other_iv ? PhLength : PhNext;
      PhNext: begin
        more_d = len_some_i;
        phase_d = PhData;
      end
      PhData: begin
        if (take && in_last_i) more_d = 1'b0;
        if (!more_q && !in_wants_i && !ghash_busy) phase_d = last ? PhLength : PhEnd;
      end
      PhLength: if (lengths_end) phase_d = PhTag;
      PhTag: if (take || iv_ends) phase_d = PhEnd;
      default: if (!out_valid_i) phase_d = PhIdle;  // PhEnd
    endcase
    if (wipe_i) phase_d = PhWipe;
  end
  assign done_o = phase_q == PhEnd && !out_valid_i && !wipe_i;
  assign expand_o = phase_q == PhKey && !keys_q;

  assign in_start_o = begins || phase_q == PhNext;
  assign in_skip_o = begins ? count_aad_q[3:0] : skip_q;
  assign in_len_o = begins && !other_iv ? aad_len_i : len_i;
  assign in_some_o = begins && !other_iv ? aad_len_some_i : len_some_i;
  always_comb begin
    later_o = 1'b0;
    if (phase_q inside {PhKey, PhExpand, PhHashKey, PhBegin}) later_o = len_some_i || aad_len_some_i;
    else if (phase_q inside {PhAad, PhNext}) later_o = len_some_i && !other_iv;
  end
  assign coming_o = phase_q == PhData && in_full_i;
  assign stuck_o = phase_q == PhData && in_full_i && out_valid_i && core_done_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q <= PhWipe;
      {row_q, keys_q, more_q, skip_q} <= '0;
    end else if (wipe_i || wiping_o) begin
      phase_q <= phase_d;
      row_q <= wipe_i ? '0 : row_q + 6'd1;
      {keys_q, more_q, skip_q} <= '0;
    end else begin
      phase_q <= phase_d;
      keys_q <= (keys_q || (phase_q == PhHashKey && take)) && !key_we_i;
      more_q <= more_d;
      if (lengths || iv_moves) row_q <= row_q + 6'd1;
      if (begins) skip_q <= count_q[3:0];
    end
  end
  assign wiping_o = phase_q == PhWipe;
  assign wipe_row_o = row_q;
  assign busy_o = phase_q != PhIdle;

  // ---- counts and counter ----

  // A total is at most 2^36 - 32 bytes, of AAD 2^61 - 1: the top refuses others.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {count_q, count_aad_q} <= '0;
    end else if (wipe_i || wiping_o || clears) begin
      {count_q, count_aad_q} <= '0;
    end else begin
      if (iv_ends) count_q <= '0;
      else if (begins || (count_we_i && !waddr_i[0])) count_q[31:0] <= begins ? total_i[31:0] : wdata_i;
      if (begins) count_q[36:32] <= total_i[36:32];
      else if (count_we_i && waddr_i[0]) count_q[63:32] <= wdata_i;
      if (begins || (count_aad_we_i && !waddr_i[0])) count_aad_q[31:0] <= begins ? total_aad_i[31:0] : wdata_i;
      if (begins) count_aad_q[60:32] <= total_aad_i[60:32];
      else if (count_aad_we_i && waddr_i[0]) count_aad_q[63:32] <= wdata_i;
    end
  end

  // The IV is a small memory, a column a row, with a port for the bus, and one for the cipher, whose bytes have addresses
  // of their own: what it begins with, or the last row, from which the counter begins. The counter's other 96 bits are
  // those of the IV; it goes on when the cipher has read it.
  assign reads_block = core_first_i && phase_q != PhHashKey;
  assign index = busy_o ? row_q[1:0] : read_i[1:0];
  assign iv_row = iv_we_i ? waddr_i : row_q[1:0];
  assign iv_data = (y_word & {32{iv_moves}}) | (swap32(wdata_i) & {32{iv_we_i}});
  for (genvar r = 0; r < 4; r++) begin : gen_iv
    logic [7:0] bytes[4];
    logic [1:0] at;
    assign at = core_busy_i ? column_i + 2'(r) : 2'd3;
    always_ff @(posedge clk_i) begin
      if (wiping_o || iv_we_i || iv_moves) bytes[iv_row] <= iv_data[8*(3-r)+:8];
    end
    assign iv_word[8*(3-r)+:8] = bytes[at];
    assign iv_read[8*(3-r)+:8] = bytes[read_i[1:0]];
    assign diagonal_o[8*(3-r)+:8] = !reads_block ? '0 : phase_q == PhData && at == 2'd3 ? counter_q[8*(3-r)+:8]
                                    : iv_word[8*(3-r)+:8];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) counter_q <= '0;
    else if (wipe_i || wiping_o) counter_q <= '0;
    else if (begins || (phase_q == PhData && core_first_i && column_i == 2'd3))
      counter_q <= (begins ? iv_word : counter_q) + (count_q[35:4] & {32{begins}}) + 32'd1;
  end

  // ---- wide registers ----

  cryp_ghash_serial #(
      .Bits(GhashBits)
  ) i_ghash (
      .clk_i, .rst_ni, .clear_i(wiping_o), .start_i(ghash_start), .x_i(y_q), .h_i(hash_key_q),
      .busy_o(ghash_busy), .done_o(ghash_done), .product_o(product)
  );

  // Y, which in the end is the tag, with what is added to it: input, or the ciphertext that is made of it; a word of the
  // lengths in bits, or by the bus; for the tag the result. All of them are 0 else.
  logic [2:0] low_bits;
  assign lengths = phase_q == PhLength && !ghash_busy;
  assign lengths_end = lengths && row_q[1:0] == 2'd3;
  assign low_bits = row_q[0] ? '0 : row_q[1] ? count_q[31:29] : count_aad_q[31:29];
  always_comb begin
    y_we = '0;
    if (lengths) y_we[row_q[1:0]] = 1'b1;
    else if (y_we_i) y_we[waddr_i] = 1'b1;
  end
  always_comb begin
    result_bytes = '0;
    if (phase_q == PhData && !decrypt) result_bytes = in_bytes_i;
    if (phase_q == PhTag) result_bytes = '1;
    word = (swap32(wdata_i) & {32{y_we_i}}) | ({count_word[28:0], low_bits} & {32{lengths}});
    added = in_block_i ^ (result_i & spread(result_bytes)) ^ {4{word}};
    y_d = ghash_done ? product : y_q ^ added;
  end
  assign tag_comes = phase_q == PhTag && take;
  assign ghash_start = (in_take_o && multiply) || lengths_end || (begins && pending);
  assign out_block_o = in_block_i ^ result_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {y_q, tag_q, hash_key_q} <= '0;
    end else if (wipe_i || wiping_o) begin
      {y_q, tag_q, hash_key_q} <= '0;
    end else begin
      for (int unsigned i = 0; i < 4; i++) begin
        // After VERIFY nothing of the right tag is left, after GCM_IV nothing of the IV's hash.
        if (clears || iv_ends || (done_o && verify) || y_clear_i[3-i]) y_q[32*i+:32] <= '0;
        else if (ghash_done || in_take_o || tag_comes || y_we[3-i]) y_q[32*i+:32] <= y_d[32*i+:32];
      end
      if (phase_q == PhKey || (done_o && verify) || y_we_i) tag_q <= 1'b0;
      else if (tag_comes) tag_q <= 1'b1;
      if (phase_q == PhHashKey && take) hash_key_q <= result_i;
    end
  end
  assign tag_o = y_q;
  assign y_words = y_q;
  assign y_word = y_words[~index];
  assign count_words = {count_q, count_aad_q};
  assign count_word = count_words[busy_o ? row_q[1:0] ^ 2'd1 : read_i[1:0]];
  always_comb begin
    unique case (read_i[3:2])
      2'd0: read_o = swap32(y_word) & {32{tag_q}};
      2'd1: read_o = swap32(iv_read);
      2'd2: read_o = swap32(y_word);
      default: read_o = count_word;
    endcase
  end
  assign count_o = count_q;
  assign count_aad_o = count_aad_q;
endmodule
