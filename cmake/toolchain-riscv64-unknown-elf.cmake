# SPDX-License-Identifier: Apache-2.0
# What all RV32 toolchain files share: Debian's gcc-riscv64-unknown-elf and picolibc. OB_CPU_FLAGS names the core. The
# ISA version is 2.2 because the packaged libraries were built without the later names _zicsr and _zifencei.
string(APPEND OB_CPU_FLAGS " -mabi=ilp32 -misa-spec=2.2 --specs=picolibc.specs")
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv32)
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
