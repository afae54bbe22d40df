# SPDX-License-Identifier: Apache-2.0
# Which of the linked engines serve.
include_guard(GLOBAL)

# ob_linked_engines(<out>): all that are linked; first those that ob_start makes, then those that the program makes.
function(ob_linked_engines out)
    get_property(engines GLOBAL PROPERTY OB_LINKED_ENGINES)
    list(APPEND engines ${OB_ENGINES})
    list(REMOVE_DUPLICATES engines)
    set(${out} "${engines}" PARENT_SCOPE)
endfunction()

# ob_serving(<out> <why> <single> <engine>...): in <out> the engines that can serve, and in <why> a warning if some that
# are linked never do. With OB_SINGLE (<single>) the first one of ob_linked_engines serves alone.
function(ob_serving out why single)
    set(engines ${ARGN})
    set(reason "")
    list(LENGTH engines n)
    if(single AND n GREATER 1)
        list(POP_FRONT engines first)
        list(JOIN engines ", " rest)
        set(engines ${first})
        string(CONCAT reason "With OB_SINGLE one engine serves: ${first}, unless the program adds another one before "
            "ob_start. Never asked: ${rest}. Set OB_SINGLE to OFF to compare prices, or leave the others out.")
    endif()
    set(${out} "${engines}" PARENT_SCOPE)
    set(${why} "${reason}" PARENT_SCOPE)
endfunction()
