# SPDX-License-Identifier: Apache-2.0
# Cross build for a Cortex-M0+ with Debian's gcc-arm-none-eabi.
# Its multiplication to 64 bits is a routine of the compiler's library.
set(OB_CPU_FLAGS "-mcpu=cortex-m0plus -mthumb -mfloat-abi=soft -DOB_WIDE_MUL=0")
include(${CMAKE_CURRENT_LIST_DIR}/toolchain-arm-none-eabi.cmake)
