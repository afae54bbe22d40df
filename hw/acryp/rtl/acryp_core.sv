// SPDX-License-Identifier: Apache-2.0
// The engine: sequencer of the microcode, multiplier, what works beside it, division steps, operand RAM.
// An operation starts with its number and parameters, takes operands from the input and gives results at the output;
// at its end, on an error, an abort and a reset everything is erased, word by word, while busy_o is set.
module acryp_core
  import acryp_pkg::*;
  import acryp_ucode_pkg::*;
#(
    parameter int unsigned Width = 72,      // bits of a word
    parameter int unsigned RamWords = 2048  // of the operand RAM
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             start_i,
    input  logic [4:0]       entry_i,
    // Parameters of the next operation, while the engine is idle: registers 0 to 7
    input  logic             param_we_i,
    input  logic [2:0]       param_addr_i,
    input  logic [15:0]      param_data_i,
    output logic [15:0]      param_data_o,
    input  logic             abort_i,
    output logic             busy_o,
    output logic             done_o,     // for one cycle
    output logic [3:0]       code_o,     // with it: 0 is success
    input  logic             in_valid_i,
    output logic             in_ready_o,
    input  logic [31:0]      in_data_i,
    output logic             out_valid_o,
    input  logic             out_ready_i,
    output logic [31:0]      out_data_o,
    // Microcode: the word of an address in the cycle after it
    output logic [10:0]      rom_addr_o,
    input  logic [35:0]      rom_data_i,
    // For tests, unconnected in a block: executed instructions and writes to the RAM
    output logic             trace_valid_o,
    output logic [10:0]      trace_pc_o,
    output logic             trace_we_o,
    output word_addr_t       trace_addr_o,
    output logic [Width-1:0] trace_data_o
);
  // A square of the longest modulus, with its spare bits.
  localparam int unsigned MaxWords = (8192 + 16 + Width - 1) / Width;
  localparam int unsigned SumsDepth = 2 << $clog2(2 * MaxWords);
  localparam int unsigned RamBits = $clog2(RamWords);
  localparam int unsigned CountBits = $clog2(MaxWords + 1);  // of the words in an operand
  localparam int unsigned SumsBits = $clog2(SumsDepth);

  if (Width < 18 || Width > 128) begin : g_width
    $error("acryp: Width is 18 to 128");
  end
  // An erasure passes each running sum twice.
  if (2 * SumsDepth > RamWords) begin : g_ram_words
    $error("acryp: RamWords is too small for the width");
  end

  typedef enum logic [2:0] {Wipe, Idle, Fetch, Exec, Position, Issue, End} state_t;
  state_t state_q;
  logic [RamBits-1:0] wipe_q;  // the word that is erased
  logic wiping;
  assign wiping = state_q == Wipe;
  assign busy_o = state_q != Idle;

  // ---- microcode ----

  // The address is kept twice, and so is the digit: where the two differ, a fault has hit one of them, and the operation
  // ends with CHECK before the instruction at a wrong address is executed, or what a wrong digit selects is given out.
  logic [10:0] pc_q, pc_d, next_pc;
  (* keep *) logic [10:0] pc_inv_q;
  logic digit_fault, fault;
  assign fault = pc_inv_q != ~pc_q || digit_fault;
  logic [35:0] ir;
  assign ir = rom_data_i;

  logic [4:0] op;
  logic [3:0] rs_index, rd_index, sub;
  logic [15:0] imm;
  assign op = ir[35:31];
  assign {rs_index, rd_index, imm, sub} = ir[30:3];

  // ---- scalar registers ----

  // Registers and stack are small memories: no reset, one write a cycle. The state Wipe, in which a reset begins, writes
  // zeros to all of them.
  logic [15:0] reg_mem[16];
  logic [10:0] stack_mem[8];
  logic reg_we, stack_we;
  logic [3:0] reg_waddr;
  logic [2:0] stack_waddr;
  logic [15:0] reg_wdata;
  logic [10:0] stack_wdata, return_pc;
  logic [15:0] rs, rt, rd_old, fn_result, times_width;
  logic [7:0] x_q;
  logic [CountBits-1:0] n_q;
  word_addr_t stride_q;
  logic [2:0] depth_q;
  assign rs = reg_mem[rs_index];
  assign rt = reg_mem[imm[3:0]];
  assign rd_old = reg_mem[rd_index];
  assign param_data_o = reg_mem[{1'b0, param_addr_i}];
  assign return_pc = stack_mem[depth_q-1'b1];
  always_ff @(posedge clk_i) begin
    if (reg_we) reg_mem[reg_waddr] <= reg_wdata;
    if (stack_we) stack_mem[stack_waddr] <= stack_wdata;
  end

  logic alu_busy, alu_start, c, z, b;
  logic [7:0] digit;
  logic [1:0] mac_busy;
  logic mac_start, idle_units, taken, flag_jump, waits, is_scalar, is_jump, writes_reg;
  assign idle_units = !alu_busy && mac_busy == '0;
  assign is_scalar = op == OpScalar;
  assign is_jump   = op == OpJump;

  // Sums, not a product: it would take a multiplier of the FPGA.
  always_comb begin
    times_width = '0;
    for (int unsigned i = 0; i < 16; i++) if (((Width >> i) & 1) != 0) times_width = times_width + (rs << i);
  end

  // One sum for all that add, subtract, or count down. A cursor whose bit is 0 goes on with the highest bit of the word
  // below: there, the 7 bits of rs - 1 are ones.
  logic [15:0] fn_a, fn_b, fn_sum;
  logic fn_minus, fn_down;
  assign fn_down  = is_jump || sub == FnDec;
  assign fn_minus = !is_jump && sub == FnSubr;
  assign fn_a = is_jump || sub != FnLi ? rs : '0;
  assign fn_b = (!is_jump && sub inside {FnLi, FnAddi} ? imm : '0) | (!is_jump && sub inside {FnAddr, FnSubr} ? rt : '0)
      | {16{fn_down}};
  assign fn_sum = 16'(({fn_a, 1'b1} + {fn_b ^ {16{fn_minus}}, fn_minus}) >> 1);
  always_comb begin
    writes_reg = 1'b1;
    unique case (sub)
      FnLi, FnAddi, FnAddr, FnSubr: fn_result = fn_sum;
      FnDec: fn_result = {fn_sum[15:7], rs[6:0] == '0 ? 7'(Width - 1) : fn_sum[6:0]};
      FnShl: fn_result = rs << imm[1:0];
      FnShr: fn_result = rs >> imm[2:0];
      FnMulb: fn_result = times_width;
      default: begin
        fn_result = '0;
        writes_reg = 1'b0;
      end
    endcase
  end

  always_comb begin
    unique case (sub)
      KindJz: taken = rs == '0;
      KindJnz: taken = rs != '0;
      KindDjnz: taken = rs != 16'd1;
      KindJc: taken = c;
      KindJnc: taken = !c;
      KindJeq: taken = z;
      KindJne: taken = !z;
      KindJd: taken = digit[0];
      KindJnd: taken = !digit[0];
      KindJb: taken = b;
      KindJnb: taken = !b;
      KindJlt: taken = rs < rd_old;
      KindJn: taken = rs[15];
      default: taken = 1'b1;  // jmp, call, ret
    endcase
    flag_jump = sub inside {KindJc, KindJnc, KindJeq, KindJne, KindJd, KindJnd, KindJb, KindJnb};
    waits = (is_jump && flag_jump && alu_busy)
        || (is_scalar && sub inside {FnDclr, FnDabs, FnFlag, FnDivi} && alu_busy)
        || (is_scalar && sub == FnGeo && !idle_units) || (op == OpEnd && !idle_units);
    next_pc = pc_q + 1'b1;
    if (is_jump && taken) next_pc = sub == KindRet ? return_pc : imm[10:0];
  end

  // A position as a cursor: word and bit, by subtracting multiples of the width.
  logic [3:0] pos_step_q, pos_target_q;
  logic [15:0] pos_rest_q;
  logic [8:0] pos_word_q;
  logic [15:0] pos_next;
  logic pos_less, pos_done;
  assign {pos_less, pos_next} = 17'(pos_rest_q) - 17'(17'(Width) << pos_step_q);
  assign pos_done = pos_step_q[3] && pos_step_q != 4'd8;

  // ---- operands of a vector instruction ----

  word_addr_t d_q, a_q, b_q;
  word_addr_t [1:0] mod_q, bias_q;
  logic [7:0] slot_d, slot_a, slot_b;
  logic [15:0] count;
  assign count  = rt;
  assign slot_d = ir[30:23] + (ir[5] ? x_q : '0);
  assign slot_a = ir[22:15] + (ir[4] ? x_q : '0);
  // The end of a table; a square multiplies by itself.
  assign slot_b = op == OpScan ? slot_a + 8'(count) : op == OpSqr ? slot_a : ir[14:7] + (ir[3] ? x_q : '0);

  // The first word of a slot: a sum of the slot's multiples, in the bits that an address has.
  function automatic word_addr_t address(logic [7:0] slot, logic [CountBits-1:0] stride);
    automatic logic [RamBits-1:0] product = RamBits'(slot) * RamBits'(stride);
    return 14'(product);
  endfunction

  mac_op_t mac_op;
  alu_op_t alu_op;
  alu_kind_t alu_now;
  typedef struct packed {
    logic [7:0] d, a, b, k;  // k: the modulus of a product, the bound of a sum
  } slots_t;
  logic to_mac, to_alu, field, conflict, may_issue;
  logic [1:0] fold_q;  // the upper half of a product in this field is folded
  assign field = ir[6];
  always_comb begin
    mac_op = '{kind: MacMul, f: field, fold: fold_q[field] && op inside {OpMul, OpSqr}, row: ir[0], d: d_q, a: a_q, b: b_q, n: mod_q[field]};
    to_mac = 1'b1;
    unique case (op)
      OpMul: mac_op.kind = MacMul;
      OpSqr: mac_op.kind = MacSqr;
      OpMulw: mac_op.kind = MacMulw;
      OpLin: mac_op.kind = ir[1] ? MacLinMod : MacLinInt;
      default: to_mac = 1'b0;
    endcase
    alu_op = '{kind: AluAdd, f: field, cond: ir[2:0], d: d_q, a: a_q, b: b_q, k: bias_q[field], num: count};
    to_alu = 1'b1;
    unique case (op)
      OpAdd: alu_op.kind = AluAdd;
      OpSub: alu_op.kind = AluSub;
      OpMadd: alu_op.kind = AluMadd;
      OpMsub: alu_op.kind = AluMsub;
      OpSubk: alu_op.kind = AluSubk;
      OpSel: alu_op.kind = AluSel;
      OpSet: begin
        alu_op.kind = AluSet;
        alu_op.num  = imm;
      end
      OpBit: alu_op.kind = AluBit;
      OpScan: alu_op.kind = AluScan;
      OpGetb: alu_op.kind = AluGetb;
      OpIn: alu_op.kind = AluIn;
      OpOut: alu_op.kind = AluOut;
      OpSetf: alu_op.kind = AluSetf;
      OpDiv: alu_op.kind = AluDiv;
      default: to_alu = 1'b0;
    endcase
  end

  // An instruction waits for those that it depends on, and for those that depend on what it overwrites: their slots are
  // compared. While a unit works, the geometry is the same.
  slots_t slots_q, alu_slots_q;
  slots_t [1:0] mac_slots_q;
  logic [7:0] mod_slot, bias_slot;
  logic [1:0][7:0] mod_slots_q, bias_slots_q;
  logic writes, alu_writes;
  assign mod_slot  = mod_slots_q[field];
  assign bias_slot = bias_slots_q[field];
  assign writes = !(op inside {OpGetb, OpOut, OpSetf, OpSetk, OpDiv});
  assign alu_writes = !(alu_now inside {AluGetb, AluOut, AluSetf, AluDiv});
  // Of a record, a function reads what it needs.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic takes(slots_t by, logic [7:0] slot);
    return slot == by.a || slot == by.b || slot == by.k;
  endfunction
  function automatic logic in_table(slots_t by, logic [7:0] slot);
    return slot >= by.a && slot < by.b;
  endfunction
  // verilator lint_on UNUSEDSIGNAL
  always_comb begin
    conflict = 1'b0;
    for (int unsigned i = 0; i < 2; i++) begin
      if (mac_busy[i]) begin
        if (takes(slots_q, mac_slots_q[i].d) || mac_slots_q[i].d == bias_slot) conflict = 1'b1;
        if (writes && (takes(mac_slots_q[i], slots_q.d) || slots_q.d == mac_slots_q[i].d)) conflict = 1'b1;
        if (op == OpScan && in_table(slots_q, mac_slots_q[i].d)) conflict = 1'b1;
      end
    end
    if (alu_busy) begin
      if (alu_writes && (takes(slots_q, alu_slots_q.d) || alu_slots_q.d == slots_q.d)) conflict = 1'b1;
      if (writes && takes(alu_slots_q, slots_q.d)) conflict = 1'b1;
      if (alu_now == AluScan && in_table(alu_slots_q, slots_q.d)) conflict = 1'b1;
      // The matrix is made anew, or a modulus's digit.
      if (alu_now inside {AluDiv, AluSetf, AluIn}) conflict = 1'b1;
    end
    may_issue = !conflict;
    if (to_mac && &mac_busy) may_issue = 1'b0;
    if (to_alu && alu_busy) may_issue = 1'b0;
    if (op inside {OpIn, OpOut, OpSetf, OpSetk} && !idle_units) may_issue = 1'b0;
  end
  assign mac_start = state_q == Issue && to_mac && may_issue;
  assign alu_start = state_q == Issue && to_alu && may_issue;

  logic exec, execute;
  assign exec = state_q == Exec && !waits && !fault;
  assign execute = exec && is_scalar;
  assign trace_valid_o = exec;
  assign trace_pc_o = pc_q;
  // A vector instruction stays until it is issued.
  assign rom_addr_o = state_q == Issue ? (may_issue ? pc_q + 1'b1 : pc_q)
      : exec && (is_scalar || is_jump) ? next_pc : pc_q;

  // A vector instruction keeps the address until it is issued.
  always_comb begin
    pc_d = pc_q;
    unique case (state_q)
      Wipe: pc_d = '0;
      Idle: if (start_i) pc_d = {6'h0, entry_i};
      Exec: if (exec && (is_scalar || is_jump || op == OpEnd)) pc_d = next_pc;
      Issue: if (may_issue) pc_d = pc_q + 1'b1;
      default: ;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pc_q <= '0;
      pc_inv_q <= '1;
    end else begin
      pc_q <= pc_d;
      pc_inv_q <= ~pc_d;
    end
  end

  // What the two small memories take.
  always_comb begin
    reg_we = 1'b0;
    reg_waddr = rd_index;
    reg_wdata = fn_result;
    stack_we = 1'b0;
    stack_waddr = depth_q;
    stack_wdata = pc_q + 1'b1;
    unique case (state_q)
      Wipe: begin
        {reg_we, reg_waddr, reg_wdata} = {1'b1, wipe_q[3:0], 16'd0};
        {stack_we, stack_waddr, stack_wdata} = {1'b1, wipe_q[2:0], 11'd0};
      end
      Idle: {reg_we, reg_waddr, reg_wdata} = {param_we_i, 1'b0, param_addr_i, param_data_i};
      Exec: begin
        reg_we = exec && ((is_scalar && writes_reg) || (is_jump && sub == KindDjnz));
        if (is_jump) {reg_waddr, reg_wdata} = {rs_index, fn_sum};
        stack_we = exec && is_jump && sub == KindCall;
      end
      Position: {reg_we, reg_waddr, reg_wdata} = {pos_done, pos_target_q, pos_word_q, pos_rest_q[6:0]};
      default: ;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || wiping) begin
      x_q <= '0;
      n_q <= '0;
      stride_q <= '0;
      depth_q <= '0;
      {pos_step_q, pos_target_q, pos_rest_q, pos_word_q} <= '0;
      {d_q, a_q, b_q} <= '0;
      mod_q <= '0;
      bias_q <= '0;
      slots_q <= '0;
      mac_slots_q <= '0;
      alu_slots_q <= '0;
      mod_slots_q <= '0;
      bias_slots_q <= '0;
      fold_q <= '0;
    end else begin
      unique case (state_q)
        Exec: begin
          // What only the next state takes.
          d_q <= address(slot_d, stride_q[CountBits-1:0]);
          a_q <= address(slot_a, stride_q[CountBits-1:0]);
          b_q <= address(slot_b, stride_q[CountBits-1:0]);
          slots_q <= '{d: slot_d, a: slot_a, b: slot_b, k: mod_slot};
          pos_rest_q <= rs;
          pos_word_q <= '0;
          pos_step_q <= 4'd8;
          pos_target_q <= rd_index;
          if (execute && sub == FnSetx) x_q <= 8'(rs + imm);
          if (execute && sub == FnGeo) begin
            n_q <= rs[CountBits-1:0];
            stride_q <= 14'(rd_old[CountBits-1:0]);
          end
          if (exec && is_jump && sub == KindCall) depth_q <= depth_q + 1'b1;
          if (exec && is_jump && sub == KindRet) depth_q <= depth_q - 1'b1;
        end
        Position: begin
          pos_step_q <= pos_step_q - 1'b1;
          if (!pos_less && !pos_done) begin
            pos_rest_q <= pos_next;
            pos_word_q[pos_step_q] <= 1'b1;
          end
        end
        Issue: begin
          if (may_issue && op == OpSetf) {mod_q[field], mod_slots_q[field], fold_q[field]} <= {a_q, slots_q.a, ir[1]};
          if (may_issue && op inside {OpSetf, OpSetk}) {bias_q[field], bias_slots_q[field]} <= {a_q, slots_q.a};
          // The context that acryp_mac takes: the first, or if that works, the second.
          if (mac_start) mac_slots_q[mac_busy[0]] <= slots_q;
          if (alu_start) alu_slots_q <= '{d: slots_q.d, a: slots_q.a, b: slots_q.b, k: bias_slot};
        end
        default: ;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= Wipe;
      wipe_q <= '0;
      code_o <= '0;
      done_o <= 1'b0;
    end else begin
      done_o <= 1'b0;
      unique case (state_q)
        Wipe: begin
          wipe_q <= wipe_q + 1'b1;
          if (wipe_q == RamBits'(RamWords - 1)) state_q <= Idle;
        end
        Idle: if (start_i) state_q <= Fetch;
        Fetch: state_q <= Exec;
        Exec:
        if (exec) begin
          if (is_scalar) begin
            if (sub == FnPos) state_q <= Position;
          end else if (op == OpEnd) begin
            code_o <= imm[3:0];
            state_q <= End;
          end else if (!is_jump) begin
            state_q <= Issue;
          end
        end
        Position: if (pos_done) state_q <= Exec;
        Issue: if (may_issue) state_q <= Exec;
        End: begin
          done_o <= !abort_i;
          wipe_q <= '0;
          state_q <= Wipe;
        end
        default: state_q <= Wipe;
      endcase
      if (fault && !(state_q inside {Wipe, Idle, End})) begin
        code_o <= acryp_reg_pkg::ResultEndCheck;
        state_q <= End;
      end
      if (abort_i) begin
        wipe_q <= '0;
        state_q <= Wipe;
      end
    end
  end

  // ---- units ----

  logic [1:0][Width-1:0] ninv;
  logic [1:0] one;
  logic [3:0][Width-1:0] entry;
  logic div_start, div_busy, div_take, mac_held, mac_we, alu_we, port_we;
  logic [Width-1:0] div_f, div_g, mac_data, held_data, mac_wdata, alu_wdata, port_wdata;
  word_addr_t stream_addr, held_addr, third_addr, mac_waddr;
  word_addr_t [1:0] alu_addr, port_addr;
  logic [1:0][Width-1:0] port_data;

  acryp_mac #(
      .Width(Width), .SumsDepth(SumsDepth), .CountBits(CountBits)
  ) i_mac (
      .clk_i, .rst_ni, .wipe_i(wiping), .wipe_addr_i(wipe_q[SumsBits-1:0]), .n_i(n_q),
      .start_i(mac_start), .op_i(mac_op), .busy_o(mac_busy),
      .ninv_i(ninv), .one_i(one), .entry_i(entry),
      .addr_o(stream_addr), .data_i(mac_data), .held_o(mac_held), .held_addr_o(held_addr), .held_data_i(held_data),
      .we_o(mac_we), .waddr_o(mac_waddr), .wdata_o(mac_wdata)
  );

  acryp_alu #(
      .Width(Width), .CountBits(CountBits)
  ) i_alu (
      .clk_i, .rst_ni, .wipe_i(wiping), .n_i(n_q), .stride_i(stride_q),
      .start_i(alu_start), .op_i(alu_op), .busy_o(alu_busy), .kind_o(alu_now),
      .digit_clear_i(execute && sub == FnDclr), .digit_abs_i(execute && sub == FnDabs), .digit_bits_i(imm[3:0]),
      .flag_i(execute && sub == FnFlag), .flag_fn_i(imm[2:0]),
      .digit_o(digit), .digit_fault_o(digit_fault), .c_o(c), .z_o(z), .b_o(b), .ninv_o(ninv), .one_o(one),
      .div_start_o(div_start), .div_f_o(div_f), .div_g_o(div_g), .div_busy_i(div_busy),
      .div_take_o(div_take), .mac_busy_i(|mac_busy),
      .port_taken_i(mac_we), .port_we_o(alu_we), .port_addr_o(alu_addr), .port_wdata_o(alu_wdata),
      .port_rdata_i(port_data),
      .third_taken_i(mac_held), .third_addr_o(third_addr), .third_data_i(held_data),
      .in_valid_i, .in_ready_o, .in_data_i, .out_valid_o, .out_ready_i, .out_data_o
  );

  acryp_divsteps #(
      .Width(Width)
  ) i_divsteps (
      .clk_i, .rst_ni, .wipe_i(wiping), .begin_i(execute && sub == FnDivi),
      .start_i(div_start), .f_i(div_f), .g_i(div_g), .busy_o(div_busy), .take_i(div_take),
      .entry_o(entry)
  );

  // Both banks hold the same: port 1 of the first streams, port 1 of the second reads held words and third operands.
  always_comb begin
    port_we    = wiping || mac_we || alu_we;
    port_addr  = alu_addr;
    port_wdata = mac_wdata | ({Width{!mac_we && !wiping}} & alu_wdata);
    if (mac_we) port_addr = {2{mac_waddr}};
    if (wiping) port_addr = {2{14'(wipe_q)}};
  end
  acryp_ram #(
      .Width(Width), .Depth(RamWords)
  ) i_bank0 (
      .clk_i, .clear_i(wiping), .addr1_i(stream_addr[RamBits-1:0]), .rdata1_o(mac_data),
      .we2_i(port_we), .addr2_i(port_addr[0][RamBits-1:0]), .wdata2_i(port_wdata), .rdata2_o(port_data[0])
  );
  acryp_ram #(
      .Width(Width), .Depth(RamWords)
  ) i_bank1 (
      .clk_i, .clear_i(wiping), .addr1_i(mac_held ? held_addr[RamBits-1:0] : third_addr[RamBits-1:0]), .rdata1_o(held_data),
      .we2_i(port_we), .addr2_i(port_addr[1][RamBits-1:0]), .wdata2_i(port_wdata), .rdata2_o(port_data[1])
  );
  assign trace_we_o = port_we && !wiping;
  assign trace_addr_o = port_addr[0];
  assign trace_data_o = port_wdata;

  // Not used, on purpose.
  logic unused;
  assign unused = ^{stream_addr, held_addr, third_addr, digit};
endmodule
