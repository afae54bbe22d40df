// SPDX-License-Identifier: Apache-2.0
// Runs a command: keys, prologue of the mode, AAD, data, tag. One cipher run follows the other without a gap as long
// as input and output keep up. Modes: SP 800-38A (ECB, CBC, CTR), 38B (CMAC), 38C (CCM), 38D (GCM), IEEE 1619 (XTS).
module cryp_ctl
  import cryp_pkg::*;
  import cryp_reg_pkg::*;
#(
    parameter int unsigned GhashBits = 16,
    parameter modes_t Modes = '1,     // those that are there; what serves another one alone is removed by synthesis
    parameter ciphers_t Ciphers = '1
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             wipe_i,
    output logic             wiping_o,
    output logic [4:0]       wipe_row_o,
    // Command: start_i only while !busy_o and with arguments that the top has checked, in its registers from the next
    // cycle on until !busy_o.
    input  logic             start_i,
    input  logic [12:0]      ctrl_i,
    input  logic [31:0]      aad_len_i,
    input  logic [31:0]      len_i,
    output logic             busy_o,
    output logic             done_o,
    output alg_t             alg_o,
    output logic [3:0]       key_words_o,
    output block_t           tag_o,
    // State that the bus writes between commands
    input  logic             iv_we_i,
    input  logic             y_we_i,
    input  logic             count_we_i,
    input  logic             count_aad_we_i,
    input  logic             key_we_i,        // round keys and hash key become stale
    input  logic             key2_we_i,
    input  logic [1:0]       waddr_i,
    input  logic [31:0]      wdata_i,
    output block_t           iv_o,
    output block_t           y_o,
    output logic [63:0]      count_o,
    output logic [63:0]      count_aad_o,
    // Ciphers
    output logic             expand_o,
    input  logic             expanding_i,
    output logic             second_o,
    output logic             prepare_o,
    output logic             decrypt_o,
    output logic             load_o,
    output block_t           block_o,         // what a run begins with,
    output block_t           chain_o,         // plus these bits of the result that is taken in the same cycle
    input  logic             core_busy_i,
    input  logic             core_done_i,
    output logic             core_take_o,
    input  block_t           result_i,
    // Input blocks
    output logic             later_o,         // input will be wanted, but not yet
    output logic             in_start_o,
    output logic [3:0]       in_skip_o,
    output logic [31:0]      in_len_o,
    output logic             in_some_o,       // it is not 0
    input  logic             in_wants_i,
    input  logic             in_full_i,
    output logic             in_take_o,
    input  block_t           in_block_i,
    input  logic [15:0]      in_bytes_i,
    input  logic [3:0]       in_first_i,
    input  logic [4:0]       in_end_i,
    input  logic             in_whole_i,
    input  logic             in_last_i,
    input  logic [4:0]       in_after_i,
    // Output blocks
    output logic             put_o,
    output block_t           out_block_o,
    output logic [3:0]       out_first_o,
    output logic [4:0]       out_end_o,
    input  logic             out_ready_i,
    input  logic             out_valid_i,
    output logic             coming_o,        // a word of output will come without more input
    output logic             stuck_o          // nothing goes on before output is read
);
  typedef enum logic [4:0] {
    PhWipe,
    PhIdle,
    PhKey,       // round keys of KEY
    PhKey2,      // round keys of KEY2
    PhTweakKey,  // XTS: first round key of KEY2
    PhTweak,     // encrypted tweak
    PhAdvance,   // to the block where the command begins
    PhHashKey,   // GCM, CMAC: E(0)
    PhFirst,     // CCM: E(B0)
    PhPending,   // multiply a partial block that an earlier command left, if its part has ended
    PhAad,
    PhDataKey,   // AES: first round key in the data's direction
    PhData,
    PhSteal,     // XTS: what is left of the last block
    PhLength,    // GHASH of the lengths
    PhTag,
    PhEnd
  } phase_e;

  typedef enum logic [2:0] {
    OpNone,
    OpHashKey,
    OpMac,     // result becomes Y
    OpTweak,
    OpDirect,  // result is data
    OpStash,   // XTS: result is kept for stealing
    OpStream,  // result is key stream
    OpTag
  } op_e;

  phase_e phase_d, phase_q;
  op_e op_d, op_q;
  alg_t alg;
  modes_t is;  // the mode
  logic decrypt, first, last, verify, direct, half, aes, forwards, aead;
  logic fresh_q;                          // the first cycle of a command
  logic len_some_q, aad_len_some_q;       // its lengths are not 0
  logic [63:0] count_d, count_q, count_aad_d, count_aad_q;
  logic [3:0] skip_d, skip_q, skip_aad_d, skip_aad_q;  // where the command begins within a block
  block_t iv_d, iv_q, y_d, y_q, tag_d, tag_q;
  block_t counter_d, counter_q, hash_key_d, hash_key_q, tweak_d, tweak_q, tweak_now, mask_d, mask_q, stash_d, stash_q;
  logic [3:0] stolen_d, stolen_q;         // bytes of the partial last block
  logic [28:0] runs_d, runs_q;            // key stream blocks still to be made
  logic runs_some_d, runs_some_q;         // there are such
  logic [19:0] advance_d, advance_q;      // blocks before it: fewer than IEEE 1619 allows in a data unit
  logic pending_d, pending_q;             // a partial block of an earlier command ends now
  logic empty_d, empty_q;                 // CMAC of the empty message
  logic [4:0] wipe_q;
  logic backwards_q;                      // the ciphers decrypt: only the data of ECB, CBC and XTS
  // Round keys: valid, and for which cipher and key length (KEY and KEY2 alike).
  logic keys_d, keys_q, keys2_d, keys2_q, hash_key_valid_d, hash_key_valid_q;
  logic [3:0] keys_for_q, keys2_for_q, keys_for;
  logic keys_there, keys2_there;
  logic expand_start_d, expand_start_q;   // the schedule was started in the last cycle

  logic steals, chained, issue, free, take, in_take, idle, whole, ends_mac, ready, if_free, if_idle, closes, multiply;
  logic ghash_start, ghash_busy, ghash_done;
  logic y_load;
  logic needs_out_q, needs_in_q, needs_hash_q;  // what the run in the cipher waits for before it is taken
  block_t ghash_x, ghash_product;
  op_e issue_op;

  assign alg = ctrl_i[CtrlAlgLsb+:CtrlAlgWidth];
  assign is = modes_of(ctrl_i[CtrlModeLsb+:CtrlModeWidth]) & Modes;
  assign decrypt = ctrl_i[CtrlDecryptLsb];
  assign first = ctrl_i[CtrlFirstLsb] || is.gcm_iv;
  assign last = ctrl_i[CtrlLastLsb];
  assign verify = ctrl_i[CtrlVerifyLsb];
  assign direct = is_direct(is);
  assign half = Ciphers.des && is_des(alg);
  assign aes = Ciphers.aes && alg == CtrlAlgAes;
  // AES that only encrypts begins while its round keys are made, one a cycle, always before they are needed.
  assign forwards = aes && !(direct && decrypt) && !is.xts;
  assign aead = is.gcm || is.ccm;
  assign keys_for = ctrl_i[3:0];
  assign keys_there = keys_q && keys_for_q == keys_for;
  assign keys2_there = keys2_q && keys2_for_q == keys_for;
  assign alg_o = alg;
  // Words of the key: AES by KEYLEN, SM4 4.
  assign key_words_o = aes ? 4'd4 + {1'b0, ctrl_i[CtrlKeylenLsb+:CtrlKeylenWidth], 1'b0} : 4'd4;

  if (Modes.gcm) begin : gen_ghash
    cryp_ghash #(
        .Bits(GhashBits)
    ) i_ghash (
        .clk_i, .rst_ni, .clear_i(wiping_o), .start_i(ghash_start), .x_i(ghash_x), .h_i(hash_key_q),
        .busy_o(ghash_busy), .done_o(ghash_done), .product_o(ghash_product)
    );
  end else begin : gen_no_ghash
    assign {ghash_busy, ghash_done, ghash_product} = '0;
    logic unused;
    assign unused = ^{ghash_start, ghash_x};
  end

  // What CMAC adds to its last block, SP 800-38B section 6.2: K1 if it is complete, else a mark and K2.
  logic cmac_whole, cmac_part;
  block_t subkey1, cmac_end;
  assign cmac_whole = last && in_last_i && in_whole_i && !empty_q;
  assign cmac_part = empty_q || (last && in_last_i && !in_whole_i);
  assign subkey1 = cmac_double(hash_key_q);
  always_comb begin
    cmac_end = (subkey1 & {128{cmac_whole}}) ^ (cmac_double(subkey1) & {128{cmac_part}});
    for (int unsigned i = 0; i < 16; i++) begin
      if (cmac_part && (empty_q ? '0 : in_end_i[3:0]) == i[3:0]) cmac_end[127-8*i] ^= 1'b1;
    end
  end

  // AAD or data ends with this block, so that it counts even if it is partial.
  assign closes = in_last_i && (last || (phase_q == PhAad && len_some_q) || is.gcm_iv);
  assign multiply = in_whole_i || closes;

  // Whether the run in the cipher is taken, the next one issued, a block of input used. All of them wait for the cipher
  // late in the cycle, so everything else about them is known before take.
  assign idle = op_q == OpNone;
  assign whole = in_full_i && !(is.xts && !in_whole_i);
  assign ends_mac = op_q == OpStream && is.ccm && multiply;  // the result goes on into the MAC's run
  always_comb begin
    ready = (!needs_out_q || out_ready_i) && (!needs_in_q || in_full_i) && (!needs_hash_q || !ghash_busy);
    if_free = 1'b0;  // a run is issued if the cipher is free
    if_idle = 1'b0;  // or only if no run is left to be taken
    unique case (phase_q)
      PhTweak: if_idle = is.xts;
      PhHashKey: if_idle = !hash_key_valid_q;
      PhFirst: if_idle = ctrl_i[CtrlFirstLsb];
      PhPending: if_idle = pending_q && !is_ghash(is);
      PhAad: if_free = in_full_i && !is_ghash(is) && multiply;
      PhData: begin
        if (direct) begin
          if_free = whole;
          if_idle = in_full_i && !whole;
        end else if (is.cmac) begin
          if_free = in_full_i || empty_q;
        end else begin
          if_free = runs_some_q;
        end
      end
      PhTag: if_idle = !(is.cmac || is.gcm_iv);
      default: ;
    endcase
  end
  assign take = core_done_i && ready;
  assign free = take ? !ends_mac : !core_busy_i;
  assign issue = take ? ends_mac || if_free : (if_free && !core_busy_i) || (if_idle && idle);
  always_comb begin
    in_take = take && op_q == OpStream;
    if (phase_q == PhAad) begin
      if (is_ghash(is)) in_take = in_full_i && !ghash_busy;
      else in_take = in_full_i && free && (multiply || idle);
    end else if (phase_q == PhData && direct) begin
      in_take = whole ? free : in_full_i && idle;
    end else if (phase_q == PhData && is.cmac) begin
      in_take = in_full_i && free;
    end
  end
  assign in_take_o = in_take;

  always_comb begin
    phase_d = phase_q;
    op_d = op_q;
    count_d = count_q;
    count_aad_d = count_aad_q;
    skip_d = skip_q;
    skip_aad_d = skip_aad_q;
    stolen_d = stolen_q;
    runs_d = runs_q;
    runs_some_d = runs_some_q;
    advance_d = advance_q;
    pending_d = pending_q;
    empty_d = empty_q;
    keys_d = keys_q && !key_we_i;
    keys2_d = keys2_q && !key2_we_i;
    hash_key_valid_d = hash_key_valid_q && !key_we_i;
    expand_start_d = 1'b0;

    expand_o = 1'b0;
    in_start_o = 1'b0;
    in_skip_o = skip_q;
    in_len_o = len_i;
    in_some_o = len_some_q;
    done_o = 1'b0;
    issue_op = OpNone;

    if (count_we_i) count_d[32*waddr_i[0]+:32] = wdata_i;
    if (count_aad_we_i) count_aad_d[32*waddr_i[0]+:32] = wdata_i;

    // ---- the run in the cipher ends ----
    if (take) begin
      op_d = OpNone;
      if (op_q == OpHashKey) hash_key_valid_d = 1'b1;
      if (ends_mac) issue_op = OpMac;
    end

    // ---- phases ----
    unique case (phase_q)
      PhWipe: if (wipe_q == 5'd31) phase_d = PhIdle;
      PhIdle: if (start_i) phase_d = PhKey;
      PhKey: begin
        if (fresh_q) begin
          skip_d = first || !is_counter(is) ? '0 : count_q[3:0];
          skip_aad_d = first ? '0 : count_aad_q[3:0];
          count_d = (first ? '0 : count_q) + 64'(len_i);
          count_aad_d = (first ? '0 : count_aad_q) + 64'(aad_len_i);
          advance_d = first || !is.xts ? '0 : count_q[23:4];
          pending_d = !first && ((!aad_len_some_q && count_aad_q[3:0] != '0 && count_q == '0 && (len_some_q || last))
                                 || (last && !len_some_q && count_q[3:0] != '0));
          empty_d = is.cmac && !len_some_q && last;
          runs_d = 29'((33'(len_i) + 33'(skip_d) + 33'd15) >> 4);
          runs_some_d = is_counter(is) && len_some_q;
        end
        if (half) begin
          phase_d = PhDataKey;
        end else if (keys_there && (forwards || (!expanding_i && !expand_start_q))) begin
          phase_d = is.xts ? PhKey2 : direct || is.ctr ? PhDataKey : PhTweakKey;
        end else if (!keys_there) begin
          expand_o = 1'b1;
          expand_start_d = 1'b1;
          keys_d = 1'b1;
          hash_key_valid_d = 1'b0;
        end
      end
      PhKey2: begin
        if (keys2_there && !expanding_i && !expand_start_q) begin
          phase_d = PhTweakKey;
        end else if (!keys2_there) begin
          expand_o = 1'b1;
          expand_start_d = 1'b1;
          keys2_d = 1'b1;
        end
      end
      PhTweakKey: begin
        // Also for the other modes: up to the data, ciphers run forwards only.
        unique case (1'b1)
          is.xts: phase_d = PhTweak;
          is.ccm: phase_d = PhFirst;
          default: phase_d = PhHashKey;
        endcase
      end
      PhTweak: begin
        issue_op = OpTweak;
        if (take) phase_d = PhAdvance;
      end
      PhAdvance: begin
        if (|advance_q[19:5]) advance_d[19:5] = advance_q[19:5] - 15'd1;
        else if (advance_q != '0) advance_d[4:0] = advance_q[4:0] - 5'd1;
        else phase_d = PhDataKey;
      end
      PhHashKey: begin
        if (hash_key_valid_q) begin
          phase_d = is.cmac ? PhDataKey : PhPending;
        end
        issue_op = OpHashKey;
      end
      PhFirst: begin
        issue_op = OpMac;
        if (!ctrl_i[CtrlFirstLsb] || take) phase_d = PhPending;
      end
      PhPending: begin
        in_skip_o = skip_aad_q;
        in_len_o = is.gcm_iv ? len_i : aad_len_i;
        in_some_o = is.gcm_iv ? len_some_q : aad_len_some_q;
        if (!pending_q) begin
          in_start_o = 1'b1;
          phase_d = PhAad;
        end else if (is_ghash(is)) begin
          pending_d = 1'b0;
          in_start_o = 1'b1;
          phase_d = PhAad;
        end else begin
          issue_op = OpMac;
          if (take) pending_d = 1'b0;
        end
      end
      PhAad: begin
        issue_op = OpMac;
        if (!in_full_i && !in_wants_i && op_q == OpNone && !ghash_busy) begin
          phase_d = is.gcm_iv ? PhLength : PhDataKey;
        end
      end
      PhDataKey: begin
        in_start_o = 1'b1;
        phase_d = PhData;
      end
      PhData: begin
        if (direct) begin
          issue_op = OpDirect;
          if (is.xts && whole && steals) issue_op = OpStash;
          if (in_full_i && !whole && idle) begin
            // Stealing: the partial block, filled up with the result of the last whole one.
            stolen_d = in_end_i[3:0];
            phase_d = PhSteal;
          end
        end else if (is.cmac) begin
          issue_op = OpMac;
          if (free) empty_d = 1'b0;
        end else if (!(take && ends_mac)) begin
          issue_op = OpStream;
          if (free && runs_some_q) begin
            runs_d = runs_q - 29'd1;
            runs_some_d = runs_q != 29'd1;
          end
        end
        if (!issue && !in_full_i && !in_wants_i && op_q == OpNone && !ghash_busy && !runs_some_q && !empty_q) begin
          phase_d = !last || direct || is.ctr ? PhEnd : is.gcm ? PhLength : PhTag;
        end
      end
      PhSteal: begin
        if (idle && out_ready_i) phase_d = PhEnd;
      end
      PhLength: if (!ghash_busy) phase_d = PhTag;
      PhTag: begin
        unique case (1'b1)
          is.cmac: phase_d = PhEnd;
          is.gcm_iv: begin
            if (!ghash_busy) begin
              count_d = '0;
              phase_d = PhEnd;
            end
          end
          default: begin
            issue_op = OpTag;
            if (take) phase_d = PhEnd;
          end
        endcase
      end
      default: begin  // PhEnd
        if (!out_valid_i && !expanding_i) begin
          done_o = 1'b1;
          phase_d = PhIdle;
        end
      end
    endcase

    if (issue) op_d = issue_op;
    if (wipe_i) begin
      phase_d = PhWipe;
      done_o = 1'b0;
    end
  end

  // ---- wide registers ----

  // What each of them takes depends on phase, mode and op alone; only whether it takes it also on the cipher, which is
  // known late.
  logic begins, stream, moves, iv_ends;
  assign begins = phase_q == PhKey && fresh_q;
  assign stream = is_counter(is);
  assign moves = phase_q == PhData && direct && whole && free;  // a block of data enters the cipher
  assign iv_ends = phase_q == PhTag && is.gcm_iv && !ghash_busy;

  // The next counter block; where a command begins, the IV plus the blocks before it and one, but for CTR, whose IV is
  // that of the next block. GCM counts in the last 32 bits: the carry passes the bit above them in the other modes alone.
  // The field of CCM cannot overflow.
  block_t counter_from, counter_next;
  logic [63:0] counter_by;
  logic counter_one;
  logic [1:0] carries;
  assign counter_from = begins ? iv_q : counter_q;
  assign counter_by = !begins || first || is.ctr ? '0 : 64'(count_q[63:4]);
  assign counter_one = !(begins && is.ctr);
  assign {counter_next[127:32], carries[1], counter_next[31:0], carries[0]}
      = {counter_from[127:32], !is.gcm, counter_from[31:0], 1'b1}
      + {is.gcm ? 96'd0 : 96'(counter_by[63:32]), 1'b0, counter_by[31:0], counter_one};

  // Y with what enters it next: a result that replaces it, input, or the output of a key stream mode. MACs are over
  // the ciphertext in GCM and over the plaintext in CCM. In CBC, which has no MAC, the ciphertext that is the next IV.
  logic mac_keep, mac_in;
  logic [15:0] mac_result;
  block_t mac;
  always_comb begin
    mac_keep = !(is.cbc || op_q == OpMac);
    mac_in = op_q == OpStream || (phase_q == PhAad && idle) || (is.cbc && decrypt);
    mac_result = '0;
    if (op_q == OpMac || (is.cbc && !decrypt)) mac_result = '1;
    else if (op_q == OpStream && is.gcm != decrypt) mac_result = in_bytes_i;
    mac = (y_q & {128{mac_keep}}) ^ (in_block_i & {128{mac_in}}) ^ (result_i & spread(mac_result));
  end
  assign y_load = ghash_done || (take && (op_q == OpMac || (op_q == OpStream && aead && !multiply)))
                  || (phase_q == PhAad && in_take && !multiply) || iv_ends
                  || (begins && first && (is_ghash(is) || is.cmac));

  always_comb begin
    ghash_x = mac ^ ({is.gcm_iv ? 64'h0 : {count_aad_q[60:0], 3'b000}, count_q[60:0], 3'b000}
                     & {128{phase_q == PhLength}});
    ghash_start = (take && op_q == OpStream && is.gcm && multiply)
                  || (phase_q == PhPending && pending_q && is_ghash(is))
                  || (phase_q == PhAad && in_take && multiply && is_ghash(is))
                  || (phase_q == PhLength && !ghash_busy);
  end

  // The sources of each register are ANDed with a condition of their own, and ORed: fewer levels than a choice, and half
  // the area.
  logic y_mac, iv_counter, iv_mac;
  assign y_mac = !ghash_done && !(phase_q inside {PhIdle, PhKey, PhTag, PhEnd});
  assign iv_counter = is.ctr && !iv_we_i;
  assign iv_mac = !is.ctr && !iv_we_i;
  assign tweak_now = decrypt && steals ? xts_times_alpha(tweak_q) : tweak_q;
  always_comb begin
    block_t word;  // what the bus writes, for each of the four places
    word = {4{swap32(wdata_i)}};

    y_d = y_q;
    for (int unsigned i = 0; i < 4; i++) begin
      // After VERIFY nothing of the right tag is left. With a tag that can be read, Y would give what encrypts the tag,
      // and GCM's hash key.
      if ((done_o && (verify || (last && aead))) || y_load || (y_we_i && waddr_i == 2'(3 - i)))
        y_d[32*i+:32] = (ghash_product[32*i+:32] & {32{ghash_done}}) | (mac[32*i+:32] & {32{y_mac}})
                        | (word[32*i+:32] & {32{y_we_i}});
    end

    iv_d = iv_q;
    for (int unsigned i = 0; i < 4; i++) begin
      if ((is.cbc && (decrypt ? moves : take && op_q == OpDirect)) || (is.ctr && take && op_q == OpStream && in_whole_i)
          || iv_ends || (iv_we_i && waddr_i == 2'(3 - i)))
        iv_d[32*i+:32] = (counter_q[32*i+:32] & {32{iv_counter}}) | (mac[32*i+:32] & {32{iv_mac}})
                         | (word[32*i+:32] & {32{iv_we_i}});
    end

    tag_d = tag_q;
    if (begins || (take && op_q == OpTag) || (phase_q == PhTag && is.cmac) || (done_o && verify))
      tag_d = (result_i & {128{op_q == OpTag}}) ^ (y_q & {128{phase_q == PhTag}});

    hash_key_d = hash_key_q;
    if ((is_ghash(is) || is.cmac) && take && op_q == OpHashKey) hash_key_d = result_i;

    // XTS. Stealing: the last whole block first; decryption uses the two last tweaks in reverse order.
    tweak_d = tweak_q;
    if (is.xts && ((take && op_q == OpTweak) || (phase_q == PhAdvance && advance_q != '0)
                   || (moves && !(decrypt && steals)))) begin
      if (phase_q == PhTweak) tweak_d = result_i;
      else if (phase_q == PhAdvance && |advance_q[19:5]) tweak_d = xts_times_alpha32(tweak_q);
      else tweak_d = xts_times_alpha(tweak_q);
    end
    stash_d = stash_q;
    if (is.xts && take && op_q == OpStash) stash_d = result_i ^ mask_q;

    mask_d = mask_q;
    if (moves || (phase_q == PhData && direct && in_full_i && !whole && idle))
      mask_d = (iv_q & {128{is.cbc && decrypt}}) | (tweak_now & {128{is.xts}});

    counter_d = counter_q;
    if (stream && (begins || (phase_q == PhData && issue && !(take && ends_mac)))) counter_d = counter_next;
  end

  logic put_stash;
  assign put_stash = is.xts && phase_q == PhSteal && idle;
  assign put_o = (take && op_q inside {OpDirect, OpStream}) || (put_stash && out_ready_i);
  assign out_block_o = (in_block_i & {128{stream}}) ^ (mask_q & {128{!stream && !put_stash}}) ^ (stash_q & {128{put_stash}})
                       ^ (result_i & {128{!put_stash}});
  assign out_first_o = stream ? in_first_i : '0;
  assign out_end_o = stream ? in_end_i : put_stash ? {1'b0, stolen_q} : half ? 5'd8 : 5'd16;

  assign second_o = phase_q inside {PhKey2, PhTweak} || (phase_q == PhTweakKey && is.xts);
  assign prepare_o = phase_q inside {PhTweakKey, PhDataKey};
  // What the next run begins with depends on registers alone, so that the result comes in at the very end. A run that
  // is taken while the next begins is the one that the next continues.
  assign steals = last && in_after_i inside {[5'd1:5'd15]};
  assign chained = op_q == OpMac || op_q == OpDirect;
  logic ccm_goes_on;  // its MAC, with what the key stream has just made of the input
  assign ccm_goes_on = is.ccm && op_q == OpStream;
  always_comb begin
    logic data, from_in, from_iv, from_y, chain;
    data = phase_q == PhData;
    from_in = phase_q == PhAad || (data && (is.ecb || is.cbc || is.xts || (is.cmac && !empty_q) || ccm_goes_on));
    from_iv = phase_q inside {PhTweak, PhTag} || (data && is.cbc && !decrypt && !chained);
    from_y = phase_q inside {PhFirst, PhPending} || (phase_q == PhAad && !chained)
             || (data && ((is.cmac && !chained) || ccm_goes_on));
    chain = chained && (phase_q == PhAad || (data && (is.cmac || (is.cbc && !decrypt))));
    block_o = (in_block_i & {128{from_in}}) ^ (iv_q & {128{from_iv}}) ^ (y_q & {128{from_y}})
              ^ (tweak_now & {128{data && is.xts}}) ^ (stash_q & spread({16{data && is.xts && !in_whole_i}} & ~in_bytes_i))
              ^ (counter_q & {128{data && stream && !ccm_goes_on}}) ^ (cmac_end & {128{data && is.cmac}});
    chain_o = {128{chain}} | spread({16{data && ccm_goes_on && decrypt}} & in_bytes_i);
  end

  assign load_o = issue;
  assign core_take_o = take;
  assign decrypt_o = backwards_q;
  assign wiping_o = phase_q == PhWipe;
  assign wipe_row_o = wipe_q;
  assign busy_o = phase_q != PhIdle;
  assign iv_o = iv_q;
  assign y_o = y_q;
  assign tag_o = tag_q;
  assign count_o = count_q;
  assign count_aad_o = count_aad_q;
  always_comb begin
    later_o = 1'b0;
    if (phase_q inside {PhKey, PhKey2, PhTweakKey, PhTweak, PhAdvance, PhHashKey, PhFirst, PhPending})
      later_o = len_some_q || aad_len_some_q;
    else if (phase_q inside {PhAad, PhDataKey}) later_o = len_some_q && !is.gcm_iv;
  end
  assign coming_o = op_q == OpDirect || phase_q == PhSteal || (phase_q == PhData && in_full_i && !is.cmac);
  assign stuck_o = in_full_i && out_valid_i && core_done_i && op_q inside {OpDirect, OpStream};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q <= PhWipe;
      op_q <= OpNone;
      wipe_q <= '0;
      {fresh_q, len_some_q, aad_len_some_q, needs_out_q, needs_in_q, needs_hash_q, keys_for_q, keys2_for_q} <= '0;
      {count_q, count_aad_q, skip_q, skip_aad_q, iv_q, y_q, tag_q, counter_q, hash_key_q, tweak_q, mask_q} <= '0;
      {stash_q, stolen_q, runs_q, runs_some_q, advance_q, pending_q, empty_q} <= '0;
      {keys_q, keys2_q, hash_key_valid_q, expand_start_q, backwards_q} <= '0;
    end else if (wipe_i || wiping_o) begin
      phase_q <= phase_d;
      op_q <= OpNone;
      wipe_q <= wipe_i ? '0 : wipe_q + 5'd1;
      {fresh_q, len_some_q, aad_len_some_q, needs_out_q, needs_in_q, needs_hash_q, keys_for_q, keys2_for_q} <= '0;
      {count_q, count_aad_q, skip_q, skip_aad_q, iv_q, y_q, tag_q, counter_q, hash_key_q, tweak_q, mask_q} <= '0;
      {stash_q, stolen_q, runs_q, runs_some_q, advance_q, pending_q, empty_q} <= '0;
      {keys_q, keys2_q, hash_key_valid_q, expand_start_q, backwards_q} <= '0;
    end else begin
      phase_q <= phase_d;
      op_q <= op_d;
      fresh_q <= phase_q == PhIdle;
      len_some_q <= len_i != '0;
      aad_len_some_q <= aad_len_i != '0;
      needs_out_q <= op_d inside {OpDirect, OpStream};
      needs_in_q <= op_d == OpStream;
      needs_hash_q <= op_d inside {OpStream, OpTag};
      if (expand_o && !second_o) keys_for_q <= keys_for;
      if (expand_o && second_o) keys2_for_q <= keys_for;
      count_q <= count_d;
      count_aad_q <= count_aad_d;
      skip_q <= skip_d;
      skip_aad_q <= skip_aad_d;
      iv_q <= iv_d;
      y_q <= y_d;
      tag_q <= tag_d;
      counter_q <= counter_d;
      hash_key_q <= hash_key_d;
      tweak_q <= tweak_d;
      mask_q <= mask_d;
      stash_q <= stash_d;
      stolen_q <= stolen_d;
      runs_q <= runs_d;
      runs_some_q <= runs_some_d;
      advance_q <= advance_d;
      pending_q <= pending_d;
      empty_q <= empty_d;
      keys_q <= keys_d;
      keys2_q <= keys2_d;
      hash_key_valid_q <= hash_key_valid_d;
      expand_start_q <= expand_start_d;
      // Set before PhDataKey, while no block is in the ciphers. Only direct modes decrypt; XTS encrypts its tweak.
      if (phase_q == PhIdle) backwards_q <= 1'b0;
      else if (phase_q == PhAdvance || (phase_q == PhKey && !is.xts)) backwards_q <= direct && decrypt;
    end
  end

  // Not used, on purpose.
  logic unused;
  assign unused = ^{carries};
endmodule
