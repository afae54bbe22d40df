// SPDX-License-Identifier: Apache-2.0
// Runs a command: collects blocks, pads them (FIPS 180-4 section 5.1, RFC 1321 section 3.1), loads HMAC keys and adds
// the key blocks and the outer hash of HMAC (FIPS 198-1).
module hasher_feed
  import hasher_pkg::*;
  import hasher_reg_pkg::*;
#(
    parameter family_t Has = '1
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic              wipe_i,
    // Command; start_i only while !busy_o and with arguments that the top has checked.
    input  logic              start_i,
    input  alg_t              alg_i,
    input  logic [1:0]        op_i,
    input  logic              first_i,
    input  logic              last_i,
    input  logic [31:0]       len_i,
    input  logic              count_we_i,
    input  logic [1:0]        count_addr_i,
    input  logic [31:0]       count_data_i,
    output logic [127:0]      count_o,
    output logic [128:0]      total_o,       // it after a command of len_i that goes on,
    output logic              goes_on_o,     // and that of alg_i to len_i does
    output logic              busy_o,
    output logic              done_o,
    output logic              key_valid_o,
    output alg_t              key_alg_o,
    // Data
    output logic              wants_o,
    input  logic              in_valid_i,
    output logic              in_ready_o,
    input  logic [31:0]       in_data_i,
    // Compression
    output alg_t              alg_o,
    output logic              core_clear_o,
    output logic              core_init_o,
    output logic              block_o,
    input  logic              take_i,
    input  logic              loading_i,     // since the cycle after take_i, until the block's schedule ends
    input  logic              free_i,
    input  logic [2:0]        row_i,
    output logic [3:0][31:0]  row_o,
    input  logic              core_busy_i,
    output logic [3:0]        h_addr_o,
    input  logic [31:0]       h_word_i
);
  typedef enum logic [2:0] {
    StWipe,   // erase the memory
    StIdle,
    StSetup,  // one cycle after the command: initial hash words
    StData,   // input words, into the block or the key
    StPad,    // padding and length
    StWait,   // until the core has taken and finished everything
    StCopy,   // digest to the block (outer hash) or to the key
    StZero    // rest of the key block
  } state_e;

  state_e state_d, state_q;
  alg_t alg_d, alg_q, key_alg_d, key_alg_q;
  logic [1:0] op_d, op_q;
  logic [31:0] rem_d, rem_q;      // bytes still to come
  // Without SHA-384 and SHA-512 messages are shorter than 2^61 bytes.
  localparam int unsigned CountWidth = Has.sha512 ? 128 : 64;
  logic [CountWidth-1:0] count_d, count_q;
  logic [CountWidth:0] total;
  logic [32:0] begun;  // bytes after a command that does not go on
  logic [4:0] word_d, word_q;     // next word of the block
  logic fresh_d, fresh_q;         // the hash words are to be initialised
  logic last_d, last_q, marked_d, marked_q;  // the 1 bit after the message is written
  logic length_d, length_q;       // the length is being written
  logic outer_d, outer_q;         // HMAC's outer hash runs
  logic full_d, full_q, load_d, load_q;      // the block is complete; the core is reading it
  logic keyblk_d, keyblk_q, cur_key_d, cur_key_q;  // the key block waits; it is what the core reads
  logic key_valid_d, key_valid_q;
  logic wide, little, keyed, direct, can_write, we, row_key, accept, last_word;
  logic [4:0] top_word, len_word;
  logic [5:0] waddr;
  logic [31:0] wdata, natural, kept, mark, len_data;
  logic [127:0] bits;
  logic [3:0][31:0] raw;
  logic [2:0] take_bytes;

  assign wide      = Has.sha512 && is_wide(alg_q);
  assign little    = Has.md5 && alg_q == CtrlAlgMd5;
  assign top_word  = wide ? 5'd31 : 5'd15;
  assign len_word  = wide ? 5'd28 : 5'd14;
  assign keyed     = op_q == CtrlOpKey;
  assign can_write = !full_q && !load_q;
  // A key that fits goes straight into the key block; fresh_q is not set then.
  assign direct = keyed && !fresh_q && !last_q;

  // Input word as a number, with the bytes past the end cut off and, at the end of a message, the 1 bit.
  assign natural    = little ? in_data_i : swap32(in_data_i);
  assign take_bytes = rem_q >= 32'd4 ? 3'd4 : rem_q[2:0];
  always_comb begin
    unique case (take_bytes)
      3'd1: kept = little ? natural & 32'h0000_00ff : natural & 32'hff00_0000;
      3'd2: kept = little ? natural & 32'h0000_ffff : natural & 32'hffff_0000;
      3'd3: kept = little ? natural & 32'h00ff_ffff : natural & 32'hffff_ff00;
      default: kept = natural;
    endcase
    unique case (take_bytes)
      3'd1: mark = little ? 32'h0000_8000 : 32'h0080_0000;
      3'd2: mark = little ? 32'h0080_0000 : 32'h0000_8000;
      3'd3: mark = little ? 32'h8000_0000 : 32'h0000_0080;
      default: mark = '0;
    endcase
  end

  // Length in bits, and its word for this place.
  assign bits = {count_o[124:0], 3'b000};
  always_comb begin
    unique case (word_q[1:0])
      2'd0: len_data = bits[127:96];
      2'd1: len_data = bits[95:64];
      2'd2: len_data = little ? bits[31:0] : bits[63:32];
      default: len_data = little ? bits[63:32] : bits[31:0];
    endcase
  end

  assign wants_o    = state_q == StData;
  assign in_ready_o = state_q == StData && (direct || can_write);
  assign accept     = in_valid_i && in_ready_o;
  assign last_word  = rem_q <= 32'd4;

  // Bytes after the command. An HMAC that begins counts the key block.
  logic hmac_begins;
  assign hmac_begins = first_i || count_q == '0 || count_q == CountWidth'(block_bytes(alg_i));
  // The long sum is of registers alone, since the command comes late.
  assign total = {1'b0, count_q} + (CountWidth + 1)'(len_i);
  assign total_o = 129'(total);
  assign goes_on_o = op_i == CtrlOpHmac ? !hmac_begins : op_i != CtrlOpKey && !first_i;
  assign begun = {1'b0, len_i} + (op_i == CtrlOpHmac ? 33'(block_bytes(alg_i)) : '0);

  always_comb begin
    state_d = state_q;
    alg_d = alg_q;
    op_d = op_q;
    rem_d = rem_q;
    count_d = count_q;
    word_d = word_q;
    fresh_d = fresh_q;
    last_d = last_q;
    marked_d = marked_q;
    length_d = length_q;
    outer_d = outer_q;
    full_d = full_q && !(take_i && !keyblk_q);
    load_d = (load_q || (take_i && !keyblk_q)) && !(free_i && !row_key);
    keyblk_d = keyblk_q && !take_i;
    cur_key_d = take_i ? keyblk_q : cur_key_q;
    key_valid_d = key_valid_q;
    key_alg_d = key_alg_q;
    we = 1'b0;
    waddr = {1'b0, word_q};
    wdata = kept;
    core_init_o = 1'b0;
    core_clear_o = 1'b0;
    done_o = 1'b0;

    for (int unsigned i = 0; i < CountWidth / 32; i++) begin
      if (count_we_i && count_addr_i == i[1:0]) count_d[32*i+:32] = count_data_i;
    end

    unique case (state_q)
      StWipe: begin
        core_clear_o = 1'b1;
        {full_d, load_d, keyblk_d, cur_key_d} = '0;  // the core may just have taken a block
        waddr = {word_q[3:0], 2'b00};
        word_d = word_q + 5'd1;
        if (word_q[3:0] == 4'd15) begin
          state_d = StIdle;
          word_d = '0;
        end
      end
      StIdle: begin
        if (start_i) begin
          alg_d = alg_i;
          op_d = op_i;
          rem_d = len_i;
          word_d = '0;
          last_d = last_i;
          marked_d = 1'b0;
          length_d = 1'b0;
          outer_d = 1'b0;
          fresh_d = first_i;
          count_d = goes_on_o ? total[CountWidth-1:0] : CountWidth'(begun);
          if (op_i == CtrlOpHmac) fresh_d = hmac_begins;
          if (op_i == CtrlOpKey) begin
            key_valid_d = 1'b0;
            last_d = len_i > 32'(block_bytes(alg_i));
            fresh_d = last_d;
          end
          state_d = StSetup;
        end
      end
      StSetup: begin
        if (rem_q == '0 && !last_q && !direct) begin
          // The key block enters only with data: its state alone never becomes readable.
          core_init_o = fresh_q && op_q == CtrlOpHash;
          core_clear_o = fresh_q && op_q == CtrlOpHmac;
          state_d = StWait;
        end else begin
          core_init_o = fresh_q;
          keyblk_d = fresh_q && op_q == CtrlOpHmac;
          state_d = rem_q != '0 ? StData : direct ? StZero : StPad;
        end
      end
      StData: begin
        we = accept;
        if (direct) waddr = {1'b1, word_q};
        else if (last_word && last_q) wdata = kept | mark;
        if (accept) begin
          rem_d = last_word ? '0 : rem_q - 32'd4;
          word_d = word_q == top_word ? '0 : word_q + 5'd1;
          full_d = !direct && word_q == top_word;
          if (last_word) begin
            marked_d = take_bytes != 3'd4;
            if (direct) state_d = word_q == top_word ? StWait : StZero;
            else state_d = last_q ? StPad : StWait;
          end
        end
      end
      StPad: begin
        we = can_write;
        wdata = '0;
        if (!marked_q) wdata = little ? 32'h0000_0080 : 32'h8000_0000;
        else if (length_q || word_q == len_word) wdata = len_data;
        if (can_write) begin
          marked_d = 1'b1;
          length_d = length_q || (marked_q && word_q == len_word);
          word_d = word_q == top_word ? '0 : word_q + 5'd1;
          if (word_q == top_word) begin
            full_d = 1'b1;
            if (length_d) state_d = StWait;
          end
        end
      end
      StWait: begin
        if (!full_q && !load_q && !keyblk_q && !core_busy_i) begin
          word_d = '0;
          if (keyed && last_q) begin
            state_d = StCopy;
          end else if (op_q == CtrlOpHmac && last_q && !outer_q) begin
            state_d = StCopy;
          end else begin
            done_o = 1'b1;
            state_d = StIdle;
            if (keyed) begin
              key_valid_d = 1'b1;
              key_alg_d = alg_q;
              count_d = '0;
              core_clear_o = 1'b1;
            end
          end
        end
      end
      StCopy: begin
        we = 1'b1;
        waddr = {keyed, word_q};
        wdata = h_word_i;
        word_d = word_q + 5'd1;
        if (word_d == digest_words(alg_q)) begin
          if (keyed) begin
            last_d = 1'b0;  // the key is complete after its zeros
            state_d = StZero;
          end else begin
            outer_d = 1'b1;
            core_init_o = 1'b1;
            keyblk_d = 1'b1;
            marked_d = 1'b0;
            length_d = 1'b0;
            count_d = CountWidth'(block_bytes(alg_q)) + CountWidth'({digest_words(alg_q), 2'b00});
            state_d = StPad;
          end
        end
      end
      default: begin  // StZero
        we = 1'b1;
        waddr = {1'b1, word_q};
        wdata = '0;
        word_d = word_q + 5'd1;
        if (word_q == top_word) state_d = StWait;
      end
    endcase

    if (wipe_i) begin
      state_d = StWipe;
      word_d = '0;
      count_d = '0;
      {full_d, load_d, keyblk_d, cur_key_d, key_valid_d, outer_d, last_d, fresh_d} = '0;
      rem_d = '0;
      done_o = 1'b0;
    end
  end

  // The row that the core reads: the block, or the key XORed with the inner or outer pad.
  assign row_key = loading_i ? cur_key_q : keyblk_q;
  hasher_buf i_buf (
      .clk_i,
      .wipe_i(state_q == StWipe),
      .we_i(we),
      .waddr_i(waddr),
      .wdata_i(wdata),
      .row_i({row_key, row_i}),
      .row_o(raw)
  );
  always_comb begin
    for (int unsigned i = 0; i < 4; i++) row_o[i] = row_key ? raw[i] ^ (outer_q ? 32'h5c5c5c5c : 32'h36363636) : raw[i];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= StWipe;
      {alg_q, op_q, rem_q, count_q, word_q, fresh_q, last_q, marked_q, length_q, outer_q} <= '0;
      {full_q, load_q, keyblk_q, cur_key_q, key_valid_q, key_alg_q} <= '0;
    end else begin
      state_q <= state_d;
      alg_q <= alg_d;
      op_q <= op_d;
      rem_q <= rem_d;
      count_q <= count_d;
      word_q <= word_d;
      fresh_q <= fresh_d;
      last_q <= last_d;
      marked_q <= marked_d;
      length_q <= length_d;
      outer_q <= outer_d;
      full_q <= full_d;
      load_q <= load_d;
      keyblk_q <= keyblk_d;
      cur_key_q <= cur_key_d;
      key_valid_q <= key_valid_d;
      key_alg_q <= key_alg_d;
    end
  end

  assign block_o = full_q || keyblk_q;
  assign alg_o = alg_q;
  assign busy_o = state_q != StIdle;
  assign count_o = 128'(count_q);
  assign h_addr_o = word_q[3:0];
  assign key_valid_o = key_valid_q;
  assign key_alg_o = key_alg_q;
endmodule
