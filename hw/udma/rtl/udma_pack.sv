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
  logic [31:0] turned, rest_d;
  logic [3:0] total;
  logic [2:0] n;
  logic whole, keep;

  assign n = valid_i ? end_i - {1'b0, first_i} : 3'd0;
  assign total = {2'b00, count_q} + {1'b0, n};
  assign whole = total >= 4'd4;
  assign keep = !whole && !flush_i;
  // Rotated so that the first byte follows those of rest_q. Lanes from count_q on have bytes of this word, up to total;
  // those that total exceeds 4 by have bytes of the next.
  always_comb begin
    logic here, later;
    logic [1:0] from;
    for (int unsigned i = 0; i < 4; i++) begin
      from = i[1:0] + first_i - count_q;
      turned[8*i+:8] = data_i[8*from+:8];
      here = i[1:0] >= count_q && i[3:0] < total;
      later = whole && i[1:0] < total[1:0];
      data_o[8*i+:8] = rest_q[8*i+:8] | (turned[8*i+:8] & {8{here}});
      rest_d[8*i+:8] = (rest_q[8*i+:8] & {8{keep}}) | (turned[8*i+:8] & {8{later || (here && keep)}});
    end
  end

  assign valid_o = owed_q || whole || (flush_i && total != '0);
  assign more_o = count_q != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {rest_q, count_q, owed_q} <= '0;
    end else if (clear_i) begin
      {rest_q, owed_q} <= '0;
      count_q <= lane_i;
    end else if (owed_q) begin
      {rest_q, count_q, owed_q} <= '0;
    end else begin
      rest_q <= rest_d;
      count_q <= whole || !flush_i ? total[1:0] : '0;
      owed_q <= flush_i && whole && total[1:0] != '0;
    end
  end
endmodule
