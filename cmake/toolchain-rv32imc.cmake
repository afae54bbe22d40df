# SPDX-License-Identifier: Apache-2.0
# As toolchain-rv32, for a core without the A extension (Ibex). There is no packaged C library for rv32imc: programs are
# linked with that for rv32imac, whose functions use no atomic instruction; port/riscv/atomic.c stands in for them.
include(${CMAKE_CURRENT_LIST_DIR}/toolchain-rv32.cmake)
# Functions begin at words, so that the cycles of one do not depend on the length of those before it.
string(REPLACE "-march=rv32imac" "-march=rv32imc -falign-functions=4" OB_CPU_FLAGS "${OB_CPU_FLAGS}")
set(CMAKE_C_FLAGS_INIT "${OB_CPU_FLAGS}")
set(CMAKE_CXX_FLAGS_INIT "${OB_CPU_FLAGS}")
set(CMAKE_ASM_FLAGS_INIT "${OB_CPU_FLAGS}")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-march=rv32imac --picolibc-buildtype=release") # memcpy and memset by words
