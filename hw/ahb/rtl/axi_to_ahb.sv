// SPDX-License-Identifier: Apache-2.0
// AXI4 bursts of whole words (INCR, no IDs), as udma makes them, to an AHB-Lite manager (AMBA 3 AHB-Lite, ARM IHI
// 0033A): bursts of undefined length that start anew at 1 KiB. AHB-Lite has no strobes, so a word written in part
// becomes transfers of one and two bytes. One burst at a time, reads and writes in turn; ERROR becomes an error
// response, and the burst goes on to its end.
module axi_to_ahb (
    input  logic        clk_i,
    input  logic        rst_ni,
    // AXI4
    input  logic        ar_valid_i,
    output logic        ar_ready_o,
    input  logic [31:0] ar_addr_i,
    input  logic [7:0]  ar_len_i,
    output logic        r_valid_o,
    input  logic        r_ready_i,
    output logic [31:0] r_data_o,
    output logic [1:0]  r_resp_o,
    output logic        r_last_o,
    input  logic        aw_valid_i,
    output logic        aw_ready_o,
    input  logic [31:0] aw_addr_i,
    input  logic [7:0]  aw_len_i,
    input  logic        w_valid_i,
    output logic        w_ready_o,
    input  logic [31:0] w_data_i,
    input  logic [3:0]  w_strb_i,
    output logic        b_valid_o,
    input  logic        b_ready_i,
    output logic [1:0]  b_resp_o,
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
  localparam int unsigned Depth = 4;

  typedef enum logic [1:0] {StIdle, StRead, StWrite, StResp} state_e;

  state_e state_q;
  logic [29:0] addr_q;
  logic [7:0] left_q;      // words of the burst after this one
  logic all_q;             // every word's address was sent
  logic write_next_q;      // whose turn it is
  logic bad_q, last, take_read, take_write, request, sent, word_sent, push, pop;
  logic seq_q;             // the transfer before was the word below, so that this one continues its burst
  logic data_q, data_last_q, data_write_q;  // the transfer in its data phase
  logic [3:0] gone_q, rest, piece;          // bytes of the word whose transfers were sent, those left, and this one's
  logic [1:0] lane;
  logic [2:0] size;
  logic [$clog2(Depth+1)-1:0] count_q;
  logic [Depth-1:0][33:0] words_q;          // read and not yet taken

  assign take_read  = state_q == StIdle && ar_valid_i && !(aw_valid_i && write_next_q);
  assign take_write = state_q == StIdle && aw_valid_i && !take_read;
  assign ar_ready_o = take_read;
  assign aw_ready_o = take_write;
  assign last = left_q == '0;

  // The lowest piece of the bytes left that one transfer can move.
  assign rest = w_strb_i & ~gone_q;
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
  assign request = !all_q && ((state_q == StRead && 32'(count_q) + 32'(data_q) < Depth - 1) ||
                              (state_q == StWrite && w_valid_i && rest != '0));
  assign sent = request && hready_i;
  assign word_sent = sent && (!hwrite_o || piece == rest);
  assign w_ready_o = state_q == StWrite && !all_q && w_valid_i && (rest == '0 || word_sent);
  assign haddr_o = {addr_q, lane};
  assign htrans_o = !request ? Idle : seq_q && size == 3'd2 && addr_q[7:0] != '0 ? Seq : Nonseq;
  assign hwrite_o = state_q == StWrite;
  assign hsize_o  = size;
  assign hburst_o = Incr;
  assign hprot_o  = 4'b0011;  // data, privileged

  assign push = data_q && !data_write_q && hready_i;
  assign pop  = r_valid_o && r_ready_i;
  assign r_valid_o = count_q != '0;
  assign {r_last_o, r_resp_o[1], r_data_o} = words_q[0];
  assign r_resp_o[0] = 1'b0;
  assign b_valid_o = state_q == StResp && !data_q;
  assign b_resp_o  = {bad_q, 1'b0};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
      {addr_q, left_q, all_q, write_next_q, bad_q, seq_q, data_q, data_last_q, data_write_q, gone_q} <= '0;
      {hwdata_o, count_q, words_q} <= '0;
    end else begin
      if (hready_i) begin
        data_q <= sent;
        data_last_q <= last;
        data_write_q <= hwrite_o;
        seq_q <= size == 3'd2;
        if (sent && hwrite_o) hwdata_o <= w_data_i;
        if (data_q && hresp_i) bad_q <= 1'b1;
      end
      if (!request) seq_q <= 1'b0;
      if (sent && hwrite_o) gone_q <= gone_q | piece;
      if (w_ready_o || (word_sent && !hwrite_o)) begin
        addr_q <= addr_q + 30'd1;
        left_q <= left_q - 8'd1;
        all_q <= last;
        gone_q <= '0;
      end
      count_q <= count_q + ($clog2(Depth + 1))'(push) - ($clog2(Depth + 1))'(pop);
      if (pop) words_q[Depth-2:0] <= words_q[Depth-1:1];
      if (push) words_q[$clog2(Depth)'(count_q-($clog2(Depth+1))'(pop))] <= {data_last_q, hresp_i, hrdata_i};
      unique case (state_q)
        StIdle: begin
          all_q <= 1'b0;
          bad_q <= 1'b0;
          if (take_read) begin
            addr_q <= ar_addr_i[31:2];
            left_q <= ar_len_i;
            state_q <= StRead;
            write_next_q <= 1'b1;
          end else if (take_write) begin
            addr_q <= aw_addr_i[31:2];
            left_q <= aw_len_i;
            state_q <= StWrite;
            write_next_q <= 1'b0;
          end
        end
        StRead: if (pop && r_last_o) state_q <= StIdle;
        StWrite: if (w_ready_o && last) state_q <= StResp;
        default: if (b_valid_o && b_ready_i) state_q <= StIdle;
      endcase
    end
  end
endmodule
