# SPDX-License-Identifier: Apache-2.0
# Programs for a board: ob_board_program links one with the library and the board's own part (board/<name>), and, where
# it has an mbedtls_config.h beside it, with an Mbed TLS of that configuration under Outboard's binding, unless the folder
# has made its own.
include_guard(GLOBAL)
include(OutboardMbedtls)

# ob_board_objects(<name> <source>...): object files of a board, which its folder puts into ob_board, an interface library
# with the board's objects and linker options.
function(ob_board_objects name)
    add_library(${name} OBJECT ${ARGN})
    target_include_directories(${name} PRIVATE
        ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include ${OB_GENERATED_INCLUDE})
    target_link_libraries(${name} PRIVATE ob_flags)
    add_dependencies(${name} ob_state_size)
endfunction()

# ob_board_program(<name> <source>... [LINK <library>...]): the folder's program, in a file of its name.
function(ob_board_program name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK")
    ob_program(${name} ${arg_UNPARSED_ARGUMENTS} LINK ob_board ${arg_LINK})
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/mbedtls_config.h AND NOT TARGET ${name}_mbedtls)
        ob_mbedtls_library(${name}_mbedtls ${CMAKE_CURRENT_SOURCE_DIR}/mbedtls_config.h)
        # Programs start the engines of their board themselves (outboard/board.h).
        ob_bind_mbedtls(${name}_bound ${name}_mbedtls DEFINITIONS OB_MBEDTLS_AUTOSTART=0)
        target_link_libraries(${name} PRIVATE ${name}_bound)
        list(APPEND arg_LINK ${name}_bound)
    endif()
    if(TARGET ob_board_qemu) # the same objects, linked for a board of QEMU
        add_executable(${name}-qemu EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${name}>)
        set_target_properties(${name}-qemu PROPERTIES LINKER_LANGUAGE C)
        target_link_libraries(${name}-qemu PRIVATE outboard ob_board_qemu ${arg_LINK})
    endif()
endfunction()

# ob_mbedtls_library(<name> <configuration> [TLS]): Mbed TLS from the sources of the set-up; PSA, X.509 and TLS only if
# asked for.
function(ob_mbedtls_library name configuration)
    cmake_parse_arguments(PARSE_ARGV 2 arg "TLS" "" "")
    set(source ${OB_DEPS_DIR}/mbedtls)
    if(NOT EXISTS ${source}/library/aes.c)
        message(FATAL_ERROR "${name} needs the sources of Mbed TLS in ${source}: ./run setup mbedtls")
    endif()
    file(GLOB files ${source}/library/*.c)
    if(NOT arg_TLS)
        list(FILTER files EXCLUDE REGEX "/(psa_|ssl_|x509|net_sockets|debug|mps_)[^/]*$")
    endif()
    add_library(${name} STATIC ${files})
    target_include_directories(${name} SYSTEM PUBLIC ${source}/include)
    target_include_directories(${name} PRIVATE ${source}/library)
    target_compile_definitions(${name} PUBLIC MBEDTLS_CONFIG_FILE="${configuration}")
    target_compile_options(${name} PRIVATE -ffunction-sections -fdata-sections)
endfunction()
