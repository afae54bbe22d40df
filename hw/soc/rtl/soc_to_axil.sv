// SPDX-License-Identifier: Apache-2.0
// Memory requests, one at a time, to AXI4-Lite subordinates of 64 KiB each, chosen by address bits 17:16. Where the
// subordinate is ready, a request is taken in its own cycle and answered in the next. r_ready and b_ready are always 1.
module soc_to_axil
  import soc_pkg::*;
(
    input  logic              clk_i,
    input  logic              rst_ni,
    input  mem_req_t          mem_i,
    output logic              mem_gnt_o,
    output mem_rsp_t          mem_o,
    output axil_req_t   [3:0] axil_o,
    input  axil_ready_t [3:0] axil_ready_i,
    input  axil_rsp_t   [3:0] axil_i
);
  logic [1:0] to, to_q;
  logic aw_done_q, w_done_q, aw_done, w_done;  // half of a write has been taken

  assign to = mem_i.addr[17:16];
  for (genvar i = 0; i < 4; i++) begin : g_place
    assign axil_o[i] = '{
            aw_valid: mem_i.req && mem_i.we && !aw_done_q && to == 2'(i),
            w_valid: mem_i.req && mem_i.we && !w_done_q && to == 2'(i),
            ar_valid: mem_i.req && !mem_i.we && to == 2'(i),
            addr: mem_i.addr[15:0],
            w_data: mem_i.wdata,
            w_strb: mem_i.be
        };
  end
  assign aw_done = aw_done_q || axil_ready_i[to].aw;
  assign w_done = w_done_q || axil_ready_i[to].w;
  assign mem_gnt_o = mem_i.req && (mem_i.we ? aw_done && w_done : axil_ready_i[to].ar);
  assign mem_o = '{
          valid: axil_i[to_q].b_valid || axil_i[to_q].r_valid,
          err: axil_i[to_q].b_valid ? axil_i[to_q].b_resp[1] : axil_i[to_q].r_resp[1],
          rdata: axil_i[to_q].r_data
      };

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      to_q <= '0;
      {aw_done_q, w_done_q} <= '0;
    end else begin
      if (mem_gnt_o) to_q <= to;
      aw_done_q <= mem_i.req && mem_i.we && aw_done && !mem_gnt_o;
      w_done_q  <= mem_i.req && mem_i.we && w_done && !mem_gnt_o;
    end
  end
endmodule
