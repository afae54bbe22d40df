# SPDX-License-Identifier: Apache-2.0
# Outboard in a project of the Pico SDK: include this after pico_sdk_init(), and link Outboard::outboard. OB_ENGINES is
# soft unless set before; cortexm has assembly for the RP2040's cores.
if(NOT DEFINED OB_ENGINES)
    set(OB_ENGINES soft)
endif()
set(OB_TESTS OFF)
set(OB_SINGLE ON)
set(OB_PORT plain)
if(PICO_PLATFORM MATCHES "^rp2040")
    set(OB_CORTEXM_CORE m0plus)
    list(APPEND OB_DEFINITIONS OB_WIDE_MUL=0)
elseif(PICO_PLATFORM MATCHES "^rp2350-arm")
    list(APPEND OB_DEFINITIONS OB_WIDE_MUL=1)
endif()
add_subdirectory(${CMAKE_CURRENT_LIST_DIR}/../.. outboard)
