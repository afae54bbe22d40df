# SPDX-License-Identifier: Apache-2.0
# Cross build for a core without the A extension (Ibex). There is no packaged C library for rv32imc: programs are linked
# with that for rv32imac, whose functions use no atomic instruction; port/riscv/atomic.c stands in for them.
# Functions begin at words, so that the cycles of one do not depend on the length of those before it.
set(OB_CPU_FLAGS "-march=rv32imc -falign-functions=4")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-march=rv32imac --picolibc-buildtype=release") # memcpy and memset by words
include(${CMAKE_CURRENT_LIST_DIR}/toolchain-riscv64-unknown-elf.cmake)
