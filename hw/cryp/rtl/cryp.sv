// SPDX-License-Identifier: Apache-2.0
// Cipher block: AES, SM4, DES and 3DES in their modes behind AXI4-Lite registers, with stream ports and a register port
// for UDMA. Registers: ../registers.md; use: ../README.md.
module cryp
  import cryp_pkg::*;
  import cryp_reg_pkg::*;
#(
    parameter int unsigned DesRounds = 2,   // DES rounds per cycle: 1 or 2
    parameter int unsigned GhashBits = 16,  // bits of the GHASH operand per cycle: 4, 8, 16 or 32
    parameter int unsigned AesColumns = 4,  // columns of AES per cycle: 4, or 1 for AES-GCM alone
    parameter int unsigned Ciphers = 7,     // sum of those it has: 1 AES, 2 SM4, 4 DES and 3DES
    parameter int unsigned Modes = 255,     // of ECB 1, CBC 2, CTR 4, GCM 8, CCM 16, XTS 32, CMAC 64, IVs for GCM 128
    parameter int unsigned SideLoad  = 0    // 1: a key manager can load keys by side_*
) (
    input  logic        clk_i,
    // Both kinds of reset: hw/clock_and_reset.md.
    // verilator lint_off SYNCASYNCNET
    input  logic        rst_ni,
    // verilator lint_on SYNCASYNCNET
    output logic        irq_o,
    // AXI4-Lite
    input  logic        s_axil_awvalid_i,
    output logic        s_axil_awready_o,
    input  logic [11:0] s_axil_awaddr_i,
    input  logic [2:0]  s_axil_awprot_i,  // any
    input  logic        s_axil_wvalid_i,
    output logic        s_axil_wready_o,
    input  logic [31:0] s_axil_wdata_i,
    input  logic [3:0]  s_axil_wstrb_i,
    output logic        s_axil_bvalid_o,
    input  logic        s_axil_bready_i,
    output logic [1:0]  s_axil_bresp_o,
    input  logic        s_axil_arvalid_i,
    output logic        s_axil_arready_o,
    input  logic [11:0] s_axil_araddr_i,
    input  logic [2:0]  s_axil_arprot_i,  // any
    output logic        s_axil_rvalid_o,
    input  logic        s_axil_rready_i,
    output logic [31:0] s_axil_rdata_o,
    output logic [1:0]  s_axil_rresp_o,
    // Keys from a key manager, with SideLoad = 1; else without effect
    input  logic        side_valid_i,   // a word of a key
    output logic        side_ready_o,   // and it is taken
    input  logic [3:0]  side_addr_i,    // which: 0 to 7 of KEY, 8 to 15 of KEY2
    input  logic [31:0] side_data_i,    // in memory order
    input  logic        side_last_i,    // it is the last, and
    input  logic [6:0]  side_use_i,     // the key is for this alone: bits 6:0 of CTRL
    input  logic        side_clear_i,   // rises: erase everything, as WIPE does
    output logic        side_locked_o,  // the block has such a key, or words of one
    // Register port for UDMA
    input  logic        dma_reg_valid_i,
    input  logic        dma_reg_write_i,
    input  logic [11:0] dma_reg_addr_i,
    input  logic [31:0] dma_reg_wdata_i,
    output logic        dma_reg_ready_o,
    output logic [31:0] dma_reg_rdata_o,
    output logic        dma_reg_error_o,
    output logic        busy_o,           // needs its clock beyond the accesses to its registers
    output logic        runs_o,           // a command or an erasure runs: 1 from its start to its end, without a gap
    // Data from and to UDMA
    input  logic        in_valid_i,
    output logic        in_ready_o,
    input  logic [31:0] in_data_i,
    output logic        out_valid_o,
    input  logic        out_ready_i,
    output logic [31:0] out_data_o
);
  if (DesRounds != 1 && DesRounds != 2) begin : gen_refused_rounds
    $error("cryp: DesRounds is 1 or 2");
  end
  if (GhashBits != 4 && GhashBits != 8 && GhashBits != 16 && GhashBits != 32) begin : gen_refused_bits
    $error("cryp: GhashBits is 4, 8, 16 or 32");
  end
  if (Ciphers == 0 || Ciphers > 7) begin : gen_refused_ciphers
    $error("cryp: Ciphers is a sum of 1, 2 and 4");
  end
  localparam ciphers_t HasCiphers = ciphers_t'(Ciphers);
  localparam modes_t HasModes = modes_t'(Modes);
  if (Modes == 0 || Modes > 255) begin : gen_refused_modes
    $error("cryp: Modes is a sum of 1, 2, 4, 8, 16, 32, 64 and 128");
  end
  // The command for other IVs of GCM serves GCM alone; DES knows ECB and CBC alone.
  if (HasModes.gcm_iv && !HasModes.gcm) begin : gen_refused_iv
    $error("cryp: Modes has IVs for GCM, but not GCM");
  end
  if (HasCiphers.des && !HasModes.ecb && !HasModes.cbc) begin : gen_refused_des
    $error("cryp: Ciphers has DES, but Modes has neither ECB nor CBC");
  end
  if (AesColumns != 4 && AesColumns != 1) begin : gen_refused_columns
    $error("cryp: AesColumns is 4 or 1");
  end
  if (AesColumns == 1 && (Ciphers != 1 || (HasModes & ~GhashModes) != '0)) begin : gen_refused_column
    $error("cryp: AesColumns = 1 is for AES-GCM alone: Ciphers = 1, Modes = 8 or 136");
  end
  if (SideLoad > 1) begin : gen_refused_side
    $error("cryp: SideLoad is 0 or 1");
  end

  logic [1:0] port_valid, port_write, port_ready;
  logic [1:0][11:0] port_addr;
  logic [1:0][31:0] port_wdata;
  logic valid, write, ready, error;
  logic [11:0] addr;
  logic [31:0] wdata, rdata;

  axil_to_reg i_axil (
      .clk_i, .rst_ni, .s_axil_awvalid_i, .s_axil_awready_o, .s_axil_awaddr_i, .s_axil_wvalid_i, .s_axil_wready_o,
      .s_axil_wdata_i, .s_axil_wstrb_i, .s_axil_bvalid_o, .s_axil_bready_i, .s_axil_bresp_o, .s_axil_arvalid_i,
      .s_axil_arready_o, .s_axil_araddr_i, .s_axil_rvalid_o, .s_axil_rready_i, .s_axil_rdata_o, .s_axil_rresp_o,
      .reg_valid_o(port_valid[0]), .reg_write_o(port_write[0]), .reg_addr_o(port_addr[0]),
      .reg_wdata_o(port_wdata[0]), .reg_ready_i(port_ready[0]), .reg_rdata_i(rdata), .reg_error_i(error)
  );
  assign port_valid[1] = dma_reg_valid_i;
  assign port_write[1] = dma_reg_write_i;
  assign port_addr[1]  = dma_reg_addr_i;
  assign port_wdata[1] = dma_reg_wdata_i;
  assign dma_reg_ready_o = port_ready[1];
  assign dma_reg_rdata_o = rdata;
  assign dma_reg_error_o = error;
  reg_arb i_arb (
      .clk_i, .rst_ni, .valid_i(port_valid), .write_i(port_write), .addr_i(port_addr), .wdata_i(port_wdata),
      .ready_o(port_ready), .valid_o(valid), .write_o(write), .addr_o(addr), .wdata_o(wdata), .ready_i(ready)
  );

  // ---- registers ----

  logic [31:0] len_q, aad_len_q, ctrl_q, keyid_q;
  block_t tag_in_q;
  logic [4:0] event_d, event_q, mask_q;
  logic in_key, in_key2, in_count_aad, in_count, in_tag, in_y, in_iv, in_result, in_data, out_data;
  logic in_image, in_order, known_write, act, wr, image_wr, key_wr, key2_wr;
  logic busy, wipe, wiping, done, tag_bad, start, stream;
  logic post_q, post_key_q, post_key2_q, post_count_aad_q, post_count_q, post_tag_q, post_y_q, post_iv_q, post_wipe_q;
  logic post_dma_q;  // the DMA wrote it
  logic [4:2] post_addr_q;
  logic [31:0] post_data_q;
  logic ctrl_write, refused_seq, refused_len, refused_key, combination, key_there, length_ok;
  logic [7:0] written, written2;
  logic used;
  logic [6:0] kind, used_kind;
  logic equal;
  logic [3:0] check_words, run_words;
  logic [5:0] wipe_row;
  block_t iv, y, tag;
  logic [63:0] count, count_aad;
  logic [36:0] total;
  logic [60:0] total_aad;
  logic locked, side_take, side_we, side_next, side_bind, side_clear;  // a key manager's key, and words of it
  logic key_dma, voids;                                      // an unused key is the DMA's; it is voided
  logic side_active;                                        // the manager wants something
  logic [3:0] side_addr;
  logic [31:0] side_data;
  logic [6:0] side_use;
  logic data_write, data_read, wants, in_wants, later, in_full, in_ready, out_ready, out_valid, coming, stuck;
  logic [31:0] out_word;

  // One of so many words from base on; equalities, since comparisons would take carry chains.
  function automatic logic in_range(logic [11:0] a, logic [11:0] base, int unsigned words);
    logic found;
    found = 1'b0;
    for (int unsigned i = 0; i < words; i++) found |= a >> 2 == (base >> 2) + 12'(i);
    return found;
  endfunction

  assign in_key       = in_range(addr, KeyOffset, KeyCount);
  assign in_key2      = in_range(addr, Key2Offset, Key2Count);
  assign in_count_aad = in_range(addr, CountAadOffset, CountAadCount);
  assign in_count     = in_range(addr, CountOffset, CountCount);
  assign in_tag       = in_range(addr, TagInOffset, TagInCount);
  assign in_y         = in_range(addr, YOffset, YCount);
  assign in_iv        = in_range(addr, IvOffset, IvCount);
  assign in_result    = in_range(addr, ResultOffset, ResultCount);
  assign in_data      = in_range(addr, DataInOffset, DataInCount);
  assign out_data     = in_range(addr, DataOutOffset, DataOutCount);
  assign in_image = addr == KeyidOffset || (addr >= Key2Offset && addr <= CtrlOffset);
  assign known_write = in_image || in_data || addr inside {EventOffset, IrqEnOffset, WipeOffset};

  // What writes of keys, tag, Y, IV, counts and WIPE do happens in the cycle after them, for their decoding and its
  // fan-out take most of a cycle. An access that could tell waits: all but a write of another of these registers.
  assign in_order = in_image && addr != CtrlOffset;
  assign act = valid && !post_q && !post_wipe_q;
  assign wr = act && write;
  assign image_wr = valid && write && !busy && !post_wipe_q && in_order;
  assign key_wr = image_wr && in_key && !locked;
  assign key2_wr = image_wr && in_key2 && !locked;
  assign stream = ctrl_q[CtrlStreamLsb];
  assign ctrl_write = wr && addr == CtrlOffset;
  assign wipe = (wr && addr == WipeOffset) || side_clear;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {post_q, post_key_q, post_key2_q, post_count_aad_q, post_count_q, post_tag_q, post_y_q, post_iv_q} <= '0;
      {post_wipe_q, post_addr_q, post_data_q, post_dma_q} <= '0;
    end else begin
      post_q <= (image_wr && addr >= Key2Offset && addr < AadlenOffset) || side_next;
      post_key_q <= key_wr;
      post_key2_q <= key2_wr;
      post_count_aad_q <= image_wr && in_count_aad;
      post_count_q <= image_wr && in_count;
      post_tag_q <= image_wr && in_tag;
      post_y_q <= image_wr && in_y;
      post_iv_q <= image_wr && in_iv;
      post_wipe_q <= wipe;
      post_addr_q <= addr[4:2];
      post_dma_q <= port_ready[1];
      post_data_q <= valid && write ? wdata : '0;  // not kept: it may be a key
    end
  end

  cryp_check #(
      .Modes(HasModes), .Ciphers(HasCiphers)
  ) i_check (
      .ctrl_i(wdata), .aad_len_i(aad_len_q), .len_i(len_q), .count_i(count), .count_aad_i(count_aad),
      .ccm_l_i(iv[122:120]), .used_i(used), .foreign_i(key_dma && !port_ready[1]), .locked_i(locked),
      .kind_i(used_kind), .kind_o(kind), .written_i(written), .written2_i(written2), .equal_i(equal),
      .key_words_o(check_words), .total_o(total), .total_aad_o(total_aad),
      .combination_o(combination), .key_o(key_there), .length_o(length_ok)
  );
  assign refused_key = (ctrl_write && !busy && combination && !key_there)
                       || (image_wr && locked && (in_key || in_key2));
  assign refused_len = ctrl_write && !busy && combination && !length_ok;
  assign start = ctrl_write && !busy && combination && key_there && length_ok;
  assign voids = ctrl_write && !busy && !start && !used && !locked;

  // Data by the CPU: an access waits only for what comes by itself.
  assign data_write = wr && in_data;
  assign data_read = act && !write && out_data;
  logic write_legal, read_legal;
  assign write_legal = wants && !stream && !stuck;
  assign read_legal = !stream && (out_valid || coming);
  assign refused_seq = (valid && write && in_order && !post_wipe_q && busy) || (ctrl_write && (busy || !combination))
                       || (data_write && !write_legal) || (data_read && !read_legal);
  assign ready = write && in_order ? !post_wipe_q
                 : act && (data_write ? !write_legal || in_ready : !data_read || !read_legal || out_valid);
  assign error = refused_seq || (write && (refused_len || refused_key || !known_write));

  always_comb begin
    event_d = event_q;
    if (wr && addr == EventOffset) begin
      event_d = event_q & ~wdata[4:0];
      if (event_q[EventAuthLsb] && wdata[EventAuthLsb]) event_d[EventDoneLsb] = 1'b0;  // never DONE without its AUTH
    end
    if (start || wipe) {event_d[EventDoneLsb], event_d[EventAuthLsb]} = '0;  // no result, no DONE
    if (done && !wipe) event_d[EventDoneLsb] = 1'b1;
    if (done && !wipe && tag_bad) event_d[EventAuthLsb] = 1'b1;
    if (refused_seq) event_d[EventSeqLsb] = 1'b1;
    if (refused_len) event_d[EventLengthLsb] = 1'b1;
    if (refused_key) event_d[EventKeyLsb] = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {len_q, aad_len_q, ctrl_q, keyid_q, tag_in_q, event_q, mask_q} <= '0;
    end else begin
      event_q <= event_d;
      if (wr && addr == IrqEnOffset) mask_q <= wdata[4:0];
      if (post_wipe_q) begin
        {len_q, aad_len_q, ctrl_q, keyid_q, tag_in_q} <= '0;
      end else begin
        if (start) ctrl_q <= wdata;
        if (image_wr && addr == LenOffset) len_q <= wdata;
        if (image_wr && addr == AadlenOffset) aad_len_q <= wdata;
        if (post_tag_q) tag_in_q[{~post_addr_q[3:2], 5'd0}+:32] <= swap32(post_data_q);
        if (key_wr || key2_wr || side_take || voids) keyid_q <= '0;
        else if (image_wr && addr == KeyidOffset) keyid_q <= wdata;
      end
    end
  end

  // The comparison takes all bits at once, so that it takes no time that depends on them.
  logic verify;
  assign verify = ctrl_q[CtrlVerifyLsb];
  assign tag_bad = verify && ((tag ^ tag_in_q) & byte_mask(4'd0, ctrl_q[CtrlTaglenLsb+:CtrlTaglenWidth])) != '0;

  logic [31:0] result_word;
  logic [3:0] result_index;  // the counts have addresses of their own, too
  assign result_index = in_result ? addr[5:2] : {2'b11, in_count, addr[2]};

  always_comb begin
    rdata = '0;
    unique case (1'b1)
      addr == NameOffset: rdata = NameReset;
      addr == VersionOffset: rdata = VersionReset;
      addr == ConfigOffset: begin
        rdata[ConfigDesRoundsLsb+:ConfigDesRoundsWidth] = ConfigDesRoundsWidth'(DesRounds);
        rdata[ConfigGhashBitsLsb+:ConfigGhashBitsWidth] = ConfigGhashBitsWidth'(GhashBits);
        rdata[ConfigCiphersLsb+:ConfigCiphersWidth] = HasCiphers;
        rdata[ConfigModesLsb+:ConfigModesWidth] = HasModes;
        rdata[ConfigSideLoadLsb] = SideLoad != 0;
        rdata[ConfigAesColumnsLsb+:ConfigAesColumnsWidth] = ConfigAesColumnsWidth'(AesColumns);
      end
      addr == StatusOffset: begin
        rdata[StatusBusyLsb] = busy;
        rdata[StatusWantsDataLsb] = wants;
        rdata[StatusOutValidLsb] = out_valid;
        rdata[StatusSideKeyLsb] = locked;
      end
      addr == EventOffset: rdata = {27'h0, event_q};
      addr == IrqEnOffset: rdata = {27'h0, mask_q};
      addr == KeyidOffset: rdata = keyid_q;
      addr == AadlenOffset: rdata = aad_len_q;
      addr == LenOffset: rdata = len_q;
      addr == CtrlOffset: rdata = ctrl_q;
      in_count_aad || in_count || in_result: rdata = busy ? '0 : result_word;
      out_data: rdata = out_valid && !stream ? out_word : '0;
      default: rdata = '0;
    endcase
  end

  // ---- keys from a key manager ----

  // A word is taken while nothing else happens, written to the keys a cycle later, and two cycles after the last word
  // the key is bound to its use. The first word locks KEY and KEY2 for the registers; a wipe alone ends that. The words
  // have registers of their own, so that there is no path from them to anything but the keys.
  if (SideLoad != 0) begin : gen_side
    logic locked_q, we_q, last_q, bind_q, clear_q, take;
    logic [3:0] addr_q;
    logic [31:0] data_q;
    logic [6:0] use_q;
    assign side_ready_o = !busy && !valid && !post_q && !post_wipe_q && !side_clear_i;
    assign take = side_valid_i && side_ready_o;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        {locked_q, we_q, last_q, bind_q, clear_q, addr_q, data_q, use_q} <= '0;
      end else begin
        locked_q <= (locked_q || take) && !post_wipe_q;
        clear_q <= side_clear_i;
        we_q <= take;
        last_q <= take && side_last_i;
        bind_q <= last_q && !post_wipe_q;
        data_q <= take ? side_data_i : '0;
        if (take) begin
          addr_q <= side_addr_i;
          use_q <= side_use_i;
        end
      end
    end
    assign locked = locked_q;
    assign {side_we, side_addr, side_data, side_use, side_bind} = {we_q, addr_q, data_q, use_q, bind_q};
    assign side_take = take;
    assign side_next = take || last_q;
    assign side_clear = side_clear_i && !clear_q;
    assign side_active = side_valid_i || side_clear_i != clear_q;
  end else begin : gen_no_side
    logic unused_side;
    assign unused_side = ^{side_valid_i, side_addr_i, side_data_i, side_last_i, side_use_i, side_clear_i};
    assign side_ready_o = 1'b0;
    assign {locked, side_take, side_we, side_addr, side_data, side_use, side_bind, side_next, side_clear, side_active} = '0;
  end
  assign side_locked_o = locked;
  logic [2:0] key_waddr;
  always_comb begin
    key_waddr = post_key2_q ? post_addr_q : post_addr_q ^ 3'd4;  // KEY is not on eight words
    if (side_we) key_waddr = side_addr[2:0];
  end

  // ---- data path ----

  logic expand, expanding, second, prepare, decrypt, load, core_first, core_busy, core_done, core_take;
  assign wants = in_wants || later;
  logic clear;  // the words in the buffers: as early as STREAM, which keeps them from the CPU
  assign clear = post_wipe_q || wiping;
  logic in_start, in_some, in_take, in_whole, in_last, put, put_ready;
  logic [3:0] in_skip, in_first, out_first;
  logic [4:0] in_end, in_after, out_end;
  logic [15:0] in_bytes, out_bytes;
  logic [31:0] in_len;
  logic [1:0] core_column;
  logic [31:0] core_diagonal;
  block_t core_block, core_chain, core_result, in_block, out_block;
  alg_t alg;

  if (AesColumns == 1) begin : gen_gcm
    logic [3:0] y_clear;
    logic len_some_q, aad_len_some_q, gcm_coming;
    always_comb begin
      y_clear = '0;
      y_clear[addr[3:2]] = image_wr && in_y;
    end
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        {len_some_q, aad_len_some_q} <= '0;
      end else begin
        len_some_q <= len_q != '0;
        aad_len_some_q <= aad_len_q != '0;
      end
    end
    cryp_gcm #(
        .GhashBits(GhashBits)
    ) i_gcm (
        .clk_i, .rst_ni, .wipe_i(post_wipe_q), .wiping_o(wiping), .wipe_row_o(wipe_row), .start_i(start),
        .ctrl_i(ctrl_q[12:0]), .len_some_i(len_some_q), .aad_len_some_i(aad_len_some_q), .aad_len_i(aad_len_q),
        .len_i(len_q), .total_i(total), .total_aad_i(total_aad), .busy_o(busy), .done_o(done), .key_words_o(run_words),
        .tag_o(tag), .iv_we_i(post_iv_q), .y_clear_i(y_clear), .y_we_i(post_y_q), .count_we_i(post_count_q),
        .count_aad_we_i(post_count_aad_q), .key_we_i(post_key_q || (side_we && !side_addr[3])),
        .waddr_i(post_addr_q[3:2]), .wdata_i(post_data_q), .read_i(result_index), .read_o(result_word),
        .count_o(count), .count_aad_o(count_aad), .expand_o(expand), .expanding_i(expanding), .load_o(load),
        .core_first_i(core_first), .column_i(core_column), .diagonal_o(core_diagonal), .core_busy_i(core_busy),
        .core_done_i(core_done), .core_take_o(core_take), .result_i(core_result), .later_o(later),
        .in_start_o(in_start), .in_skip_o(in_skip), .in_len_o(in_len), .in_some_o(in_some), .in_wants_i(in_wants),
        .in_full_i(in_full), .in_take_o(in_take), .in_block_i(in_block), .in_bytes_i(in_bytes),
        .in_whole_i(in_whole), .in_last_i(in_last), .put_o(put), .out_block_o(out_block), .out_ready_i(put_ready),
        .out_valid_i(!put_ready), .coming_o(gcm_coming), .stuck_o(stuck)
    );
    assign coming = gcm_coming || !put_ready;
    assign alg = CtrlAlgAes;
    assign {second, prepare, decrypt, core_block, core_chain, iv, y} = '0;
    assign {out_bytes, out_first, out_end} = {in_bytes, in_first, in_end};
    cryp_out_shift i_out (
        .clk_i, .rst_ni, .clear_i(clear), .put_i(put), .block_i(out_block), .bytes_i(out_bytes),
        .first_i(out_first[3:2]), .end_i(out_end), .ready_o(put_ready), .valid_o(out_valid), .take_i(out_ready),
        .data_o(out_word)
    );
  end else begin : gen_modes
    cryp_ctl #(
        .GhashBits(GhashBits), .Modes(HasModes), .Ciphers(HasCiphers)
    ) i_ctl (
        .clk_i, .rst_ni, .wipe_i(post_wipe_q), .wiping_o(wiping), .wipe_row_o(wipe_row[4:0]), .start_i(start),
        .ctrl_i(ctrl_q[12:0]), .aad_len_i(aad_len_q), .len_i(len_q), .busy_o(busy), .done_o(done), .alg_o(alg),
        .key_words_o(run_words), .tag_o(tag), .iv_we_i(post_iv_q), .y_we_i(post_y_q), .count_we_i(post_count_q),
        .count_aad_we_i(post_count_aad_q), .key_we_i(post_key_q || (side_we && !side_addr[3])),
        .key2_we_i(post_key2_q || (side_we && side_addr[3])), .waddr_i(post_addr_q[3:2]),
        .wdata_i(post_data_q), .iv_o(iv), .y_o(y), .count_o(count), .count_aad_o(count_aad), .expand_o(expand),
        .expanding_i(expanding), .second_o(second), .prepare_o(prepare), .decrypt_o(decrypt), .load_o(load),
        .block_o(core_block), .chain_o(core_chain), .core_busy_i(core_busy), .core_done_i(core_done),
        .core_take_o(core_take), .result_i(core_result), .later_o(later), .in_start_o(in_start), .in_skip_o(in_skip),
        .in_len_o(in_len), .in_some_o(in_some), .in_wants_i(in_wants), .in_full_i(in_full), .in_take_o(in_take),
        .in_block_i(in_block), .in_bytes_i(in_bytes), .in_first_i(in_first), .in_end_i(in_end), .in_whole_i(in_whole),
        .in_last_i(in_last), .in_after_i(in_after), .put_o(put), .out_block_o(out_block), .out_first_o(out_first),
        .out_end_o(out_end), .out_ready_i(put_ready), .out_valid_i(out_valid), .coming_o(coming), .stuck_o(stuck)
    );
    assign wipe_row[5] = 1'b0;
    assign core_diagonal = '0;
    logic [15:0][31:0] result;
    always_comb begin
      for (int unsigned i = 0; i < 4; i++) begin
        result[i]   = verify ? '0 : swap32(tag[32*(3-i)+:32]);
        result[4+i] = swap32(iv[32*(3-i)+:32]);
        result[8+i] = swap32(y[32*(3-i)+:32]);
      end
      {result[13], result[12]} = count_aad;
      {result[15], result[14]} = count;
    end
    assign result_word = result[result_index];
    assign out_bytes = byte_bits(out_first, out_end);
    cryp_out i_out (
        .clk_i, .rst_ni, .clear_i(clear), .put_i(put), .block_i(out_block), .bytes_i(out_bytes),
        .first_i(out_first[3:2]), .end_i(out_end), .ready_o(put_ready), .valid_o(out_valid), .take_i(out_ready),
        .data_o(out_word)
    );
  end
  cryp_cores #(
      .DesRounds(DesRounds), .AesColumns(AesColumns), .Modes(HasModes), .Ciphers(HasCiphers)
  ) i_cores (
      .clk_i, .rst_ni, .wipe_i(wiping), .wipe_row_i(wipe_row), .key_we_i(post_key_q || post_key2_q || side_we),
      .key_we_second_i(post_key2_q || (side_we && side_addr[3])), .key_writer_i({side_we, post_dma_q && !side_we}),
      .key_waddr_i(key_waddr), .key_wdata_i(side_we ? side_data : post_data_q), .use_i(start || side_bind), .refused_i(voids),
      .kind_i(side_bind ? side_use : kind), .used_o(used), .kind_o(used_kind), .key_dma_o(key_dma),
      .written_o(written), .written2_o(written2), .equal_o(equal),
      .check_words_i(check_words), .key_words_i(run_words), .alg_i(alg), .expand_i(expand), .expanding_o(expanding),
      .second_i(second), .prepare_i(prepare), .decrypt_i(decrypt), .load_i(load), .block_i(core_block),
      .chain_i(core_chain), .first_o(core_first), .column_o(core_column), .diagonal_i(core_diagonal),
      .busy_o(core_busy), .done_o(core_done), .take_i(core_take), .result_o(core_result)
  );
  cryp_in i_in (
      .clk_i, .rst_ni, .clear_i(clear), .start_i(in_start), .half_i(is_des(alg)), .skip_i(in_skip), .len_i(in_len),
      .some_i(in_some), .wants_o(in_wants), .valid_i(stream ? in_valid_i : data_write && write_legal),
      .ready_o(in_ready), .data_i(stream ? in_data_i : wdata), .full_o(in_full), .take_i(in_take), .block_o(in_block),
      .bytes_o(in_bytes), .first_o(in_first), .end_o(in_end), .whole_o(in_whole), .last_o(in_last), .after_o(in_after)
  );
  assign out_ready = stream ? out_ready_i : data_read && read_legal;
  assign in_ready_o = in_ready && stream;
  assign out_valid_o = out_valid && stream;
  assign out_data_o = out_word;
  // What the last access or the key manager has begun needs the clock, too.
  assign busy_o = busy || post_q || post_wipe_q || side_active;
  assign runs_o = busy || post_wipe_q;
  assign irq_o = |(event_q & mask_q);

  // Not used, on purpose.
  logic unused;
  assign unused = ^{s_axil_awprot_i, s_axil_arprot_i, core_first, core_column, iv, y, total, total_aad, in_after,
                    out_first};
endmodule
