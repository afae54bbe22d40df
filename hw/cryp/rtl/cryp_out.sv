// SPDX-License-Identifier: Apache-2.0
// Sends the words of a block, from first_i to that which holds byte end_i - 1; bytes that are not in bytes_i read as 0.
module cryp_out
  import cryp_pkg::*;
(
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        clear_i,
    input  logic        put_i,    // while ready_o
    input  block_t      block_i,
    input  logic [15:0] bytes_i,  // the first in bit 0
    input  logic [1:0]  first_i,  // the first word
    input  logic [4:0]  end_i,
    output logic        ready_o,
    output logic        valid_o,
    input  logic        take_i,
    output logic [31:0] data_o
);
  logic [3:0][31:0] words_q;  // first word in [0]
  logic [1:0] index_q;        // of the next; selected here, since blocks come late in a cycle
  logic [2:0] left_q;
  block_t masked;

  assign masked = block_i & spread(bytes_i & {16{put_i}});
  assign valid_o = left_q != '0;
  assign ready_o = left_q == '0;
  assign data_o = valid_o ? swap32(words_q[index_q]) : '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {words_q, index_q, left_q} <= '0;
    end else if (clear_i) begin
      {words_q, index_q, left_q} <= '0;
    end else begin
      // A word that is taken is erased.
      for (int unsigned i = 0; i < 4; i++)
        if (put_i || (take_i && valid_o && index_q == i[1:0])) words_q[i] <= masked[32*(3-i)+:32];
      if (put_i) begin
        index_q <= first_i;
        left_q <= 3'((end_i + 5'd3) >> 2) - {1'b0, first_i};
      end else if (take_i && valid_o) begin
        index_q <= index_q + 2'd1;
        left_q <= left_q - 3'd1;
      end
    end
  end
endmodule
