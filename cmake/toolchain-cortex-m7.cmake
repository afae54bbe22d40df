# SPDX-License-Identifier: Apache-2.0
# Cross build for a Cortex-M7 with Debian's gcc-arm-none-eabi.
# Its multiplication to 64 bits always takes the same time.
set(OB_CPU_FLAGS "-mcpu=cortex-m7 -mthumb -mfloat-abi=hard -mfpu=fpv5-d16 -DOB_WIDE_MUL=1")
include(${CMAKE_CURRENT_LIST_DIR}/toolchain-arm-none-eabi.cmake)
