# SPDX-License-Identifier: Apache-2.0
# The simulated SoC: the core (soc.txt), what translates it, and the compiler for its programs.
# needs: host rtl rv32

need_soc() { :; }
