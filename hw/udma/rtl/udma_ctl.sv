// SPDX-License-Identifier: Apache-2.0
// Processes the descriptors of the ring: registers in, data in and out at the same time, registers out, status. A direct
// command does the same with what the CPU writes in place of a descriptor, each step as soon as its part is there.
module udma_ctl
  import udma_reg_pkg::*;
#(
    parameter int unsigned ReadBeats = 16
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        enable_i,
    input  logic        halt_i,          // stop and wipe the engine, whatever runs or does not
    output logic        disable_o,       // after a bus error
    output logic        again_o,         // the descriptor had been done before: as a bus error
    input  logic [31:5] base_i,
    input  logic [15:0] tail_i,
    input  logic        waiting_i,       // the ring holds a descriptor
    input  logic        last_i,          // ... and none after it
    output logic        next_o,          // the descriptor at tail_i is complete
    output logic        irq_o,           // ... and wants an interrupt
    output logic        refused_o,       // ... and its status has an error
    output logic        bus_error_o,
    output logic        busy_o,
    // Direct command
    input  logic        direct_we_i,     // while direct_ok_o
    input  logic [11:0] direct_sel_i,    // register
    input  logic [31:0] direct_data_i,
    output logic        direct_ok_o,     // direct_sel_i may be written
    output logic        direct_done_o,   // refused_o, too
    output logic [31:0] direct_status_o,
    // Runs
    output logic        stop_o,
    output logic        read_start_o,
    output logic [31:0] read_addr_o,
    output logic [7:0]  read_len_o,
    output logic [34:0] read_whole_o,
    input  logic        read_busy_i,
    input  logic        read_error_i,
    output logic        read_take_o,
    input  logic        word_i,
    input  logic [31:0] word_data_i,
    input  logic        word_last_i,
    output logic        write_start_o,
    output logic [31:0] write_addr_o,
    output logic [31:0] write_len_o,
    output logic        write_drop_o,
    output logic [1:0]  write_lane_o,
    input  logic        write_busy_i,
    input  logic        write_error_i,
    input  logic        starved_i,
    input  logic        surplus_i,
    // Sources of bytes to write: the engine's output, its registers, the status
    output logic        from_engine_o,
    output logic        put_o,
    output logic [31:0] put_data_o,
    input  logic        put_ready_i,
    output logic        flow_o,          // data may pass between the engine and the buffers
    // Input buffer
    output logic        pack_clear_o,
    output logic [1:0]  pack_lane_o,
    output logic        pack_valid_o,
    output logic        pack_flush_o,
    input  logic        pack_more_i,
    input  logic        room_i,          // for a burst and what the packing holds
    input  logic        in_empty_i,      // nothing on its way to the engine
    input  logic        clean_i,         // no data in the buffers' memories
    // Engine
    input  logic        engine_busy_i,
    input  logic        engine_runs_i,
    input  logic        engine_wants_i,  // it would take a word of input
    input  logic        engine_gives_i,  // it has a word of output
    output logic        reg_valid_o,
    output logic        reg_write_o,
    output logic [11:0] reg_addr_o,
    output logic [31:0] reg_wdata_o,
    input  logic        reg_ready_i,
    input  logic [31:0] reg_rdata_i,
    input  logic        reg_error_i
);
  // Registers at the same place in every engine.
  localparam logic [11:0] EngineEvent = 12'h010, EngineWipe = 12'h018;

  typedef enum logic [3:0] {
    StIdle,
    StDesc,
    StParams,
    StData,
    StMismatch,  // the engine wants or gives something else than the descriptor says: wipe it; or it refused to start
    StEvent,
    StClear,
    StResult,
    StStatus,
    StNext,
    StErase,     // the buffers, after a reset, which also erases the engine
    StStop,
    StWipe       // of the engine, after a stop
  } state_e;
  typedef enum logic [1:0] {OwnFixed, OwnIn, OwnInList, OwnOutList} owner_e;

  state_e state_d, state_q;
  owner_e owner_d, owner_q;
  logic [3:0][31:0] desc_q;         // words 0 to 3; the others go to what they are for
  logic [2:0] index_d, index_q;
  logic begun_d, begun_q;          // the run of this state has been started
  logic [9:0] reg_d, reg_q;        // register word
  logic [5:0] left_d, left_q;      // register words to move
  logic refused_d, refused_q, mismatch_d, mismatch_q, failed_d, failed_q;
  logic disturbed_d, disturbed_q;  // the engine ran after DIRECT_GO and before the start
  logic [7:0] event_d, event_q;
  // Where input and output go on, bytes there, and the same of their lists: address, entries
  logic [31:0] in_addr_q, in_left_q, in_list_q, in_count_q;
  logic [31:0] out_addr_q, out_left_q, out_list_q, out_count_q;
  logic set_in_addr, set_in_left, set_out_addr, set_out_left;  // from given
  logic step_in, step_in_list, step_out_list, out_begins;      // a read of them, the write begins
  logic pad_d, pad_q, flushed_d, flushed_q, first_word_d, first_word_q;
  logic direct_d, direct_q;        // a direct command has begun
  logic load_d, load_q, armed_d, armed_q, go_d, go_q;  // its LOAD, LEN, GO has been written and is still to be done
  logic started_d, started_q;      // the engine has been started
  logic ended_q;                   // and has ended, before the outcome was stored
  logic lost;                      // meanwhile somebody else gave it WIPE or a command: what is left is not the outcome
  logic halt_d, halt_q;            // halt_i came and the stop has not begun
  logic done_d, done_q;            // it is complete, with this outcome
  logic [2:0] spoilt_q;            // a descriptor has overwritten what DIRECT_SETUP, IN, OUT said
  logic want_irq_q;                // of the descriptor whose status is being written
  logic [9:0] outcome_d, outcome_q;
  logic in_list, out_list, in_done, out_done, segment_end, reg_go;
  logic [7:0] chunk;
  logic [31:0] ring_addr;          // of the descriptor
  owner_e turn;                    // whose the next read is
  logic [31:0] fixed_addr;         // of the descriptor or its registers, and their bytes
  logic [7:0] fixed_len;
  logic [31:0] read_next;          // where the next read ends, and what is left of the whole from there
  logic [34:0] read_rest;
  logic [31:0] given;              // a word of the descriptor or of a list, or what the CPU writes in its place
  logic [31:0] length;
  logic has_len;                   // of the direct command: addresses and length are in use

  // Descriptor, as in README.md
  logic [9:0] param_reg, result_reg;
  logic [5:0] param_words, result_words;
  logic want_irq, ring_done;
  assign {param_words, param_reg} = desc_q[0][15:0];
  assign want_irq = desc_q[0][16];
  assign in_list = desc_q[0][17];
  assign out_list = desc_q[0][18];
  assign pack_lane_o = (in_left_q | in_count_q) != '0 && !direct_q ? desc_q[0][21:20] : 2'd0;
  assign {result_words, result_reg} = desc_q[1][15:0];

  assign chunk = 8'(4 * ReadBeats) - {6'h0, in_addr_q[1:0]};
  assign ring_addr = {base_i + {11'h0, tail_i}, 5'h0};
  assign given = direct_we_i ? direct_data_i : word_data_i;
  assign length = {given[31] && state_q != StData, given[30:0]};  // bit 31 in a list has a meaning of its own
  assign has_len = direct_q && (armed_q || state_q == StData);

  assign fixed_addr = state_q == StIdle ? ring_addr : desc_q[2];
  assign fixed_len = state_q == StIdle ? 8'd32 : {param_words, 2'b00};
  // The next read: the descriptor, its registers, then the data. Of these output's list comes first, since output that
  // stands still stops all.
  always_comb begin
    if (state_q != StData) turn = OwnFixed;
    else if (out_left_q == '0 && out_count_q != '0) turn = OwnOutList;
    else turn = segment_end ? OwnInList : OwnIn;
    unique case (turn)
      OwnFixed: read_len_o = fixed_len;
      OwnIn: read_len_o = in_left_q[31:8] == '0 && in_left_q[7:0] < chunk ? in_left_q[7:0] : chunk;
      default: read_len_o = 8'd8;  // an entry of a list
    endcase
  end
  assign read_addr_o = ({32{turn == OwnFixed}} & fixed_addr) | ({32{turn == OwnIn}} & in_addr_q)
                       | ({32{turn == OwnInList}} & in_list_q) | ({32{turn == OwnOutList}} & out_list_q);
  assign read_whole_o = ({35{turn == OwnFixed}} & {27'h0, fixed_len}) | ({35{turn == OwnIn}} & {3'b000, in_left_q})
                        | ({35{turn == OwnInList}} & {in_count_q, 3'b000})
                        | ({35{turn == OwnOutList}} & {out_count_q, 3'b000});
  assign read_next = read_addr_o + {24'h0, read_len_o};
  assign read_rest = read_whole_o - {27'h0, read_len_o};
  assign segment_end = in_left_q == '0;
  assign in_done = segment_end && in_count_q == '0 && flushed_q && !(read_busy_i && owner_q == OwnIn);
  assign out_done = out_left_q == '0 && out_count_q == '0 && !write_busy_i && !(read_busy_i && owner_q == OwnOutList);

  always_comb begin
    state_d = state_q;
    owner_d = owner_q;
    index_d = index_q;
    begun_d = begun_q;
    reg_d = reg_q;
    left_d = left_q;
    refused_d = refused_q;
    mismatch_d = mismatch_q || lost;
    failed_d = failed_q;
    event_d = event_q;
    {set_in_addr, set_in_left, set_out_addr, set_out_left} = '0;
    {step_in, step_in_list, step_out_list, out_begins} = '0;
    pad_d = pad_q;
    flushed_d = flushed_q;
    first_word_d = first_word_q;
    direct_d = direct_q;
    load_d = load_q;
    armed_d = armed_q;
    go_d = go_q;
    started_d = started_q;
    done_d = done_q;
    halt_d = halt_q || halt_i;
    outcome_d = outcome_q;
    direct_done_o = 1'b0;

    stop_o = 1'b0;
    read_start_o = 1'b0;
    write_start_o = 1'b0;
    write_addr_o = out_addr_q;
    write_len_o = out_left_q;
    write_drop_o = 1'b0;
    write_lane_o = '0;
    from_engine_o = 1'b0;
    put_o = 1'b0;
    put_data_o = reg_rdata_i;
    pack_clear_o = 1'b0;
    pack_valid_o = 1'b0;
    pack_flush_o = 1'b0;
    next_o = 1'b0;
    reg_go = 1'b0;

    unique case (state_q)
      StIdle: begin
        owner_d = OwnFixed;
        index_d = '0;
        if (!direct_q) refused_d = 1'b0;
        mismatch_d = 1'b0;
        failed_d = 1'b0;
        event_d = '0;
        begun_d = 1'b0;
        started_d = 1'b0;
        if (halt_q) begin
          state_d = StStop;
        end else if (direct_q) begin
          if (!enable_i) begin
            state_d = StStop;
          end else if (load_q && !engine_busy_i) begin
            load_d = 1'b0;
            state_d = StParams;
          end else if (armed_q && !engine_busy_i) begin
            armed_d = 1'b0;
            pack_clear_o = 1'b1;
            write_drop_o = 1'b1;
            pad_d = 1'b0;
            flushed_d = 1'b0;
            state_d = StData;
          end
        end else if (enable_i && waiting_i && !engine_busy_i) begin
          read_start_o = 1'b1;
          state_d = StDesc;
        end
      end
      StDesc: begin
        if (word_i) begin
          index_d = index_q + 3'd1;
          if (index_q[2]) {set_out_left, set_out_addr, set_in_left, set_in_addr} = 4'd1 << index_q[1:0];
          if (word_last_i) begin
            begun_d = 1'b0;
            state_d = StParams;
          end
        end
      end
      StParams: begin
        if (engine_runs_i && begun_q && !direct_q) refused_d = 1'b1;  // somebody else changes what is loaded
        if (!begun_q) begin
          if (!read_busy_i) begin
            reg_d = param_reg;
            left_d = param_words;
            begun_d = 1'b1;
            if (param_words == '0 || desc_q[2][1:0] != '0) begin
              refused_d = 1'b1;
              state_d = direct_q ? StIdle : StEvent;
            end else begin
              read_start_o = 1'b1;
            end
          end
        end else begin
          if (word_i && read_take_o) begin
            reg_d = reg_q + 10'd1;
            if (reg_error_i && !refused_q) refused_d = 1'b1;
            started_d = !direct_q;
            if (word_last_i) state_d = direct_q ? StIdle : refused_d ? StEvent : StData;
          end
        end
        // Buffers for the data, ready before the engine is.
        pack_clear_o = 1'b1;
        write_drop_o = 1'b1;
        write_lane_o = desc_q[0][23:22];
        pad_d = 1'b0;
        flushed_d = 1'b0;
      end
      StData: begin
        from_engine_o = 1'b1;
        // Words that arrive
        if (word_i) begin
          first_word_d = !first_word_q;
          unique case (owner_q)
            OwnIn: begin
              pack_valid_o = 1'b1;
              pack_flush_o = word_last_i && segment_end && (pad_q || in_count_q == '0);
              if (pack_flush_o && in_count_q == '0) flushed_d = 1'b1;
            end
            OwnInList: begin
              if (first_word_q) set_in_addr = 1'b1;
              else begin
                set_in_left = 1'b1;
                pad_d = word_data_i[31];
                pack_flush_o = word_data_i == 32'h8000_0000;  // an empty segment that ends a word
              end
            end
            default: begin
              if (first_word_q) set_out_addr = 1'b1;
              else set_out_left = 1'b1;
            end
          endcase
        end
        if (!read_busy_i) begin
          first_word_d = 1'b1;
          if (turn == OwnOutList) begin
            owner_d = turn;
            read_start_o = 1'b1;
            step_out_list = 1'b1;
          end else if (turn == OwnIn) begin
            owner_d = turn;
            if (room_i) begin
              read_start_o = 1'b1;
              step_in = 1'b1;
            end
          end else if (in_count_q != '0) begin
            owner_d = turn;
            read_start_o = 1'b1;
            step_in_list = 1'b1;
          end else if (!flushed_q) begin
            pack_flush_o = 1'b1;  // nothing at all, or a list that ends with an empty segment
            flushed_d = 1'b1;
          end
        end
        // The next write
        if (!write_busy_i && out_left_q != '0) begin
          write_start_o = 1'b1;
          out_begins = 1'b1;
        end
        // The start, the end, or what contradicts the descriptor
        if (!started_q) begin
          if (go_q && (refused_q || reg_ready_i)) begin
            go_d = 1'b0;
            started_d = 1'b1;
            refused_d = refused_q || reg_error_i;
            if (refused_d) state_d = StMismatch;
          end
        end else if (!engine_busy_i && in_done && in_empty_i && !pack_more_i && out_done && !surplus_i) begin
          state_d = StEvent;
        end else if ((!engine_busy_i && ((in_done && starved_i) || !in_empty_i))
                     || (in_done && in_empty_i && !pack_more_i && engine_wants_i && !engine_gives_i)
                     || (out_done && (engine_gives_i || surplus_i))) begin
          mismatch_d = 1'b1;
          state_d = StMismatch;
        end
      end
      StMismatch: begin
        stop_o = 1'b1;
        pack_clear_o = 1'b1;
        if (!read_busy_i && !write_busy_i && (refused_q || reg_ready_i)) state_d = StEvent;
      end
      StEvent: begin
        if (reg_ready_i) begin
          event_d = reg_rdata_i[7:0];
          if (!reg_rdata_i[0] && !refused_q) mismatch_d = 1'b1;  // no DONE: the command was cancelled
          state_d = StClear;
        end
      end
      StClear: begin
        write_drop_o = 1'b1;
        begun_d = 1'b0;
        reg_d = result_reg;
        left_d = result_words;
        if (reg_ready_i && direct_q) begin
          direct_done_o = 1'b1;
          direct_d = 1'b0;
          done_d = 1'b1;
          outcome_d = {refused_q, mismatch_d, event_q};
          state_d = StIdle;
        end else if (reg_ready_i) state_d = result_words == '0 || refused_q || mismatch_d ? StStatus : StResult;
      end
      StResult: begin
        if (!begun_q) begin
          write_start_o = 1'b1;
          write_addr_o = desc_q[3];
          write_len_o = {24'h0, result_words, 2'b00};
          begun_d = 1'b1;
        end else if (left_q != '0) begin
          reg_go = reg_valid_o && reg_ready_i;
          put_o = reg_go;
          if (reg_go) begin
            reg_d = reg_q + 10'd1;
            left_d = left_q - 6'd1;
          end
        end else if (!write_busy_i) begin
          begun_d = 1'b0;
          state_d = StStatus;
        end
      end
      StStatus: begin
        // Word 1 of the descriptor; offsets and counts stay for the reader's convenience.
        put_data_o = {1'b1, refused_q, mismatch_d, 5'h0, event_q, desc_q[1][15:0]};
        if (!begun_q) begin
          write_start_o = enable_i;  // a descriptor that is given up has no status
          write_addr_o = ring_addr | 32'h4;
          write_len_o = 32'd4;
          put_o = 1'b1;
          begun_d = 1'b1;
          started_d = 1'b0;
        end else if (!write_busy_i) begin
          state_d = StNext;
        end
      end
      StNext: begin
        next_o = 1'b1;
        refused_d = 1'b0;
        state_d = StIdle;
      end
      StErase: begin  // the CPU may use the engine already, so it is not wiped once more
        stop_o = 1'b1;
        pack_clear_o = 1'b1;
        if (clean_i) state_d = StIdle;
      end
      StStop: begin
        stop_o = 1'b1;
        pack_clear_o = 1'b1;
        {direct_d, load_d, armed_d, go_d, done_d, halt_d} = '0;
        begun_d = 1'b0;
        index_d = '0;
        if (!read_busy_i && !write_busy_i && clean_i) state_d = StWipe;
      end
      default: begin  // StWipe: some cycles after the write the engine is busy, and then idle again
        if (!begun_q) begun_d = reg_ready_i;
        else if (index_q != '1) index_d = index_q + 3'd1;
        else if (!engine_busy_i) state_d = StIdle;
      end
    endcase

    if (lost && state_q == StData) state_d = StMismatch;
    // And before it starts. While the status of a descriptor is on its way, refused_q still belongs to that.
    disturbed_d = go_q && !started_q && (disturbed_q || engine_runs_i);
    if (disturbed_d && !(state_q inside {StStatus, StNext})) refused_d = 1'b1;

    if (direct_we_i && direct_sel_i inside {DirectLoadOffset, DirectLenOffset, DirectGoOffset}) begin
      direct_d = 1'b1;
      done_d = 1'b0;
      if (direct_sel_i == DirectLoadOffset) load_d = 1'b1;
      if (direct_sel_i == DirectLenOffset) armed_d = 1'b1;
      if (direct_sel_i == DirectGoOffset) go_d = 1'b1;
    end
    if (direct_we_i) begin
      if (direct_sel_i == DirectInOffset) set_in_addr = 1'b1;
      if (direct_sel_i == DirectOutOffset) set_out_addr = 1'b1;
      if (direct_sel_i == DirectLenOffset) {set_in_left, set_out_left} = 2'b11;
    end

    // A bus error, or ENABLE = 0, gives the descriptor up. But TAIL and EVENT follow a status that is on its way.
    if (bus_error_o) failed_d = 1'b1;
    if (!(state_q inside {StIdle, StErase, StStop, StWipe, StNext})
        && ((!enable_i && !(state_q == StStatus && begun_q)) || failed_d)) begin
      state_d = StStop;
    end
  end

  // Accesses to the engine's registers, apart from the rest so that nothing here depends on their answer.
  always_comb begin
    reg_valid_o = 1'b0;
    reg_write_o = 1'b1;
    reg_addr_o = {reg_q, 2'b00};
    reg_wdata_o = word_data_i;
    unique case (state_q)
      StParams: reg_valid_o = begun_q && word_i && !refused_q;
      StData: begin
        reg_valid_o = go_q && !started_q && !refused_q;
        reg_addr_o = {2'b00, desc_q[0][31:24], 2'b00};
        reg_wdata_o = desc_q[1];
      end
      StMismatch: begin
        reg_valid_o = !read_busy_i && !write_busy_i && !refused_q;
        reg_addr_o = EngineWipe;
      end
      StEvent: begin
        reg_valid_o = 1'b1;
        reg_write_o = 1'b0;
        reg_addr_o = EngineEvent;
      end
      StClear: begin
        reg_valid_o = 1'b1;
        reg_addr_o = EngineEvent;
        reg_wdata_o = {24'h0, event_q};
      end
      StResult: begin
        reg_valid_o = begun_q && left_q != '0 && put_ready_i;
        reg_write_o = 1'b0;
      end
      StWipe: begin
        reg_valid_o = !begun_q;
        reg_addr_o = EngineWipe;
      end
      default: ;
    endcase
  end

  assign again_o = state_q == StDesc && word_i && index_q == 3'd1 && word_data_i[31] && !read_error_i;
  assign bus_error_o = read_error_i || write_error_i || again_o;
  assign disable_o = bus_error_o;
  // An engine that runs before the start does so for somebody else, who gets no data.
  assign flow_o = state_q == StData && started_q;
  assign read_take_o = !(state_q == StParams && begun_q) || reg_ready_i || refused_q;
  assign busy_o = state_q != StIdle || direct_q || halt_q;
  // Whoever sees the status of the last descriptor in memory may begin at once, though TAIL has not moved. The access
  // must not wait for that: the memory may be on the same bus. Of the descriptor only want_irq_q and its errors are
  // needed then.
  assign ring_done = last_i && ((state_q == StStatus && begun_q) || state_q == StNext);
  // DIRECT_LOAD uses what DIRECT_SETUP says until the words are there: after it neither is taken. What a descriptor has
  // overwritten must be written anew before LOAD or LEN uses it.
  assign direct_ok_o = enable_i && !go_q && (direct_q ? !started_q : (state_q == StIdle && !waiting_i) || ring_done)
                       && has_len == (direct_sel_i == DirectGoOffset)
                       && !(direct_q && direct_sel_i inside {DirectSetupOffset, DirectLoadOffset})
                       && !(direct_sel_i == DirectLoadOffset && spoilt_q[0])
                       && !(direct_sel_i == DirectLenOffset && spoilt_q != '0);
  assign direct_status_o = {done_q, {2{done_q}} & outcome_q[9:8], 5'h0, {8{done_q}} & outcome_q[7:0], 16'h0};
  assign lost = ended_q && engine_runs_i && !refused_q && !mismatch_q;
  assign irq_o = want_irq_q;
  assign refused_o = refused_q || mismatch_d;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StErase;
      owner_q <= OwnFixed;
      {desc_q, index_q, begun_q, reg_q, left_q, refused_q, mismatch_q, failed_q, event_q} <= '0;
      {in_addr_q, in_left_q, in_list_q, in_count_q, out_addr_q, out_left_q, out_list_q, out_count_q} <= '0;
      {pad_q, flushed_q, first_word_q, disturbed_q} <= '0;
      {direct_q, load_q, armed_q, go_q, started_q, ended_q, done_q, halt_q, outcome_q, want_irq_q, spoilt_q} <= '0;
    end else begin
      state_q <= state_d;
      owner_q <= owner_d;
      if (state_q == StDesc && word_i && !index_q[2]) desc_q[index_q[1:0]] <= given;
      if (direct_we_i) begin
        unique case (direct_sel_i)
          DirectSetupOffset: desc_q[0] <= given;
          DirectLoadOffset: desc_q[2] <= given;
          DirectGoOffset: desc_q[1] <= given;
          default: ;
        endcase
      end
      if (state_q == StDesc) spoilt_q <= '1;
      else if (direct_we_i)
        spoilt_q <= spoilt_q & ~{direct_sel_i == DirectOutOffset, direct_sel_i == DirectInOffset,
                                 direct_sel_i == DirectSetupOffset};
      index_q <= index_d;
      begun_q <= begun_d;
      reg_q <= reg_d;
      left_q <= left_d;
      refused_q <= refused_d;
      mismatch_q <= mismatch_d;
      disturbed_q <= disturbed_d;
      failed_q <= failed_d;
      event_q <= event_d;
      if (set_in_addr || step_in) in_addr_q <= step_in ? read_next : given;
      if (set_in_left || step_in)
        in_left_q <= step_in ? read_rest[31:0] : {32{!(state_q == StDesc && in_list)}} & length;
      if ((set_in_addr && state_q == StDesc) || step_in_list) in_list_q <= step_in_list ? read_next : given;
      if ((set_in_left && state_q != StData) || step_in_list)
        in_count_q <= step_in_list ? read_rest[34:3] : {32{state_q == StDesc && in_list}} & given;
      if (set_out_addr) out_addr_q <= given;
      if (set_out_left || out_begins)
        out_left_q <= {32{!(out_begins || (state_q == StDesc && out_list))}} & length;
      if ((set_out_addr && state_q == StDesc) || step_out_list) out_list_q <= step_out_list ? read_next : given;
      if ((set_out_left && state_q != StData) || step_out_list)
        out_count_q <= step_out_list ? read_rest[34:3] : {32{state_q == StDesc && out_list}} & given;
      pad_q <= pad_d;
      flushed_q <= flushed_d;
      first_word_q <= first_word_d;
      direct_q <= direct_d;
      load_q <= load_d;
      armed_q <= armed_d;
      go_q <= go_d;
      started_q <= started_d;
      ended_q <= state_q inside {StData, StEvent, StClear, StResult} && started_q && (ended_q || !engine_runs_i);
      done_q <= done_d;
      halt_q <= halt_d;
      outcome_q <= outcome_d;
      if (state_q == StStatus && !begun_q) want_irq_q <= want_irq;
    end
  end
endmodule
