// SPDX-License-Identifier: Apache-2.0
// As cryp_out, with less area: words leave by a shift, so that a block whose first words are not sent takes as many
// cycles more.
module cryp_out_shift
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
  logic [3:0][31:0] words_q;  // the next one in [3]; 0 behind the last
  logic [1:0] skip_q;         // words before the first
  logic [2:0] left_q;
  logic shifts;

  assign ready_o = left_q == '0;
  assign valid_o = !ready_o && skip_q == '0;
  assign shifts = skip_q != '0 || (take_i && valid_o);
  assign data_o = swap32(words_q[3]);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {words_q, skip_q, left_q} <= '0;
    end else if (clear_i) begin
      {words_q, skip_q, left_q} <= '0;
    end else if (put_i || shifts) begin
      words_q <= (block_i & spread(bytes_i & {16{put_i}})) | {words_q[2:0], 32'h0};
      left_q <= put_i ? 3'((end_i + 5'd3) >> 2) : left_q - 3'd1;
      skip_q <= put_i ? first_i : skip_q - 2'(skip_q != '0);
    end
  end
endmodule
