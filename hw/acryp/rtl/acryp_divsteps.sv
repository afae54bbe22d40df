// SPDX-License-Identifier: Apache-2.0
// Width - 2 division steps (Bernstein and Yang, delta from 1/2) on the lowest words of f and g, one a cycle: the matrix
// (u, v; q, r) as signs and magnitudes. theta = delta - 1/2 goes on from call to call.
module acryp_divsteps #(
    parameter int unsigned Width = 72
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  wipe_i,
    input  logic                  begin_i,  // theta = 0
    input  logic                  start_i,
    input  logic [Width-1:0]      f_i,
    input  logic [Width-1:0]      g_i,
    output logic                  busy_o,
    input  logic                  take_i,   // keep the matrix for the rows that use it, while the next is made
    output logic [3:0]            neg_o,    // of r, q, v, u
    output logic [3:0][Width-1:0] mag_o
);
  logic [15:0] theta_q;
  logic [Width-1:0] f_q, g_q;
  logic signed [Width-1:0] u_q, v_q, q_q, r_q;
  logic [$clog2(Width)-1:0] left_q;

  logic swap, odd;
  logic [Width-1:0] sum;
  assign odd  = g_q[0];
  assign swap = odd && !theta_q[15];
  assign sum  = swap ? g_q - f_q : odd ? g_q + f_q : g_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      theta_q <= '0;
      f_q <= '0;
      g_q <= '0;
      u_q <= '0;
      v_q <= '0;
      q_q <= '0;
      r_q <= '0;
      left_q <= '0;
    end else if (wipe_i) begin
      theta_q <= '0;
      f_q <= '0;
      g_q <= '0;
      u_q <= '0;
      v_q <= '0;
      q_q <= '0;
      r_q <= '0;
      left_q <= '0;
    end else if (begin_i) begin
      theta_q <= '0;
    end else if (start_i) begin
      f_q <= f_i;
      g_q <= g_i;
      u_q <= Width'(1);
      v_q <= '0;
      q_q <= '0;
      r_q <= Width'(1);
      left_q <= $clog2(Width)'(Width - 2);
    end else if (left_q != '0) begin
      left_q <= left_q - 1'b1;
      theta_q <= swap ? -theta_q : theta_q + 1'b1;
      g_q <= {sum[Width-1], sum[Width-1:1]};
      if (swap) f_q <= g_q;
      u_q <= swap ? q_q <<< 1 : u_q <<< 1;
      v_q <= swap ? r_q <<< 1 : v_q <<< 1;
      q_q <= swap ? q_q - u_q : odd ? q_q + u_q : q_q;
      r_q <= swap ? r_q - v_q : odd ? r_q + v_q : r_q;
    end
  end

  logic signed [3:0][Width-1:0] made;
  assign made = {r_q, q_q, v_q, u_q};
  for (genvar i = 0; i < 4; i++) begin : g_entry
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {neg_o[i], mag_o[i]} <= '0;
      else if (wipe_i) {neg_o[i], mag_o[i]} <= '0;
      else if (take_i) {neg_o[i], mag_o[i]} <= {made[i][Width-1], made[i][Width-1] ? -made[i] : made[i]};
    end
  end
  assign busy_o = left_q != '0;
endmodule
