# SPDX-License-Identifier: Apache-2.0
# The binding for keys of PSA Crypto as a target, for a given library target (binding/psa/README.md).
include_guard(GLOBAL)

# ob_bind_psa(<name> <library> [OUTBOARD <target>]): a static library with ob_psa_register, for an Mbed TLS 3.6 that is
# built with MBEDTLS_PSA_CRYPTO_SE_C.
function(ob_bind_psa name library)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "OUTBOARD" "")
    if(NOT arg_OUTBOARD)
        set(arg_OUTBOARD outboard)
    endif()
    set(folder ${outboard_SOURCE_DIR}/binding/psa)
    add_library(${name} STATIC EXCLUDE_FROM_ALL ${folder}/driver.c ${folder}/format.c)
    target_include_directories(${name} PRIVATE ${outboard_SOURCE_DIR})
    target_link_libraries(${name} PRIVATE ob_flags PUBLIC ${arg_OUTBOARD} ${library})
endfunction()
