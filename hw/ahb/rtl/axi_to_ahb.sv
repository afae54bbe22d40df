// SPDX-License-Identifier: Apache-2.0
// AXI4 bursts of whole words (INCR), as udma makes them, to an AHB-Lite manager (AMBA 3 AHB-Lite, ARM IHI
// 0033A): bursts of undefined length that start anew at 1 KiB. AHB-Lite has no strobes, so a word written in part
// becomes transfers of one and two bytes. One burst at a time, reads and writes in turn; ERROR becomes an error
// response, and the burst goes on to its end. A place of the buffer that no word is in holds zero, and so does HWDATA
// outside the data phase of a write.
module axi_to_ahb #(
    parameter int unsigned IdWidth = 1
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // AXI4
    input  logic        s_axi_arvalid_i,
    output logic        s_axi_arready_o,
    input  logic [IdWidth-1:0] s_axi_arid_i,
    input  logic [31:0] s_axi_araddr_i,
    input  logic [7:0]  s_axi_arlen_i,
    input  logic [2:0]  s_axi_arsize_i,
    input  logic [1:0]  s_axi_arburst_i,
    input  logic        s_axi_arlock_i,
    input  logic [3:0]  s_axi_arcache_i,
    input  logic [2:0]  s_axi_arprot_i,
    input  logic [3:0]  s_axi_arqos_i,
    output logic        s_axi_rvalid_o,
    input  logic        s_axi_rready_i,
    output logic [IdWidth-1:0] s_axi_rid_o,
    output logic [31:0] s_axi_rdata_o,
    output logic [1:0]  s_axi_rresp_o,
    output logic        s_axi_rlast_o,
    input  logic        s_axi_awvalid_i,
    output logic        s_axi_awready_o,
    input  logic [IdWidth-1:0] s_axi_awid_i,
    input  logic [31:0] s_axi_awaddr_i,
    input  logic [7:0]  s_axi_awlen_i,
    input  logic [2:0]  s_axi_awsize_i,
    input  logic [1:0]  s_axi_awburst_i,
    input  logic        s_axi_awlock_i,
    input  logic [3:0]  s_axi_awcache_i,
    input  logic [2:0]  s_axi_awprot_i,
    input  logic [3:0]  s_axi_awqos_i,
    input  logic        s_axi_wvalid_i,
    output logic        s_axi_wready_o,
    input  logic [31:0] s_axi_wdata_i,
    input  logic [3:0]  s_axi_wstrb_i,
    output logic        s_axi_bvalid_o,
    input  logic        s_axi_bready_i,
    output logic [IdWidth-1:0] s_axi_bid_o,
    output logic [1:0]  s_axi_bresp_o,
    // AHB-Lite
    output logic [31:0] haddr_o,
    output logic [1:0]  htrans_o,
    output logic        hwrite_o,
    output logic [2:0]  hsize_o,
    output logic [2:0]  hburst_o,
    output logic [3:0]  hprot_o,
    output logic [31:0] hwdata_o,
    input  logic [31:0] hrdata_i,
    input  logic        hready_i,
    input  logic        hresp_i
);
  localparam logic [1:0] Idle = 2'b00, Nonseq = 2'b10, Seq = 2'b11;
  localparam logic [2:0] Incr = 3'b001;
  localparam int unsigned Depth = 3;

  typedef enum logic [1:0] {StIdle, StRead, StWrite, StResp} state_e;

  state_e state_q;
  logic [IdWidth-1:0] id_q;
  logic [29:0] addr_q;
  logic [7:0] left_q;      // words of the burst after this one
  logic all_q;             // every word's address was sent
  logic write_next_q;      // whose turn it is
  logic privileged_q, instruction_q;  // as AxPROT says
  logic bad_q, last, take_read, take_write, request, sent, word_sent, push, pop;
  logic seq_q;             // the transfer before was the word below, so that this one continues its burst
  logic data_q, data_last_q, data_write_q;  // the transfer in its data phase
  logic [3:0] gone_q, rest, piece;          // bytes of the word whose transfers were sent, those left, and this one's
  logic [1:0] lane;
  logic [2:0] size;
  logic [$clog2(Depth+1)-1:0] count_q;
  logic [Depth-1:0][33:0] words_q;          // read and not yet taken

  assign take_read  = state_q == StIdle && s_axi_arvalid_i && !(s_axi_awvalid_i && write_next_q);
  assign take_write = state_q == StIdle && s_axi_awvalid_i && !take_read;
  assign s_axi_arready_o = take_read;
  assign s_axi_awready_o = take_write;
  assign last = left_q == '0;

  // The lowest piece of the bytes left that one transfer can move.
  assign rest = s_axi_wstrb_i & ~gone_q;
  always_comb begin
    lane = 2'd0;
    for (int i = 3; i >= 0; i--) if (rest[i]) lane = 2'(i);
    size = 3'd0;
    piece = 4'b0001 << lane;
    if (&rest) begin
      size = 3'd2;
      piece = 4'b1111;
    end else if (!lane[0] && rest[lane+1]) begin
      size = 3'd1;
      piece = 4'b0011 << lane;
    end
    if (!hwrite_o) begin
      lane = 2'd0;
      size = 3'd2;
    end
  end

  // A transfer once offered stays until it is taken: a read has a place for its word, a write has its data.
  assign request = !all_q && ((state_q == StRead && 32'(count_q) + 32'(data_q) < Depth) ||
                              (state_q == StWrite && s_axi_wvalid_i && rest != '0));
  assign sent = request && hready_i;
  assign word_sent = sent && (!hwrite_o || piece == rest);
  assign s_axi_wready_o = state_q == StWrite && !all_q && s_axi_wvalid_i && (rest == '0 || word_sent);
  assign haddr_o = {addr_q, lane};
  assign htrans_o = !request ? Idle : seq_q && size == 3'd2 && addr_q[7:0] != '0 ? Seq : Nonseq;
  assign hwrite_o = state_q == StWrite;
  assign hsize_o  = size;
  assign hburst_o = Incr;
  assign hprot_o  = {2'b00, privileged_q, !instruction_q};  // neither cacheable nor bufferable

  assign push = data_q && !data_write_q && hready_i;
  assign pop  = s_axi_rvalid_o && s_axi_rready_i;
  assign s_axi_rvalid_o = count_q != '0;
  assign {s_axi_rlast_o, s_axi_rresp_o[1], s_axi_rdata_o} = words_q[0];
  assign s_axi_rresp_o[0] = 1'b0;
  assign s_axi_bvalid_o = state_q == StResp && !data_q;
  assign s_axi_bresp_o  = {bad_q, 1'b0};
  assign {s_axi_rid_o, s_axi_bid_o} = {2{id_q}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
      {id_q, addr_q, left_q, all_q, write_next_q, bad_q, seq_q, data_q, data_last_q, data_write_q, gone_q} <= '0;
      {hwdata_o, count_q, words_q, privileged_q, instruction_q} <= '0;
    end else begin
      if (hready_i) begin
        data_q <= sent;
        data_last_q <= last;
        data_write_q <= hwrite_o;
        seq_q <= size == 3'd2;
        hwdata_o <= sent && hwrite_o ? s_axi_wdata_i : '0;
        if (data_q && hresp_i) bad_q <= 1'b1;
      end
      if (!request) seq_q <= 1'b0;
      if (sent && hwrite_o) gone_q <= gone_q | piece;
      if (s_axi_wready_o || (word_sent && !hwrite_o)) begin
        addr_q <= addr_q + 30'd1;
        left_q <= left_q - 8'd1;
        all_q <= last;
        gone_q <= '0;
      end
      count_q <= count_q + ($clog2(Depth + 1))'(push) - ($clog2(Depth + 1))'(pop);
      if (pop) words_q <= {34'd0, words_q[Depth-1:1]};
      if (push) words_q[$clog2(Depth)'(count_q-($clog2(Depth+1))'(pop))] <= {data_last_q, hresp_i, hrdata_i};
      unique case (state_q)
        StIdle: begin
          all_q <= 1'b0;
          bad_q <= 1'b0;
          if (take_read) begin
            id_q <= s_axi_arid_i;
            {instruction_q, privileged_q} <= {s_axi_arprot_i[2], s_axi_arprot_i[0]};
            addr_q <= s_axi_araddr_i[31:2];
            left_q <= s_axi_arlen_i;
            state_q <= StRead;
            write_next_q <= 1'b1;
          end else if (take_write) begin
            id_q <= s_axi_awid_i;
            {instruction_q, privileged_q} <= {s_axi_awprot_i[2], s_axi_awprot_i[0]};
            addr_q <= s_axi_awaddr_i[31:2];
            left_q <= s_axi_awlen_i;
            state_q <= StWrite;
            write_next_q <= 1'b0;
          end
        end
        StRead: if (pop && s_axi_rlast_o) state_q <= StIdle;
        StWrite: if (s_axi_wready_o && last) state_q <= StResp;
        default: if (s_axi_bvalid_o && s_axi_bready_i) state_q <= StIdle;
      endcase
    end
  end

  // Not used, on purpose.
  logic unused;
  assign unused = ^{s_axi_araddr_i[1:0], s_axi_arsize_i, s_axi_arburst_i, s_axi_arlock_i, s_axi_arcache_i,
                     s_axi_arprot_i[1], s_axi_arqos_i, s_axi_awaddr_i[1:0], s_axi_awsize_i, s_axi_awburst_i,
                     s_axi_awlock_i, s_axi_awcache_i, s_axi_awprot_i[1], s_axi_awqos_i};
endmodule
