// SPDX-License-Identifier: Apache-2.0
// AXI4 bursts of whole words (INCR), as udma makes them, to a Wishbone B4 master with incrementing bursts
// (registered feedback: CTI 2, the last word 7). One burst at a time, reads and writes in turn. ERR becomes an error
// response; the burst goes on to its end. Both directions have a buffer of two words, so no path leads through the
// bridge from one bus to the other; a place of a buffer that no word is in holds zero.
module axi_to_wb #(
    parameter int unsigned IdWidth = 1
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // AXI4
    input  logic        s_axi_arvalid_i,
    output logic        s_axi_arready_o,
    input  logic [IdWidth-1:0] s_axi_arid_i,
    input  logic [31:0] s_axi_araddr_i,
    input  logic [7:0]  s_axi_arlen_i,
    input  logic [2:0]  s_axi_arsize_i,
    input  logic [1:0]  s_axi_arburst_i,
    input  logic        s_axi_arlock_i,
    input  logic [3:0]  s_axi_arcache_i,
    input  logic [2:0]  s_axi_arprot_i,
    input  logic [3:0]  s_axi_arqos_i,
    output logic        s_axi_rvalid_o,
    input  logic        s_axi_rready_i,
    output logic [IdWidth-1:0] s_axi_rid_o,
    output logic [31:0] s_axi_rdata_o,
    output logic [1:0]  s_axi_rresp_o,
    output logic        s_axi_rlast_o,
    input  logic        s_axi_awvalid_i,
    output logic        s_axi_awready_o,
    input  logic [IdWidth-1:0] s_axi_awid_i,
    input  logic [31:0] s_axi_awaddr_i,
    input  logic [7:0]  s_axi_awlen_i,
    input  logic [2:0]  s_axi_awsize_i,
    input  logic [1:0]  s_axi_awburst_i,
    input  logic        s_axi_awlock_i,
    input  logic [3:0]  s_axi_awcache_i,
    input  logic [2:0]  s_axi_awprot_i,
    input  logic [3:0]  s_axi_awqos_i,
    input  logic        s_axi_wvalid_i,
    output logic        s_axi_wready_o,
    input  logic [31:0] s_axi_wdata_i,
    input  logic [3:0]  s_axi_wstrb_i,
    output logic        s_axi_bvalid_o,
    input  logic        s_axi_bready_i,
    output logic [IdWidth-1:0] s_axi_bid_o,
    output logic [1:0]  s_axi_bresp_o,
    // Wishbone; adr counts words
    output logic        wb_cyc_o,
    output logic        wb_stb_o,
    output logic        wb_we_o,
    output logic [29:0] wb_adr_o,
    output logic [3:0]  wb_sel_o,
    output logic [2:0]  wb_cti_o,
    output logic [1:0]  wb_bte_o,
    output logic [31:0] wb_dat_o,
    input  logic [31:0] wb_dat_i,
    input  logic        wb_ack_i,
    input  logic        wb_err_i
);
  localparam logic [2:0] Incrementing = 3'b010, EndOfBurst = 3'b111;

  typedef enum logic [1:0] {StIdle, StRead, StWrite, StResp} state_e;

  state_e state_q;
  logic [IdWidth-1:0] id_q;
  logic [29:0] addr_q;
  logic [7:0] left_q;     // words of the burst after this one
  logic all_q;            // all words of the burst were transferred
  logic write_next_q;     // whose turn it is
  logic bad_q, done, last, take_read, take_write;
  logic push_read, pop_read, push_write, pop_write;
  logic [1:0] read_count_q;  // words read and not yet taken
  logic [1:0][33:0] read_q;
  logic [1:0] write_count_q;  // words to be written, perhaps before their address was taken
  logic [1:0][35:0] write_q;

  assign take_read  = state_q == StIdle && s_axi_arvalid_i && !(s_axi_awvalid_i && write_next_q);
  assign take_write = state_q == StIdle && s_axi_awvalid_i && !take_read;
  assign s_axi_arready_o = take_read;
  assign s_axi_awready_o = take_write;

  // A strobe once set stays until its answer: a read has a place for its word, a write has its data.
  assign wb_stb_o = (state_q == StRead && !all_q && read_count_q != 2'd2) ||
                    (state_q == StWrite && !all_q && write_count_q != 2'd0);
  assign wb_cyc_o = (state_q == StRead || state_q == StWrite) && !all_q;
  assign wb_we_o  = state_q == StWrite;
  assign wb_adr_o = addr_q;
  assign wb_sel_o = wb_we_o ? write_q[0][35:32] : 4'hf;
  assign wb_cti_o = last ? EndOfBurst : Incrementing;
  assign wb_bte_o = 2'b00;
  assign wb_dat_o = write_q[0][31:0];
  assign last = left_q == '0;
  assign done = wb_stb_o && (wb_ack_i || wb_err_i);

  assign s_axi_wready_o = write_count_q != 2'd2;
  assign push_write = s_axi_wvalid_i && s_axi_wready_o;
  assign pop_write = done && wb_we_o;

  assign push_read = done && !wb_we_o;
  assign pop_read = s_axi_rvalid_o && s_axi_rready_i;
  assign s_axi_rvalid_o = read_count_q != '0;
  assign {s_axi_rlast_o, s_axi_rresp_o[1], s_axi_rdata_o} = read_q[0];
  assign s_axi_rresp_o[0] = 1'b0;
  assign s_axi_bvalid_o = state_q == StResp;
  assign s_axi_bresp_o  = {bad_q, 1'b0};
  assign {s_axi_rid_o, s_axi_bid_o} = {2{id_q}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
      {id_q, addr_q, left_q, all_q, write_next_q, bad_q} <= '0;
      {read_count_q, read_q, write_count_q, write_q} <= '0;
    end else begin
      if (done) begin
        addr_q <= addr_q + 30'd1;
        left_q <= left_q - 8'd1;
        all_q <= last;
        bad_q <= bad_q || wb_err_i;
      end
      read_count_q <= read_count_q + {1'b0, push_read} - {1'b0, pop_read};
      if (pop_read) read_q <= {34'd0, read_q[1]};
      if (push_read) read_q[read_count_q[0] && !pop_read] <= {last, wb_err_i, wb_dat_i};
      write_count_q <= write_count_q + {1'b0, push_write} - {1'b0, pop_write};
      if (pop_write) write_q <= {36'd0, write_q[1]};
      if (push_write) write_q[write_count_q[0] && !pop_write] <= {s_axi_wstrb_i, s_axi_wdata_i};
      unique case (state_q)
        StIdle: begin
          all_q <= 1'b0;
          bad_q <= 1'b0;
          if (take_read) begin
            id_q <= s_axi_arid_i;
            addr_q <= s_axi_araddr_i[31:2];
            left_q <= s_axi_arlen_i;
            state_q <= StRead;
            write_next_q <= 1'b1;
          end else if (take_write) begin
            id_q <= s_axi_awid_i;
            addr_q <= s_axi_awaddr_i[31:2];
            left_q <= s_axi_awlen_i;
            state_q <= StWrite;
            write_next_q <= 1'b0;
          end
        end
        StRead: if (pop_read && s_axi_rlast_o) state_q <= StIdle;
        StWrite: if (done && last) state_q <= StResp;
        default: if (s_axi_bready_i) state_q <= StIdle;
      endcase
    end
  end

  // Not used, on purpose.
  logic unused;
  assign unused = ^{s_axi_araddr_i[1:0], s_axi_arsize_i, s_axi_arburst_i, s_axi_arlock_i, s_axi_arcache_i,
                     s_axi_arprot_i, s_axi_arqos_i, s_axi_awaddr_i[1:0], s_axi_awsize_i, s_axi_awburst_i,
                     s_axi_awlock_i, s_axi_awcache_i, s_axi_awprot_i, s_axi_awqos_i};
endmodule
