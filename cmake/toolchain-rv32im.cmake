# SPDX-License-Identifier: Apache-2.0
# As toolchain-rv32, for a core with neither atomic nor compressed instructions (VexRiscv as LiteX has it by default).
# port/riscv/atomic.c stands in for the atomic ones. Short prologues by calls: without compressed instructions they take
# much of a program.
include(${CMAKE_CURRENT_LIST_DIR}/toolchain-rv32.cmake)
string(REPLACE "-march=rv32imac" "-march=rv32im -msave-restore" OB_CPU_FLAGS "${OB_CPU_FLAGS}")
set(CMAKE_C_FLAGS_INIT "${OB_CPU_FLAGS}")
set(CMAKE_CXX_FLAGS_INIT "${OB_CPU_FLAGS}")
set(CMAKE_ASM_FLAGS_INIT "${OB_CPU_FLAGS}")
set(CMAKE_EXE_LINKER_FLAGS_INIT "--picolibc-buildtype=release") # memcpy and memset by words
