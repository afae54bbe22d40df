// SPDX-License-Identifier: Apache-2.0
// The words of MD5's block, which each round after the first takes in another order: RFC 1321, section 3.4. Memory with
// a bank for each of the Steps words of a cycle: of two words that follow each other, one has an even number in every
// round.
module hasher_md5_words #(
    parameter int unsigned Steps = 2
) (
    input  logic                   clk_i,
    input  logic                   clear_i,  // for 16 cycles: erase
    input  logic                   we_i,     // words step_i to step_i + Steps - 1 of the block
    input  logic [Steps-1:0][31:0] word_i,
    input  logic [6:0]             step_i,
    output logic [Steps-1:0][31:0] word_o    // of these steps, from step 16 on
);
  localparam int unsigned BankBits = $clog2(Steps);
  localparam int unsigned Rows = 16 / Steps;
  typedef logic [$clog2(Rows)-1:0] row_t;

  logic [Steps-1:0][3:0] k;  // the step's word
  logic [Steps-1:0][31:0] read;
  row_t clear_row_q;

  for (genvar s = 0; s < Steps; s++) begin : gen_order
    logic [3:0] t;
    assign t = step_i[3:0] | 4'(s);
    always_comb begin
      unique case (step_i[5:4])
        2'd1: k[s] = {t[1:0], 2'b00} + t + 4'd1;  // 5 i + 1
        2'd2: k[s] = {t[2:0], 1'b0} + t + 4'd5;   // 3 i + 5
        default: k[s] = {t[0], 3'b000} - t;       // 7 i
      endcase
    end
    assign word_o[s] = Steps == 1 ? read[0] : read[k[s][0]];
  end

  always_ff @(posedge clk_i) clear_row_q <= clear_i ? clear_row_q + 1'b1 : '0;
  for (genvar b = 0; b < Steps; b++) begin : gen_bank
    logic [31:0] mem[Rows];
    row_t row;  // to read
    always_comb begin
      row = row_t'(k[0] >> BankBits);
      for (int unsigned s = 1; s < Steps; s++) if (k[s][0] == 1'(b)) row = row_t'(k[s] >> BankBits);
    end
    always_ff @(posedge clk_i) begin
      if (clear_i || we_i) mem[clear_i ? clear_row_q : row_t'(step_i[3:0] >> BankBits)] <= clear_i ? '0 : word_i[b];
    end
    assign read[b] = mem[row];
  end

  // Not used, on purpose.
  logic unused;
  assign unused = ^{step_i};
endmodule
