// SPDX-License-Identifier: Apache-2.0
// Compression in three stages: the message schedule, the sum of all that is known before a step (hasher_sched), and
// Steps steps a cycle; then one cycle in which the result enters the hash words and the next block, if it is there,
// begins: 33 cycles a block for MD5 and SHA-256, 35 for SM3, 41 for SHA-1 and SHA-512 with two steps.
module hasher_core
  import hasher_pkg::*;
  import hasher_reg_pkg::*;
  import hasher_const_pkg::*;
#(
    parameter int unsigned Steps = 2,
    parameter family_t Has = '1  // what belongs to the other hashes is never selected, so that synthesis removes it
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic              clear_i,   // stop and erase; the words of MD5 in 16 cycles of it
    input  alg_t              alg_i,
    input  logic              init_i,    // load the initial hash words; only while !busy_o
    input  logic              h_we_i,    // write hash word h_addr_i; only while !busy_o
    input  logic [3:0]        h_addr_i,
    input  logic [31:0]       h_data_i,
    input  logic [3:0]        h_raddr_i,
    output logic [31:0]       h_word_o,  // hash word h_raddr_i; 0 where no hash of this instance has it
    input  logic              block_i,   // a block waits
    output logic              take_o,    // the block begins: it belongs to the core until free_o
    output logic              loading_o, // it has begun and its schedule runs
    output logic              free_o,    // the block's last words are read in this cycle
    output logic [2:0]        row_o,     // four words of the block that are needed now
    input  logic [3:0][31:0]  row_i,
    output logic              busy_o
);
  localparam int unsigned Width = Has.sha512 ? 64 : 32;
  localparam int unsigned Words = Has.sha512 ? 16 : 8;
  logic [Words-1:0][31:0] h_d, h_q, h_next, h_xor, part;
  logic [7:0][Width-1:0] work_d, work_q, load;
  logic [3:0][31:0] md5_d, md5_q;  // MD5's working variables, apart since its steps take longest
  logic [Steps-1:0][Width-1:0] add;
  logic [Steps-1:0][Width-1:0] x;
  logic [Steps-1:0][31:0] w1, k, add1;
  logic [6:0] step_d, step_q, end_step;  // of the schedule; the steps follow two cycles behind
  logic [6:0] step_add_q;                // in the cycle between
  logic sched_d, sched_q, sched_en, add_q, load_q, steps_q, gap_q, final_q, wide, start, sched_last;
  logic [1:0] last_q;
  // Which hash takes a step in this cycle, if any
  family_t select_d, select_q;
  family_t family_q;  // of alg_i, which is stable from the cycle before a block waits

  assign wide = family_q.sha512;

  // Schedule counter. The first words of a block are read when it is taken. The gap of a cycle between two schedules is
  // that between their steps in which the hash words are summed.
  assign start = block_i && !sched_q && !gap_q;
  assign sched_en = start || sched_q;
  always_comb begin
    if (wide || family_q.sha1) end_step = 7'(80 - Steps);
    else if (family_q.sm3) end_step = 7'(68 - Steps);
    else end_step = 7'(64 - Steps);
  end
  assign sched_last = sched_en && step_q == end_step;
  assign take_o = start;
  assign loading_o = sched_q;
  assign row_o = wide ? step_q[3:1] : {1'b0, step_q[3:2]};
  assign free_o = sched_en && step_q == 7'(16 - Steps);
  assign busy_o = add_q || steps_q || final_q;
  always_comb begin
    sched_d = sched_en && !sched_last;
    step_d  = step_q;
    if (sched_last) step_d = '0;
    else if (sched_en) step_d = step_q + 7'(Steps);
  end

  hasher_sched #(
      .Steps(Steps), .Width(Width), .Has(Has)
  ) i_sched (
      .clk_i,
      .rst_ni,
      .clear_i,
      .family_i(family_q),
      .en_i(sched_en),
      .step_i(step_q),
      .row_i,
      .add_i(add),
      .add1_i(add1),
      .x_o(x),
      .w1_o(w1),
      .k_o(k)
  );

  // Steps. The working variables of the 32-bit hashes lie in the lower halves.
  logic [Steps:0][7:0][Width-1:0] chain_sha2;
  logic [Steps:0][7:0][31:0] chain_sm3;
  logic [Steps:0][4:0][31:0] chain_sha1;
  logic [Steps:0][3:0][31:0] chain_md5;
  always_comb begin
    chain_sha2[0] = work_q;
    for (int unsigned i = 0; i < 8; i++) chain_sm3[0][i] = work_q[i][31:0];
    for (int unsigned i = 0; i < 5; i++) chain_sha1[0][i] = work_q[i][31:0];
    chain_md5[0] = md5_q;
  end
  for (genvar s = 0; s < Steps; s++) begin : gen_step
    // What the steps need of their number, ready one cycle ahead.
    logic [6:0] t_next;
    logic [1:0] md5_round_q, sha1_phase_q;
    logic [15:0] md5_rotation_q;
    logic early_q;
    assign t_next = step_add_q | 7'(s);
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        {md5_round_q, md5_rotation_q, sha1_phase_q, early_q} <= '0;
      end else begin
        md5_round_q <= t_next[5:4];
        // With two steps a cycle, the last bit of the step's number is known here: half of the rotations remain.
        md5_rotation_q <= {15'h0, select_d.md5} << {t_next[5:4], t_next[1], Steps == 2 ? 1'(s) : t_next[0]};
        sha1_phase_q <= t_next < 7'd20 ? 2'd0 : t_next < 7'd40 ? 2'd1 : t_next < 7'd60 ? 2'd2 : 2'd3;
        early_q <= t_next < 7'd20;
      end
    end
    hasher_step_sha2 #(
        .Width(Width)
    ) i_sha2 (
        .wide_i(wide), .state_i(chain_sha2[s]), .x_i(x[s]), .state_o(chain_sha2[s+1])
    );
    hasher_step_sha1 i_sha1 (
        .state_i(chain_sha1[s]), .phase_i(sha1_phase_q), .x_i(x[s][31:0]), .state_o(chain_sha1[s+1])
    );
    hasher_step_md5 i_md5 (
        .state_i(chain_md5[s]), .round_i(md5_round_q), .rotation_i(md5_rotation_q), .x_i(x[s][31:0]),
        .load_i(s == Steps - 1 && load_q), .b_i(load[1][31:0]), .state_o(chain_md5[s+1])
    );
    hasher_step_sm3 i_sm3 (
        .state_i(chain_sm3[s]), .early_i(early_q), .w_i(x[s][31:0]), .w1_i(w1[s]), .k_i(k[s]),
        .state_o(chain_sm3[s+1])
    );
  end

  // What the block adds to each hash word at its end, else 0. MD5 and SHA-1 clear the variables that they do not use.
  always_comb begin
    part = '0;
    for (int unsigned i = 0; i < 8; i++) begin
      if (final_q && !wide) part[i] = i < 4 && family_q.md5 ? md5_q[i%4] : work_q[i][31:0];
    end
    for (int unsigned i = 0; i < Words / 2; i++) begin
      if (final_q && wide) {part[2*i], part[2*i+1]} = 64'(work_q[i]);
    end
  end
  // Hash words after it: the sum, or XOR for SM3. Of two words, the carry of the lower one passes the bit between them
  // if they are the halves of one.
  assign h_xor = h_q ^ part;
  logic [Words/2-1:0] between;
  always_comb begin
    for (int unsigned i = 0; i < Words / 2; i++) begin
      {h_next[2*i], between[i], h_next[2*i+1]} = {h_q[2*i], wide, h_q[2*i+1]} + {part[2*i], 1'b0, part[2*i+1]};
    end
    if (family_q.sm3) h_next[7:0] = h_xor[7:0];
  end
  // The initial hash words of alg_i with init_i, else 0
  alg_t init_alg;
  logic [Words-1:0][31:0] first;
  assign init_alg = init_i ? alg_i : '1;  // which is none
  always_comb begin
    first = '0;
    for (int unsigned a = 0; a < 9; a++) begin
      if (init_alg == a[3:0] && is_there(alg_t'(a), Has)) begin
        for (int unsigned i = 0; i < Words; i++) first[i] = Iv[a][i];
      end
    end
  end
  always_comb begin
    for (int unsigned i = 0; i < 8; i++) load[i] = Width'(h_next[i]);
    for (int unsigned i = 0; i < Words / 2; i++) if (wide) load[i] = Width'({h_next[2*i], h_next[2*i+1]});
  end

  always_comb begin
    for (int unsigned i = 0; i < Words; i++) begin
      h_d[i] = h_q[i];
      if (!h_we_i || h_addr_i == i[3:0])
        h_d[i] = (h_next[i] & {32{!init_i && !h_we_i}}) | first[i] | (h_data_i & {32{h_we_i && !init_i}});
    end

    // load_q and the bits of select_q exclude each other; without any the variables stay.
    for (int unsigned i = 0; i < 8; i++) begin
      work_d[i] = ({Width{load_q}} & load[i]) | ({Width{select_q.sha512 || select_q.sha256}} & chain_sha2[Steps][i]);
      work_d[i][31:0] |= {32{select_q.sm3}} & chain_sm3[Steps][i];
      if (i < 5) work_d[i][31:0] |= {32{select_q.sha1}} & chain_sha1[Steps][i];
    end
    md5_d = chain_md5[Steps];
    if (load_q) begin
      for (int unsigned i = 0; i < 4; i++) if (i != 1) md5_d[i] = load[i][31:0];
    end
  end

  // The working variables of the next cycle that its steps add unchanged: none of them is a sum of this cycle's steps.
  always_comb begin
    select_d = add_q ? family_q : '0;
    if (step_add_q < 7'd4) select_d.sm3 = 1'b0;
    for (int unsigned s = 0; s < Steps; s++) begin
      // At the start of a block they come from the hash words.
      if (load_q) begin
        add[s] = load[7-s];
        if (family_q.sha1) add[s][31:0] = load[4-s][31:0];
        if (family_q.md5) add[s][31:0] = load[3*s][31:0];
        add1[s] = h_xor[3-s];
      end else begin
        add[s] = chain_sha2[Steps][7-s];
        if (family_q.sha1) add[s][31:0] = chain_sha1[Steps][4-s];
        if (family_q.md5) add[s][31:0] = chain_md5[Steps][3*s];
        if (family_q.sm3) add[s][31:0] = select_q.sm3 ? chain_sm3[Steps][7-s] : work_q[7-s][31:0];
        add1[s] = select_q.sm3 ? chain_sm3[Steps][3-s] : work_q[3-s][31:0];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      family_q <= '0;
      {h_q, work_q, md5_q, step_q, step_add_q, sched_q, add_q, load_q, steps_q, select_q, last_q, final_q, gap_q} <= '0;
    end else if (clear_i) begin
      {h_q, work_q, md5_q, step_q, step_add_q, sched_q, add_q, load_q, steps_q, select_q, last_q, final_q, gap_q} <= '0;
    end else begin
      family_q <= family_of(alg_i) & Has;
      h_q <= h_d;
      if (load_q || select_q != '0) work_q <= work_d;
      if (load_q || select_q.md5) md5_q <= md5_d;
      step_q <= step_d;
      step_add_q <= step_q;
      sched_q <= sched_d;
      gap_q <= sched_last;
      add_q <= sched_en;
      load_q <= start;
      steps_q <= add_q;
      select_q <= select_d;
      last_q <= {last_q[0], sched_last};
      final_q <= last_q[1];
    end
  end

  always_comb begin
    h_word_o = '0;
    for (int unsigned i = 0; i < Words; i++) if (h_raddr_i == i[3:0]) h_word_o = h_q[i];
  end

  // Not used, on purpose.
  logic unused;
  assign unused = ^{between};
endmodule
