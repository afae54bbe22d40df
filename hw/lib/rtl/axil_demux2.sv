// SPDX-License-Identifier: Apache-2.0
// One AXI4-Lite manager, two subordinates, chosen by the top bit of the address. One write and one read at a time, so
// that responses need no order.
module axil_demux2 #(
    parameter int unsigned AddrWidth = 13
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    input  logic                      aw_valid_i,
    output logic                      aw_ready_o,
    input  logic [AddrWidth-1:0]      aw_addr_i,
    input  logic                      w_valid_i,
    output logic                      w_ready_o,
    output logic                      b_valid_o,
    input  logic                      b_ready_i,
    output logic [1:0]                b_resp_o,
    input  logic                      ar_valid_i,
    output logic                      ar_ready_o,
    input  logic [AddrWidth-1:0]      ar_addr_i,
    output logic                      r_valid_o,
    input  logic                      r_ready_i,
    output logic [31:0]               r_data_o,
    output logic [1:0]                r_resp_o,
    // Subordinates; address below the top bit, write data and strobes are shared.
    output logic [1:0]                s_aw_valid_o,
    input  logic [1:0]                s_aw_ready_i,
    output logic [1:0]                s_w_valid_o,
    input  logic [1:0]                s_w_ready_i,
    input  logic [1:0]                s_b_valid_i,
    output logic [1:0]                s_b_ready_o,
    input  logic [1:0][1:0]           s_b_resp_i,
    output logic [1:0]                s_ar_valid_o,
    input  logic [1:0]                s_ar_ready_i,
    input  logic [1:0]                s_r_valid_i,
    output logic [1:0]                s_r_ready_o,
    input  logic [1:0][31:0]          s_r_data_i,
    input  logic [1:0][1:0]           s_r_resp_i
);
  logic write_q, read_q;    // a response is outstanding
  logic write_to_q, read_to_q;
  logic write_to, read_to, write_go, read_go;

  // Address and data of a write go on together; both subordinates take them together.
  assign write_to = aw_addr_i[AddrWidth-1];
  assign write_go = aw_valid_i && w_valid_i && (!write_q || (b_valid_o && b_ready_i));
  assign s_aw_valid_o = {write_go && write_to, write_go && !write_to};
  assign s_w_valid_o = s_aw_valid_o;
  assign aw_ready_o = write_go && s_aw_ready_i[write_to] && s_w_ready_i[write_to];
  assign w_ready_o = aw_ready_o;
  assign b_valid_o = write_q && s_b_valid_i[write_to_q];
  assign b_resp_o = s_b_resp_i[write_to_q];
  assign s_b_ready_o = {write_q && write_to_q && b_ready_i, write_q && !write_to_q && b_ready_i};

  assign read_to = ar_addr_i[AddrWidth-1];
  assign read_go = ar_valid_i && (!read_q || (r_valid_o && r_ready_i));
  assign s_ar_valid_o = {read_go && read_to, read_go && !read_to};
  assign ar_ready_o = read_go && s_ar_ready_i[read_to];
  assign r_valid_o = read_q && s_r_valid_i[read_to_q];
  assign r_data_o = s_r_data_i[read_to_q];
  assign r_resp_o = s_r_resp_i[read_to_q];
  assign s_r_ready_o = {read_q && read_to_q && r_ready_i, read_q && !read_to_q && r_ready_i};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {write_q, read_q, write_to_q, read_to_q} <= '0;
    end else begin
      if (aw_ready_o) {write_q, write_to_q} <= {1'b1, write_to};
      else if (b_valid_o && b_ready_i) write_q <= 1'b0;
      if (ar_ready_o) {read_q, read_to_q} <= {1'b1, read_to};
      else if (r_valid_o && r_ready_i) read_q <= 1'b0;
    end
  end
endmodule
