// SPDX-License-Identifier: Apache-2.0
// What works on operands beside the multiplier: sums, selection, tables, bits, input and output, the digit for a
// modulus, and the start of division steps. One operation at a time; its words come from and go to the second ports of
// both banks of the RAM, where results of the multiplier go first. A word is read, two cycles later added, and waits
// in a queue for its way back.
module acryp_alu
  import acryp_pkg::*;
#(
    parameter int unsigned Width = 72,
    parameter int unsigned CountBits = 9  // of a number of words in an operand
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             wipe_i,
    input  logic [CountBits-1:0] n_i,
    input  word_addr_t       stride_i,
    input  logic             start_i,
    input  alu_op_t          op_i,
    output logic             busy_o,
    output alu_kind_t        kind_o,
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
  // Both kinds of words, 32 bits and Width, have a multiple of 2^UnitBits bits: so has every position among them.
  localparam int unsigned UnitBits = Width % 32 == 0 ? 5 : Width % 16 == 0 ? 4 : Width % 8 == 0 ? 3
      : Width % 4 == 0 ? 2 : Width % 2 == 0 ? 1 : 0;
  localparam int unsigned InWords = (32 - (1 << UnitBits) + Width + 31) / 32;  // that a word of the RAM may lie in
  localparam int unsigned PackBits = Width + 32 > 32 * InWords ? Width + 32 : 32 * InWords;
  localparam int unsigned WindowBits = Width > 32 ? Width : 32;
  localparam int unsigned FillBits = $clog2(PackBits + 33);
  typedef enum logic [2:0] {Idle, Look, Work, Give, Drain, Digit, Divide} state_t;
  localparam int unsigned Short = 16;  // words of an operand whose modular sums are kept both ways

  typedef logic [CountBits-1:0] count_t;
  state_t state_q;
  alu_op_t op_q;
  logic cond, cond_q, take_k_q, c_q, z_q, b_q, s_q;
  logic [7:0] digit_q, digit_d;
  logic s_d, mirror_q;
  (* keep *) logic [8:0] digit_inv_q;  // sign and digit once more
  assign digit_fault_o = digit_inv_q != ~{s_q, digit_q} || mirror_q;
  count_t j_q;      // next word to read, or to make
  logic [8:0] e_q;  // entry of a table, even: two are read at a time, the digit has 8 bits
  word_addr_t e_addr_q;

  assign busy_o = state_q != Idle;
  assign kind_o = op_q.kind;
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
  logic [PackBits-1:0] pack_q;
  logic [WindowBits-1:0] window;  // what is next: of the input a word of the RAM, of the output 32 bits
  function automatic logic [Width-1:0] when(logic use_it, logic [Width-1:0] value);
    return {Width{use_it}} & value;
  endfunction

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
  logic [Width-1:0] queue_mem[4];
  word_addr_t queue_addr_mem[4];
  logic [1:0] head_q, tail_q;
  logic [$clog2(Short)-1:0] clear_q;  // which word of the small memories is erased
  logic push, pop, queue_free;
  logic [Width-1:0] push_data;
  word_addr_t push_addr;

  assign is_scan = op_q.kind == AluScan;
  assign is_get  = op_q.kind inside {AluGetb, AluSetf, AluDiv};
  assign is_in   = op_q.kind == AluIn;
  assign is_out  = op_q.kind == AluOut;
  assign needs_k = op_q.kind inside {AluMadd, AluMsub, AluSubk};
  assign last_entry = 16'(e_q) + 16'd2 >= op_q.num;
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
    tag_d.second      = !last_entry || !op_q.num[0];
    tag_d.hit = {e_q[8:1] == {1'b0, digit_q[7:1]} && digit_q[0], e_q[8:1] == {1'b0, digit_q[7:1]} && !digit_q[0]};
  end

  always_comb begin
    port_addr_o[0] = op_q.a + 14'(j_q);
    port_addr_o[1] = op_q.b + 14'(j_q);
    if (is_scan) begin
      port_addr_o[0] = e_addr_q + 14'(j_q);
      port_addr_o[1] = e_addr_q + 14'(j_q) + stride_i;
    end
    if (op_q.kind == AluGetb) port_addr_o = {2{op_q.a + 14'(op_q.num[15:7])}};
    if (pop) port_addr_o = {2{queue_addr_mem[head_q]}};
  end
  assign third_addr_o = op_q.k + 14'(j_q);
  assign pop = queue_count_q != '0 && !port_taken_i;
  assign port_we_o = pop;
  assign port_wdata_o = queue_mem[head_q];
  // While the engine is erased, what is pushed is 0.
  always_ff @(posedge clk_i) begin
    if (push || wipe_i) begin
      queue_mem[wipe_i ? clear_q[1:0] : tail_q] <= push_data;
      queue_addr_mem[wipe_i ? clear_q[1:0] : tail_q] <= push_addr;
    end
  end

  // ---- adding ----

  tag_t t;
  assign t = tag_q[2];
  // plain = a, a + b or a - b; sum = plain, plain + k or plain - k; one carry chain each. -b is ~b + 1. A carry is kept
  // from word to word, of a difference a borrow.
  function automatic logic [Width:0] add(logic [Width-1:0] a, logic [Width-1:0] b, logic use_b, logic minus,
                                         logic carry);
    automatic logic [Width+1:0] doubled;
    doubled = {1'b0, a, 1'b1} + {1'b0, (b & {Width{use_b}}) ^ {Width{minus}}, carry ^ minus};
    return {doubled[Width+1] ^ minus, doubled[Width:1]};
  endfunction
  logic carry_q, plain_carry_q, use_b, minus_b, use_k, minus_k;
  (* keep *) logic [Width:0] plain;
  logic [Width:0] sum;
  // A modular sum with the bound and without it: the sign at the end says which it is. Of long operands only the sign
  // is looked at, then they are read again. While the engine is erased, the operands are 0, and so are the sums.
  logic [Width-1:0] with_mem[Short], plain_mem[Short];
  logic short, take_k;
  assign short  = 32'(n_i) <= Short;
  // a + b - K is not negative; a - b is.
  assign take_k = op_q.kind == AluMadd ? plain[Width] || !sum[Width] : plain[Width];
  always_ff @(posedge clk_i) begin
    if (wipe_i || (t.valid && t.look)) begin
      with_mem[wipe_i ? clear_q : t.j[$clog2(Short)-1:0]]  <= sum[Width-1:0];
      plain_mem[wipe_i ? clear_q : t.j[$clog2(Short)-1:0]] <= plain[Width-1:0];
    end
  end
  assign use_b   = op_q.kind inside {AluMadd, AluMsub, AluSubk} || (op_q.kind inside {AluAdd, AluSub} && cond_q);
  assign minus_b = op_q.kind inside {AluMsub, AluSubk} || (op_q.kind == AluSub && cond_q);
  assign use_k   = op_q.kind == AluSubk || (op_q.kind inside {AluMadd, AluMsub} && (t.look || take_k_q));
  assign minus_k = op_q.kind == AluMadd && (t.look || take_k_q);
  assign plain   = add(port_rdata_i[0], port_rdata_i[1], use_b, minus_b, plain_carry_q);
  assign sum     = add(plain[Width-1:0], third_data_i, use_k, minus_k, carry_q);
  logic all_zero_q;
  // Of two words, the chosen one: of a selection, or what a table has found.
  logic [Width-1:0] found_q, found;
  logic pick_a, pick_b;
  assign pick_a = is_scan ? t.hit[0] : !cond_q;
  assign pick_b = is_scan ? t.hit[1] && t.second : cond_q;
  assign found = when(is_scan && !t.first_entry, found_q)
      | when(pick_a, port_rdata_i[0]) | when(pick_b, port_rdata_i[1]);

  // What a word of the result is: the OR of its sources, each ANDed with a condition.
  logic gives, is_pick, is_set, is_bit;
  logic [Width-1:0] cursor_bit;
  assign gives   = state_q == Give;
  assign is_pick = op_q.kind inside {AluSel, AluScan};
  assign is_set  = op_q.kind == AluSet;
  assign is_bit  = op_q.kind == AluBit;
  assign push_data = when(is_pick, found) | when(is_in, window[Width-1:0])
      | when(!gives && !is_pick && !is_in && !is_set && !is_bit, sum[Width-1:0])
      | when(gives && take_k_q, with_mem[j_q[$clog2(Short)-1:0]])
      | when(gives && !take_k_q, plain_mem[j_q[$clog2(Short)-1:0]])
      | when(is_set && t.j == '0, Width'(op_q.num))
      | when(is_bit && 9'(t.j) == op_q.num[15:7], cursor_bit);
  assign push = gives ? queue_count_q < 3'd3 : is_in ? emit : t.valid && !t.look && t.last_entry && !is_get && !is_out;
  assign push_addr = op_q.d + 14'(gives || is_in ? j_q : t.j);

  // ---- input: words of 32 bits to words of the RAM; output: the other way ----

  logic [FillBits-1:0] fill_q;
  logic [4:0] tail_bits_q;  // of the last word of the input, if not all
  logic [31:0] in_word;
  logic [15:0] bits_q, words_q;  // still to make; to take or to give
  logic take, give, unpack_load, in_done, out_done;

  assign emit = state_q == Work && is_in && reading_q && queue_count_q < 3'd3
      && (fill_q >= FillBits'(Width) || words_q == '0);
  assign in_done = bits_q <= 16'(Width) && j_q + 1'b1 >= n_i;
  assign in_word = words_q == 16'd1 && tail_bits_q != '0 ? in_data_i & ~(32'hffffffff << tail_bits_q) : in_data_i;
  assign in_ready_o = state_q == Work && is_in && words_q != '0 && fill_q < FillBits'(Width) && !emit;
  assign take = in_valid_i && in_ready_o;

  assign unpack_free = fill_q < FillBits'(32) && !tag_q[1].valid && !tag_q[2].valid;
  assign out_valid_o = state_q inside {Work, Drain} && is_out && words_q != '0
      && (fill_q >= FillBits'(32) || (!reading_q && !tag_q[1].valid && !tag_q[2].valid));
  assign out_data_o = window[31:0];
  assign give = out_valid_o && out_ready_i;
  assign unpack_load = is_out && t.valid;
  assign out_done = words_q == '0;

  // Words of the input wait as they came, those of the output above the last 32 bits of the word before. skip_q: bits of
  // them that are done. Only those of the output can be 32 and more.
  logic [FillBits-1:0] skip_q;
  logic [$clog2(InWords+1)-1:0] waiting_q, used;
  logic [PackBits-1:0] rest, left;
  logic ends;  // with a word of the RAM, the word of the input that it begins in, or one more
  always_comb begin
    rest = pack_q;
    if (is_out) rest[63:0] = 64'(pack_q >> {skip_q[FillBits-1:5], 5'd0});
    left = pack_q >> (32 * (Width / 32));
    if (ends) left = left >> 32;
  end
  assign ends    = 6'(skip_q[4:0]) + 6'(Width % 32) >= 6'd32;
  assign window  = WindowBits'(rest >> (skip_q[4:0] >> UnitBits << UnitBits));
  assign used    = ($clog2(InWords + 1))'(Width / 32 + 32'(ends));

  always_ff @(posedge clk_i) begin
    if (!rst_ni || wipe_i || start_i) begin
      pack_q <= '0;
      waiting_q <= '0;
    end else if (take) begin
      for (int unsigned i = 0; i < InWords; i++) if (waiting_q == ($clog2(InWords + 1))'(i)) pack_q[32*i+:32] <= in_word;
      waiting_q <= waiting_q + 1'b1;
    end else if (emit) begin
      pack_q <= left;
      waiting_q <= waiting_q > used ? waiting_q - used : '0;
    end else if (unpack_load) begin
      pack_q <= PackBits'({port_rdata_i[0], pack_q[Width+:32]});
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || wipe_i) begin
      fill_q <= '0;
      skip_q <= '0;
      tail_bits_q <= '0;
      bits_q <= '0;
      words_q <= '0;
    end else if (start_i) begin
      fill_q <= '0;
      skip_q <= op_i.kind == AluOut ? FillBits'(Width + 32) : '0;
      tail_bits_q <= op_i.num[4:0];
      bits_q <= op_i.num;
      words_q <= 16'((17'(op_i.num) + 17'd31) >> 5);
    end else begin
      if (take) begin
        fill_q <= fill_q + FillBits'(32);
        words_q <= words_q - 1'b1;
      end else if (emit) begin
        fill_q <= fill_q >= FillBits'(Width) ? fill_q - FillBits'(Width) : '0;
        skip_q <= FillBits'(5'(skip_q[4:0] + 5'(Width % 32)));
        bits_q <= bits_q > 16'(Width) ? bits_q - 16'(Width) : '0;
      end
      if (unpack_load) begin
        fill_q <= fill_q + FillBits'(Width);
        skip_q <= skip_q - FillBits'(Width);
      end else if (give) begin
        fill_q <= fill_q >= FillBits'(32) ? fill_q - FillBits'(32) : '0;
        skip_q <= skip_q + FillBits'(32);
        words_q <= words_q - 1'b1;
      end
    end
  end

  // ---- -1/N mod 2^Width, a bit a cycle: the sum of N 2^i over its bits i is -1 ----

  logic [Width-1:0] low_q, part_q, ninv_q;
  logic [Width:0] part_sum;
  logic [$clog2(Width):0] bit_q;
  assign part_sum = {1'b0, part_q} + (part_q[0] ? {1'b0, low_q} : '0);
  always_ff @(posedge clk_i) begin
    if (!rst_ni || wipe_i) low_q <= '0;
    else if (t.valid && op_q.kind == AluSetf) low_q <= port_rdata_i[0];
  end
  always_ff @(posedge clk_i) begin
    if (state_q != Digit) part_q <= Width'(1);
    else part_q <= part_sum[Width:1];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || wipe_i) ninv_q <= '0;
    else if (state_q == Digit) ninv_q <= {part_q[0], ninv_q[Width-1:1]};
  end

  assign div_f_o = port_rdata_i[0];
  assign div_g_o = port_rdata_i[1];
  assign div_take_o = state_q == Divide && !div_busy_i && !mac_busy_i;
  assign div_start_o = t.valid && op_q.kind == AluDiv;

  // ---- digit ----

  // The bit that a cursor points to; both banks of the RAM must have it.
  logic [1:0] got;
  logic [7:0] half;
  assign cursor_bit = Width'(1) << op_q.num[$clog2(Width)-1:0];
  assign half = 8'd1 << (digit_bits_i - 1'b1);
  always_comb begin
    for (int unsigned i = 0; i < 2; i++) got[i] = |(port_rdata_i[i] & cursor_bit);
    {s_d, digit_d} = {s_q, digit_q};
    if (t.valid && op_q.kind == AluGetb) digit_d = {digit_q[6:0], got[0]};
    if (state_q == Idle && digit_clear_i) digit_d = '0;
    if (state_q == Idle && digit_abs_i) begin
      s_d = digit_q < half;
      digit_d = s_d ? half - 8'd1 - digit_q : digit_q - half;
    end
    if (wipe_i) {s_d, digit_d} = '0;
  end
  always_ff @(posedge clk_i) begin
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

  always_ff @(posedge clk_i) begin
    if (!rst_ni) clear_q <= '0;
    else clear_q <= clear_q + 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || wipe_i) begin
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
      {queue_count_q, head_q, tail_q} <= '0;
      bit_q <= '0;
      ninv_o <= '0;
      one_o <= '0;
    end else begin
      tag_q <= {tag_q[1], tag_d};
      if (push) tail_q <= tail_q + 1'b1;
      if (pop) head_q <= head_q + 1'b1;
      queue_count_q <= queue_count_q + 3'(push) - 3'(pop);

      if (may_read) begin
        if (is_scan && !last_entry) begin
          e_q <= e_q + 9'd2;
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
        carry_q <= sum[Width];
        plain_carry_q <= plain[Width];
        found_q <= found;
        all_zero_q <= all_zero_q && plain[Width-1:0] == '0;
        if (op_q.kind inside {AluAdd, AluSub} && t.last_word) begin
          c_q <= plain[Width];
          z_q <= all_zero_q && plain[Width-1:0] == '0;
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
          plain_carry_q <= '0;
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
          bit_q <= bit_q + 1'b1;
          if (bit_q == ($clog2(Width) + 1)'(Width)) begin
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
