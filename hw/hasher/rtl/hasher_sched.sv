// SPDX-License-Identifier: Apache-2.0
// Message schedule: takes words from the block or expands them, Steps a cycle, two cycles ahead of the steps that use
// them; the cycle in between adds the step's constant and the working variable that enters the step unchanged.
// FIPS 180-4 section 6, RFC 1321 section 3.4, GB/T 32905 section 5.3.2. 32-bit words are the lower halves; what is in
// their upper halves has no meaning.
module hasher_sched
  import hasher_pkg::*;
#(
    parameter int unsigned Steps = 2,
    parameter int unsigned Width = 64,
    parameter family_t Has = '1
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    input  logic                        clear_i,   // erase; the words of MD5 in 16 cycles of it
    input  family_t                     family_i,
    input  logic                        en_i,      // produce the words of steps step_i to step_i + Steps - 1
    input  logic [6:0]                  step_i,    // SM3 runs four steps ahead, since W'_j needs W_{j+4}
    input  logic [3:0][31:0]            row_i,     // four words of the block, those that hold step_i's
    // For the words of the last cycle: the working variables of the next cycle that are added to them
    input  logic [Steps-1:0][Width-1:0] add_i,     // MD5: a, SHA-1: e, SHA-2: h, SM3: H
    input  logic [Steps-1:0][31:0]      add1_i,    // SM3: D
    output logic [Steps-1:0][Width-1:0] x_o,       // K_t + W_t + add; SM3: W_j + add
    output logic [Steps-1:0][31:0]      w1_o,      // SM3: W'_j + add1
    output logic [Steps-1:0][31:0]      k_o        // SM3: T_j rotated
);
  typedef logic [Width-1:0] word_t;

  logic [15:0][Width-1:0] w_q;  // the last 16 words, oldest in [0]
  logic [Steps-1:0][Width-1:0] word, x_d, x_q, constant;
  logic [Steps-1:0][31:0] w1_d, w1_q, k_d, k_q, md5_word;
  logic en_q, wide, sm3, begins;

  assign wide = family_i.sha512;
  assign sm3  = family_i.sm3;
  assign begins = step_i < 7'd16;  // the words are those of the block

  // sigma0 or sigma1 of SHA-512 or SHA-256
  function automatic word_t sigma(word_t x, logic one, logic full);
    logic [63:0] w;
    logic [31:0] n;
    w = 64'(x);
    n = x[31:0];
    w = one ? ror64(w, 19) ^ ror64(w, 61) ^ (w >> 6) : ror64(w, 1) ^ ror64(w, 8) ^ (w >> 7);
    n = one ? rol32(n, 15) ^ rol32(n, 13) ^ (n >> 10) : rol32(n, 25) ^ rol32(n, 14) ^ (n >> 3);
    return word_t'(({64{full}} & w) ^ {32'h0, {32{!full}} & n});
  endfunction

  hasher_rom #(
      .Steps(Steps), .Width(Width), .Has(Has)
  ) i_rom (
      .clk_i, .en_i, .family_i, .step_i, .constant_o(constant)
  );
  if (Has.md5) begin : gen_md5
    logic [Steps-1:0][31:0] narrow;
    for (genvar s = 0; s < Steps; s++) begin : gen_narrow
      assign narrow[s] = word[s][31:0];
    end
    hasher_md5_words #(
        .Steps(Steps)
    ) i_words (
        .clk_i, .clear_i, .we_i(en_i && begins), .word_i(narrow), .step_i, .word_o(md5_word)
    );
  end else begin : gen_no_md5
    assign md5_word = '0;
  end

  for (genvar s = 0; s < Steps; s++) begin : gen_word
    logic [6:0] t;
    word_t fresh, w0, w1, w7, w14, sum, old_word, new_word;
    // Kept, so that synthesis makes three carry chains, and not one behind two layers of carry-save adders in LUTs.
    (* keep *) word_t older, newer, known;
    logic [31:0] w_sm3, w_sha1, p1;

    // The counters move by Steps, so that the second step differs in the last bit.
    assign t = step_i | 7'(s);
    assign fresh = word_t'(wide ? {row_i[{t[0], 1'b0}], row_i[{t[0], 1'b1}]} : {32'h0, row_i[t[1:0]]});

    assign w0 = w_q[s];
    assign w1 = w_q[s+1];
    assign w7 = w_q[s+9];
    assign w14 = w_q[s+14];
    assign older = w0 + sigma(w1, 1'b0, wide);
    assign newer = w7 + sigma(w14, 1'b1, wide);
    assign sum = older + newer;
    assign p1 = w0[31:0] ^ w_q[s+7][31:0] ^ rol32(w_q[s+13][31:0], 15);
    assign w_sm3 = p1 ^ rol32(p1, 15) ^ rol32(p1, 23) ^ rol32(w_q[s+3][31:0], 7) ^ w_q[s+10][31:0];
    assign w_sha1 = rol32(w_q[s+13][31:0] ^ w_q[s+8][31:0] ^ w_q[s+2][31:0] ^ w0[31:0], 1);
    always_comb begin
      if (begins) word[s] = fresh;
      else begin
        word[s] = wide || family_i.sha256 ? sum : '0;
        if (sm3) word[s] |= word_t'(w_sm3);
        if (family_i.sha1) word[s] |= word_t'(w_sha1);
        if (family_i.md5) word[s] |= word_t'(md5_word[s]);
      end
    end

    // The words of the last cycle are the newest of the window; that of SM3's step is four older.
    assign new_word = w_q[16-Steps+s];
    assign old_word = w_q[12-Steps+s];
    assign known   = sm3 ? old_word : new_word + constant[s];
    assign x_d[s]  = known + add_i[s];
    assign w1_d[s] = (old_word[31:0] ^ new_word[31:0]) + add1_i[s];
    assign k_d[s]  = constant[s][31:0];

    logic unused;
    assign unused = ^{t};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {w_q, x_q, w1_q, k_q, en_q} <= '0;
    end else if (clear_i) begin
      {w_q, x_q, w1_q, k_q, en_q} <= '0;
    end else begin
      en_q <= en_i;
      if (en_q) begin
        x_q <= x_d;
        w1_q <= w1_d;
        k_q <= k_d;
      end
      if (en_i) w_q <= {word, w_q[15:Steps]};
    end
  end

  assign x_o = x_q;
  assign w1_o = w1_q;
  assign k_o = k_q;
endmodule
