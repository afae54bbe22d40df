# SPDX-License-Identifier: Apache-2.0
# Cross build for a core with neither atomic nor compressed instructions (LiteX's default VexRiscv). port/riscv/atomic.c
# stands in for the atomic ones. -msave-restore makes programs shorter: functions save and restore registers by calls.
set(OB_CPU_FLAGS "-march=rv32im -msave-restore")
set(CMAKE_EXE_LINKER_FLAGS_INIT "--picolibc-buildtype=release") # memcpy and memset by words
include(${CMAKE_CURRENT_LIST_DIR}/toolchain-riscv64-unknown-elf.cmake)
