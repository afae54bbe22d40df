# SPDX-License-Identifier: Apache-2.0
# Writes HEADER with the commit that SOURCE is at, or the version FALLBACK without git; only when it changes.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed OR commit STREQUAL "")
    set(commit ${FALLBACK})
endif()
set(text "/* SPDX-License-Identifier: Apache-2.0 */
/* Generated: what this program was built from. */
#define CLI_COMMIT \"${commit}\"
")
if(EXISTS ${HEADER})
    file(READ ${HEADER} old)
endif()
if(NOT text STREQUAL "${old}")
    file(WRITE ${HEADER} "${text}")
endif()
