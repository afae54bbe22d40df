# SPDX-License-Identifier: Apache-2.0
# The binding for uTasker as a target, with the configuration defines of one application (binding/utasker/README.md).
include_guard(GLOBAL)

# ob_bind_utasker(<name> [<definition>...]): a static library with fnAES_Init, fnAES_Cipher and fnSHA256.
function(ob_bind_utasker name)
    set(folder ${outboard_SOURCE_DIR}/binding/utasker)
    add_library(${name} STATIC ${folder}/aes.c ${folder}/engines.c ${folder}/forget.c ${folder}/ltc.c
        ${folder}/sha.c)
    target_include_directories(${name} PRIVATE ${outboard_SOURCE_DIR})
    target_link_libraries(${name} PRIVATE ob_flags PUBLIC outboard)
    foreach(engine mmcau ltc)
        string(TOUPPER ${engine} upper)
        if(engine IN_LIST OB_ENGINES)
            target_compile_definitions(${name} PRIVATE OB_UTASKER_${upper}=1)
        else()
            target_compile_definitions(${name} PRIVATE OB_UTASKER_${upper}=0)
        endif()
    endforeach()
    target_compile_definitions(${name} PRIVATE ${ARGN})
endfunction()
