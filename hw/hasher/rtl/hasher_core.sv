// SPDX-License-Identifier: Apache-2.0
// Compression: Steps steps a cycle, then one cycle in which the result enters the hash words and the next block, if
// it is there, begins: 33 cycles a block for MD5 and SHA-256, 35 for SM3, 41 for SHA-1 and SHA-512 with two steps.
module hasher_core
  import hasher_pkg::*;
  import hasher_reg_pkg::*;
  import hasher_const_pkg::*;
#(
    parameter int unsigned Steps = 2
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic              clear_i,   // stop and erase
    input  alg_t              alg_i,
    input  logic              init_i,    // load the initial hash words; only while !busy_o
    input  logic              h_we_i,    // write hash word h_addr_i; only while !busy_o
    input  logic [3:0]        h_addr_i,
    input  logic [31:0]       h_data_i,
    output logic [15:0][31:0] h_o,
    input  logic              block_i,   // a block waits
    output logic              take_o,    // the block begins: it belongs to the core until free_o
    output logic              loading_o, // it has begun and its schedule runs
    output logic              free_o,    // the block's last words are read in this cycle
    output logic [2:0]        row_o,     // four words of the block that are needed now
    input  logic [3:0][31:0]  row_i,
    output logic              busy_o
);
  logic [15:0][31:0] h_d, h_q, h_sum;
  logic [7:0][63:0] work_d, work_q, h_work, sum_work;
  logic [Steps-1:0][63:0] x;
  logic [Steps-1:0][31:0] w1, k;
  logic [6:0] step_d, step_q, end_step;  // of the schedule; the steps follow one cycle behind
  logic sched_d, sched_q, sched_en, steps_q, skip_q, go_d, go_q, last_q, final_q, wide, start, sched_last;

  assign wide = is_wide(alg_i);

  // Schedule counter. A block that waits is seen one cycle ahead; its first words are read when it is taken.
  assign start = go_q;
  assign go_d = block_i && !sched_d && !sched_en;
  assign sched_en = start || sched_q;
  always_comb begin
    if (wide || alg_i == CtrlAlgSha1) end_step = 7'(80 - Steps);
    else if (alg_i == CtrlAlgSm3) end_step = 7'(68 - Steps);
    else end_step = 7'(64 - Steps);
  end
  assign sched_last = sched_en && step_q == end_step;
  assign take_o = start;
  assign loading_o = sched_q;
  assign row_o = wide ? step_q[3:1] : {1'b0, step_q[3:2]};
  assign free_o = sched_en && step_q == 7'(16 - Steps);
  assign busy_o = go_q || sched_q || steps_q || final_q;
  always_comb begin
    sched_d = sched_en && !sched_last;
    step_d  = step_q;
    if (sched_last) step_d = '0;
    else if (sched_en) step_d = step_q + 7'(Steps);
  end

  hasher_sched #(
      .Steps(Steps)
  ) i_sched (
      .clk_i,
      .rst_ni,
      .clear_i,
      .alg_i,
      .en_i(sched_en),
      .step_i(step_q),
      .step_next_i(step_d),
      .row_i,
      .x_o(x),
      .w1_o(w1),
      .k_o(k)
  );

  // Steps. The working variables of the 32-bit hashes lie in the lower halves.
  logic [Steps:0][7:0][63:0] chain512;
  logic [Steps:0][7:0][31:0] chain256, chain_sm3;
  logic [Steps:0][4:0][31:0] chain_sha1;
  logic [Steps:0][3:0][31:0] chain_md5;
  always_comb begin
    chain512[0] = work_q;
    for (int unsigned i = 0; i < 8; i++) begin
      chain256[0][i]  = work_q[i][31:0];
      chain_sm3[0][i] = work_q[i][31:0];
    end
    for (int unsigned i = 0; i < 5; i++) chain_sha1[0][i] = work_q[i][31:0];
    for (int unsigned i = 0; i < 4; i++) chain_md5[0][i] = work_q[i][31:0];
  end
  for (genvar s = 0; s < Steps; s++) begin : gen_step
    // What the steps need of their number, ready one cycle ahead.
    logic [6:0] t_next;
    logic [5:0] t_q;
    logic [1:0] sha1_phase_q;
    logic early_q;
    assign t_next = step_q | 7'(s);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {t_q, sha1_phase_q, early_q} <= '0;
      end else begin
        t_q <= t_next[5:0];
        sha1_phase_q <= t_next < 7'd20 ? 2'd0 : t_next < 7'd40 ? 2'd1 : t_next < 7'd60 ? 2'd2 : 2'd3;
        early_q <= t_next < 7'd20;
      end
    end
    hasher_step_sha2 #(.Width(64)) i_sha512 (.state_i(chain512[s]), .x_i(x[s]), .state_o(chain512[s+1]));
    hasher_step_sha2 #(.Width(32)) i_sha256 (.state_i(chain256[s]), .x_i(x[s][31:0]), .state_o(chain256[s+1]));
    hasher_step_sha1 i_sha1 (
        .state_i(chain_sha1[s]), .phase_i(sha1_phase_q), .x_i(x[s][31:0]), .state_o(chain_sha1[s+1])
    );
    hasher_step_md5 #(.Offset(s), .Stride(Steps)) i_md5 (
        .state_i(chain_md5[s]), .step_i(t_q), .x_i(x[s][31:0]), .state_o(chain_md5[s+1])
    );
    hasher_step_sm3 i_sm3 (
        .state_i(chain_sm3[s]), .early_i(early_q), .w_i(x[s][31:0]), .w1_i(w1[s]), .k_i(k[s]),
        .state_o(chain_sm3[s+1])
    );
  end

  // Hash words after the block: sum, or XOR for SM3. MD5 and SHA-1 leave the upper words alone.
  always_comb begin
    h_sum = h_q;
    for (int unsigned i = 0; i < 8; i++) begin
      if (wide) {h_sum[2*i], h_sum[2*i+1]} = {h_q[2*i], h_q[2*i+1]} + work_q[i];
      else if (alg_i == CtrlAlgSm3) h_sum[i] = h_q[i] ^ work_q[i][31:0];
      else if (is_sha256(alg_i) || i < 4 || (i == 4 && alg_i == CtrlAlgSha1)) h_sum[i] = h_q[i] + work_q[i][31:0];
    end
    for (int unsigned i = 0; i < 8; i++) begin
      h_work[i]   = wide ? {h_q[2*i], h_q[2*i+1]} : {32'h0, h_q[i]};
      sum_work[i] = wide ? {h_sum[2*i], h_sum[2*i+1]} : {32'h0, h_sum[i]};
    end
  end

  always_comb begin
    h_d = h_q;
    if (final_q) h_d = h_sum;
    else if (init_i) h_d = unpacked_iv(alg_i);
    else if (h_we_i) h_d[h_addr_i] = h_data_i;

    work_d = work_q;
    if (start) begin
      work_d = final_q ? sum_work : h_work;
    end else if (steps_q && !skip_q) begin
      if (wide) work_d = chain512[Steps];
      else begin
        for (int unsigned i = 0; i < 8; i++) begin
          if (is_sha256(alg_i)) work_d[i] = {32'h0, chain256[Steps][i]};
          else if (alg_i == CtrlAlgSm3) work_d[i] = {32'h0, chain_sm3[Steps][i]};
          else if (alg_i == CtrlAlgSha1 && i < 5) work_d[i] = {32'h0, chain_sha1[Steps][i]};
          else if (alg_i == CtrlAlgMd5 && i < 4) work_d[i] = {32'h0, chain_md5[Steps][i]};
        end
      end
    end
  end

  function automatic logic [15:0][31:0] unpacked_iv(alg_t alg);
    logic [15:0][31:0] iv;
    iv = '0;
    for (int unsigned a = 0; a < 9; a++) begin
      if (alg == a[3:0]) begin
        for (int unsigned i = 0; i < 16; i++) iv[i] = Iv[a][i];
      end
    end
    return iv;
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {h_q, work_q, step_q, sched_q, steps_q, skip_q, last_q, final_q, go_q} <= '0;
    end else if (clear_i) begin
      {h_q, work_q, step_q, sched_q, steps_q, skip_q, last_q, final_q, go_q} <= '0;
    end else begin
      h_q <= h_d;
      work_q <= work_d;
      step_q <= step_d;
      skip_q <= alg_i == CtrlAlgSm3 && step_q < 7'd4;
      sched_q <= sched_d;
      go_q <= go_d;
      steps_q <= sched_en;
      last_q <= sched_last;
      final_q <= last_q;
    end
  end

  assign h_o = h_q;
endmodule
