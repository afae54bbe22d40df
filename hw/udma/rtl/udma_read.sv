// SPDX-License-Identifier: Apache-2.0
// Reads a run of bytes in bursts of whole words that don't cross 4 KiB (AMBA AXI, section A3.4.1). One burst at a time.
module udma_read #(
    parameter int unsigned Beats = 16
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        stop_i,      // begin no further burst and forget the run
    input  logic        start_i,     // while !busy_o; len_i is not 0
    input  logic [31:0] addr_i,
    input  logic [7:0]  len_i,
    input  logic [34:0] whole_i,     // bytes from addr_i that are going to be read, of which this run has the first
    input  logic [31:0] base_i,      // where it may read: from here up to but not end_i; constant while busy_o
    input  logic [32:0] end_i,
    output logic        busy_o,
    input  logic        take_i,      // words are taken
    output logic        word_o,      // word of the run, with its bytes first_o to end_o - 1
    output logic [31:0] data_o,
    output logic [1:0]  first_o,
    output logic [2:0]  end_o,
    output logic        last_o,
    output logic        error_o,
    output logic        range_o,     // ... for it would read elsewhere; error_o, too, and nothing was read
    output logic [31:0] burst_addr_o,  // of the burst, in the cycle after error_o, too
    // AXI4
    output logic        m_axi_arvalid_o,
    input  logic        m_axi_arready_i,
    output logic [31:0] m_axi_araddr_o,
    output logic [7:0]  m_axi_arlen_o,
    input  logic        m_axi_rvalid_i,
    output logic        m_axi_rready_o,
    input  logic [31:0] m_axi_rdata_i,
    input  logic [1:0]  m_axi_rresp_i,
    input  logic        m_axi_rlast_i
);
  typedef enum logic [1:0] {StIdle, StNext, StAddr, StData} state_e;

  state_e state_q;
  logic [31:0] addr_q;   // next word; bits 1:0 only for the first
  logic [7:0] left_q;    // bytes from addr_q
  logic [31:0] burst_addr_q;
  logic [3:0] len_q;
  logic run_q;           // the run goes on after this burst
  logic [35:0] end_q;    // after the last byte of the whole
  logic [8:0] span;      // bytes from the start of addr_q's word to the end of the run
  logic [6:0] words;
  logic [4:0] page_words, beats;
  logic [2:0] here;
  logic below, above;  // it begins before the window, ends beyond it

  // Words to the end of the run and, if they are fewer than 16, to the next 4 KiB.
  assign span = {1'b0, left_q} + {7'h0, addr_q[1:0]};
  assign words = 7'((10'(span) + 10'd3) >> 2);
  assign page_words = addr_q[11:6] == '1 ? 5'd16 - {1'b0, addr_q[5:2]} : 5'd16;
  always_comb begin
    beats = 5'(Beats);
    if (words < {2'b00, beats}) beats = words[4:0];
    if (page_words < beats) beats = page_words;
  end

  assign here = span >= 9'd4 ? 3'd4 : span[2:0];
  assign word_o = state_q == StData && m_axi_rvalid_i && run_q;  // and take_i
  assign data_o = m_axi_rdata_i;
  assign first_o = addr_q[1:0];
  assign end_o = here;
  assign last_o = span <= 9'd4;
  less #(.Width(32)) i_below (.a_i(addr_q), .b_i(base_i), .less_o(below));
  less #(.Width(36)) i_above (.a_i({3'h0, end_i}), .b_i(end_q), .less_o(above));
  assign range_o = state_q == StNext && (below || above);
  assign error_o = range_o || (m_axi_rvalid_i && m_axi_rready_o && m_axi_rresp_i[1]);
  assign burst_addr_o = burst_addr_q;
  assign busy_o = state_q != StIdle;
  assign m_axi_arvalid_o = state_q == StAddr;
  assign m_axi_araddr_o = {addr_q[31:2], 2'b00};
  assign m_axi_arlen_o = {4'h0, len_q};
  assign m_axi_rready_o = state_q == StData && (take_i || !run_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
      {addr_q, left_q, end_q, burst_addr_q, len_q, run_q} <= '0;
    end else begin
      if (stop_i) run_q <= 1'b0;
      unique case (state_q)
        StIdle: begin
          if (start_i && !stop_i) begin
            addr_q <= addr_i;
            left_q <= len_i;
            end_q <= {4'h0, addr_i} + {1'b0, whole_i};
            run_q <= 1'b1;
            state_q <= StNext;
          end
        end
        StNext: begin
          burst_addr_q <= {addr_q[31:2], range_o ? addr_q[1:0] : 2'b00};
          len_q <= 4'(beats - 5'd1);
          state_q <= stop_i || range_o ? StIdle : StAddr;
        end
        StAddr: if (m_axi_arready_i) state_q <= StData;
        default: begin
          if (m_axi_rvalid_i && m_axi_rready_o) begin
            addr_q <= {addr_q[31:2] + 30'd1, 2'b00};
            left_q <= last_o ? '0 : 8'(span - 9'd4);
            if (m_axi_rlast_i) state_q <= last_o || !run_q || stop_i ? StIdle : StNext;
          end
        end
      endcase
    end
  end

  // Not used, on purpose.
  logic unused;
  assign unused = ^{m_axi_rresp_i[0]};
endmodule
