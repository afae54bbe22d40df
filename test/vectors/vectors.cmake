# SPDX-License-Identifier: Apache-2.0
# Converts the test vectors once: OB_VECTORS is the file, which all builds of the tree share, and ob_vectors the target.
# OB_VECTORS is empty where the set-up has not fetched them.

set(OB_VECTORS "")
set(python ${OB_DEPS_DIR}/venv/bin/python)
if(EXISTS ${python} AND EXISTS ${OB_DEPS_DIR}/cryptography_vectors AND EXISTS ${OB_DEPS_DIR}/wycheproof)
    set(OB_VECTORS ${PROJECT_SOURCE_DIR}/build/vectors/vectors.bin)
    if(NOT TARGET ob_vectors)
        file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.py ${CMAKE_CURRENT_LIST_DIR}/standards/*.txt)
        add_custom_command(OUTPUT ${OB_VECTORS}
            COMMAND ${python} -B ${CMAKE_CURRENT_LIST_DIR}/convert.py --nist ${OB_DEPS_DIR}/cryptography_vectors
                --wycheproof ${OB_DEPS_DIR}/wycheproof --summary ${PROJECT_SOURCE_DIR}/build/vectors/summary.txt ${OB_VECTORS}
            DEPENDS ${sources} ${PROJECT_SOURCE_DIR}/include/outboard/alg.h
            COMMENT "Converting test vectors" VERBATIM)
        add_custom_target(ob_vectors ALL DEPENDS ${OB_VECTORS})
    endif()
else()
    message(STATUS "No test vectors, so no conformance tests: ./run setup vectors fetches them")
endif()
