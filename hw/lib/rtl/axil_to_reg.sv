// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite subordinate (AMBA AXI, part B) in front of a register port. One access at a time, writes first; an access
// takes one cycle plus the time that the register port lets it wait. Only whole words are written: another strobe
// gives SLVERR and changes nothing.
module axil_to_reg #(
    parameter int unsigned AddrWidth = 12
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    input  logic                 s_axil_awvalid_i,
    output logic                 s_axil_awready_o,
    input  logic [AddrWidth-1:0] s_axil_awaddr_i,
    input  logic                 s_axil_wvalid_i,
    output logic                 s_axil_wready_o,
    input  logic [31:0]          s_axil_wdata_i,
    input  logic [3:0]           s_axil_wstrb_i,
    output logic                 s_axil_bvalid_o,
    input  logic                 s_axil_bready_i,
    output logic [1:0]           s_axil_bresp_o,
    input  logic                 s_axil_arvalid_i,
    output logic                 s_axil_arready_o,
    input  logic [AddrWidth-1:0] s_axil_araddr_i,
    output logic                 s_axil_rvalid_o,
    input  logic                 s_axil_rready_i,
    output logic [31:0]          s_axil_rdata_o,
    output logic [1:0]           s_axil_rresp_o,
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

  assign whole = &s_axil_wstrb_i && s_axil_awaddr_i[1:0] == 2'b00;
  assign write = s_axil_awvalid_i && s_axil_wvalid_i && (!b_valid_q || s_axil_bready_i) && !serving_q;
  assign read  = s_axil_arvalid_i && (!r_valid_q || s_axil_rready_i) && !write;
  assign reg_valid_o = (write && whole) || read;
  assign reg_write_o = write;
  assign reg_addr_o  = write ? s_axil_awaddr_i : {s_axil_araddr_i[AddrWidth-1:2], 2'b00};
  assign reg_wdata_o = s_axil_wdata_i;
  assign write_ok = write && (!whole || reg_ready_i);
  assign read_ok  = read && reg_ready_i;
  assign s_axil_awready_o = write_ok;
  assign s_axil_wready_o  = write_ok;
  assign s_axil_arready_o = read_ok;

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
      end else if (s_axil_bready_i) begin
        b_valid_q <= 1'b0;
      end
      if (read_ok) begin
        r_valid_q <= 1'b1;
        r_resp_q  <= reg_error_i ? Slverr : Okay;
        r_data_q  <= reg_rdata_i;
      end else if (s_axil_rready_i) begin
        r_valid_q <= 1'b0;
        r_data_q  <= '0;  // which may be secret
      end
    end
  end

  assign s_axil_bvalid_o = b_valid_q;
  assign s_axil_bresp_o  = b_resp_q;
  assign s_axil_rvalid_o = r_valid_q;
  assign s_axil_rresp_o  = r_resp_q;
  assign s_axil_rdata_o  = r_data_q;

  // Not used, on purpose.
  logic unused;
  assign unused = ^{s_axil_araddr_i[1:0]};
endmodule
