// SPDX-License-Identifier: Apache-2.0
// An AXI4-Lite place without a block: every access is answered with DECERR.
module soc_empty
  import soc_pkg::*;
(
    input  logic        clk_i,
    input  logic        rst_ni,
    input  axil_req_t   axil_i,
    output axil_ready_t axil_ready_o,
    output axil_rsp_t   axil_o
);
  localparam logic [1:0] Decerr = 2'b11;
  logic b_valid_q, r_valid_q, write;

  assign write = axil_i.aw_valid && axil_i.w_valid;
  assign axil_ready_o = '{aw: write, w: write, ar: axil_i.ar_valid};
  assign axil_o = '{b_valid: b_valid_q, b_resp: Decerr, r_valid: r_valid_q, r_data: '0, r_resp: Decerr};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {b_valid_q, r_valid_q} <= '0;
    else {b_valid_q, r_valid_q} <= {write, axil_i.ar_valid};
  end
endmodule
