# SPDX-License-Identifier: Apache-2.0
# Reads the size that the state probe left in OBJECT and writes HEADER, only when it changes.
file(STRINGS ${OBJECT} found REGEX "ob_state_size=\\[[0-9]+\\]" LIMIT_COUNT 1)
if(NOT found MATCHES "ob_state_size=\\[0*([0-9]+)\\]")
    message(FATAL_ERROR "no state size in ${OBJECT}")
endif()
set(text "/* SPDX-License-Identifier: Apache-2.0 */
/* Generated: the size in bytes of the largest state among the linked engines. */
#ifndef OUTBOARD_STATE_SIZE_H
#define OUTBOARD_STATE_SIZE_H

#define OB_STATE_SIZE ${CMAKE_MATCH_1}

#endif
")
if(EXISTS ${HEADER})
    file(READ ${HEADER} old)
endif()
if(NOT text STREQUAL "${old}")
    file(WRITE ${HEADER} "${text}")
endif()
