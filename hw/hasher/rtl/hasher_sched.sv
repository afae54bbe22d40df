// SPDX-License-Identifier: Apache-2.0
// Message schedule: takes words from the block or expands them, Steps a cycle, two cycles ahead of the steps that use
// them; the cycle in between adds the step's constant and the working variable that enters the step unchanged.
// FIPS 180-4 section 6, RFC 1321 section 3.4, GB/T 32905 section 5.3.2.
module hasher_sched
  import hasher_pkg::*;
  import hasher_const_pkg::*;
#(
    parameter int unsigned Steps = 2
) (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    input  logic                   clear_i,  // erase
    input  family_t                family_i,
    input  logic                   en_i,     // produce the words of steps step_i to step_i + Steps - 1
    input  logic [6:0]             step_i,   // SM3 runs four steps ahead, since W'_j needs W_{j+4}
    input  logic [3:0][31:0]       row_i,    // four words of the block, those that hold step_i's
    // For the words of the last cycle: the working variables of the next cycle that are added to them
    input  logic [Steps-1:0][63:0] add_i,    // MD5: a, SHA-1: e, SHA-2: h, SM3: H
    input  logic [Steps-1:0][31:0] add1_i,   // SM3: D
    output logic [Steps-1:0][63:0] x_o,      // K_t + W_t + add; SM3: W_j + add
    output logic [Steps-1:0][31:0] w1_o,     // SM3: W'_j + add1
    output logic [Steps-1:0][31:0] k_o       // SM3: T_j rotated
);
  logic [15:0][63:0] w_d, w_q;  // the last 16 words, oldest in [0]; MD5: the block
  logic [Steps-1:0][63:0] word, x_d, x_q;
  logic [Steps-1:0][31:0] md5_q;  // the last words of MD5, whose block does not move
  logic [Steps-1:0][31:0] w1_d, w1_q, k_d, k_q;
  logic [Steps-1:0][63:0] constant_d, constant_q;
  logic en_q, wide, sm3, md5;

  assign wide = family_i.sha512;
  assign sm3  = family_i.sm3;
  assign md5  = family_i.md5;

  function automatic logic [63:0] sigma512(logic [63:0] x, logic one);
    return one ? {x[18:0], x[63:19]} ^ {x[60:0], x[63:61]} ^ (x >> 6)
               : {x[0], x[63:1]} ^ {x[7:0], x[63:8]} ^ (x >> 7);
  endfunction

  function automatic logic [31:0] sigma256(logic [31:0] x, logic one);
    return one ? rol32(x, 15) ^ rol32(x, 13) ^ (x >> 10) : rol32(x, 25) ^ rol32(x, 14) ^ (x >> 3);
  endfunction

  for (genvar s = 0; s < Steps; s++) begin : gen_word
    logic [6:0] t;
    logic [3:0] k_md5;
    logic [63:0] fresh, next, w0, w7, w14, w1, sum512;
    logic [31:0] w_sm3, sum256, p1;

    // The counters move by Steps, so that the second step differs in the last bit.
    assign t = step_i | 7'(s);
    assign fresh = wide ? {row_i[{t[0], 1'b0}], row_i[{t[0], 1'b1}]} : {32'h0, row_i[t[1:0]]};

    // MD5 takes the block's words in another order each round.
    always_comb begin
      unique case (t[5:4])
        2'd1: k_md5 = {t[1:0], 2'b00} + t[3:0] + 4'd1;  // 5 i + 1
        2'd2: k_md5 = {t[2:0], 1'b0} + t[3:0] + 4'd5;   // 3 i + 5
        default: k_md5 = {t[0], 3'b000} - t[3:0];       // 7 i
      endcase
    end

    assign w0 = w_q[s];
    assign w1 = w_q[s+1];
    assign w7 = w_q[s+9];
    assign w14 = w_q[s+14];
    assign sum512 = w0 + sigma512(w1, 1'b0) + w7 + sigma512(w14, 1'b1);
    assign sum256 = w0[31:0] + sigma256(w1[31:0], 1'b0) + w7[31:0] + sigma256(w14[31:0], 1'b1);
    assign p1 = w0[31:0] ^ w_q[s+7][31:0] ^ rol32(w_q[s+13][31:0], 15);
    assign w_sm3 = p1 ^ rol32(p1, 15) ^ rol32(p1, 23) ^ rol32(w_q[s+3][31:0], 7) ^ w_q[s+10][31:0];
    always_comb begin
      if (wide) next = sum512;
      else if (family_i.sha256) next = {32'h0, sum256};
      else if (sm3) next = {32'h0, w_sm3};
      else if (family_i.sha1)
        next = {32'h0, rol32(w_q[s+13][31:0] ^ w_q[s+8][31:0] ^ w_q[s+2][31:0] ^ w0[31:0], 1)};
      else next = w_q[k_md5];
    end
    assign word[s] = t < 7'd16 ? fresh : next;

    always_comb begin
      constant_d[s] = KSha2[t];
      if (!wide) begin
        if (family_i.sha256) constant_d[s] = {32'h0, KSha2[t][63:32]};
        else if (sm3) constant_d[s] = {32'h0, KSm3[6'(t-7'd4)]};
        else if (md5) constant_d[s] = {32'h0, KMd5[t[5:0]]};
        else if (t < 7'd20) constant_d[s] = 64'h5a827999;  // floor(2^30 * sqrt(2))
        else if (t < 7'd40) constant_d[s] = 64'h6ed9eba1;  // sqrt(3)
        else if (t < 7'd60) constant_d[s] = 64'h8f1bbcdc;  // sqrt(5)
        else constant_d[s] = 64'hca62c1d6;                      // sqrt(10)
      end
    end

    // The words of the last cycle are the newest of the window; that of SM3's step is four older. The 32-bit hashes
    // ignore the upper halves.
    logic [63:0] fresh_word, old_word;
    logic [1:0][63:0] sum;
    assign fresh_word = md5 ? {32'h0, md5_q[s]} : w_q[16-Steps+s];
    assign old_word   = w_q[12-Steps+s];
    assign sum     = csa64(sm3 ? old_word : fresh_word, sm3 ? '0 : constant_q[s], add_i[s]);
    assign x_d[s]  = sum[0] + sum[1];
    assign w1_d[s] = (old_word[31:0] ^ fresh_word[31:0]) + add1_i[s];
    assign k_d[s]  = constant_q[s][31:0];
  end

  always_comb begin
    w_d = w_q;
    if (step_i < 7'd16 || !md5) begin
      for (int unsigned i = 0; i < 16; i++) w_d[i] = i + Steps < 16 ? w_q[i+Steps] : word[i+Steps-16];
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {w_q, md5_q, constant_q, x_q, w1_q, k_q, en_q} <= '0;
    end else if (clear_i) begin
      {w_q, md5_q, constant_q, x_q, w1_q, k_q, en_q} <= '0;
    end else begin
      en_q <= en_i;
      if (en_q) begin
        x_q <= x_d;
        w1_q <= w1_d;
        k_q <= k_d;
      end
      if (en_i) begin
        w_q <= w_d;
        constant_q <= constant_d;
        for (int unsigned s = 0; s < Steps; s++) md5_q[s] <= word[s][31:0];
      end
    end
  end

  assign x_o = x_q;
  assign w1_o = w1_q;
  assign k_o = k_q;
endmodule
