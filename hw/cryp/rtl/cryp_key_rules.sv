// SPDX-License-Identifier: Apache-2.0
// Which words of KEY and KEY2 are there, and what the key is for.
// KEY and KEY2 are one key: a write to it after a command has used it, or to a word that is already there, or by another
// writer, voids all its other words, so that no part of a key can be replaced to search for the rest; word 0 of a
// register voids its other words. The first command that uses a key decides what it is for. So nobody else may give it:
// a key that the DMA wrote waits for a command of the DMA, and a refused command voids a key that none has used.
module cryp_key_rules (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic       wipe_i,
    input  logic       we_i,
    input  logic       we_second_i,
    input  logic [1:0] writer_i,       // with we_i: 0 the CPU, 1 the DMA, 2 a key manager
    input  logic [2:0] waddr_i,
    input  logic       same_i,         // with we_i: it is also the word of the other register
    input  logic       use_i,          // a command of this kind begins; not with we_i
    input  logic       refused_i,      // a command has been refused; not with we_i
    input  logic [6:0] kind_i,         // mode, length, algorithm
    output logic       used_o,         // one has begun with the present key, of kind_o
    output logic [6:0] kind_o,
    output logic       dma_o,          // the DMA wrote it, and no command has used it
    output logic [7:0] written_o,      // words of KEY that are there
    output logic [7:0] written2_o,
    output logic       equal_o,        // the first check_words_i words of KEY and KEY2 agree
    input  logic [3:0] check_words_i
);
  logic [7:0] written_q, written2_q;
  logic [1:0] writer_q;              // of the words that are there
  logic used_q, other, voids, keeps, keeps2;
  logic [6:0] kind_q;
  logic [7:0] equal_q;               // word by word, compared as they are written
  logic [7:0] new_bit;

  assign new_bit = 8'd1 << waddr_i;
  // A key is one writer's: the CPU cannot put a word of its own among those that the DMA loads.
  assign other = writer_q != writer_i;
  assign voids = we_i && (used_q || other || ((we_second_i ? written2_q : written_q) & new_bit) != '0);
  assign keeps = !voids && (we_second_i || waddr_i != '0);
  assign keeps2 = !voids && (!we_second_i || waddr_i != '0);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {written_q, written2_q, writer_q, used_q, kind_q} <= '0;
      equal_q <= '1;
    end else if (wipe_i) begin
      {written_q, written2_q, writer_q, used_q, kind_q} <= '0;
      equal_q <= '1;
    end else if (we_i) begin
      equal_q[waddr_i] <= same_i;
      written_q <= (keeps ? written_q : '0) | (we_second_i ? '0 : new_bit);
      written2_q <= (keeps2 ? written2_q : '0) | (we_second_i ? new_bit : '0);
      used_q <= 1'b0;
      writer_q <= writer_i;
    end else if (use_i) begin
      used_q <= 1'b1;
      kind_q <= kind_i;
    end else if (refused_i && !used_q) begin
      {written_q, written2_q} <= '0;
    end
  end
  assign used_o = used_q;
  assign kind_o = kind_q;
  assign dma_o = writer_q == 2'd1 && !used_q;
  assign written_o = written_q;
  assign written2_o = written2_q;
  always_comb begin
    equal_o = 1'b1;
    for (int unsigned k = 0; k < 8; k++) if (k[3:0] < check_words_i && !equal_q[k]) equal_o = 1'b0;
  end
endmodule
