// SPDX-License-Identifier: Apache-2.0
// AXI4 subordinate (AMBA AXI, part A) for one manager: incrementing bursts of whole words, one read and one write burst
// at a time, as two streams of memory requests. Read data that the manager doesn't take at once waits in a queue.
module soc_axi_port
  import soc_pkg::*;
(
    input  logic           clk_i,
    input  logic           rst_ni,
    input  axi_req_t       axi_i,
    output axi_rsp_t       axi_o,
    // 0 read, 1 write
    output mem_req_t [1:0] mem_o,
    input  logic     [1:0] mem_gnt_i,
    input  mem_rsp_t [1:0] mem_i
);
  localparam int unsigned Depth = 16;  // answers that may be on their way or wait
  localparam logic [1:0] Okay = 2'b00, Slverr = 2'b10;

  logic r_id_q, w_id_q;

  // Read
  logic r_active_q, r_start, r_pop, r_push, r_empty;
  logic [31:0] r_addr_q;
  logic [7:0] r_ask_q, r_give_q;  // beats to ask for and to hand over, less one
  logic r_asked_q;  // all of them have been asked for
  logic [4:0] r_open_q;  // asked for and not handed over
  logic [4:0] r_in_q, r_out_q;
  logic [32:0] r_queue[Depth];
  logic [32:0] r_head;

  assign r_start = axi_i.ar_valid && !r_active_q;
  assign axi_o.ar_ready = !r_active_q;
  assign mem_o[0] = '{
          req: (r_start || (r_active_q && !r_asked_q)) && r_open_q != 5'(Depth),
          we: 1'b0,
          be: 4'hf,
          addr: r_start ? axi_i.ar_addr : r_addr_q,
          wdata: '0
      };
  assign r_empty = r_in_q == r_out_q;
  assign r_push = mem_i[0].valid && !(r_empty && axi_i.r_ready);
  assign r_head = r_empty ? {mem_i[0].err, mem_i[0].rdata} : r_queue[r_out_q[3:0]];
  assign axi_o.r_valid = mem_i[0].valid || !r_empty;
  assign axi_o.r_data = r_head[31:0];
  assign axi_o.r_resp = r_head[32] ? Slverr : Okay;
  assign axi_o.r_id = r_id_q;
  assign axi_o.r_last = r_give_q == '0;
  assign r_pop = axi_o.r_valid && axi_i.r_ready;

  always_ff @(posedge clk_i) if (r_push) r_queue[r_in_q[3:0]] <= {mem_i[0].err, mem_i[0].rdata};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      r_active_q <= 1'b0;
      r_asked_q  <= 1'b0;
      {r_id_q, r_addr_q, r_ask_q, r_give_q, r_open_q, r_in_q, r_out_q} <= '0;
    end else begin
      if (r_start) begin
        r_active_q <= 1'b1;
        r_id_q     <= axi_i.ar_id;
        r_addr_q   <= mem_gnt_i[0] ? axi_i.ar_addr + 32'd4 : axi_i.ar_addr;
        r_ask_q    <= mem_gnt_i[0] ? axi_i.ar_len - 8'd1 : axi_i.ar_len;
        r_asked_q  <= mem_gnt_i[0] && axi_i.ar_len == '0;
        r_give_q   <= axi_i.ar_len;
      end else begin
        if (mem_gnt_i[0]) begin
          r_addr_q  <= r_addr_q + 32'd4;
          r_ask_q   <= r_ask_q - 8'd1;
          r_asked_q <= r_ask_q == '0;
        end
        if (r_pop) begin
          r_give_q <= r_give_q - 8'd1;
          if (axi_o.r_last) r_active_q <= 1'b0;
        end
      end
      r_open_q <= r_open_q + 5'(mem_gnt_i[0]) - 5'(r_pop);
      if (r_push) r_in_q <= r_in_q + 5'd1;
      if (r_pop && !r_empty) r_out_q <= r_out_q + 5'd1;
    end
  end

  // Write
  logic w_active_q, w_asked_q, w_start, w_go, b_valid_q, w_err_q;
  logic [31:0] w_addr_q;
  logic [7:0] w_open_q;  // asked for and not answered

  assign w_start = axi_i.aw_valid && !w_active_q;
  assign axi_o.aw_ready = !w_active_q;
  assign w_go = axi_i.w_valid && (w_start || (w_active_q && !w_asked_q));
  assign mem_o[1] = '{
          req: w_go,
          we: 1'b1,
          be: axi_i.w_strb,
          addr: w_start ? axi_i.aw_addr : w_addr_q,
          wdata: axi_i.w_data
      };
  assign axi_o.w_ready = mem_gnt_i[1];
  assign axi_o.b_id = w_id_q;
  assign axi_o.b_valid = b_valid_q;
  assign axi_o.b_resp = w_err_q ? Slverr : Okay;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {w_active_q, w_asked_q, b_valid_q, w_err_q} <= '0;
      {w_id_q, w_addr_q, w_open_q} <= '0;
    end else begin
      if (w_start) begin
        w_id_q <= axi_i.aw_id;
        {w_active_q, w_asked_q, w_err_q} <= {2'b10, 1'b0};
        w_addr_q <= axi_i.aw_addr;
      end
      if (mem_gnt_i[1]) begin
        w_addr_q <= (w_start ? axi_i.aw_addr : w_addr_q) + 32'd4;
        w_asked_q <= axi_i.w_last;
      end
      if (mem_i[1].valid && mem_i[1].err) w_err_q <= 1'b1;
      w_open_q <= w_open_q + 8'(mem_gnt_i[1]) - 8'(mem_i[1].valid);
      if (w_active_q && w_asked_q && w_open_q == 8'(mem_i[1].valid) && !b_valid_q) b_valid_q <= 1'b1;
      if (b_valid_q && axi_i.b_ready) {b_valid_q, w_active_q, w_asked_q} <= '0;
    end
  end
endmodule
