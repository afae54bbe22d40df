# SPDX-License-Identifier: Apache-2.0
# Fails if ARCHIVE has objects for link-time optimisation, else makes STAMP: calls between such objects are resolved
# before the linker's --wrap, so that the binding would be left out without a word.
execute_process(COMMAND ${OBJDUMP} -h ${ARCHIVE} OUTPUT_VARIABLE sections ERROR_VARIABLE errors RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR "${OBJDUMP} can't read ${ARCHIVE}: ${errors}")
endif()
if(sections MATCHES "\\.gnu\\.lto_|\\.llvm\\.lto|bitcode")
    message(FATAL_ERROR "${ARCHIVE} is compiled with link-time optimisation (-flto), which resolves calls within the "
        "library before the linker can redirect them to Outboard. Compile the library with -fno-lto; the rest of the "
        "program may keep it.")
endif()
file(TOUCH ${STAMP})
