// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite subordinate (AMBA AXI, part B) in front of a register port. One access at a time, writes first; an access
// takes one cycle plus the time that the register port lets it wait. Only whole words are written: another strobe
// gives SLVERR and changes nothing.
module axil_to_reg #(
    parameter int unsigned AddrWidth = 12
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    input  logic                 aw_valid_i,
    output logic                 aw_ready_o,
    input  logic [AddrWidth-1:0] aw_addr_i,
    input  logic                 w_valid_i,
    output logic                 w_ready_o,
    input  logic [31:0]          w_data_i,
    input  logic [3:0]           w_strb_i,
    output logic                 b_valid_o,
    input  logic                 b_ready_i,
    output logic [1:0]           b_resp_o,
    input  logic                 ar_valid_i,
    output logic                 ar_ready_o,
    input  logic [AddrWidth-1:0] ar_addr_i,
    output logic                 r_valid_o,
    input  logic                 r_ready_i,
    output logic [31:0]          r_data_o,
    output logic [1:0]           r_resp_o,
    // Register port: valid holds until ready; data and error belong to the cycle in which both are set.
    output logic                 reg_valid_o,
    output logic                 reg_write_o,
    output logic [AddrWidth-1:0] reg_addr_o,
    output logic [31:0]          reg_wdata_o,
    input  logic                 reg_ready_i,
    input  logic [31:0]          reg_rdata_i,
    input  logic                 reg_error_i
);
  localparam logic [1:0] Okay = 2'b00, Slverr = 2'b10;

  logic write, read, whole, write_ok, read_ok, b_valid_q, r_valid_q;
  logic [1:0] b_resp_q, r_resp_q;
  logic [31:0] r_data_q;
  logic serving_q;  // a read waits at the register port: a write that arrives must not take its place

  assign whole = &w_strb_i && aw_addr_i[1:0] == 2'b00;
  assign write = aw_valid_i && w_valid_i && (!b_valid_q || b_ready_i) && !serving_q;
  assign read  = ar_valid_i && (!r_valid_q || r_ready_i) && !write;
  assign reg_valid_o = (write && whole) || read;
  assign reg_write_o = write;
  assign reg_addr_o  = write ? aw_addr_i : {ar_addr_i[AddrWidth-1:2], 2'b00};
  assign reg_wdata_o = w_data_i;
  assign write_ok = write && (!whole || reg_ready_i);
  assign read_ok  = read && reg_ready_i;
  assign aw_ready_o = write_ok;
  assign w_ready_o  = write_ok;
  assign ar_ready_o = read_ok;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      b_valid_q <= 1'b0;
      b_resp_q  <= Okay;
      r_valid_q <= 1'b0;
      r_resp_q  <= Okay;
      r_data_q  <= '0;
      serving_q <= 1'b0;
    end else begin
      serving_q <= read && !read_ok;
      if (write_ok) begin
        b_valid_q <= 1'b1;
        b_resp_q  <= (whole && !reg_error_i) ? Okay : Slverr;
      end else if (b_ready_i) begin
        b_valid_q <= 1'b0;
      end
      if (read_ok) begin
        r_valid_q <= 1'b1;
        r_resp_q  <= reg_error_i ? Slverr : Okay;
        r_data_q  <= reg_rdata_i;
      end else if (r_ready_i) begin
        r_valid_q <= 1'b0;
      end
    end
  end

  assign b_valid_o = b_valid_q;
  assign b_resp_o  = b_resp_q;
  assign r_valid_o = r_valid_q;
  assign r_resp_o  = r_resp_q;
  assign r_data_o  = r_data_q;
endmodule
