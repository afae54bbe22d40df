// SPDX-License-Identifier: Apache-2.0
// What works on operands beside the multiplier: sums, selection, tables, bits, input and output, the digit for a
// modulus, and the start of division steps. One operation at a time; its words come from and go to the second ports of
// both banks of the RAM, where results of the multiplier go first. A word is read, two cycles later added, and waits
// in a queue for its way back.
module acryp_alu
  import acryp_pkg::*;
#(
    parameter int unsigned Width = 72
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             wipe_i,
    input  count_t           n_i,
    input  word_addr_t       stride_i,
    input  logic             start_i,
    input  alu_op_t          op_i,
    output logic             busy_o,
    output alu_op_t          op_o,
    // Flags and digit
    input  logic             digit_clear_i,
    input  logic             digit_abs_i,
    input  logic [3:0]       digit_bits_i,
    input  logic             flag_i,
    input  logic [2:0]       flag_fn_i,
    output logic [7:0]       digit_o,
    output logic             digit_fault_o,  // its two copies differ, or those of the RAM that a bit came from
    output logic             c_o,
    output logic             z_o,
    output logic             b_o,
    // Fields
    output logic [1:0][Width-1:0] ninv_o,
    output logic [1:0]       one_o,
    // Division steps
    output logic             div_start_o,
    output logic [Width-1:0] div_f_o,
    output logic [Width-1:0] div_g_o,
    input  logic             div_busy_i,
    output logic             div_take_o,
    input  logic             mac_busy_i,     // may use the last matrix
    // Operand RAM
    input  logic             port_taken_i,   // by a result of the multiplier
    output logic             port_we_o,
    output word_addr_t [1:0] port_addr_o,
    output logic [Width-1:0] port_wdata_o,
    input  logic [1:0][Width-1:0] port_rdata_i,
    input  logic             third_taken_i,
    output word_addr_t       third_addr_o,
    input  logic [Width-1:0] third_data_i,
    // Input and output
    input  logic             in_valid_i,
    output logic             in_ready_o,
    input  logic [31:0]      in_data_i,
    output logic             out_valid_o,
    input  logic             out_ready_i,
    output logic [31:0]      out_data_o
);
  localparam int unsigned PackBits = Width + 32;
  localparam int unsigned FillBits = $clog2(PackBits + 1);
  typedef enum logic [2:0] {Idle, Look, Work, Give, Drain, Digit, Divide} state_t;
  localparam int unsigned Short = 16;  // words of an operand whose modular sums are kept both ways

  state_t state_q;
  alu_op_t op_q;
  logic cond, cond_q, take_k_q, c_q, z_q, b_q, s_q;
  logic [7:0] digit_q, digit_d;
  logic s_d, mirror_q;
  (* keep *) logic [8:0] digit_inv_q;  // sign and digit once more
  assign digit_fault_o = digit_inv_q != ~{s_q, digit_q} || mirror_q;
  count_t j_q;      // next word to read, or to make
  logic [15:0] e_q;  // entry of a table
  word_addr_t e_addr_q;

  assign busy_o = state_q != Idle;
  assign op_o   = op_q;
  assign {digit_o, c_o, z_o, b_o} = {digit_q, c_q, z_q, b_q};

  always_comb begin
    unique case (op_i.cond)
      3'd0: cond = 1'b0;
      3'd1: cond = 1'b1;
      3'd2: cond = c_q;
      3'd3: cond = !c_q;
      3'd4: cond = b_q;
      3'd5: cond = !b_q;
      3'd6: cond = s_q;
      default: cond = z_q;
    endcase
  end

  logic emit;  // a word of the input
  logic [Width-1:0] emit_data;

  // ---- reading ----

  typedef struct packed {
    logic   valid, look, last_word, first_entry, last_entry, second;
    logic [1:0] hit;
    count_t j;
  } tag_t;
  tag_t tag_d;
  tag_t [2:1] tag_q;
  logic is_scan, is_get, is_in, is_out, reads, may_read, needs_k, last_read, last_entry;
  logic [2:0] queue_count_q;
  logic [3:0][Width-1:0] queue_q;
  word_addr_t [3:0] queue_addr_q;
  logic [1:0] head_q, tail_q;
  logic push, pop, queue_free;
  logic [Width-1:0] push_data;
  word_addr_t push_addr;

  assign is_scan = op_q.kind == AluScan;
  assign is_get  = op_q.kind inside {AluGetb, AluSetf, AluDiv};
  assign is_in   = op_q.kind == AluIn;
  assign is_out  = op_q.kind == AluOut;
  assign needs_k = op_q.kind inside {AluMadd, AluMsub, AluSubk};
  assign last_entry = e_q + 16'd2 >= op_q.num;
  assign last_read  = is_get || (j_q + 1'b1 == n_i && (!is_scan || last_entry));
  assign queue_free = 3'(tag_q[1].valid) + 3'(tag_q[2].valid) + queue_count_q < 3'd4;
  logic reading_q, unpack_free;
  assign reads = reading_q && !is_in && (!is_out || unpack_free);
  assign may_read = reads && !port_taken_i && queue_count_q == '0 && queue_free && !(needs_k && third_taken_i);

  always_comb begin
    tag_d = '0;
    tag_d.valid = may_read;
    tag_d.look  = state_q == Look;
    tag_d.j     = j_q;
    tag_d.last_word   = j_q + 1'b1 == n_i;
    tag_d.first_entry = e_q == '0;
    tag_d.last_entry  = !is_scan || last_entry;
    tag_d.second      = e_q + 16'd1 < op_q.num;
    tag_d.hit = {e_q + 16'd1 == 16'(digit_q), e_q == 16'(digit_q)};
  end

  always_comb begin
    port_addr_o[0] = op_q.a + 14'(j_q);
    port_addr_o[1] = op_q.b + 14'(j_q);
    if (is_scan) begin
      port_addr_o[0] = e_addr_q + 14'(j_q);
      port_addr_o[1] = e_addr_q + 14'(j_q) + stride_i;
    end
    if (op_q.kind == AluGetb) port_addr_o = {2{op_q.a + 14'(op_q.num[15:7])}};
    if (pop) port_addr_o = {2{queue_addr_q[head_q]}};
  end
  assign third_addr_o = op_q.k + 14'(j_q);
  assign pop = queue_count_q != '0 && !port_taken_i;
  assign port_we_o = pop;
  assign port_wdata_o = queue_q[head_q];

  // ---- adding ----

  tag_t t;
  assign t = tag_q[2];
  logic signed [1:0] carry_q, plain_carry_q;
  logic [Width+1:0] sum, plain, left, right, third;
  // A modular sum with the bound and without it: the sign at the end says which it is. Of long operands only the sign
  // is looked at, then they are read again.
  logic [Width-1:0] with_q[Short], plain_q[Short];
  logic [Width-1:0] given;
  logic [$clog2(Short)-1:0] clear_q;
  logic short, take_k;
  assign short  = n_i <= count_t'(Short);
  assign take_k = op_q.kind == AluMadd ? !sum[Width+1] : plain[Width+1];
  assign given  = take_k_q ? with_q[j_q[$clog2(Short)-1:0]] : plain_q[j_q[$clog2(Short)-1:0]];
  always_ff @(posedge clk_i) begin
    if (wipe_i || (t.valid && t.look)) begin
      with_q[wipe_i ? clear_q : t.j[$clog2(Short)-1:0]]  <= wipe_i ? '0 : sum[Width-1:0];
      plain_q[wipe_i ? clear_q : t.j[$clog2(Short)-1:0]] <= wipe_i ? '0 : plain[Width-1:0];
    end
  end
  logic all_zero_q;
  logic [Width-1:0] found_q, found;
  always_comb begin
    automatic logic [Width-1:0] a = port_rdata_i[0], b = port_rdata_i[1];
    left = {2'b0, a};
    right = '0;
    third = '0;
    unique case (op_q.kind)
      AluAdd: right = cond_q ? {2'b0, b} : '0;
      AluSub: right = cond_q ? -{2'b0, b} : '0;
      AluMadd: begin
        right = {2'b0, b};
        third = t.look || take_k_q ? -{2'b0, third_data_i} : '0;
      end
      AluMsub: begin
        right = -{2'b0, b};
        third = t.look || take_k_q ? {2'b0, third_data_i} : '0;
      end
      AluSubk: begin
        right = -{2'b0, b};
        third = {2'b0, third_data_i};
      end
      default: ;
    endcase
    sum   = left + right + third + {{Width{carry_q[1]}}, carry_q};
    plain = left + right + {{Width{plain_carry_q[1]}}, plain_carry_q};
    found = (t.first_entry ? '0 : found_q) | (t.hit[0] ? a : '0) | (t.hit[1] && t.second ? b : '0);
  end

  always_comb begin
    automatic logic [Width-1:0] a = port_rdata_i[0], b = port_rdata_i[1];
    push = t.valid && !t.look && t.last_entry && !is_get && !is_out;
    push_addr = op_q.d + 14'(t.j);
    unique case (op_q.kind)
      AluSel: push_data = cond_q ? b : a;
      AluSet: push_data = t.j == '0 ? Width'(op_q.num) : '0;
      AluBit: push_data = t.j == op_q.num[15:7] ? Width'(1) << op_q.num[6:0] : '0;
      AluScan: push_data = found;
      default: push_data = sum[Width-1:0];
    endcase
    if (state_q == Give) begin
      push = queue_count_q < 3'd3;
      push_addr = op_q.d + 14'(j_q);
      push_data = given;
    end
    if (is_in) begin
      push = emit;
      push_addr = op_q.d + 14'(j_q);
      push_data = emit_data;
    end
  end

  // ---- input: words of 32 bits to words of the RAM; output: the other way ----

  logic [PackBits-1:0] pack_q;
  logic [FillBits-1:0] fill_q;
  logic [15:0] bits_q, words_q;  // still to make; to take or to give
  logic take, give, unpack_load, in_done, out_done;

  assign emit = state_q == Work && is_in && reading_q && queue_count_q < 3'd3
      && (fill_q >= FillBits'(Width) || words_q == '0);
  assign in_done = bits_q <= 16'(Width) && j_q + 1'b1 >= n_i;
  assign emit_data = bits_q >= 16'(Width) ? pack_q[Width-1:0]
      : pack_q[Width-1:0] & ~({Width{1'b1}} << bits_q[$clog2(Width)-1:0]);
  assign in_ready_o = state_q == Work && is_in && words_q != '0 && fill_q < FillBits'(Width) && !emit;
  assign take = in_valid_i && in_ready_o;

  assign unpack_free = fill_q < FillBits'(32) && !tag_q[1].valid && !tag_q[2].valid;
  assign out_valid_o = state_q inside {Work, Drain} && is_out && words_q != '0
      && (fill_q >= FillBits'(32) || (!reading_q && !tag_q[1].valid && !tag_q[2].valid));
  assign out_data_o = pack_q[31:0];
  assign give = out_valid_o && out_ready_i;
  assign unpack_load = is_out && t.valid;
  assign out_done = words_q == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pack_q <= '0;
      fill_q <= '0;
      bits_q <= '0;
      words_q <= '0;
    end else if (wipe_i) begin
      pack_q <= '0;
      fill_q <= '0;
      bits_q <= '0;
      words_q <= '0;
    end else if (start_i) begin
      pack_q <= '0;
      fill_q <= '0;
      bits_q <= op_i.num;
      words_q <= 16'((17'(op_i.num) + 17'd31) >> 5);
    end else begin
      if (take) begin
        pack_q <= pack_q | PackBits'(in_data_i) << fill_q;
        fill_q <= fill_q + FillBits'(32);
        words_q <= words_q - 1'b1;
      end else if (emit) begin
        pack_q <= pack_q >> Width;
        fill_q <= fill_q >= FillBits'(Width) ? fill_q - FillBits'(Width) : '0;
        bits_q <= bits_q > 16'(Width) ? bits_q - 16'(Width) : '0;
      end
      if (unpack_load) begin
        pack_q <= pack_q | PackBits'(port_rdata_i[0]) << fill_q;
        fill_q <= fill_q + FillBits'(Width);
      end else if (give) begin
        pack_q <= pack_q >> 32;
        fill_q <= fill_q >= FillBits'(32) ? fill_q - FillBits'(32) : '0;
        words_q <= words_q - 1'b1;
      end
    end
  end

  // ---- -1/N mod 2^Width, a bit a cycle: the sum of N 2^i over its bits i is -1 ----

  logic [Width-1:0] low_q, part_q, ninv_q;
  logic [Width:0] part_sum;
  logic [$clog2(Width):0] bit_q;
  assign part_sum = {1'b0, part_q} + (part_q[0] ? {1'b0, low_q} : '0);

  assign div_f_o = port_rdata_i[0];
  assign div_g_o = port_rdata_i[1];
  assign div_take_o = state_q == Divide && !div_busy_i && !mac_busy_i;
  assign div_start_o = t.valid && op_q.kind == AluDiv;

  // ---- digit ----

  // The bit that a cursor points to; both banks of the RAM must have it.
  logic [1:0] got;
  logic [7:0] half;
  assign half = 8'd1 << (digit_bits_i - 1'b1);
  always_comb begin
    for (int unsigned i = 0; i < 2; i++) got[i] = port_rdata_i[i][op_q.num[$clog2(Width)-1:0]];
    {s_d, digit_d} = {s_q, digit_q};
    if (t.valid && op_q.kind == AluGetb) digit_d = {digit_q[6:0], got[0]};
    if (state_q == Idle && digit_clear_i) digit_d = '0;
    if (state_q == Idle && digit_abs_i) begin
      s_d = digit_q < half;
      digit_d = s_d ? half - 8'd1 - digit_q : digit_q - half;
    end
    if (wipe_i) {s_d, digit_d} = '0;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {s_q, digit_q} <= '0;
      digit_inv_q <= '1;
      mirror_q <= 1'b0;
    end else begin
      {s_q, digit_q} <= {s_d, digit_d};
      digit_inv_q <= ~{s_d, digit_d};
      mirror_q <= t.valid && op_q.kind == AluGetb && !wipe_i && got[0] != got[1];
    end
  end

  // ---- control ----

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) clear_q <= '0;
    else clear_q <= clear_q + 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      op_q <= '0;
      {cond_q, take_k_q, c_q, z_q, b_q} <= '0;
      j_q <= '0;
      e_q <= '0;
      e_addr_q <= '0;
      reading_q <= 1'b0;
      tag_q <= '0;
      carry_q <= '0;
      plain_carry_q <= '0;
      all_zero_q <= 1'b0;
      found_q <= '0;
      queue_q <= '0;
      queue_addr_q <= '0;
      {queue_count_q, head_q, tail_q} <= '0;
      {low_q, part_q, ninv_q, bit_q} <= '0;
      ninv_o <= '0;
      one_o <= '0;
    end else if (wipe_i) begin
      state_q <= Idle;
      op_q <= '0;
      {cond_q, take_k_q, c_q, z_q, b_q} <= '0;
      j_q <= '0;
      e_q <= '0;
      e_addr_q <= '0;
      reading_q <= 1'b0;
      tag_q <= '0;
      carry_q <= '0;
      plain_carry_q <= '0;
      all_zero_q <= 1'b0;
      found_q <= '0;
      queue_q <= '0;
      queue_addr_q <= '0;
      {queue_count_q, head_q, tail_q} <= '0;
      {low_q, part_q, ninv_q, bit_q} <= '0;
      ninv_o <= '0;
      one_o <= '0;
    end else begin
      tag_q <= {tag_q[1], tag_d};
      if (push) begin
        queue_q[tail_q] <= push_data;
        queue_addr_q[tail_q] <= push_addr;
        tail_q <= tail_q + 1'b1;
      end
      if (pop) head_q <= head_q + 1'b1;
      queue_count_q <= queue_count_q + 3'(push) - 3'(pop);

      if (may_read) begin
        if (is_scan && !last_entry) begin
          e_q <= e_q + 16'd2;
          e_addr_q <= e_addr_q + {stride_i[12:0], 1'b0};
        end else begin
          j_q <= j_q + 1'b1;
          e_q <= '0;
          e_addr_q <= op_q.a;
        end
        if (last_read) reading_q <= 1'b0;
      end
      if (emit) begin
        j_q <= j_q + 1'b1;
        if (in_done) reading_q <= 1'b0;
      end
      if (t.valid) begin
        carry_q <= sum[Width+1:Width];
        plain_carry_q <= plain[Width+1:Width];
        found_q <= found;
        all_zero_q <= all_zero_q && sum[Width-1:0] == '0;
        if (op_q.kind inside {AluAdd, AluSub} && t.last_word) begin
          c_q <= sum[Width+1:Width] != '0;
          z_q <= all_zero_q && sum[Width-1:0] == '0;
        end
      end

      unique case (state_q)
        Idle: begin
          if (flag_i) begin
            unique case (flag_fn_i)
              3'd0: b_q <= c_q;
              3'd1: b_q <= z_q;
              3'd2: b_q <= b_q & z_q;
              3'd3: b_q <= b_q | c_q;
              3'd4: b_q <= b_q & c_q;
              3'd5: b_q <= b_q | z_q;
              3'd6: b_q <= !b_q;
              default: b_q <= 1'b0;
            endcase
          end
          if (start_i) begin
            op_q <= op_i;
            cond_q <= cond;
            take_k_q <= 1'b0;
            j_q <= '0;
            e_q <= '0;
            e_addr_q <= op_i.a;
            carry_q <= '0;
            plain_carry_q <= '0;
            all_zero_q <= 1'b1;
            reading_q <= 1'b1;
            state_q <= op_i.kind inside {AluMadd, AluMsub} ? Look : Work;
          end
        end
        Look:
        if (t.valid && t.last_word) begin
          take_k_q <= take_k;
          carry_q <= '0;
          j_q <= '0;
          reading_q <= !short;
          state_q <= short ? Give : Work;
        end
        Give:
        if (push) begin
          j_q <= j_q + 1'b1;
          if (j_q + 1'b1 == n_i) state_q <= Drain;
        end
        Work: begin
          if (op_q.kind == AluSetf && t.valid) begin
            low_q <= port_rdata_i[0];
            part_q <= Width'(1);
            ninv_q <= '0;
            bit_q <= '0;
            state_q <= Digit;
          end else if (op_q.kind == AluDiv && t.valid) begin
            state_q <= Divide;
          end else if (is_out && out_done) begin
            reading_q <= 1'b0;
            state_q <= Drain;
          end else if (!reading_q && !tag_q[1].valid && !is_in) begin
            state_q <= Drain;
          end else if (!reading_q && is_in && words_q == '0) begin
            state_q <= Drain;
          end
        end
        Digit: begin
          part_q <= part_sum[Width:1];
          ninv_q <= {part_q[0], ninv_q[Width-1:1]};
          bit_q <= bit_q + 1'b1;
          if (bit_q == ($clog2(Width) + 1)'(Width)) begin
            part_q <= '0;
            low_q <= '0;
            ninv_q <= '0;
            ninv_o[op_q.f] <= ninv_q;
            one_o[op_q.f] <= op_q.cond[0] && ninv_q == Width'(1);
            state_q <= Idle;
          end
        end
        Divide: if (div_take_o) state_q <= Idle;
        default:
        if (queue_count_q == '0 && !tag_q[1].valid && !tag_q[2].valid && (!is_out || out_done)) state_q <= Idle;
      endcase
    end
  end

  // Not used, on purpose.
  logic unused;
  assign unused = ^{part_sum[0]};
endmodule
