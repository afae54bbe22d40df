// SPDX-License-Identifier: Apache-2.0
// Packs runs of bytes of any alignment into words without gaps. A flush ends the word that has begun.
module udma_pack (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        clear_i,
    input  logic [1:0]  lane_i,    // with clear_i: the first byte goes into this lane
    input  logic        valid_i,   // one word of a run, its bytes first_i to end_i - 1
    input  logic [31:0] data_i,
    input  logic [1:0]  first_i,
    input  logic [2:0]  end_i,
    input  logic        flush_i,   // with or without valid_i
    output logic        valid_o,   // at most one word for each valid_i or flush_i, and one more after both
    output logic [31:0] data_o,
    output logic        more_o     // an incomplete word remains; without flush_i it waits
);
  logic [31:0] rest_q;   // bytes that do not fill a word, from bit 0
  logic [1:0] count_q;
  logic owed_q;          // a flush came with more than one word's bytes
  logic [63:0] joined;
  logic [3:0] total;
  logic [2:0] n;

  assign n = valid_i ? end_i - {1'b0, first_i} : 3'd0;
  assign total = {2'b00, count_q} + {1'b0, n};
  always_comb begin
    logic [31:0] bytes;
    bytes = data_i >> {first_i, 3'b000};
    for (int unsigned i = 0; i < 4; i++) if (i[2:0] >= n) bytes[8*i+:8] = '0;
    joined = {32'h0, rest_q} | ({32'h0, bytes} << {count_q, 3'b000});
  end

  assign valid_o = owed_q || total >= 4'd4 || (flush_i && total != '0);
  assign data_o = joined[31:0];
  assign more_o = count_q != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {rest_q, count_q, owed_q} <= '0;
    end else if (clear_i) begin
      {rest_q, owed_q} <= '0;
      count_q <= lane_i;
    end else if (owed_q) begin
      {rest_q, count_q, owed_q} <= '0;
    end else if (total >= 4'd4) begin
      rest_q <= joined[63:32];
      count_q <= total[1:0];
      owed_q <= flush_i && total[1:0] != '0;
    end else if (flush_i) begin
      {rest_q, count_q} <= '0;
    end else begin
      rest_q <= joined[31:0];
      count_q <= total[1:0];
    end
  end
endmodule
