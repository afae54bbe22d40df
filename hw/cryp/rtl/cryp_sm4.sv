// SPDX-License-Identifier: Apache-2.0
// SM4, one round a cycle: GB/T 32907-2016, section 7. Both directions take the same round keys, in reverse order. The key
// schedule (section 7.3) is a run of 32 rounds, too, with the constants CK as round keys and T' instead of T; each of its
// words is a round key. It runs while no block does, and leaves nothing.
module cryp_sm4
  import cryp_pkg::*;
  import cryp_gf_pkg::*;
(
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        clear_i,
    input  logic        load_i,     // begin with block_i; in the cycle of take_i or while !busy_o
    input  block_t      block_i,
    input  logic        decrypt_i,  // stable while busy_o
    output logic [4:0]  key_word_o, // round key that the next cycle needs
    input  logic [31:0] key_i,      // it, in the same cycle
    output logic        busy_o,
    output logic        done_o,     // result_o is there, until take_i
    input  logic        take_i,
    output block_t      result_o,
    // The key schedule: expand_i for one cycle, then a word a cycle, number word_i, while expanding_i
    input  logic        expand_i,
    input  block_t      user_key_i, // its first word most significant
    input  logic        expanding_i,
    input  logic [4:0]  word_i,     // 0 with expand_i
    output logic [31:0] word_o
);
  localparam block_t Fk = {32'ha3b1bac6, 32'h56aa3350, 32'h677d9197, 32'hb27022dc};  // section 7.3

  block_t state_q, next, begun;
  logic [31:0] mix_q, turned, started;  // what the S-boxes take: x1 ^ x2 ^ x3 ^ round key, made a cycle ahead
  logic [31:0] key, constant;           // round key of the next round, CK of the schedule's
  logic [4:0] next_word;
  logic [31:0] b, l, x0, x1, x2, x3, x4;
  logic [4:0] round_q, ahead;
  logic busy_q, done_q;
  logic turns;  // a round that is not the last; load_i and take_i come late, and not with it
  logic keeps;  // 0 with the last word of the schedule, which clears the state

  assign {x0, x1, x2, x3} = state_q;
  // The S-box, GB/T 32907 section 6.2
  always_comb begin
    for (int unsigned i = 0; i < 4; i++)
      b[8*i+:8] = map(Sm4Out, invert(map(Sm4In, mix_q[8*i+:8]) ^ Sm4InConstant)) ^ Sm4OutConstant;
  end
  assign l = b ^ {b[29:0], b[31:30]} ^ {b[21:0], b[31:22]} ^ {b[13:0], b[31:14]} ^ {b[7:0], b[31:8]};
  assign x4 = x0 ^ l;
  assign word_o = x0 ^ b ^ {b[18:0], b[31:19]} ^ {b[8:0], b[31:9]};
  // Byte j of CK[i] is (4 i + j) * 7.
  assign next_word = expanding_i ? word_i + 5'd1 : '0;
  always_comb begin
    for (int unsigned j = 0; j < 4; j++) begin
      constant[8*(3-j)+:8] = {next_word[2:0], 2'(j), 3'b000} - {1'b0, next_word, 2'(j)};
    end
  end

  assign ahead = busy_q ? round_q + 5'd1 : '0;  // after the last round the first one's
  assign key_word_o = decrypt_i ? ~ahead : ahead;
  assign key = expand_i || expanding_i ? constant : key_i;
  assign turns = busy_q && !done_q;
  assign busy_o = busy_q;
  assign done_o = done_q;
  assign result_o = {x4, x3, x2, x1};

  assign next = {x1, x2, x3, expanding_i ? word_o : x4};
  assign turned = x2 ^ x3 ^ key;
  assign begun = expand_i ? user_key_i ^ Fk : block_i & {128{load_i}};
  assign started = begun[95:64] ^ begun[63:32] ^ begun[31:0] ^ (key & {32{expand_i || load_i}});
  assign keeps = !expanding_i || word_i != '1;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {state_q, mix_q, round_q, busy_q, done_q} <= '0;
    end else if (clear_i) begin
      {state_q, mix_q, round_q, busy_q, done_q} <= '0;
    end else if (turns || expanding_i) begin
      state_q <= next & {128{keeps}};
      mix_q <= (turned ^ next[31:0]) & {32{keeps}};
      if (turns) round_q <= round_q + 5'd1;
      done_q <= turns && round_q == 5'd30;
    end else if (expand_i || load_i || take_i) begin
      state_q <= begun;
      mix_q <= started;
      round_q <= '0;
      done_q <= 1'b0;
      busy_q <= load_i;
    end
  end
endmodule
