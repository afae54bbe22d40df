// SPDX-License-Identifier: Apache-2.0
// Width - 2 division steps (Bernstein and Yang, delta from 1/2) on the lowest words of f and g, one a cycle: the matrix
// (u, v; q, r), signed. theta = delta - 1/2 goes on from call to call.
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
    output logic [3:0][Width-1:0] entry_o   // r, q, v, u
);
  logic [15:0] theta_q;
  logic [Width-1:0] f_q, g_q;
  logic [Width-1:0] u_q, v_q, q_q, r_q;
  logic [$clog2(Width)-1:0] left_q;

  // a, a + b or a - b, in one carry chain: -b is ~b + 1, and the chain's lowest bit makes the 1.
  function automatic logic [Width-1:0] step(logic [Width-1:0] a, logic [Width-1:0] b, logic use_b, logic minus);
    automatic logic [Width:0] doubled;
    doubled = {a, 1'b1} + {(b & {Width{use_b}}) ^ {Width{minus}}, minus};
    return Width'(doubled >> 1);
  endfunction

  logic swap, odd;
  logic [Width-1:0] sum;
  assign odd  = g_q[0];
  assign swap = odd && !theta_q[15];
  assign sum  = step(g_q, f_q, odd, swap);

  logic step_now;
  assign step_now = left_q != '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || wipe_i || begin_i) theta_q <= '0;
    else if (step_now) theta_q <= swap ? -theta_q : theta_q + 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || wipe_i) begin
      left_q <= '0;
      f_q <= '0;
      g_q <= '0;
    end else if (start_i) begin
      left_q <= $clog2(Width)'(Width - 2);
      f_q <= f_i;
      g_q <= g_i;
    end else if (step_now) begin
      left_q <= left_q - 1'b1;
      if (swap) f_q <= g_q;
      g_q <= {sum[Width-1], sum[Width-1:1]};
    end
  end
  // From the unit matrix.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || wipe_i || start_i) begin
      u_q <= Width'(start_i);
      v_q <= '0;
      q_q <= '0;
      r_q <= Width'(start_i);
    end else if (step_now) begin
      u_q <= (swap ? q_q : u_q) << 1;
      v_q <= (swap ? r_q : v_q) << 1;
      q_q <= step(q_q, u_q, odd, swap);
      r_q <= step(r_q, v_q, odd, swap);
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || wipe_i) entry_o <= '0;
    else if (take_i) entry_o <= {r_q, q_q, v_q, u_q};
  end
  assign busy_o = step_now;
endmodule
