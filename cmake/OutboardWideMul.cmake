# SPDX-License-Identifier: Apache-2.0
# Whether a core multiplies 32 by 32 to 64 bits in the same time for all operands: OB_WIDE_MUL of outboard/config.h.
include_guard(GLOBAL)

# ob_wide_mul(<out> <flag>...): in <out> the definition for the core that the compiler's flags name, empty if they name
# none that is known here, or define it themselves, as the toolchain files in this folder do.
function(ob_wide_mul out)
    string(JOIN " " flags ${ARGN})
    set(definition "")
    if(flags MATCHES "OB_WIDE_MUL=")
    elseif(flags MATCHES "-m(cpu|tune)=cortex-m(0|0plus|1|3|23)([ +.]|$)")
        set(definition OB_WIDE_MUL=0)
    elseif(flags MATCHES "-m(cpu|tune)=cortex-m(4|7|33|35p|55|85)([ +.]|$)")
        set(definition OB_WIDE_MUL=1)
    endif()
    set(${out} "${definition}" PARENT_SCOPE)
endfunction()
