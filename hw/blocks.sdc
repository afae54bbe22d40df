# SPDX-License-Identifier: Apache-2.0
# Constraints (SDC) of hasher, cryp, udma and acryp, alone or on any bus: one clock, and for what is outside the block
# 40 % of its period at each input and output. Set ::period in ns before it is read for another clock than 60 MHz.
# Why there is no exception for the reset: clock_and_reset.md.
if {![info exists ::period]} {
    set ::period 16.667
}
create_clock -name clk_i -period $::period [get_ports clk_i]
set_clock_uncertainty [expr {0.02 * $::period}] [get_clocks clk_i]
set_input_delay [expr {0.4 * $::period}] -clock clk_i [get_ports *_ni]
# All inputs but the clock, for OpenSTA and OpenROAD. Where get_ports gives a collection that foreach cannot walk, write
# set_input_delay ... [remove_from_collection [get_ports *_i] [get_ports clk_i]] instead.
foreach port [get_ports *_i] {
    if {[get_property $port full_name] ne "clk_i"} {
        set_input_delay [expr {0.4 * $::period}] -clock clk_i $port
    }
}
set_output_delay [expr {0.4 * $::period}] -clock clk_i [get_ports *_o]
