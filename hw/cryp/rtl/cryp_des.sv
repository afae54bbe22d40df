// SPDX-License-Identifier: Apache-2.0
// DES and 3DES, Rounds (1 or 2) rounds a cycle: FIPS 46-3. The round keys come from C and D, which rotate along.
module cryp_des
  import cryp_pkg::*;
  import cryp_const_pkg::*;
#(
    parameter int unsigned Rounds = 2
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             clear_i,
    input  logic             load_i,     // begin with block_i; in the cycle of take_i or while !busy_o
    input  logic [63:0]      block_i,
    input  logic             decrypt_i,  // stable while busy_o
    input  logic             triple_i,
    output logic [1:0]       key_index_o,  // the key that is needed now, K1 is 0
    input  logic [63:0]      key_i,
    output logic             busy_o,
    output logic             done_o,     // result_o is there, until take_i
    input  logic             take_i,
    output logic [63:0]      result_o
);
  logic [31:0] l_q, r_q;
  logic [Rounds-1:0][55:0] cd_q;  // C and D of this cycle's rounds
  logic [3:0] round_q;
  logic [1:0] pass_q;
  logic busy_q, done_q;  // done_q: the last rounds run
  logic turns;           // others do; load_i and take_i come late, and not with them

  // Bit 1 of the standard is the most significant.
  function automatic logic [63:0] initial_permutation(logic [63:0] x);
    logic [63:0] y;
    for (int unsigned i = 0; i < 64; i++) y[63-i] = x[64-DesIp[i]];
    return y;
  endfunction

  function automatic logic [63:0] final_permutation(logic [63:0] x);
    logic [63:0] y;
    for (int unsigned i = 0; i < 64; i++) y[63-i] = x[64-DesFp[i]];
    return y;
  endfunction

  function automatic logic [55:0] choice1(logic [63:0] x);
    logic [55:0] y;
    for (int unsigned i = 0; i < 56; i++) y[55-i] = x[64-DesPc1[i]];
    return y;
  endfunction

  function automatic logic [47:0] choice2(logic [55:0] x);
    logic [47:0] y;
    for (int unsigned i = 0; i < 48; i++) y[47-i] = x[56-DesPc2[i]];
    return y;
  endfunction

  function automatic logic [31:0] f(logic [31:0] r, logic [47:0] k);
    logic [47:0] e;
    logic [31:0] s, y;
    for (int unsigned i = 0; i < 48; i++) e[47-i] = r[32-DesE[i]] ^ k[47-i];
    for (int unsigned i = 0; i < 8; i++) s[4*(7-i)+:4] = DesSbox[i][e[6*(7-i)+:6]];
    for (int unsigned i = 0; i < 32; i++) y[31-i] = s[32-DesP[i]];
    return y;
  endfunction

  // C and D for this round (from 0): rotated left before it, or right when decrypting; 28 in all, so that they return.
  function automatic logic [55:0] rotated(logic [55:0] cd, logic [3:0] round, logic decrypt);
    logic [27:0] c, d;
    logic one;
    {c, d} = cd;
    one = round inside {4'd0, 4'd1, 4'd8, 4'd15};
    if (decrypt) begin
      if (round == 4'd0) return cd;
      return one ? {c[0], c[27:1], d[0], d[27:1]} : {c[1:0], c[27:2], d[1:0], d[27:2]};
    end
    return one ? {c[26:0], c[27], d[26:0], d[27]} : {c[25:0], c[27:26], d[25:0], d[27:26]};
  endfunction

  logic [Rounds:0][31:0] l, r;
  logic [Rounds-1:0][55:0] cd_d;
  logic [1:0] next_pass;
  logic [3:0] next_round;
  logic reverse, first, last_round;
  assign l[0] = l_q;
  assign r[0] = r_q;
  for (genvar i = 0; i < Rounds; i++) begin : gen_round
    assign l[i+1] = r[i];
    assign r[i+1] = l[i] ^ f(r[i], choice2(cd_q[i]));
  end

  // 3DES is encryption, decryption, encryption with K1, K2, K3, and back with K3, K2, K1.
  assign key_index_o = !triple_i ? 2'd0 : decrypt_i ? 2'd2 - next_pass : next_pass;

  // C and D of the next cycle. Whether that begins a pass is known before load_i, which comes late.
  assign last_round = round_q == 4'(16 - Rounds);
  assign first = !busy_q || last_round;
  assign next_pass = !busy_q || done_q ? 2'd0 : pass_q + {1'b0, last_round};
  assign next_round = first ? 4'd0 : round_q + 4'(Rounds);
  assign reverse = decrypt_i ^ (next_pass == 2'd1);
  always_comb begin
    logic [55:0] cd;
    cd = first ? choice1(key_i) : cd_q[Rounds-1];
    for (int unsigned i = 0; i < Rounds; i++) begin
      cd = rotated(cd, next_round + 4'(i), reverse);
      cd_d[i] = cd;
    end
  end

  assign turns = busy_q && !done_q;
  assign busy_o = busy_q;
  assign done_o = done_q;
  assign result_o = final_permutation({r[Rounds], l[Rounds]});

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {l_q, r_q, cd_q, round_q, pass_q, busy_q, done_q} <= '0;
    end else if (clear_i) begin
      {l_q, r_q, cd_q, round_q, pass_q, busy_q, done_q} <= '0;
    end else if (turns) begin
      done_q <= round_q == 4'(16 - 2 * Rounds) && (!triple_i || pass_q == 2'd2);
      round_q <= round_q + 4'(Rounds);
      {l_q, r_q, cd_q} <= {l[Rounds], r[Rounds], cd_d};
      if (last_round) begin
        {l_q, r_q} <= {r[Rounds], l[Rounds]};
        pass_q <= pass_q + 2'd1;
      end
    end else if (load_i || take_i) begin
      {l_q, r_q} <= initial_permutation(block_i) & {64{load_i}};
      cd_q <= cd_d & {(56 * Rounds){load_i}};
      {round_q, pass_q, done_q} <= '0;
      busy_q <= load_i;
    end
  end
endmodule
