// SPDX-License-Identifier: Apache-2.0
// Products: rows of one held word times the words of an operand, added to the running sum of a context. Two contexts
// alternate by rows. A Montgomery product has rows of a's words (A) and of the quotient's digits (N); a row of an
// inversion's matrix has one for each of its two entries (U, V), and one of the quotient's digit.
//
// An element takes five stages: 0 addresses, 2 operands from the RAM, 3 and 4 multiplier, 4 sum, 5 result. The highest
// word of a sum is kept beside the memory (top), where the ends of rows are added to it.
module acryp_mac
  import acryp_pkg::*;
#(
    parameter int unsigned Width = 72,
    parameter int unsigned SumsDepth = 512,
    parameter int unsigned CountBits = 9  // of a number of words in an operand
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  wipe_i,    // erases everything, the memory word by word
    input  logic [$clog2(SumsDepth)-1:0] wipe_addr_i,
    input  logic [CountBits-1:0]  n_i,
    input  logic                  start_i,
    input  mac_op_t               op_i,
    output logic [1:0]            busy_o,    // contexts
    input  logic [1:0][Width-1:0] ninv_i,    // -1/N mod 2^Width of both fields
    input  logic [1:0]            one_i,     // it is 1, and may show in the time
    input  logic [3:0][Width-1:0] entry_i,   // matrix of the inversion, signed
    // Operand RAM: the streamed word, the held word, the result
    output word_addr_t            addr_o,
    input  logic [Width-1:0]      data_i,
    output logic                  held_o,
    output word_addr_t            held_addr_o,
    input  logic [Width-1:0]      held_data_i,
    output logic                  we_o,
    output word_addr_t            waddr_o,
    output logic [Width-1:0]      wdata_o       // 0 without we_o, and while the engine is erased
);
  localparam int unsigned PosBits = $clog2(SumsDepth) - 1;
  localparam int unsigned AccBits = 2 * Width + 4;
  typedef logic [PosBits-1:0] pos_t;
  typedef logic [CountBits-1:0] count_t;
  typedef enum logic [1:0] {RowA, RowN, RowU, RowV} row_t;

  // ---- contexts ----

  mac_op_t [1:0] op_q;
  logic [1:0] act_q, issued_q, in_row_q, q_ok_q, q_req_q, done;
  row_t [1:0] row_q;
  count_t [1:0] i_q;
  logic [1:0][1:0] hold_q;
  logic pick;
  logic [1:0] is_lin, is_mul;
  assign busy_o = act_q;
  assign pick   = act_q[0];  // the context that a new operation takes
  for (genvar c = 0; c < 2; c++) begin : g_kind
    assign is_lin[c] = op_q[c].kind inside {MacLinInt, MacLinMod};
    assign is_mul[c] = op_q[c].kind inside {MacMul, MacSqr};
  end

  // ---- the row that is issued ----

  typedef struct packed {
    logic       ctx;
    row_t       kind;
    logic       sqr, lin, one, last_row, out;
    logic [1:0] gap;    // cycles after it before the next row of the same context
    logic [1:0] entry;  // of the matrix
    count_t     i;
    count_t     len;    // elements
    word_addr_t base;   // of the streamed operand
    word_addr_t held;   // address of the held word
  } desc_t;

  logic run_q, row_end, load, sel, issue_q, step, last_sel_q;
  desc_t desc_q, desc_d;
  logic neg, neg_q;  // the row's entry of the matrix is negative: a secret, so it stands apart from what controls
  assign neg = row_q[sel] inside {RowU, RowV} && entry_i[desc_d.entry][Width-1];
  count_t j_q;
  logic [1:0] avail;

  assign issue_q = |q_req_q;
  assign step    = run_q && !issue_q;
  assign row_end = step && j_q + 1'b1 == desc_q.len;
  for (genvar c = 0; c < 2; c++) begin : g_avail
    assign avail[c] = act_q[c] && !issued_q[c] && hold_q[c] == '0 && (row_q[c] != RowN || q_ok_q[c])
        && (!in_row_q[c] || (row_end && desc_q.ctx == 1'(c) && desc_q.gap == '0));
  end
  // After the last row of a product one cycle is left for its highest word.
  assign load = (!run_q || (row_end && !(desc_q.last_row && !desc_q.lin))) && |avail;
  assign sel  = &avail ? !last_sel_q : avail[1];

  always_comb begin
    // Of a record, a stage reads what it needs.
    // verilator lint_off UNUSEDSIGNAL
    automatic mac_op_t op = op_q[sel];
    // verilator lint_on UNUSEDSIGNAL
    automatic count_t i = i_q[sel];
    desc_d = '0;
    desc_d.ctx  = sel;
    desc_d.kind = row_q[sel];
    desc_d.sqr  = op.kind == MacSqr;
    desc_d.lin  = is_lin[sel];
    desc_d.one  = row_q[sel] == RowN && one_i[op.f] && n_i != count_t'(1) && !is_lin[sel];
    desc_d.i    = i;
    // An element reads a sum three cycles or more after the element that writes it.
    desc_d.gap = n_i > count_t'(3) ? 2'd0 : n_i == count_t'(3) ? 2'd1 : 2'd2;
    desc_d.len  = n_i;
    unique case (row_q[sel])
      RowA: begin
        desc_d.held = op.a + 14'(i);
        desc_d.base = op.b;
        if (op.kind == MacSqr) begin
          desc_d.base = op.a + 14'(i);
          desc_d.len  = n_i - i;
        end
        desc_d.last_row = op.kind == MacMulw;
        desc_d.out      = op.kind == MacMulw;
      end
      RowN: begin
        desc_d.base = op.n;
        desc_d.last_row = is_lin[sel] || i + 1'b1 == n_i;
        desc_d.out = desc_d.last_row;
        if (is_lin[sel]) desc_d.len = n_i + 1'b1;
        // The next row of a square begins with what this one writes close to its end.
        if (op.kind == MacSqr) begin
          unique case (n_i - i)
            count_t'(2), count_t'(4): desc_d.gap = 2'd1;
            count_t'(3): desc_d.gap = 2'd2;
            default: desc_d.gap = 2'd0;
          endcase
        end
      end
      RowU, RowV: begin
        desc_d.base = row_q[sel] == RowU ? op.a : op.b;
        desc_d.len  = n_i + 1'b1;
        desc_d.entry = {op.row, row_q[sel] == RowV};
        desc_d.last_row = row_q[sel] == RowV && op.kind == MacLinInt;
        desc_d.out = desc_d.last_row;
      end
      default: ;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || wipe_i) begin
      run_q <= 1'b0;
      desc_q <= '0;
      neg_q <= 1'b0;
      j_q <= '0;
      last_sel_q <= 1'b0;
    end else begin
      if (load) begin
        run_q <= 1'b1;
        desc_q <= desc_d;
        neg_q <= neg;
        j_q <= desc_d.one ? count_t'(1) : '0;
        last_sel_q <= sel;
      end else if (row_end) begin
        run_q <= 1'b0;
      end else if (step) begin
        j_q <= j_q + 1'b1;
      end
    end
  end

  // ---- elements ----

  typedef struct packed {
    logic       valid, quo;  // of a row; the product for the quotient's digit
    logic       ctx, first, last;
    row_t       kind;
    logic       zero, top, dbl, sext, blank, lin, one, mulw, write, cap, out, fin;
    logic [1:0] entry;
    pos_t       pos;
    word_addr_t waddr;
  } tag_t;

  tag_t tag_d;
  tag_t [5:1] tag_q;
  logic [3:1] neg_tag_q;  // with tag_q
  logic q_sel;
  assign q_sel = !q_req_q[0];

  always_comb begin
    // Of a record, a stage reads what it needs.
    // verilator lint_off UNUSEDSIGNAL
    automatic desc_t r = desc_q;
    automatic mac_op_t op = op_q[r.ctx];
    // verilator lint_on UNUSEDSIGNAL
    automatic logic first, last;
    first = j_q == (r.one ? count_t'(1) : count_t'(0));
    last  = j_q + 1'b1 == r.len;
    tag_d = '0;
    if (issue_q) begin
      tag_d.quo = 1'b1;
      tag_d.ctx = q_sel;
      tag_d.lin = is_lin[q_sel];
    end else if (run_q) begin
      tag_d.valid = 1'b1;
      tag_d.ctx   = r.ctx;
      tag_d.kind  = r.kind;
      tag_d.first = first;
      tag_d.last  = last;
      tag_d.lin   = r.lin;
      tag_d.one   = r.one;
      tag_d.entry = r.entry;
      tag_d.mulw  = op.kind == MacMulw;
      tag_d.sext  = r.lin && last && r.kind != RowN;
      tag_d.blank = r.lin && last && r.kind == RowN;
      tag_d.zero  = r.kind == RowU || (r.kind == RowA && r.i == '0);
      tag_d.top   = r.kind == RowA && r.i != '0 && last;
      tag_d.dbl   = r.kind == RowA && r.sqr && !first;
      tag_d.out   = r.out && (op.kind == MacMulw || j_q != '0);
      tag_d.write = !r.out;
      tag_d.fin   = r.last_row && last;
      tag_d.pos   = pos_t'(j_q) + (r.lin ? '0 : pos_t'(r.i)) + (r.kind == RowA && r.sqr ? pos_t'(r.i) : '0);
      tag_d.waddr = op.d + 14'(j_q) - (op.kind == MacMulw ? 14'd0 : 14'd1);
      unique case (r.kind)
        RowA: tag_d.cap = first && op.kind != MacMulw && (!r.sqr || r.i == '0);
        RowN: tag_d.cap = r.sqr && j_q == count_t'(1) && !r.last_row;
        RowV: tag_d.cap = first && op.kind == MacLinMod;
        default: tag_d.cap = 1'b0;
      endcase
    end
  end

  assign addr_o      = desc_q.base + 14'(j_q);
  assign held_o      = step && desc_q.kind == RowA && j_q == '0;
  assign held_addr_o = desc_q.held;

  // ---- stages 2 and 3: the multiplier's operands ----

  // Each is the OR of what it can be, ANDed with a condition.
  function automatic logic [Width-1:0] when(logic use_it, logic [Width-1:0] value);
    return {Width{use_it}} & value;
  endfunction

  logic [Width-1:0] early, early_q;  // what is known a stage before: -1/N, or the magnitude of the matrix' entry
  // Of a record, a stage reads what it needs.
  // verilator lint_off UNUSEDSIGNAL
  tag_t t1;
  // verilator lint_on UNUSEDSIGNAL
  assign t1 = tag_q[1];
  assign early = when(t1.quo && !op_q[t1.ctx].f, ninv_i[0]) | when(t1.quo && op_q[t1.ctx].f, ninv_i[1])
      | when(!t1.quo && t1.entry == 2'd0, entry_i[0]) | when(!t1.quo && t1.entry == 2'd1, entry_i[1])
      | when(!t1.quo && t1.entry == 2'd2, entry_i[2]) | when(!t1.quo && t1.entry == 2'd3, entry_i[3]);

  logic [1:0][Width-1:0] t0_q, quo_q;
  logic [Width-1:0] x, y, keep_q, x3_q;
  logic sign_q, low_bit_q, fill, x_held, x_t0, x_quo, x_early, y_word, y_double;
  logic [1:0] of_ctx;
  logic [2*Width-1:0] product;
  // Of a record, a stage reads what it needs.
  // verilator lint_off UNUSEDSIGNAL
  tag_t t2;
  // verilator lint_on UNUSEDSIGNAL
  assign t2       = tag_q[2];
  assign of_ctx   = {t2.ctx, !t2.ctx};
  assign x_held   = !t2.quo && t2.first && t2.kind == RowA;
  assign x_t0     = !t2.quo && t2.first && t2.kind == RowN && t2.one;
  assign x_quo    = !t2.quo && t2.first && t2.kind == RowN && !t2.one;
  assign x_early  = t2.quo || (t2.first && t2.kind inside {RowU, RowV});
  assign y_word   = !t2.quo && !t2.sext && !t2.blank && !t2.dbl;
  assign y_double = !t2.quo && t2.dbl;
  assign fill     = !t2.quo && (neg_tag_q[2] ^ (t2.sext && sign_q));
  assign x = when(x_held, held_data_i) | when(x_early, early_q)
      | when(x_t0 && of_ctx[0], t0_q[0]) | when(x_t0 && of_ctx[1], t0_q[1])
      | when(x_quo && of_ctx[0], quo_q[0]) | when(x_quo && of_ctx[1], quo_q[1])
      | when(!t2.quo && !t2.first, keep_q);
  // A word of the operand or what continues its sign, inverted where the matrix' entry is negative; a word of twice the
  // operand, whose highest bit is 0.
  assign y = when(t2.quo && of_ctx[0], t0_q[0]) | when(t2.quo && of_ctx[1], t0_q[1])
      | ((when(y_word, data_i) | when(y_double, {data_i[Width-2:0], low_bit_q})) ^ {Width{fill}});
  acryp_mul #(
      .Width(Width)
  ) i_mul (
      .clk_i, .x_i(x), .y_i(y), .p_o(product)
  );

  // ---- stage 4: the sum ----

  logic [AccBits-1:0] acc_q, acc_d;
  (* keep *) logic [Width+4:0] known;  // before the product is
  logic [Width-1:0] sum_word;  // 0 where nothing or the highest word is added
  logic [1:0][Width+3:0] top_q;
  logic [Width+3:0] addend, carry_q;
  // Of a record, a stage reads what it needs.
  // verilator lint_off UNUSEDSIGNAL
  tag_t t3, t4;
  // verilator lint_on UNUSEDSIGNAL
  assign t3 = tag_q[3];
  assign t4 = tag_q[4];
  assign addend = ({(Width + 4){t4.top && !t4.ctx}} & top_q[0]) | ({(Width + 4){t4.top && t4.ctx}} & top_q[1])
      | {4'b0, sum_word};
  assign known = {1'b0, addend} + {1'b0, carry_q};
  assign acc_d = {4'b0, product} + AccBits'(known);

  // What the next element of the row adds: the carry, at its beginning what makes -word of ~word, or the digit itself.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || wipe_i) carry_q <= '0;
    else if (t3.valid && t3.first) carry_q <= {4'b0, when(neg_tag_q[3] || t3.one, x3_q)};
    else if (t4.valid) carry_q <= acc_d[AccBits-1:Width];
  end

  acryp_sums #(
      .Width(Width), .Depth(SumsDepth)
  ) i_sums (
      .clk_i,
      .we_i(wipe_i || (tag_q[5].valid && tag_q[5].write)),
      .waddr_i(wipe_i ? wipe_addr_i : {tag_q[5].ctx, tag_q[5].pos}),
      .wdata_i(acc_q[Width-1:0]),  // 0 after the first cycle of an erasure, which passes each word twice or more
      .clear_i(t3.zero || t3.top), .raddr_i({t3.ctx, t3.pos}),
      .rdata_o(sum_word)
  );

  // ---- stage 5: results ----

  logic last_word_q, last_ctx_q;  // the highest word of a product follows the others
  word_addr_t last_addr_q;
  logic [1:0] low_q;  // of a matrix row's product, the two bits below the next word
  logic gives_sum;
  tag_t t5;
  assign t5 = tag_q[5];
  always_comb begin
    gives_sum = t5.valid && t5.out && !last_word_q && !wipe_i;
    we_o = (t5.valid && t5.out) || last_word_q;
    waddr_o = last_word_q ? last_addr_q : t5.waddr;
    wdata_o = when(gives_sum && t5.lin, {acc_q[Width-3:0], low_q}) | when(gives_sum && !t5.lin, acc_q[Width-1:0])
        | when(last_word_q && !last_ctx_q && !wipe_i, top_q[0][Width-1:0])
        | when(last_word_q && last_ctx_q && !wipe_i, top_q[1][Width-1:0]);
    done = '0;
    if (t5.valid && t5.fin && (t5.lin || t5.mulw)) done[t5.ctx] = 1'b1;
    if (last_word_q) done[last_ctx_q] = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || wipe_i) begin
      tag_q <= '0;
      neg_tag_q <= '0;
      early_q <= '0;
      keep_q <= '0;
      sign_q <= 1'b0;
      low_bit_q <= 1'b0;
      x3_q <= '0;
      acc_q <= '0;
      top_q <= '0;
      t0_q <= '0;
      quo_q <= '0;
      low_q <= '0;
      last_word_q <= 1'b0;
      last_ctx_q <= 1'b0;
      last_addr_q <= '0;
    end else begin
      tag_q <= {tag_q[4:1], tag_d};
      neg_tag_q <= {neg_tag_q[2:1], neg_q && step};
      if (tag_q[2].valid) begin
        if (tag_q[2].first) keep_q <= x;
        sign_q <= data_i[Width-1];
        low_bit_q <= t2.dbl && data_i[Width-1];
      end
      early_q <= (early ^ {Width{neg_tag_q[1]}}) + Width'(neg_tag_q[1]);
      x3_q <= x;
      if (t4.valid) acc_q <= acc_d;
      if (t4.quo)
        quo_q[t4.ctx] <= t4.lin ? {2'b0, product[Width-3:0]} : product[Width-1:0];
      last_word_q <= 1'b0;
      if (t5.valid) begin
        low_q <= acc_q[Width-1:Width-2];
        if (t5.cap) t0_q[t5.ctx] <= acc_q[Width-1:0];
        if (t5.last && !t5.lin)
          top_q[t5.ctx] <= acc_q[AccBits-1:Width] + (t5.kind == RowN ? top_q[t5.ctx] : '0);
        if (t5.fin && !t5.lin && !t5.mulw) begin
          last_word_q <= 1'b1;
          last_ctx_q <= t5.ctx;
          last_addr_q <= t5.waddr + 1'b1;
        end
      end
    end
  end

  // ---- state of the contexts ----

  for (genvar c = 0; c < 2; c++) begin : g_context
    logic mine, ends;
    assign mine = load && sel == 1'(c);
    assign ends = row_end && desc_q.ctx == 1'(c);
    always_ff @(posedge clk_i) begin
      if (!rst_ni || wipe_i) begin
        op_q[c] <= '0;
        act_q[c] <= 1'b0;
        issued_q[c] <= 1'b0;
        in_row_q[c] <= 1'b0;
        q_ok_q[c] <= 1'b0;
        q_req_q[c] <= 1'b0;
        row_q[c] <= RowA;
        i_q[c] <= '0;
        hold_q[c] <= '0;
      end else begin
        if (hold_q[c] != '0) hold_q[c] <= hold_q[c] - 1'b1;
        if (ends) begin
          in_row_q[c] <= 1'b0;
          if (desc_q.gap != '0) hold_q[c] <= desc_q.gap - 1'b1;
        end
        // A digit's lowest word is caught in stage 5; what uses it reads it two cycles after it is issued.
        if (t3.valid && t3.cap && t3.ctx == 1'(c) && !(one_i[op_q[c].f] && n_i != count_t'(1) && !is_lin[c]))
          q_req_q[c] <= 1'b1;
        else if (issue_q && q_sel == 1'(c)) q_req_q[c] <= 1'b0;
        if (mine) begin
          in_row_q[c] <= 1'b1;
          unique case (row_q[c])
            RowA: begin
              row_q[c] <= RowN;
              issued_q[c] <= op_q[c].kind == MacMulw;
            end
            RowN: begin
              q_ok_q[c] <= 1'b0;
              row_q[c] <= RowA;
              i_q[c] <= i_q[c] + 1'b1;
              issued_q[c] <= is_lin[c] || i_q[c] + 1'b1 == n_i;
            end
            RowU: row_q[c] <= RowV;
            default: begin
              row_q[c] <= RowN;
              issued_q[c] <= op_q[c].kind == MacLinInt;
            end
          endcase
        end
        if (t1.quo && t1.ctx == 1'(c)) q_ok_q[c] <= 1'b1;
        if (t2.valid && t2.cap && t2.ctx == 1'(c) && one_i[op_q[c].f] && n_i != count_t'(1) && !is_lin[c])
          q_ok_q[c] <= 1'b1;
        if (done[c]) act_q[c] <= 1'b0;
        if (start_i && pick == 1'(c)) begin
          op_q[c] <= op_i;
          act_q[c] <= 1'b1;
          issued_q[c] <= 1'b0;
          in_row_q[c] <= 1'b0;
          q_ok_q[c] <= 1'b0;
          row_q[c] <= op_i.kind inside {MacLinInt, MacLinMod} ? RowU : RowA;
          i_q[c] <= '0;
          hold_q[c] <= '0;
        end
      end
    end
  end

  // Not used, on purpose.
  logic unused;
  assign unused = ^{is_mul, t5};
endmodule
