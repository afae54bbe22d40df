// SPDX-License-Identifier: Apache-2.0
// Hash block: MD5, SHA-1, SHA-2, SM3 and HMAC behind AXI4-Lite registers, with a stream input and a register port for
// UDMA. Registers: ../registers.md; use: ../README.md.
module hasher
  import hasher_pkg::*;
  import hasher_reg_pkg::*;
#(
    parameter int unsigned Steps = 2,   // hash steps per cycle: 1 or 2
    parameter int unsigned Hashes = 31  // sum of those it has: 1 MD5, 2 SHA-1, 4 SM3, 8 SHA-2 of 32-bit words, 16 of 64
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
    // Register port for UDMA
    input  logic        dma_reg_valid_i,
    input  logic        dma_reg_write_i,
    input  logic [11:0] dma_reg_addr_i,
    input  logic [31:0] dma_reg_wdata_i,
    output logic        dma_reg_ready_o,
    output logic [31:0] dma_reg_rdata_o,
    output logic        dma_reg_error_o,
    output logic        busy_o,
    // Data from UDMA
    input  logic        in_valid_i,
    output logic        in_ready_o,
    input  logic [31:0] in_data_i
);
  if (Steps != 1 && Steps != 2) begin : gen_refused
    $error("hasher: Steps is 1 or 2");
  end
  if (Hashes == 0 || Hashes >= 2 ** Families) begin : gen_refused_hashes
    $error("hasher: Hashes is a sum of 1, 2, 4, 8 and 16");
  end
  localparam family_t Has = family_t'(Hashes);

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

  logic [31:0] len_q;
  logic [15:0] ctrl_q;
  logic [3:0] event_d, event_q, mask_q;
  logic start, wipe, refused_seq, refused_len, refused_key;
  logic in_h, in_count, in_digest, in_data, in_image, data_write, known_write;
  logic [31:0] h;
  logic [3:0] h_addr, copy_addr;
  logic [127:0] count;
  logic [128:0] total;  // one bit more, for COUNT may be anything
  logic goes_on;
  alg_t alg, run_alg, key_alg;
  logic [1:0] op;
  logic busy, wants, done, key_valid, feed_ready, cpu_accept;

  // One of so many words from base on; equalities, since comparisons would take carry chains.
  function automatic logic in_range(logic [11:0] a, logic [11:0] base, int unsigned words);
    logic found;
    found = 1'b0;
    for (int unsigned i = 0; i < words; i++) found |= a >> 2 == (base >> 2) + 12'(i);
    return found;
  endfunction

  assign in_h      = in_range(addr, HOffset, HCount);
  assign in_count  = in_range(addr, CountOffset, CountCount);
  assign in_digest = in_range(addr, DigestOffset, DigestCount);
  assign in_data   = in_range(addr, DataOffset, DataCount);
  assign in_image  = in_h || in_count || addr == LenOffset || addr == CtrlOffset;
  assign known_write = in_image || in_data || addr inside {EventOffset, IrqEnOffset, WipeOffset};

  // A command as it is written to CTRL.
  logic aligned, too_long;
  assign alg = wdata[CtrlAlgLsb+:CtrlAlgWidth];
  assign op  = wdata[CtrlOpLsb+:CtrlOpWidth];
  always_comb begin
    aligned = wdata[CtrlFirstLsb] || op == CtrlOpKey || (is_wide(alg) ? count[6:0] : {1'b0, count[5:0]}) == '0;
    if (!wdata[CtrlLastLsb] && op != CtrlOpKey && (is_wide(alg) ? len_q[6:0] : {1'b0, len_q[5:0]}) != '0)
      aligned = 1'b0;
    // Messages are shorter than 2^64 bits, or 2^128 with 64-bit words.
    too_long = goes_on && (total[128:125] != '0 || (!is_wide(alg) && total[124:61] != '0));
  end

  logic ctrl_write, ctrl_bad;
  assign ctrl_write = valid && write && addr == CtrlOffset;
  assign ctrl_bad = busy || !is_there(alg, Has) || op > CtrlOpKey;
  assign refused_len = ctrl_write && !ctrl_bad && (!aligned || too_long);
  assign refused_key = ctrl_write && !ctrl_bad && op == CtrlOpHmac && !(key_valid && key_alg == alg);
  assign start = ctrl_write && !ctrl_bad && !refused_len && !refused_key;
  assign wipe = valid && write && addr == WipeOffset;
  assign data_write = valid && write && in_data;
  assign cpu_accept = wants && !ctrl_q[CtrlStreamLsb];
  assign refused_seq = valid && ((write && in_image && addr != CtrlOffset && busy) || (ctrl_write && ctrl_bad)
                                 || (data_write && !cpu_accept));
  assign ready = !(data_write && cpu_accept) || feed_ready;
  assign error = write && (refused_seq || refused_len || refused_key || !known_write);

  always_comb begin
    event_d = event_q;
    if (valid && write && addr == EventOffset) event_d = event_q & ~wdata[3:0];
    if (start || wipe) event_d[EventDoneLsb] = 1'b0;  // no result, no DONE
    if (done) event_d[EventDoneLsb] = 1'b1;
    if (refused_seq) event_d[EventSeqLsb] = 1'b1;
    if (refused_len) event_d[EventLengthLsb] = 1'b1;
    if (refused_key) event_d[EventNoKeyLsb] = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      len_q <= '0;
      ctrl_q <= '0;
      event_q <= '0;
      mask_q <= '0;
    end else begin
      event_q <= event_d;
      if (wipe) begin
        len_q <= '0;
        ctrl_q <= '0;
      end else if (start) begin
        ctrl_q <= wdata[15:0];
      end else if (valid && write && addr == LenOffset && !busy) begin
        len_q <= wdata;
      end
      if (valid && write && addr == IrqEnOffset) mask_q <= wdata[3:0];
    end
  end

  // Reads. Hash words and count are hidden while a command runs: HMAC keys and pads pass through them.
  assign h_addr = busy ? copy_addr : addr[5:2];
  always_comb begin
    rdata = '0;
    unique case (1'b1)
      addr == NameOffset: rdata = NameReset;
      addr == VersionOffset: rdata = VersionReset;
      addr == ConfigOffset: begin
        rdata[ConfigStepsLsb+:ConfigStepsWidth] = ConfigStepsWidth'(Steps);
        rdata[ConfigHashesLsb+:ConfigHashesWidth] = Has;
      end
      addr == StatusOffset: begin
        rdata[StatusBusyLsb] = busy;
        rdata[StatusWantsDataLsb] = wants;
        rdata[StatusKeyValidLsb] = key_valid;
      end
      addr == EventOffset: rdata = {28'h0, event_q};
      addr == IrqEnOffset: rdata = {28'h0, mask_q};
      addr == LenOffset: rdata = len_q;
      addr == CtrlOffset: rdata = {16'h0, ctrl_q};
      in_h: rdata = busy ? '0 : h;
      in_digest: rdata = busy ? '0 : run_alg == CtrlAlgMd5 ? h : swap32(h);
      in_count: rdata = busy ? '0 : count[32*addr[3:2]+:32];
      default: rdata = '0;
    endcase
  end

  // ---- data path ----

  logic core_clear, core_init, block, take, loading, free, core_busy;
  logic [2:0] row;
  logic [3:0][31:0] row_data;

  hasher_feed #(
      .Has(Has)
  ) i_feed (
      .clk_i, .rst_ni, .wipe_i(wipe), .start_i(start), .alg_i(alg), .op_i(op), .first_i(wdata[CtrlFirstLsb]),
      .last_i(wdata[CtrlLastLsb]), .len_i(len_q), .count_we_i(valid && write && in_count && !busy),
      .count_addr_i(addr[3:2]), .count_data_i(wdata), .count_o(count), .total_o(total), .goes_on_o(goes_on), .busy_o(busy), .done_o(done),
      .key_valid_o(key_valid), .key_alg_o(key_alg), .wants_o(wants),
      .in_valid_i(ctrl_q[CtrlStreamLsb] ? in_valid_i : data_write), .in_ready_o(feed_ready),
      .in_data_i(ctrl_q[CtrlStreamLsb] ? in_data_i : wdata), .alg_o(run_alg), .core_clear_o(core_clear),
      .core_init_o(core_init), .block_o(block), .take_i(take), .loading_i(loading), .free_i(free), .row_i(row),
      .row_o(row_data), .core_busy_i(core_busy), .h_addr_o(copy_addr), .h_word_i(h)
  );
  hasher_core #(
      .Steps(Steps), .Has(Has)
  ) i_core (
      .clk_i, .rst_ni, .clear_i(core_clear), .alg_i(run_alg), .init_i(core_init),
      .h_we_i(valid && write && in_h && !busy), .h_addr_i(h_addr), .h_data_i(wdata), .h_raddr_i(h_addr), .h_word_o(h),
      .block_i(block),
      .take_o(take), .loading_o(loading), .free_o(free), .row_o(row), .row_i(row_data), .busy_o(core_busy)
  );
  assign in_ready_o = feed_ready && ctrl_q[CtrlStreamLsb];
  assign busy_o = busy;
  assign irq_o = |(event_q & mask_q);

  // Not used, on purpose.
  logic unused;
  assign unused = ^{s_axil_awprot_i, s_axil_arprot_i, total[60:0]};
endmodule
