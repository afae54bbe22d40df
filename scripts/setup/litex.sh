# SPDX-License-Identifier: Apache-2.0
# A LiteX SoC with the blocks: LiteX and its core (litex.txt), what translates it, and the compiler for its programs.
# needs: host rtl rv32

need_litex() { :; }
