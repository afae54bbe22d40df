// SPDX-License-Identifier: Apache-2.0
// Memory of one block and one HMAC key block: 16 rows of four words, rows 0 to 7 the block, 8 to 15 the key. One word
// is written, one row is read at a time; both parts have no other way out than the compression.
module hasher_buf (
    input  logic             clk_i,
    input  logic             wipe_i,   // write 0 to the whole row waddr_i[5:2]
    input  logic             we_i,
    input  logic [5:0]       waddr_i,  // word
    input  logic [31:0]      wdata_i,
    input  logic [3:0]       row_i,
    output logic [3:0][31:0] row_o
);
  for (genvar b = 0; b < 4; b++) begin : gen_bank
    logic [31:0] mem[16];
    always_ff @(posedge clk_i) begin
      if (wipe_i || (we_i && waddr_i[1:0] == 2'(b))) mem[waddr_i[5:2]] <= wipe_i ? '0 : wdata_i;
    end
    assign row_o[b] = mem[row_i];
  end
endmodule
