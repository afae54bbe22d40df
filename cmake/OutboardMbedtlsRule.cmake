# SPDX-License-Identifier: Apache-2.0
# What the Mbed TLS binding leaves to the library where it cannot compare prices: in a build with one engine (OB_SINGLE);
# and with which engines the library's own code may be left out.
# docs/decisions/mbedtls-rule-for-one-engine.md has the figures.
include_guard(GLOBAL)

# ob_mbedtls_rule(<out> <why> <engine> <variants> <given>...): in <out> the definitions that leave to the library what
# <engine>, the only one, would do slower, and in <why> the reason, for a warning; both empty if there is nothing.
# <variants>: OB_CORTEXM_AES. <given>: the definitions that the user has chosen, which the rule follows.
function(ob_mbedtls_rule out why engine variants)
    set(definitions "")
    set(reason "")
    if("${ARGN}" MATCHES "OB_MBEDTLS_(ALL|HASHES|CIPHERS|REPLACE|FALLBACK|RUNTIME)=")
    elseif(engine STREQUAL "soft")
        set(definitions OB_MBEDTLS_ALL=0)
        string(CONCAT reason "The only engine is soft, whose portable code in constant time is slower than the "
            "library's (AES-GCM of 256 bytes on a Cortex-M4: 107,000 cycles, the library's 51,000). So the "
            "library keeps its own code. Set OB_MBEDTLS_REPLACE=1 to replace it, for less flash and constant time, or "
            "OB_MBEDTLS_ALL=1 for constant time with the library's code as fallback; OB_MBEDTLS_ALL=0 ends this "
            "warning.")
    elseif(engine STREQUAL "cortexm" AND variants MATCHES "^fs(-small)?$")
        foreach(switch IN ITEMS AES_ECB AES_CBC CMAC CMAC_UPDATE CMAC_FINISH)
            if(NOT "${ARGN}" MATCHES "OB_MBEDTLS_${switch}=")
                list(APPEND definitions OB_MBEDTLS_${switch}=0)
            endif()
        endforeach()
        string(CONCAT reason "The AES of engine cortexm is the variant ${variants} alone, in constant time and two blocks "
            "at once, which is slower than the library's look-ups where each block waits for the one before: single blocks, CBC "
            "and CMAC (up to 1.9 times on a Cortex-M3). So the library keeps these. AES-GCM is the engine's: with fs, 16 "
            "bytes take 1.4 times the library's cycles and 1 KiB fewer, with fs-small more. Set OB_MBEDTLS_CIPHERS=1 for "
            "constant time, or add a variant with tables (OB_CORTEXM_AES=\"fs;t1\").")
    endif()
    if(NOT definitions)
        set(reason "")
    endif()
    set(${out} "${definitions}" PARENT_SCOPE)
    set(${why} "${reason}" PARENT_SCOPE)
endfunction()

# ob_mbedtls_can_replace(<out> <variants> <engine>...): in <out> whether one of the engines has all that
# OB_MBEDTLS_REPLACE leaves out of the library: GCM, SHA-1 and SHA-2. <variants>: OB_CORTEXM_AES.
function(ob_mbedtls_can_replace out variants)
    set(can OFF)
    if("soft" IN_LIST ARGN OR ("cortexm" IN_LIST ARGN AND NOT variants STREQUAL "t1-deconly"))
        set(can ON)
    endif()
    set(${out} ${can} PARENT_SCOPE)
endfunction()
