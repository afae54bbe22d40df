# SPDX-License-Identifier: Apache-2.0
# Boards with a Cortex-M microcontroller: start-up, console and clock of board/cortexm, and the part's own folder.
include_guard(GLOBAL)
include(OutboardBoard)

# ob_cortexm_board(<name> KHZ <clock after reset> INTERRUPTS <number> CORE m0|m3|m4|m7 [PART <source>]
# [BLOCKS <source>] STACK <size> HEAP <size>): the board ob_board, linked by <name>.ld. Without PART the flash needs no
# setting; without BLOCKS no crypto block is used.
function(ob_cortexm_board name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "KHZ;INTERRUPTS;CORE;PART;BLOCKS;STACK;HEAP" "")
    set(shared ${PROJECT_SOURCE_DIR}/board/cortexm)
    set(core_m0 core_plain.c cycles_systick.c)
    set(core_m3 core_plain.c cycles_dwt.c)
    set(core_m4 core_m4.c cycles_dwt.c)
    set(core_m7 core_m7.c cycles_dwt.c)
    set(sources start.c console.c board.c ${core_${arg_CORE}})
    list(TRANSFORM sources PREPEND ${shared}/)
    set(part ${shared}/part_plain.c)
    if(arg_PART)
        set(part ${arg_PART})
    endif()

    ob_board_objects(ob_board_common ${sources})
    target_compile_definitions(ob_board_common PRIVATE
        CORTEXM_NAME="${name}" CORTEXM_KHZ=${arg_KHZ}u CORTEXM_INTERRUPTS="${arg_INTERRUPTS}")
    set(blocks ${shared}/blocks_none.c)
    if(arg_BLOCKS)
        set(blocks ${arg_BLOCKS})
    endif()
    ob_board_objects(ob_board_part ${part} ${blocks})

    # The same objects for QEMU, without those that know the part's registers.
    ob_board_objects(ob_board_no_part ${shared}/part_plain.c ${shared}/blocks_none.c)
    set(ram 1M)
    if(arg_CORE STREQUAL "m0") # the microbit's, as board.toml sets it
        set(ram 32K)
    endif()
    ob_cortexm_link(ob_board ${CMAKE_CURRENT_SOURCE_DIR}/${name}.ld ob_board_part ${arg_STACK} ${arg_HEAP})
    ob_cortexm_link(ob_board_qemu ${shared}/qemu.ld ob_board_no_part ${arg_STACK} ${arg_HEAP})
    target_link_options(ob_board_qemu INTERFACE -Wl,--defsym=qemu_ram_size=${ram})
endfunction()

# ob_cortexm_link(<name> <linker script> <part's objects> <stack> <heap>): the interface library of a program's board.
function(ob_cortexm_link name script part stack heap)
    set(shared ${PROJECT_SOURCE_DIR}/board/cortexm)
    add_library(${name} INTERFACE)
    target_sources(${name} INTERFACE $<TARGET_OBJECTS:ob_board_common> $<TARGET_OBJECTS:${part}>)
    target_link_options(${name} INTERFACE -nostartfiles -T${script} -L${shared} -Wl,--gc-sections -Wl,--fatal-warnings
        -Wl,--no-warn-rwx-segments -Wl,--defsym=cortexm_stack_size=${stack} -Wl,--defsym=cortexm_heap_size=${heap})
    set_property(TARGET ${name} PROPERTY INTERFACE_LINK_DEPENDS ${script} ${shared}/sections.ld)
endfunction()
