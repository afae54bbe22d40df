# SPDX-License-Identifier: Apache-2.0
# Cross build for a Cortex-M0 with Debian's gcc-arm-none-eabi.
set(OB_CPU_FLAGS "-mcpu=cortex-m0 -mthumb -mfloat-abi=soft")
include(${CMAKE_CURRENT_LIST_DIR}/toolchain-arm-none-eabi.cmake)
