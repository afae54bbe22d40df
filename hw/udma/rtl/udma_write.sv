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
    input  logic [31:0] base_i,    // where it may write: from here to last_i; constant while busy_o
    input  logic [31:0] last_i,
    output logic        busy_o,
    input  logic        valid_i,
    output logic        ready_o,
    input  logic [31:0] data_i,
    output logic        starved_o, // the run waits for bytes
    output logic        surplus_o, // more bytes have come than the last word of the runs can leave
    output logic        error_o,
    output logic        range_o,   // ... for it would write elsewhere; error_o, too, and nothing of the run was written
    output logic        clean_o,   // the buffer holds nothing but words to be written
    output logic [31:0] burst_addr_o,
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
  logic [63:0] bytes_q, bytes_d;  // input bytes, first in bits 7:0
  logic [3:0] have_q, have_d;
  logic [1:0] skip_q;
  logic [31:0] addr_q, left_q;    // where the next bytes go, and how many
  logic [31:0] burst_addr_q;      // next burst of the run, and words from there to its end
  logic [30:0] words_q;
  logic [32:0] end_q;             // last byte of the run
  logic fresh_q;                  // the run has just begun
  logic [7:0] beat_q;
  logic addr_left_q, data_left_q;  // the burst's address, data are still to be taken
  logic addr_end, data_end;        // ... and this cycle takes the last of them, if not one before
  logic [2:0] want;
  logic on_bus, emit, fifo_valid, fifo_pop, accept;
  logic [35:0] fifo_in, fifo_out;
  logic [$clog2(Depth+1)-1:0] fifo_count, fifo_used;
  logic [31:0] beats;
  logic [10:0] page_words;

  // ---- bytes to words of memory ----

  assign want = left_q >= {29'h0, 3'd4 - {1'b0, addr_q[1:0]}} ? 3'd4 - {1'b0, addr_q[1:0]} : left_q[2:0];
  assign emit = left_q != '0 && have_q >= {1'b0, want} && fifo_used != ($clog2(Depth+1))'(Depth);
  assign ready_o = have_q <= 4'd4;
  assign accept = valid_i && ready_o;
  always_comb begin
    logic [3:0] strobe;
    strobe = 4'((5'd1 << want) - 5'd1) << addr_q[1:0];
    fifo_in = {strobe, bytes_q[31:0] << {addr_q[1:0], 3'b000}};
    bytes_d = bytes_q;
    have_d = have_q;
    if (emit) begin
      bytes_d = bytes_q >> {want, 3'b000};
      have_d = have_q - {1'b0, want};
    end
    if (accept) begin
      bytes_d = bytes_d | ({32'h0, data_i >> {skip_q, 3'b000}} << {have_d, 3'b000});
      have_d = have_d + 4'd4 - {2'b00, skip_q};
    end
  end

  udma_fifo #(
      .Width(36),
      .Depth(Depth)
  ) i_fifo (
      .clk_i, .rst_ni, .clear_i(stop_i && !on_bus), .push_i(emit), .data_i(fifo_in), .valid_o(fifo_valid),
      .pop_i(fifo_pop), .data_o(fifo_out), .count_o(fifo_count), .used_o(fifo_used), .clean_o
  );

  // ---- bursts ----

  assign page_words = 11'd1024 - {1'b0, burst_addr_q[11:2]};
  always_comb begin
    beats = Beats;
    if ({1'b0, words_q} <= beats) begin
      beats = {1'b0, words_q};
      if (split_i && Beats > 1 && beats > Beats / 2) beats = Beats / 2;
    end
    if ({21'h0, page_words} < beats) beats = {21'h0, page_words};
  end
  assign starved_o = state_q == StFill && left_q != '0 && have_q < {1'b0, want};
  assign surplus_o = state_q == StIdle && have_q >= 4'd4;
  assign busy_o = state_q != StIdle;
  assign on_bus = state_q inside {StBurst, StResp};
  assign burst_addr_o = state_q == StFill ? addr_q : m_axi_awaddr_o;
  assign m_axi_awvalid_o = addr_left_q;
  assign m_axi_wvalid_o = data_left_q;
  assign addr_end = !addr_left_q || m_axi_awready_i;
  assign data_end = !data_left_q || (m_axi_wready_i && m_axi_wlast_o);
  assign fifo_pop = m_axi_wvalid_o && m_axi_wready_i && fifo_valid;
  assign {m_axi_wstrb_o, m_axi_wdata_o} = fifo_out;
  assign m_axi_wlast_o = beat_q == '0;
  assign m_axi_bready_o = state_q == StResp;
  assign range_o = fresh_q && (addr_q < base_i || end_q > {1'b0, last_i});
  assign error_o = range_o || (state_q == StResp && m_axi_bvalid_i && m_axi_bresp_i[1]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
      {bytes_q, have_q, skip_q, addr_q, left_q, burst_addr_q, words_q, beat_q} <= '0;
      {end_q, fresh_q, m_axi_awaddr_o, m_axi_awlen_o, addr_left_q, data_left_q} <= '0;
    end else begin
      bytes_q <= bytes_d;
      have_q <= have_d;
      fresh_q <= 1'b0;
      if (accept) skip_q <= '0;
      if (emit) begin
        addr_q <= {addr_q[31:2] + 30'd1, 2'b00};
        left_q <= left_q - {29'h0, want};
      end
      if (drop_i || stop_i) begin
        {bytes_q, have_q} <= '0;
        skip_q <= lane_i;
      end
      if (stop_i || range_o) left_q <= '0;
      unique case (state_q)
        StIdle: begin
          if (start_i && !stop_i) begin
            addr_q <= addr_i;
            left_q <= len_i;
            end_q <= {1'b0, addr_i} + {1'b0, len_i} - 33'd1;
            fresh_q <= 1'b1;
            burst_addr_q <= {addr_i[31:2], 2'b00};
            words_q <= 31'(({1'b0, len_i} + {31'h0, addr_i[1:0]} + 33'd3) >> 2);
            state_q <= StFill;
          end
        end
        StFill: begin
          if (stop_i || range_o || words_q == '0) begin
            state_q <= StIdle;
          end else if (32'(fifo_count) >= beats) begin
            m_axi_awaddr_o <= burst_addr_q;
            {m_axi_awlen_o, beat_q} <= {2{8'(beats - 32'd1)}};
            {addr_left_q, data_left_q} <= 2'b11;
            burst_addr_q <= burst_addr_q + {beats[29:0], 2'b00};
            words_q <= words_q - beats[30:0];
            state_q <= StBurst;
          end
        end
        StBurst: begin
          if (m_axi_awready_i) addr_left_q <= 1'b0;
          if (data_left_q && m_axi_wready_i) begin
            beat_q <= beat_q - 8'd1;
            if (m_axi_wlast_o) data_left_q <= 1'b0;
          end
          if (addr_end && data_end) state_q <= StResp;
        end
        default: if (m_axi_bvalid_i) state_q <= words_q == '0 || stop_i ? StIdle : StFill;
      endcase
    end
  end

  // Not used, on purpose.
  logic unused;
  assign unused = ^{m_axi_bresp_i[0]};
endmodule
