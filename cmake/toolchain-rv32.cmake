# SPDX-License-Identifier: Apache-2.0
# Cross build for an RV32IMAC core with Debian's gcc-riscv64-unknown-elf and picolibc. The ISA version is 2.2 because
# the packaged libraries were built for rv32imac without the later names _zicsr and _zifencei.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv32)
set(OB_CPU_FLAGS "-march=rv32imac -mabi=ilp32 -misa-spec=2.2 --specs=picolibc.specs")
set(CMAKE_C_COMPILER riscv64-unknown-elf-gcc)
set(CMAKE_ASM_COMPILER riscv64-unknown-elf-gcc)
set(CMAKE_CXX_COMPILER riscv64-unknown-elf-g++)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_FLAGS_INIT "${OB_CPU_FLAGS}")
set(CMAKE_CXX_FLAGS_INIT "${OB_CPU_FLAGS}")
set(CMAKE_ASM_FLAGS_INIT "${OB_CPU_FLAGS}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
