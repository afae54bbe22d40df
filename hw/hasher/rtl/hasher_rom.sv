// SPDX-License-Identifier: Apache-2.0
// The constants of the steps, those of Steps steps in a row. Synthesis puts them into block RAM where there is any.
module hasher_rom
  import hasher_pkg::*;
  import hasher_const_pkg::*;
#(
    parameter int unsigned Steps = 2,
    parameter int unsigned Width = 64,
    parameter family_t Has = '1
) (
    input  logic                        clk_i,
    input  logic                        en_i,
    input  family_t                     family_i,
    input  logic [6:0]                  step_i,     // of the schedule, a multiple of Steps
    output logic [Steps-1:0][Width-1:0] constant_o  // from the cycle after en_i on
);
  // A table for each hash that is there, in the order of family_t.
  localparam int unsigned Rows = 128 / Steps;  // of a table
  localparam int unsigned Tables = $countones(Has);
  typedef logic [Steps*Width-1:0] row_t;
  typedef row_t rom_t [Tables*Rows];

  // The tables are made at elaboration, where no test counts lines.
  // verilator coverage_off
  // SM3's schedule begins four steps early.
  function automatic logic [63:0] constant(family_t family, int unsigned t);
    if (family.md5) return t < 64 ? {32'h0, KMd5[t]} : '0;
    if (family.sha1) begin
      if (t < 20) return 64'h5a827999;  // floor(2^30 * sqrt(2))
      if (t < 40) return 64'h6ed9eba1;  // sqrt(3)
      if (t < 60) return 64'h8f1bbcdc;  // sqrt(5)
      return 64'hca62c1d6;              // sqrt(10)
    end
    if (family.sm3) return t >= 4 && t < 68 ? {32'h0, KSm3[t-4]} : '0;
    if (family.sha256) return t < 64 ? {32'h0, KSha2[t][63:32]} : '0;
    return family.sha512 && t < 80 ? KSha2[t] : '0;
  endfunction

  function automatic rom_t tables();
    rom_t rom;
    row_t row;
    int unsigned first;
    first = 0;
    for (int unsigned f = 0; f < Families; f++) begin
      if (Has[f]) begin
        for (int unsigned r = 0; r < Rows; r++) begin
          for (int unsigned s = 0; s < Steps; s++) row[Width*s+:Width] = Width'(constant(family_t'(1 << f), Steps * r + s));
          rom[first+r] = row;
        end
        first += Rows;
      end
    end
    return rom;
  endfunction
  localparam rom_t Rom = tables();
  // verilator coverage_on

  logic [$clog2(Families)-1:0] number;  // of the table
  logic [$clog2(Families*Rows)-1:0] addr;
  always_comb begin
    int unsigned n;
    n = 0;
    number = '0;
    for (int unsigned f = 0; f < Families; f++) begin
      if (family_i[f]) number = $bits(number)'(n);
      if (Has[f]) n++;
    end
  end
  assign addr = {number, step_i[6:$clog2(Steps)]};

  row_t constant_q;
  always_ff @(posedge clk_i) begin
    if (en_i) constant_q <= Rom[addr[$clog2(Tables*Rows)-1:0]];
  end
  assign constant_o = constant_q;

  // Not used, on purpose.
  logic unused;
  assign unused = ^{step_i, addr};
endmodule
