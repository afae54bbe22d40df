# SPDX-License-Identifier: Apache-2.0
# Cross build for an RV32IMAC core.
set(OB_CPU_FLAGS "-march=rv32imac")
include(${CMAKE_CURRENT_LIST_DIR}/toolchain-riscv64-unknown-elf.cmake)
