// SPDX-License-Identifier: Apache-2.0
// Public-key block: a microcoded engine behind AXI4-Lite registers, with stream ports and a register port for UDMA.
// Registers: ../registers.md; use: ../README.md; how it works: ../architecture.md.
module acryp
  import acryp_reg_pkg::*;
#(
    parameter int unsigned Width = 72,      // bits of a word, a multiplier of Width x Width
    parameter int unsigned RamWords = 2048  // of the operand RAM
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
    // Data from and to UDMA
    input  logic        in_valid_i,
    output logic        in_ready_o,
    input  logic [31:0] in_data_i,
    output logic        out_valid_o,
    input  logic        out_ready_i,
    output logic [31:0] out_data_o
);
  logic [1:0] port_valid, port_write, port_ready;
  logic [1:0][11:0] port_addr;
  logic [1:0][31:0] port_wdata;
  logic valid, write, ready, error;
  logic [11:0] addr;
  logic [31:0] wdata, rdata;

  axil_to_reg i_axil (
      .clk_i, .rst_ni,
      .s_axil_awvalid_i, .s_axil_awready_o, .s_axil_awaddr_i, .s_axil_wvalid_i, .s_axil_wready_o, .s_axil_wdata_i, .s_axil_wstrb_i,
      .s_axil_bvalid_o, .s_axil_bready_i, .s_axil_bresp_o, .s_axil_arvalid_i, .s_axil_arready_o, .s_axil_araddr_i,
      .s_axil_rvalid_o, .s_axil_rready_i, .s_axil_rdata_o, .s_axil_rresp_o,
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
      .clk_i, .rst_ni,
      .valid_i(port_valid), .write_i(port_write), .addr_i(port_addr), .wdata_i(port_wdata), .ready_o(port_ready),
      .valid_o(valid), .write_o(write), .addr_o(addr), .wdata_o(wdata), .ready_i(ready)
  );

  // ---- registers ----

  logic [15:0] param;
  logic [12:0] ctrl_q;
  logic [2:0] event_d, event_q, mask_q;
  logic [3:0] result_q, code;
  logic running_q;  // from the start to DONE; the core is busy longer, while it erases
  logic busy, done, start, wipe, has_data_q, refused, known_write;
  logic core_in_valid, core_in_ready, core_out_valid, core_out_ready, stream, may_read, has_word;
  logic [31:0] core_out_data;
  logic in_param, in_in, in_out, data_write, data_read, param_write, ctrl_write;

  function automatic logic in_range(logic [11:0] a, logic [11:0] base, int unsigned words);
    return a >= base && a < base + 12'(4 * words);
  endfunction

  assign in_param = in_range(addr, ParamOffset, ParamCount);
  assign in_in    = in_range(addr, DataInOffset, DataInCount);
  assign in_out   = in_range(addr, DataOutOffset, DataOutCount);
  assign stream   = ctrl_q[CtrlStreamLsb];
  assign known_write = in_param || in_in || addr inside {CtrlOffset, EventOffset, IrqEnOffset, WipeOffset};
  assign param_write = valid && write && in_param;
  assign ctrl_write  = valid && write && addr == CtrlOffset;
  assign data_write  = valid && write && in_in;
  assign data_read   = valid && !write && in_out;
  assign wipe  = valid && write && addr == WipeOffset;
  assign start = ctrl_write && !busy;
  assign refused = ((ctrl_write || param_write) && busy) || (data_write && (!running_q || stream))
      || (data_read && !may_read);
  // A read waits for the next word once there was a first one.
  assign may_read = running_q && !stream && (core_out_valid || has_data_q);
  // After WIPE the engine's output is there for a cycle more.
  assign has_word = running_q && core_out_valid;
  assign ready = data_write && running_q && !stream ? core_in_ready : !(data_read && may_read) || core_out_valid;
  assign error = refused || (valid && write && !known_write);
  assign core_in_valid  = stream ? in_valid_i && running_q : data_write && running_q;
  assign core_out_ready = stream ? out_ready_i : data_read && may_read;
  assign in_ready_o  = stream && running_q && core_in_ready;
  assign out_valid_o = stream && has_word;
  assign out_data_o  = stream ? core_out_data : '0;

  always_comb begin
    event_d = event_q;
    if (valid && write && addr == EventOffset) event_d = event_q & ~wdata[2:0];
    if (start || wipe) {event_d[EventDoneLsb], event_d[EventOutLsb]} = '0;  // no result, no DONE
    if (done && !wipe) event_d[EventDoneLsb] = 1'b1;
    if (refused) event_d[EventSeqLsb] = 1'b1;
    if (has_word && !has_data_q && !wipe) event_d[EventOutLsb] = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ctrl_q <= '0;
      event_q <= '0;
      mask_q <= '0;
      result_q <= '0;
      running_q <= 1'b0;
      has_data_q <= 1'b0;
    end else begin
      event_q <= event_d;
      if (valid && write && addr == IrqEnOffset) mask_q <= wdata[2:0];
      if (core_out_valid) has_data_q <= 1'b1;
      if (start) begin
        ctrl_q <= wdata[12:0];
        running_q <= 1'b1;
        has_data_q <= 1'b0;
      end
      if (done || wipe) begin
        running_q <= 1'b0;
        has_data_q <= 1'b0;
      end
      if (done) result_q <= code;
    end
  end

  always_comb begin
    rdata = '0;
    unique case (1'b1)
      addr == NameOffset: rdata = NameReset;
      addr == VersionOffset: rdata = VersionReset;
      addr == ConfigOffset: rdata = {16'(RamWords), 8'h0, 8'(Width)};
      addr == StatusOffset: begin
        rdata[StatusBusyLsb] = busy;
        rdata[StatusWantsDataLsb] = core_in_ready && running_q;
        rdata[StatusHasDataLsb] = has_word;
      end
      addr == EventOffset: rdata = {29'h0, event_q};
      addr == IrqEnOffset: rdata = {29'h0, mask_q};
      addr == ResultOffset: rdata = {28'h0, result_q};
      addr == CtrlOffset: rdata = {19'h0, ctrl_q};
      in_param: rdata = {16'h0, busy ? 16'h0 : param};
      in_out: rdata = has_word && !stream ? core_out_data : '0;
      default: rdata = '0;
    endcase
  end

  // The core's trace is for its own bench and ends here.
  logic trace_valid, trace_we;
  logic [10:0] trace_pc, rom_addr;
  logic [35:0] rom_data;
  acryp_pkg::word_addr_t trace_addr;
  logic [Width-1:0] trace_data;
  acryp_core #(
      .Width(Width), .RamWords(RamWords)
  ) i_core (
      .clk_i, .rst_ni, .start_i(start), .entry_i(wdata[CtrlOpLsb+:CtrlOpWidth]), .abort_i(wipe),
      .param_we_i(param_write), .param_addr_i(addr[4:2]), .param_data_i(wdata[15:0]), .param_data_o(param),
      .busy_o(busy), .done_o(done), .code_o(code),
      .in_valid_i(core_in_valid), .in_ready_o(core_in_ready), .in_data_i(stream ? in_data_i : wdata),
      .out_valid_o(core_out_valid), .out_ready_i(core_out_ready), .out_data_o(core_out_data),
      .rom_addr_o(rom_addr), .rom_data_i(rom_data),
      .trace_valid_o(trace_valid), .trace_pc_o(trace_pc), .trace_we_o(trace_we), .trace_addr_o(trace_addr),
      .trace_data_o(trace_data)
  );
  acryp_rom i_rom (
      .clk_i, .addr_i(rom_addr), .data_o(rom_data)
  );
  assign busy_o = busy;
  assign irq_o  = |(event_q & mask_q);

  // Not used, on purpose.
  logic unused;
  assign unused = ^{s_axil_awprot_i, s_axil_arprot_i, trace_valid, trace_we, trace_pc, trace_addr, trace_data};
endmodule
