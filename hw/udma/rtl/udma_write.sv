// SPDX-License-Identifier: Apache-2.0
// Writes runs of bytes of any alignment from words without gaps. A burst begins when its data is there, so that the bus
// never waits for the engine; it does not cross 4 KiB (AMBA AXI, section A3.4.1). Address and data are offered at once,
// neither waits for the other (A3.3.1). One burst at a time.
module udma_write #(
    parameter int unsigned Beats = 8,
    parameter int unsigned Depth = 16  // words of buffer, at least Beats
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        stop_i,    // begin no further burst, forget run and data
    input  logic        split_i,   // the run's words come slowly: let the last ones go by themselves
    input  logic        drop_i,    // forget the bytes of the last input word that no run took
    input  logic [1:0]  lane_i,    // with drop_i: bytes of the next input word to skip
    input  logic        start_i,   // while !busy_o; len_i is not 0
    input  logic [31:0] addr_i,
    input  logic [31:0] len_i,
    input  logic [31:0] base_i,    // where it may write: from here up to but not end_i; constant while busy_o
    input  logic [32:0] end_i,
    output logic        busy_o,
    input  logic        valid_i,
    output logic        ready_o,
    input  logic [31:0] data_i,
    output logic        starved_o, // the run waits for bytes
    output logic        surplus_o, // more bytes have come than the last word of the runs can leave
    output logic        error_o,
    output logic        range_o,   // ... for it would write elsewhere; error_o, too, and nothing of the run was written
    output logic        clean_o,   // the buffer holds nothing but words to be written
    output logic [31:0] burst_addr_o,  // of the burst, in the cycle after error_o
    // AXI4
    output logic        m_axi_awvalid_o,
    input  logic        m_axi_awready_i,
    output logic [31:0] m_axi_awaddr_o,
    output logic [7:0]  m_axi_awlen_o,
    output logic        m_axi_wvalid_o,
    input  logic        m_axi_wready_i,
    output logic [31:0] m_axi_wdata_o,
    output logic [3:0]  m_axi_wstrb_o,
    output logic        m_axi_wlast_o,
    input  logic        m_axi_bvalid_i,
    output logic        m_axi_bready_o,
    input  logic [1:0]  m_axi_bresp_i
);
  typedef enum logic [1:0] {StIdle, StFill, StBurst, StResp} state_e;

  state_e state_q;
  logic [1:0][31:0] word_q;          // input words, the older in [0]
  logic [1:0] words_q, words_d;      // how many
  logic [1:0] byte_q, byte_d;        // the next byte is this one of word_q[0]
  logic [3:0] have;                  // bytes from there on
  logic [1:0] skip_q;                // bytes of the next input word to skip
  logic [31:0] left_q;               // bytes of the run that have not left the words
  logic [1:0] lane_q;                // where the next of them goes in a word of memory
  logic [31:0] burst_addr_q;         // of the next word that goes to memory, in bits 31:2
  logic [32:0] end_q;                // after the last byte of the run
  logic fresh_q;                     // the run has just begun
  logic below, above;              // it begins before the window, ends beyond it
  logic [3:0] len_q, beat_q;         // words of the burst less one, and from this one on
  logic [1:0] error_lane_q;
  logic addr_left_q, data_left_q;  // the burst's address, data are still to be taken
  logic addr_end, data_end;        // ... and this cycle takes the last of them, if not one before
  logic [2:0] want;
  logic on_bus, emit, fifo_valid, fifo_pop, accept, used_up, sent;
  logic [35:0] fifo_in, fifo_out;
  logic [$clog2(Depth+1)-1:0] fifo_count;

  // ---- bytes to words of memory ----

  assign want = left_q[31:2] != '0 || left_q[2:0] >= 3'd4 - {1'b0, lane_q} ? 3'd4 - {1'b0, lane_q} : left_q[2:0];
  assign have = {words_q, 2'b00} - {2'b00, byte_q};
  assign emit = left_q != '0 && have >= {1'b0, want} && fifo_count != ($clog2(Depth+1))'(Depth);
  assign ready_o = words_q != 2'd2;
  assign accept = valid_i && ready_o;
  always_comb begin
    logic [1:0] turn, from;
    logic [3:0] strobe;
    // Lane l of memory takes the input's byte l + turn, which is in word_q[1] from 4 on.
    turn = byte_q - lane_q;
    strobe = 4'((5'd1 << want) - 5'd1) << lane_q;
    fifo_in = {strobe, 32'h0};
    for (int unsigned l = 0; l < 4; l++) begin
      from = l[1:0] + turn;
      if (strobe[l]) fifo_in[8*l+:8] = word_q[byte_q >= lane_q && from < turn][8*from+:8];
    end
  end
  assign used_up = emit && {1'b0, byte_q} + want >= 3'd4;
  always_comb begin
    words_d = words_q;
    byte_d  = byte_q;
    if (emit) byte_d = byte_q + want[1:0];
    if (used_up) words_d = words_q - 2'd1;
    if (accept) begin
      if (words_d == '0) byte_d = skip_q;  // the words before it have gone
      words_d = words_d + 2'd1;
    end
  end

  udma_fifo #(
      .Width(36),
      .Depth(Depth)
  ) i_fifo (
      .clk_i, .rst_ni, .clear_i(stop_i && !on_bus), .push_i(emit), .data_i(fifo_in), .valid_o(fifo_valid),
      .pop_i(fifo_pop), .data_o(fifo_out), .count_o(fifo_count), .clean_o
  );

  // ---- bursts ----

  // Words of the run that are not on the bus yet; all is said by the lower bits if left_q has no others.
  logic [5:0] tail_words;
  logic [6:0] run_words;
  logic [4:0] page_words, beats;
  assign tail_words = 6'((8'(left_q[6:0]) + {6'h0, lane_q} + 8'd3) >> 2);
  assign run_words = {1'b0, tail_words} + 7'(fifo_count);
  assign page_words = burst_addr_q[11:6] == '1 ? 5'd16 - {1'b0, burst_addr_q[5:2]} : 5'd16;
  always_comb begin
    beats = 5'(Beats);
    if (left_q[31:7] == '0 && run_words <= 7'(Beats)) begin
      beats = run_words[4:0];
      if (split_i && Beats > 1 && beats > 5'(Beats / 2)) beats = 5'(Beats / 2);
    end
    if (page_words < beats) beats = page_words;
  end
  assign sent = left_q == '0 && !fifo_valid;
  assign starved_o = state_q == StFill && left_q != '0 && have < {1'b0, want};
  assign surplus_o = state_q == StIdle && have >= 4'd4;
  assign busy_o = state_q != StIdle;
  assign on_bus = state_q inside {StBurst, StResp};
  assign burst_addr_o = {m_axi_awaddr_o[31:2], error_lane_q};
  assign m_axi_awlen_o = {4'h0, len_q};
  assign m_axi_awvalid_o = addr_left_q;
  assign m_axi_wvalid_o = data_left_q;
  assign addr_end = !addr_left_q || m_axi_awready_i;
  assign data_end = !data_left_q || (m_axi_wready_i && m_axi_wlast_o);
  assign fifo_pop = m_axi_wvalid_o && m_axi_wready_i && fifo_valid;
  assign {m_axi_wstrb_o, m_axi_wdata_o} = fifo_out;
  assign m_axi_wlast_o = beat_q == '0;
  assign m_axi_bready_o = state_q == StResp;
  less #(.Width(32)) i_below (.a_i({burst_addr_q[31:2], lane_q}), .b_i(base_i), .less_o(below));
  less #(.Width(33)) i_above (.a_i(end_i), .b_i(end_q), .less_o(above));
  assign range_o = fresh_q && (below || above);
  assign error_o = range_o || (state_q == StResp && m_axi_bvalid_i && m_axi_bresp_i[1]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
      {word_q, words_q, byte_q, skip_q, left_q, lane_q, burst_addr_q, beat_q} <= '0;
      {end_q, fresh_q, m_axi_awaddr_o, len_q, error_lane_q, addr_left_q, data_left_q} <= '0;
    end else begin
      if (words_q[1] ? used_up : accept && (used_up || words_q == '0)) word_q[0] <= words_q[1] ? word_q[1] : data_i;
      if (accept) word_q[1] <= data_i;
      words_q <= words_d;
      byte_q <= byte_d;
      fresh_q <= 1'b0;
      if (accept) skip_q <= '0;
      if (emit) begin
        lane_q <= '0;
        left_q <= left_q - {29'h0, want};
      end
      if (drop_i || stop_i) begin
        {word_q, words_q, byte_q} <= '0;
        skip_q <= lane_i;
      end
      if (stop_i || range_o) left_q <= '0;
      unique case (state_q)
        StIdle: begin
          if (start_i && !stop_i) begin
            lane_q <= addr_i[1:0];
            left_q <= len_i;
            end_q <= {1'b0, addr_i} + {1'b0, len_i};
            fresh_q <= 1'b1;
            burst_addr_q <= {addr_i[31:2], 2'b00};
            state_q <= StFill;
          end
        end
        StFill: begin
          m_axi_awaddr_o <= burst_addr_q;
          error_lane_q <= range_o ? lane_q : '0;
          {len_q, beat_q} <= {2{4'(beats - 5'd1)}};
          if (stop_i || range_o || sent) begin
            state_q <= StIdle;
          end else if (5'(fifo_count) >= beats) begin
            {addr_left_q, data_left_q} <= 2'b11;
            state_q <= StBurst;
          end
        end
        StBurst: begin
          if (m_axi_awready_i) addr_left_q <= 1'b0;
          if (data_left_q && m_axi_wready_i) begin
            burst_addr_q[31:2] <= burst_addr_q[31:2] + 30'd1;
            beat_q <= beat_q - 4'd1;
            if (m_axi_wlast_o) data_left_q <= 1'b0;
          end
          if (addr_end && data_end) state_q <= StResp;
        end
        default: if (m_axi_bvalid_i) state_q <= sent || stop_i ? StIdle : StFill;
      endcase
    end
  end

  // Not used, on purpose.
  logic unused;
  assign unused = ^{m_axi_bresp_i[0]};
endmodule
