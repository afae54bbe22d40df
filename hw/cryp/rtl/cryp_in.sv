// SPDX-License-Identifier: Apache-2.0
// Collects input words to blocks. A section (AAD or data of a command) begins at byte skip_i of its first block, with
// the word that holds it, and at a word of its own. Bytes outside the section read as 0.
module cryp_in
  import cryp_pkg::*;
(
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        clear_i,
    input  logic        start_i,
    input  logic        half_i,    // blocks of 8 bytes; stable
    input  logic [3:0]  skip_i,
    input  logic [31:0] len_i,
    input  logic        some_i,    // it is not 0
    output logic        wants_o,   // not all words of the section have come
    input  logic        valid_i,
    output logic        ready_o,
    input  logic [31:0] data_i,
    output logic        full_o,    // a block or the section's rest is there, until take_i
    input  logic        take_i,
    output block_t      block_o,
    output logic [15:0] bytes_o,   // which bytes of the block are the section's, the first in bit 0
    output logic [3:0]  first_o,   // they are first_o to end_o - 1
    output logic [4:0]  end_o,
    output logic        whole_o,   // end_o is 16
    output logic        last_o,    // it ends the section
    output logic [4:0]  after_o    // bytes of the section after this block, 16 or more as 16
);
  logic [3:0][31:0] words_q;   // 0 where none has come
  logic [31:0] word;
  logic [32:0] left_q, after;  // bytes from the start of this block to the section's end
  logic [1:0] index_q;
  logic [3:0] first_q;
  logic some_q;                // left_q is not 0
  logic full_q, accept, top, last, last_q, whole_q;
  logic [4:0] size, finish, end_q, after_q;
  logic [15:0] before_end, bytes, bytes_q;  // bytes of the block before the section's end; those of the section

  assign size = half_i ? 5'd8 : 5'd16;
  // left_q <= size
  assign last = half_i ? left_q[32:4] == '0 && (!left_q[3] || left_q[2:0] == '0)
                       : left_q[32:5] == '0 && (!left_q[4] || left_q[3:0] == '0);
  assign finish = last ? left_q[4:0] : size;
  assign after = left_q - {28'h0, finish};
  assign ready_o = some_q && !full_q;
  assign accept = valid_i && ready_o;
  // By shifts, since comparisons would take carry chains.
  assign before_end = ~(16'hffff << finish);
  assign bytes = before_end & (16'hffff << first_q);
  assign top = index_q == 2'd3 || !before_end[{index_q + 2'd1, 2'b00}];
  assign first_o = first_q;
  assign full_o = full_q;
  assign wants_o = some_q && !(full_q && last_q);
  assign block_o = {words_q[0], words_q[1], words_q[2], words_q[3]};
  // The word that comes, without bytes outside the section
  always_comb begin
    word = swap32(data_i);
    for (int unsigned i = 0; i < 4; i++) if (!bytes[{index_q, i[1:0]}]) word[8*(3-i)+:8] = '0;
  end

  // What follows from the length is a cycle late: no block is complete in the cycle after a start or a take.
  assign last_o = last_q;
  assign end_o = end_q;
  assign whole_o = whole_q;
  assign after_o = after_q;
  assign bytes_o = bytes_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {last_q, end_q, whole_q, after_q, bytes_q} <= '0;
    end else if (clear_i) begin
      {last_q, end_q, whole_q, after_q, bytes_q} <= '0;
    end else begin
      last_q <= last;
      end_q <= finish;
      whole_q <= finish == 5'd16;
      after_q <= |after[32:4] ? 5'd16 : after[4:0];
      bytes_q <= bytes;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {words_q, left_q, some_q, index_q, first_q, full_q} <= '0;
    end else if (clear_i) begin
      {words_q, left_q, some_q, index_q, first_q, full_q} <= '0;
    end else if (start_i) begin
      left_q <= some_i ? {1'b0, len_i} + {29'h0, skip_i} : '0;
      some_q <= some_i;
      first_q <= skip_i;
      index_q <= skip_i[3:2];
      words_q <= '0;
      full_q <= 1'b0;
    end else if (take_i) begin
      left_q <= after;
      some_q <= !last_q;
      first_q <= '0;
      index_q <= '0;
      words_q <= '0;
      full_q <= 1'b0;
    end else if (accept) begin
      words_q[index_q] <= word;
      index_q <= index_q + 2'd1;
      full_q <= top;
    end
  end
endmodule
