// SPDX-License-Identifier: Apache-2.0
// DMA for one engine: runs the descriptors of a ring in memory through an AXI4 master, with the engine's registers and
// data streams on the other side. Registers: ../registers.md; descriptors and use: ../README.md.
module udma
  import udma_reg_pkg::*;
#(
    parameter int unsigned ReadBeats  = 16,  // longest bursts in words: 1 to 16
    parameter int unsigned WriteBeats = 8
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    output logic        irq_o,
    output logic        busy_o,  // as STATUS.BUSY
    // AXI4-Lite
    input  logic        aw_valid_i,
    output logic        aw_ready_o,
    input  logic [11:0] aw_addr_i,
    input  logic        w_valid_i,
    output logic        w_ready_o,
    input  logic [31:0] w_data_i,
    input  logic [3:0]  w_strb_i,
    output logic        b_valid_o,
    input  logic        b_ready_i,
    output logic [1:0]  b_resp_o,
    input  logic        ar_valid_i,
    output logic        ar_ready_o,
    input  logic [11:0] ar_addr_i,
    output logic        r_valid_o,
    input  logic        r_ready_i,
    output logic [31:0] r_data_o,
    output logic [1:0]  r_resp_o,
    // AXI4 master: incrementing bursts of whole words, one read and one write at a time
    output logic        m_ar_valid_o,
    input  logic        m_ar_ready_i,
    output logic [31:0] m_ar_addr_o,
    output logic [7:0]  m_ar_len_o,
    input  logic        m_r_valid_i,
    output logic        m_r_ready_o,
    input  logic [31:0] m_r_data_i,
    input  logic [1:0]  m_r_resp_i,
    input  logic        m_r_last_i,
    output logic        m_aw_valid_o,
    input  logic        m_aw_ready_i,
    output logic [31:0] m_aw_addr_o,
    output logic [7:0]  m_aw_len_o,
    output logic        m_w_valid_o,
    input  logic        m_w_ready_i,
    output logic [31:0] m_w_data_o,
    output logic [3:0]  m_w_strb_o,
    output logic        m_w_last_o,
    input  logic        m_b_valid_i,
    output logic        m_b_ready_o,
    input  logic [1:0]  m_b_resp_i,
    // Engine
    output logic        reg_valid_o,
    output logic        reg_write_o,
    output logic [11:0] reg_addr_o,
    output logic [31:0] reg_wdata_o,
    input  logic        reg_ready_i,
    input  logic [31:0] reg_rdata_i,
    input  logic        reg_error_i,
    input  logic        engine_busy_i,
    output logic        out_valid_o,   // words to the engine
    input  logic        out_ready_i,
    output logic [31:0] out_data_o,
    input  logic        in_valid_i,    // words from the engine
    output logic        in_ready_o,
    input  logic [31:0] in_data_i
);
  localparam int unsigned Depth = 32;  // words of input buffer: one burst on its way, one being taken

  // ---- registers ----

  logic valid, write, error;
  logic [11:0] addr;
  logic [31:0] wdata, rdata;
  logic enable_q, busy, idle, locked, wr, disabled, next, want_irq, refused, bus_error;
  logic [31:0] base_q, error_addr_q;
  logic [15:0] last_q, head_q, tail_q;
  logic [4:0] event_d, event_q, mask_q;
  logic refused_write, known_write, direct, direct_ok, direct_wait, direct_done, ready;
  logic [31:0] direct_status;

  axil_to_reg i_axil (
      .clk_i, .rst_ni,
      .aw_valid_i, .aw_ready_o, .aw_addr_i, .w_valid_i, .w_ready_o, .w_data_i, .w_strb_i,
      .b_valid_o, .b_ready_i, .b_resp_o, .ar_valid_i, .ar_ready_o, .ar_addr_i,
      .r_valid_o, .r_ready_i, .r_data_o, .r_resp_o,
      .reg_valid_o(valid), .reg_write_o(write), .reg_addr_o(addr), .reg_wdata_o(wdata), .reg_ready_i(ready),
      .reg_rdata_i(rdata), .reg_error_i(error)
  );
  // Whoever sees the status of a descriptor in memory may begin at once, though TAIL has not moved.
  assign ready = !(write && direct && direct_wait);
  assign wr = valid && write && ready;
  assign locked = enable_q || busy;
  assign refused_write = wr && ((addr inside {RingBaseOffset, RingLastOffset} && locked)
                                || (addr == RingBaseOffset && wdata[4:0] != '0)
                                || (addr == HeadOffset && wdata[15:0] > last_q)
                                || (addr == ControlOffset && wdata[ControlEnableLsb] && busy && !enable_q)
                                || (direct && !direct_ok));
  assign direct = addr >= DirectSetupOffset && addr <= DirectGoOffset;
  assign known_write = addr inside {
    EventOffset, IrqEnOffset, ControlOffset, RingBaseOffset, RingLastOffset, HeadOffset, DirectSetupOffset,
    DirectLoadOffset, DirectInOffset, DirectOutOffset, DirectLenOffset, DirectGoOffset
  };
  assign error = write && (refused_write || !known_write);

  always_comb begin
    event_d = event_q;
    if (wr && addr == EventOffset) event_d = event_q & ~wdata[4:0];
    if ((next && want_irq) || direct_done) event_d[EventDoneLsb] = 1'b1;
    if ((next || direct_done) && refused) event_d[EventEngineLsb] = 1'b1;
    if (next && (tail_q == last_q ? '0 : tail_q + 16'd1) == head_q) event_d[EventIdleLsb] = 1'b1;
    if (bus_error) event_d[EventBusLsb] = 1'b1;
    if (refused_write) event_d[EventSeqLsb] = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {enable_q, base_q, last_q, head_q, tail_q, event_q, mask_q} <= '0;
    end else begin
      event_q <= event_d;
      if (next) tail_q <= tail_q == last_q ? '0 : tail_q + 16'd1;
      if (wr && !refused_write) begin
        unique case (addr)
          IrqEnOffset: mask_q <= wdata[4:0];
          ControlOffset: enable_q <= wdata[ControlEnableLsb];
          RingBaseOffset: {base_q, head_q, tail_q} <= {wdata, 32'h0};
          RingLastOffset: last_q <= wdata[15:0];
          HeadOffset: head_q <= wdata[15:0];
          default: ;
        endcase
      end
      if (disabled) enable_q <= 1'b0;
    end
  end

  always_comb begin
    unique case (addr)
      NameOffset: rdata = NameReset;
      VersionOffset: rdata = VersionReset;
      ConfigOffset: rdata = {16'h0, 8'(WriteBeats), 8'(ReadBeats)};
      StatusOffset: rdata = {31'h0, busy};
      EventOffset: rdata = {27'h0, event_q};
      IrqEnOffset: rdata = {27'h0, mask_q};
      ControlOffset: rdata = {31'h0, enable_q};
      RingBaseOffset: rdata = base_q;
      RingLastOffset: rdata = {16'h0, last_q};
      HeadOffset: rdata = {16'h0, head_q};
      TailOffset: rdata = {16'h0, tail_q};
      ErrorAddrOffset: rdata = error_addr_q;
      DirectStatusOffset: rdata = direct_status;
      default: rdata = '0;
    endcase
  end
  assign irq_o = |(event_q & mask_q);

  // ---- data path ----

  logic stop, read_start, read_busy, read_error, read_take, word, word_last;
  logic [31:0] read_addr, read_len, word_data, read_burst;
  logic [1:0] word_first;
  logic [2:0] word_end;
  logic write_start, write_drop, write_busy, write_error, starved, surplus, from_engine, put, put_ready;
  logic [31:0] write_addr, write_len, put_data, write_burst;
  logic [1:0] write_lane, pack_lane;
  logic pack_clear, pack_valid, pack_flush, pack_more, packed_valid;
  logic [31:0] packed_data;
  logic [$clog2(Depth+1)-1:0] fifo_count;
  logic fifo_valid;

  assign busy = !idle || read_busy || write_busy;
  assign busy_o = busy;

  logic ctl_busy;
  assign idle = !ctl_busy;

  udma_ctl #(
      .ReadBeats(ReadBeats)
  ) i_ctl (
      .clk_i, .rst_ni, .enable_i(enable_q), .disable_o(disabled), .base_i(base_q), .tail_i(tail_q),
      .waiting_i(head_q != tail_q), .next_o(next), .irq_o(want_irq), .refused_o(refused), .bus_error_o(bus_error),
      .busy_o(ctl_busy), .stop_o(stop),
      .direct_we_i(wr && direct && direct_ok), .direct_sel_i(addr), .direct_data_i(wdata), .direct_ok_o(direct_ok),
      .direct_wait_o(direct_wait), .direct_done_o(direct_done), .direct_status_o(direct_status),
      .read_start_o(read_start), .read_addr_o(read_addr), .read_len_o(read_len), .read_busy_i(read_busy),
      .read_error_i(read_error), .read_take_o(read_take), .word_i(word),
      .word_data_i(word_data), .word_last_i(word_last),
      .write_start_o(write_start), .write_addr_o(write_addr), .write_len_o(write_len), .write_drop_o(write_drop),
      .write_lane_o(write_lane), .write_busy_i(write_busy), .write_error_i(write_error),
      .starved_i(starved), .surplus_i(surplus),
      .from_engine_o(from_engine), .put_o(put), .put_data_o(put_data), .put_ready_i(put_ready),
      .pack_clear_o(pack_clear), .pack_lane_o(pack_lane), .pack_valid_o(pack_valid), .pack_flush_o(pack_flush),
      .pack_more_i(pack_more), .room_i(32'(fifo_count) + ReadBeats + 2 <= Depth), .in_empty_i(!fifo_valid),
      .engine_busy_i, .engine_wants_i(out_ready_i), .engine_gives_i(in_valid_i),
      .reg_valid_o, .reg_write_o, .reg_addr_o, .reg_wdata_o, .reg_ready_i, .reg_rdata_i, .reg_error_i
  );
  udma_read #(
      .Beats(ReadBeats)
  ) i_read (
      .clk_i, .rst_ni, .stop_i(stop), .start_i(read_start), .addr_i(read_addr), .len_i(read_len), .busy_o(read_busy),
      .take_i(read_take), .word_o(word), .data_o(word_data), .first_o(word_first), .end_o(word_end),
      .last_o(word_last), .error_o(read_error), .burst_addr_o(read_burst),
      .ar_valid_o(m_ar_valid_o), .ar_ready_i(m_ar_ready_i), .ar_addr_o(m_ar_addr_o), .ar_len_o(m_ar_len_o),
      .r_valid_i(m_r_valid_i), .r_ready_o(m_r_ready_o), .r_data_i(m_r_data_i), .r_resp_i(m_r_resp_i),
      .r_last_i(m_r_last_i)
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
      .pop_i(fifo_valid && out_ready_i), .data_o(out_data_o), .count_o(fifo_count)
  );
  assign out_valid_o = fifo_valid;
  udma_write #(
      .Beats(WriteBeats)
  ) i_write (
      .clk_i, .rst_ni, .stop_i(stop), .split_i(from_engine), .drop_i(write_drop), .lane_i(write_lane),
      .start_i(write_start), .addr_i(write_addr), .len_i(write_len), .busy_o(write_busy),
      .valid_i(from_engine ? in_valid_i : put), .ready_o(put_ready), .data_i(from_engine ? in_data_i : put_data),
      .starved_o(starved), .surplus_o(surplus), .error_o(write_error), .burst_addr_o(write_burst),
      .aw_valid_o(m_aw_valid_o), .aw_ready_i(m_aw_ready_i), .aw_addr_o(m_aw_addr_o), .aw_len_o(m_aw_len_o),
      .w_valid_o(m_w_valid_o), .w_ready_i(m_w_ready_i), .w_data_o(m_w_data_o), .w_strb_o(m_w_strb_o),
      .w_last_o(m_w_last_o), .b_valid_i(m_b_valid_i), .b_ready_o(m_b_ready_o), .b_resp_i(m_b_resp_i)
  );
  assign in_ready_o = from_engine && put_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) error_addr_q <= '0;
    else if (read_error) error_addr_q <= read_burst;
    else if (write_error) error_addr_q <= write_burst;
  end
endmodule
