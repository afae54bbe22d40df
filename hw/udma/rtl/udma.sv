// SPDX-License-Identifier: Apache-2.0
// DMA for one engine: runs the descriptors of a ring in memory through an AXI4 master, with the engine's registers and
// data streams on the other side. Registers: ../registers.md; descriptors and use: ../README.md.
module udma
  import udma_reg_pkg::*;
#(
    parameter int unsigned ReadBeats  = 16,  // longest read burst in words: 1 to 16
    parameter int unsigned WriteBeats = 8,   // longest write burst in words: 1 to 16
    parameter int unsigned IdWidth    = 1,   // bits of the AXI IDs, which are all 0
    parameter logic [3:0]  AxiCache   = 4'b0011,  // AxCACHE: normal, non-cacheable, bufferable
    parameter logic [2:0]  AxiProt    = 3'b010    // AxPROT: data, non-secure, unprivileged
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    output logic        irq_o,
    output logic        busy_o,  // needs its clock: as STATUS.BUSY, or the ring waits, or the buffers are being erased
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
    // AXI4 master: incrementing bursts of whole words, one read and one write at a time
    output logic        m_axi_arvalid_o,
    input  logic        m_axi_arready_i,
    output logic [IdWidth-1:0] m_axi_arid_o,
    output logic [31:0] m_axi_araddr_o,
    output logic [7:0]  m_axi_arlen_o,
    output logic [2:0]  m_axi_arsize_o,
    output logic [1:0]  m_axi_arburst_o,
    output logic        m_axi_arlock_o,
    output logic [3:0]  m_axi_arcache_o,
    output logic [2:0]  m_axi_arprot_o,
    output logic [3:0]  m_axi_arqos_o,
    input  logic        m_axi_rvalid_i,
    output logic        m_axi_rready_o,
    input  logic [IdWidth-1:0] m_axi_rid_i,
    input  logic [31:0] m_axi_rdata_i,
    input  logic [1:0]  m_axi_rresp_i,
    input  logic        m_axi_rlast_i,
    output logic        m_axi_awvalid_o,
    input  logic        m_axi_awready_i,
    output logic [IdWidth-1:0] m_axi_awid_o,
    output logic [31:0] m_axi_awaddr_o,
    output logic [7:0]  m_axi_awlen_o,
    output logic [2:0]  m_axi_awsize_o,
    output logic [1:0]  m_axi_awburst_o,
    output logic        m_axi_awlock_o,
    output logic [3:0]  m_axi_awcache_o,
    output logic [2:0]  m_axi_awprot_o,
    output logic [3:0]  m_axi_awqos_o,
    output logic        m_axi_wvalid_o,
    input  logic        m_axi_wready_i,
    output logic [31:0] m_axi_wdata_o,
    output logic [3:0]  m_axi_wstrb_o,
    output logic        m_axi_wlast_o,
    input  logic        m_axi_bvalid_i,
    output logic        m_axi_bready_o,
    input  logic [IdWidth-1:0] m_axi_bid_i,
    input  logic [1:0]  m_axi_bresp_i,
    // Engine
    output logic        reg_valid_o,
    output logic        reg_write_o,
    output logic [11:0] reg_addr_o,
    output logic [31:0] reg_wdata_o,
    input  logic        reg_ready_i,
    input  logic [31:0] reg_rdata_i,
    input  logic        reg_error_i,
    input  logic        engine_busy_i,
    input  logic        engine_runs_i, // a command or an erasure runs: 1 from its start to its end, without a gap
    output logic        out_valid_o,   // words to the engine
    input  logic        out_ready_i,
    output logic [31:0] out_data_o,
    input  logic        in_valid_i,    // words from the engine
    output logic        in_ready_o,
    input  logic [31:0] in_data_i
);
  localparam int unsigned Depth = 32;  // words of input buffer: one burst on its way, one being taken

  // Half of the input buffer holds a burst, and the buffer of udma_write as many words as a burst of it.
  if (ReadBeats < 1 || ReadBeats > 16) begin : gen_refused_read
    $error("udma: ReadBeats is 1 to 16");
  end
  if (WriteBeats < 1 || WriteBeats > 16) begin : gen_refused_write
    $error("udma: WriteBeats is 1 to 16");
  end
  if (IdWidth < 1) begin : gen_refused_id
    $error("udma: IdWidth is at least 1");
  end

  // ---- signals of the bus that never change ----

  assign m_axi_arid_o    = '0;
  assign m_axi_arsize_o  = 3'b010;  // words
  assign m_axi_arburst_o = 2'b01;   // incrementing
  assign m_axi_arlock_o  = 1'b0;
  assign m_axi_arcache_o = AxiCache;
  assign m_axi_arprot_o  = AxiProt;
  assign m_axi_arqos_o   = '0;
  assign m_axi_awid_o    = '0;
  assign m_axi_awsize_o  = 3'b010;  // words
  assign m_axi_awburst_o = 2'b01;   // incrementing
  assign m_axi_awlock_o  = 1'b0;
  assign m_axi_awcache_o = AxiCache;
  assign m_axi_awprot_o  = AxiProt;
  assign m_axi_awqos_o   = '0;

  // ---- registers ----

  logic valid, write, error;
  logic [11:0] addr;
  logic [31:0] wdata, rdata;
  logic enable_q, busy, idle, locked, wr, disabled, next, want_irq, refused, bus_error;
  logic waiting;  // the ring holds descriptors
  logic [31:0] base_q, error_addr_q;
  logic read_error_q, write_error_q;  // in the last cycle
  logic [15:0] last_q, head_q, tail_q, tail_next;
  logic [31:0] window_base_q, window_last_q;  // the DMA reaches nothing else
  logic [32:0] window_end_q;                  // after it
  logic [27:0] ring_last;                     // address of the last descriptor, in descriptors
  logic ring_before, ring_within;             // the ring begins before the window, ends in it
  logic past_last, no_index;                  // what is written would not be an index of the ring, or of any
  logic [5:0] event_d, event_q, mask_q;
  logic lock_q, halt, again, read_range, write_range, window_write;
  logic refused_write, known_write, direct, direct_ok, direct_done;
  logic [31:0] direct_status;

  axil_to_reg i_axil (
      .clk_i, .rst_ni, .s_axil_awvalid_i, .s_axil_awready_o, .s_axil_awaddr_i, .s_axil_wvalid_i, .s_axil_wready_o,
      .s_axil_wdata_i, .s_axil_wstrb_i, .s_axil_bvalid_o, .s_axil_bready_i, .s_axil_bresp_o, .s_axil_arvalid_i,
      .s_axil_arready_o, .s_axil_araddr_i, .s_axil_rvalid_o, .s_axil_rready_i, .s_axil_rdata_o, .s_axil_rresp_o,
      .reg_valid_o(valid), .reg_write_o(write), .reg_addr_o(addr), .reg_wdata_o(wdata), .reg_ready_i(1'b1),
      .reg_rdata_i(rdata), .reg_error_i(error)
  );
  assign wr = valid && write;
  assign locked = enable_q || busy;
  assign waiting = head_q != tail_q;
  assign tail_next = tail_q == last_q ? '0 : tail_q + 16'd1;
  less #(.Width(16)) i_past (.a_i(last_q), .b_i(wdata[15:0]), .less_o(past_last));
  assign no_index = addr inside {RingLastOffset, HeadOffset} && wdata[31:16] != '0;
  assign window_write = addr inside {WindowBaseOffset, WindowLastOffset};
  assign ring_last = {1'b0, base_q[31:5]} + {12'h0, last_q};
  less #(.Width(32)) i_before (.a_i(base_q), .b_i(window_base_q), .less_o(ring_before));
  less #(.Width(28)) i_within (.a_i(ring_last), .b_i(window_end_q[32:5]), .less_o(ring_within));
  assign halt = wr && addr == ControlOffset && !wdata[ControlEnableLsb];
  assign refused_write = wr && ((addr inside {RingBaseOffset, RingLastOffset} && locked)
                                || (window_write && (locked || lock_q))
                                || (addr == ControlOffset && wdata[ControlEnableLsb] && (ring_before || !ring_within))
                                || (addr == RingBaseOffset && wdata[4:0] != '0)
                                || (addr == HeadOffset && past_last) || no_index
                                || (addr == ControlOffset && wdata[ControlEnableLsb] && busy && !enable_q)
                                || (direct && !direct_ok));
  assign direct = addr inside {
    DirectSetupOffset, DirectLoadOffset, DirectInOffset, DirectOutOffset, DirectLenOffset, DirectGoOffset
  };
  assign known_write = direct || window_write || addr inside {
    EventOffset, IrqEnOffset, ControlOffset, RingBaseOffset, RingLastOffset, HeadOffset, LockOffset
  };
  assign error = write && (refused_write || !known_write);

  always_comb begin
    event_d = event_q;
    if (wr && addr == EventOffset) event_d = event_q & ~wdata[5:0];
    if ((next && want_irq) || direct_done) event_d[EventDoneLsb] = 1'b1;
    if ((next || direct_done) && refused) event_d[EventEngineLsb] = 1'b1;
    if (next && tail_next == head_q) event_d[EventIdleLsb] = 1'b1;
    if (bus_error) event_d[EventBusLsb] = 1'b1;
    if (read_range || write_range || again) event_d[EventRangeLsb] = 1'b1;
    if (refused_write) event_d[EventSeqLsb] = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {enable_q, base_q, last_q, head_q, tail_q, event_q, mask_q, lock_q, window_base_q} <= '0;
      window_last_q <= WindowLastReset;
      window_end_q <= {1'b0, WindowLastReset} + 33'd1;
    end else begin
      event_q <= event_d;
      if (next) tail_q <= tail_next;
      if (wr && !refused_write) begin
        unique case (addr)
          IrqEnOffset: mask_q <= wdata[5:0];
          ControlOffset: enable_q <= wdata[ControlEnableLsb];
          RingBaseOffset: {base_q, head_q, tail_q} <= {wdata[31:5], 37'h0};
          RingLastOffset: {last_q, head_q, tail_q} <= {wdata[15:0], 32'h0};
          HeadOffset: head_q <= wdata[15:0];
          WindowBaseOffset: window_base_q <= {wdata[31:2], 2'b00};  // whole words, as on the bus
          WindowLastOffset: begin
            window_last_q <= {wdata[31:2], 2'b11};
            window_end_q <= {{1'b0, wdata[31:2]} + 31'd1, 2'b00};
          end
          LockOffset: lock_q <= lock_q || wdata[LockWindowLsb];
          default: ;
        endcase
      end
      if (disabled) enable_q <= 1'b0;
    end
  end

  always_comb begin
    rdata = '0;
    unique case (addr)
      NameOffset: rdata = NameReset;
      VersionOffset: rdata = VersionReset;
      ConfigOffset: rdata = {16'h0, 8'(WriteBeats), 8'(ReadBeats)};
      StatusOffset: rdata = {31'h0, busy};
      EventOffset: rdata = {26'h0, event_q};
      IrqEnOffset: rdata = {26'h0, mask_q};
      ControlOffset: rdata = {31'h0, enable_q};
      RingBaseOffset: rdata = base_q;
      RingLastOffset: rdata = {16'h0, last_q};
      HeadOffset: rdata = {16'h0, head_q};
      TailOffset: rdata = {16'h0, tail_q};
      ErrorAddrOffset: rdata = error_addr_q;
      DirectStatusOffset: rdata = direct_status;
      WindowBaseOffset: rdata = window_base_q;
      WindowLastOffset: rdata = window_last_q;
      LockOffset: rdata[LockWindowLsb] = lock_q;
      default: ;
    endcase
  end
  assign irq_o = |(event_q & mask_q);

  // ---- data path ----

  logic stop, read_start, read_busy, read_error, read_take, word, word_last;
  logic [31:0] read_addr, word_data, read_burst;
  logic [7:0] read_len;
  logic [34:0] read_whole;
  logic in_clean, out_clean;
  logic [1:0] word_first;
  logic [2:0] word_end;
  logic write_start, write_drop, write_busy, write_error, starved, surplus, from_engine, put, put_ready;
  logic [31:0] write_addr, write_len, put_data, write_burst;
  logic [1:0] write_lane, pack_lane;
  logic pack_clear, pack_valid, pack_flush, pack_more, packed_valid;
  logic [31:0] packed_data;
  logic [$clog2(Depth+1)-1:0] fifo_count;
  logic fifo_valid, flow;

  assign busy = !idle || read_busy || write_busy;
  assign busy_o = busy || (enable_q && waiting) || !in_clean || !out_clean;

  // Room for a burst and what the packing holds, and one word to spare.
  logic room;
  assign room = 32'(fifo_count) + ReadBeats + 1 < Depth;

  logic ctl_busy;
  assign idle = !ctl_busy;

  udma_ctl #(
      .ReadBeats(ReadBeats)
  ) i_ctl (
      .clk_i, .rst_ni, .enable_i(enable_q), .halt_i(halt), .disable_o(disabled), .again_o(again), .base_i(base_q[31:5]), .tail_i(tail_q),
      .waiting_i(waiting), .last_i(tail_next == head_q), .next_o(next), .irq_o(want_irq), .refused_o(refused), .bus_error_o(bus_error),
      .busy_o(ctl_busy), .stop_o(stop), .direct_we_i(wr && direct && direct_ok), .direct_sel_i(addr),
      .direct_data_i(wdata), .direct_ok_o(direct_ok), .direct_done_o(direct_done),
      .direct_status_o(direct_status), .read_start_o(read_start), .read_addr_o(read_addr), .read_len_o(read_len), .read_whole_o(read_whole),
      .read_busy_i(read_busy), .read_error_i(read_error), .read_take_o(read_take), .word_i(word),
      .word_data_i(word_data), .word_last_i(word_last), .write_start_o(write_start), .write_addr_o(write_addr),
      .write_len_o(write_len), .write_drop_o(write_drop), .write_lane_o(write_lane), .write_busy_i(write_busy),
      .write_error_i(write_error), .starved_i(starved), .surplus_i(surplus), .from_engine_o(from_engine), .put_o(put),
      .put_data_o(put_data), .put_ready_i(put_ready), .flow_o(flow), .pack_clear_o(pack_clear), .pack_lane_o(pack_lane),
      .pack_valid_o(pack_valid), .pack_flush_o(pack_flush), .pack_more_i(pack_more),
      .room_i(room), .in_empty_i(!fifo_valid), .clean_i(in_clean && out_clean), .engine_busy_i, .engine_runs_i,
      .engine_wants_i(out_ready_i), .engine_gives_i(in_valid_i), .reg_valid_o, .reg_write_o, .reg_addr_o,
      .reg_wdata_o, .reg_ready_i, .reg_rdata_i, .reg_error_i
  );
  udma_read #(
      .Beats(ReadBeats)
  ) i_read (
      .clk_i, .rst_ni, .stop_i(stop), .start_i(read_start), .addr_i(read_addr), .len_i(read_len), .whole_i(read_whole), .base_i(window_base_q), .end_i(window_end_q), .busy_o(read_busy),
      .take_i(read_take), .word_o(word), .data_o(word_data), .first_o(word_first), .end_o(word_end),
      .last_o(word_last), .error_o(read_error), .range_o(read_range), .burst_addr_o(read_burst), .m_axi_arvalid_o(m_axi_arvalid_o),
      .m_axi_arready_i(m_axi_arready_i), .m_axi_araddr_o(m_axi_araddr_o), .m_axi_arlen_o(m_axi_arlen_o),
      .m_axi_rvalid_i(m_axi_rvalid_i), .m_axi_rready_o(m_axi_rready_o), .m_axi_rdata_i(m_axi_rdata_i),
      .m_axi_rresp_i(m_axi_rresp_i), .m_axi_rlast_i(m_axi_rlast_i)
  );
  udma_pack i_pack (
      .clk_i, .rst_ni, .clear_i(pack_clear), .lane_i(pack_lane), .valid_i(pack_valid), .data_i(word_data),
      .first_i(word_first), .end_i(word_end), .flush_i(pack_flush), .valid_o(packed_valid), .data_o(packed_data),
      .more_o(pack_more)
  );
  udma_fifo #(
      .Width(32),
      .Depth(Depth)
  ) i_fifo (
      .clk_i, .rst_ni, .clear_i(pack_clear), .push_i(packed_valid), .data_i(packed_data), .valid_o(fifo_valid),
      .pop_i(out_valid_o && out_ready_i), .data_o(out_data_o), .count_o(fifo_count), .clean_o(in_clean)
  );
  assign out_valid_o = fifo_valid && flow;
  udma_write #(
      .Beats(WriteBeats)
  ) i_write (
      .clk_i, .rst_ni, .stop_i(stop), .split_i(from_engine), .drop_i(write_drop), .lane_i(write_lane),
      .start_i(write_start), .addr_i(write_addr), .len_i(write_len), .base_i(window_base_q), .end_i(window_end_q), .busy_o(write_busy),
      .valid_i(from_engine ? in_valid_i && flow : put), .ready_o(put_ready), .data_i(from_engine ? in_data_i : put_data),
      .starved_o(starved), .surplus_o(surplus), .error_o(write_error), .range_o(write_range), .clean_o(out_clean), .burst_addr_o(write_burst),
      .m_axi_awvalid_o(m_axi_awvalid_o), .m_axi_awready_i(m_axi_awready_i), .m_axi_awaddr_o(m_axi_awaddr_o),
      .m_axi_awlen_o(m_axi_awlen_o), .m_axi_wvalid_o(m_axi_wvalid_o), .m_axi_wready_i(m_axi_wready_i),
      .m_axi_wdata_o(m_axi_wdata_o), .m_axi_wstrb_o(m_axi_wstrb_o), .m_axi_wlast_o(m_axi_wlast_o),
      .m_axi_bvalid_i(m_axi_bvalid_i), .m_axi_bready_o(m_axi_bready_o), .m_axi_bresp_i(m_axi_bresp_i)
  );
  assign in_ready_o = flow && put_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {error_addr_q, read_error_q, write_error_q} <= '0;
    end else begin
      read_error_q <= read_error || again;
      write_error_q <= write_error;
      if (read_error_q || write_error_q) error_addr_q <= read_error_q ? read_burst : write_burst;
    end
  end

  // Not used, on purpose.
  logic unused;
  assign unused = ^{s_axil_awprot_i, s_axil_arprot_i, m_axi_rid_i, m_axi_bid_i};
endmodule
