// SPDX-License-Identifier: Apache-2.0
// Products: rows of one held word times the words of an operand, added to the running sum of a context. Two contexts
// alternate by rows. A Montgomery product has rows of a's words (A) and of the quotient's digits (N), in turn; a row of
// an inversion's matrix has one for each of its two entries (U, V), and one of the quotient's digit. A folded product
// has all rows A, whose upper half goes to the RAM; then one (F) of the modulus's constant times that half, and one N.
//
// An element takes five stages: 0 addresses, 2 operands from the RAM, 3 and 4 multiplier, 4 sum, 5 result. The highest
// word of a sum is kept beside the memory (top), where the ends of rows are added to it. Where it goes to the RAM, the row
// has one element more, without a product.
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
  typedef enum logic [2:0] {RowA, RowN, RowU, RowV, RowF} row_t;

  // ---- contexts ----

  mac_op_t [1:0] op_q;
  logic [1:0] act_q, issued_q, in_row_q, q_ok_q, q_req_q, done;
  row_t [1:0] row_q;
  count_t [1:0] i_q;
  logic [1:0][2:0] hold_q;
  logic pick;
  logic [1:0] is_lin;
  assign busy_o = act_q;
  assign pick   = act_q[0];  // the context that a new operation takes
  for (genvar c = 0; c < 2; c++) begin : g_kind
    assign is_lin[c] = op_q[c].kind inside {MacLinInt, MacLinMod};
  end

  // ---- the row that is issued ----

  typedef struct packed {
    logic       ctx;
    row_t       kind;
    logic       sqr, lin, one, first_row, last_row;
    logic [2:0] out;    // of elements 0, 1 and the others: the sum goes to the RAM
    logic       high;   // so does the highest word, after the others
    logic [2:0] gap;    // cycles after it before the next row of the same context
    logic [1:0] entry;  // of the matrix
    pos_t       pos;    // of element 0 among the running sums
    count_t     len;    // elements, without the highest word
    word_addr_t base;   // of the streamed operand
    word_addr_t held;   // address of the held word
    word_addr_t result; // where element 0 goes in the RAM
  } desc_t;

  logic run_q, row_end, load, sel, issue_q, step, last, extra_q, last_sel_q;
  desc_t desc_q, desc_d;
  logic neg, neg_q;  // the row's entry of the matrix is negative: a secret, so it stands apart from what controls
  assign neg = row_q[sel] inside {RowU, RowV} && entry_i[desc_d.entry][Width-1];
  count_t j_q, next_i;
  logic [1:0] avail;

  assign issue_q = |q_req_q;
  assign step    = run_q && !issue_q;
  assign last    = j_q + 1'b1 == desc_q.len;
  assign row_end = step && (extra_q || (last && !desc_q.high));
  for (genvar c = 0; c < 2; c++) begin : g_avail
    assign avail[c] = act_q[c] && !issued_q[c] && hold_q[c] == '0 && (row_q[c] != RowN || q_ok_q[c])
        && (!in_row_q[c] || (row_end && desc_q.ctx == 1'(c) && desc_q.gap == '0));
  end
  assign load = (!run_q || row_end) && |avail;
  assign sel  = &avail ? !last_sel_q : avail[1];

  assign next_i = i_q[sel] + 1'b1;

  always_comb begin
    // Of a record, a stage reads what it needs.
    // verilator lint_off UNUSEDSIGNAL
    automatic mac_op_t op = op_q[sel];
    // verilator lint_on UNUSEDSIGNAL
    automatic count_t i = i_q[sel];
    automatic logic all_rows = next_i == n_i;
    automatic logic squares = op.kind == MacSqr && row_q[sel] == RowA;
    // Of a square's row, where it begins in the upper half.
    automatic logic [CountBits:0] beyond = {i, 1'b0} - {1'b0, n_i};
    desc_d = '0;
    desc_d.ctx  = sel;
    desc_d.kind = row_q[sel];
    desc_d.sqr  = op.kind == MacSqr;
    desc_d.lin  = is_lin[sel];
    desc_d.one  = row_q[sel] == RowN && one_i[op.f] && n_i != count_t'(1) && !is_lin[sel];
    desc_d.first_row = i == '0;
    // The quotient's digit of a folded product belongs to its lowest word.
    desc_d.pos  = is_lin[sel] || (op.fold && row_q[sel] != RowA) ? '0 : squares ? pos_t'({i, 1'b0}) : pos_t'(i);
    // An element reads a sum three cycles or more after the element that writes it.
    desc_d.gap = n_i > count_t'(3) ? 3'd0 : n_i == count_t'(3) ? 3'd1 : 3'd2;
    desc_d.len  = n_i;
    desc_d.held = (row_q[sel] == RowF ? op.n : op.a) + 14'(i);
    desc_d.result = op.d + (op.fold && squares ? 14'($signed(beyond)) : op.kind == MacMulw ? 14'd0 : -14'd1);
    unique case (row_q[sel])
      RowA: begin
        desc_d.base = op.b;
        if (op.kind == MacSqr) begin
          desc_d.base = op.a + 14'(i);
          desc_d.len  = n_i - i;
        end
        desc_d.last_row = op.kind == MacMulw;
        desc_d.out  = {3{op.kind == MacMulw}};
        desc_d.high = op.fold && all_rows;
        // An upper half's words: of a product those of the last row, of a square the first two of each row.
        if (op.fold && op.kind == MacMul) desc_d.out = {{2{all_rows}}, 1'b0};
        if (op.fold && op.kind == MacSqr) desc_d.out = {1'b0, !beyond[CountBits] || &beyond, !beyond[CountBits]};
      end
      // The constant lies in the word after the modulus.
      RowF: desc_d.base = op.d;
      RowN: begin
        desc_d.base = op.n;
        desc_d.last_row = is_lin[sel] || op.fold || all_rows;
        desc_d.out  = {{2{desc_d.last_row}}, 1'b0};
        desc_d.high = desc_d.last_row && !is_lin[sel];
        if (is_lin[sel]) desc_d.len = n_i + 1'b1;
      end
      RowU, RowV: begin
        desc_d.base = row_q[sel] == RowU ? op.a : op.b;
        desc_d.len  = n_i + 1'b1;
        desc_d.entry = {op.row, row_q[sel] == RowV};
        desc_d.last_row = row_q[sel] == RowV && op.kind == MacLinInt;
        desc_d.out = {{2{desc_d.last_row}}, 1'b0};
      end
      default: ;
    endcase
    // The next row of a square begins with what this one writes close to its end.
    if (op.kind == MacSqr && row_q[sel] == (op.fold ? RowA : RowN)) begin
      unique case (n_i - i)
        count_t'(2), count_t'(4): desc_d.gap = 3'd1;
        count_t'(3): desc_d.gap = 3'd2;
        default: desc_d.gap = 3'd0;
      endcase
    end
    // A word of an upper half is read six cycles or more after the element that writes it.
    if (op.fold && row_q[sel] == RowA && all_rows) desc_d.gap = n_i < count_t'(6) ? 3'd6 - n_i[2:0] : 3'd0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || wipe_i) begin
      run_q <= 1'b0;
      desc_q <= '0;
      neg_q <= 1'b0;
      j_q <= '0;
      extra_q <= 1'b0;
      last_sel_q <= 1'b0;
    end else begin
      if (step) extra_q <= last && desc_q.high;
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
    logic       zero, top, dbl, sext, blank, lin, one, cap, out, fin;
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
    automatic logic first;
    first = j_q == (r.one ? count_t'(1) : count_t'(0));
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
      tag_d.last  = last && !r.high;
      tag_d.lin   = r.lin;
      tag_d.one   = r.one;
      tag_d.entry = r.entry;
      tag_d.sext  = r.lin && last && r.kind != RowN;
      tag_d.blank = (r.lin && last && r.kind == RowN) || extra_q;
      tag_d.zero  = r.kind == RowU || (r.kind == RowA && (r.first_row || extra_q));
      tag_d.top   = (r.kind == RowA && !r.first_row && last) || (r.kind == RowN && extra_q);
      tag_d.dbl   = r.kind == RowA && r.sqr && !first && !extra_q;
      tag_d.out   = j_q == '0 ? r.out[0] : j_q == count_t'(1) ? r.out[1] : r.out[2];
      tag_d.fin   = r.last_row && (extra_q || (last && !r.high));
      tag_d.pos   = r.pos + pos_t'(j_q);
      tag_d.waddr = r.result + 14'(j_q);
      unique case (r.kind)
        RowA: tag_d.cap = first && op.kind != MacMulw && !op.fold && (!r.sqr || r.first_row);
        RowF: tag_d.cap = first;
        RowN: tag_d.cap = r.sqr && j_q == count_t'(1) && !r.last_row;
        RowV: tag_d.cap = first && op.kind == MacLinMod;
        default: tag_d.cap = 1'b0;
      endcase
    end
  end

  assign addr_o      = desc_q.base + 14'(j_q);
  assign held_o      = step && desc_q.kind inside {RowA, RowF} && j_q == '0;
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
  assign x_held   = !t2.quo && t2.first && t2.kind inside {RowA, RowF};
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
      .we_i(wipe_i || tag_q[5].valid),
      .waddr_i(wipe_i ? wipe_addr_i : {tag_q[5].ctx, tag_q[5].pos}),
      .wdata_i(acc_q[Width-1:0]),  // 0 after the first cycle of an erasure, which passes each word twice or more
      .clear_i(t3.zero || t3.top), .raddr_i({t3.ctx, t3.pos}),
      .rdata_o(sum_word)
  );

  // ---- stage 5: results ----

  logic [1:0] low_q;  // of a matrix row's product, the two bits below the next word
  logic gives_sum;
  tag_t t5;
  assign t5 = tag_q[5];
  always_comb begin
    we_o = t5.valid && t5.out;
    gives_sum = we_o && !wipe_i;
    waddr_o = t5.waddr;
    wdata_o = when(gives_sum && t5.lin, {acc_q[Width-3:0], low_q}) | when(gives_sum && !t5.lin, acc_q[Width-1:0]);
    done = '0;
    if (t5.valid && t5.fin) done[t5.ctx] = 1'b1;
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
      if (t5.valid) begin
        low_q <= acc_q[Width-1:Width-2];
        if (t5.cap) t0_q[t5.ctx] <= acc_q[Width-1:0];
        if (t5.last && !t5.lin)
          top_q[t5.ctx] <= acc_q[AccBits-1:Width] + (t5.kind == RowN ? top_q[t5.ctx] : '0);
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
          issued_q[c] <= desc_d.last_row;
          if (row_q[c] == (op_q[c].fold ? RowA : RowN)) i_q[c] <= next_i;
          unique case (row_q[c])
            RowA: row_q[c] <= !op_q[c].fold ? RowN : desc_d.high ? RowF : RowA;
            RowN: begin
              q_ok_q[c] <= 1'b0;
              row_q[c] <= RowA;
            end
            RowU: row_q[c] <= RowV;
            default: row_q[c] <= RowN;
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
  assign unused = ^{t5};
endmodule
