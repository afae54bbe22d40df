# SPDX-License-Identifier: Apache-2.0
# The binding for Mbed TLS 3.6 as a target, for a given library target (binding/mbedtls/README.md).
include_guard(GLOBAL)
include(${CMAKE_CURRENT_LIST_DIR}/OutboardMbedtlsRule.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/OutboardNames.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/OutboardServing.cmake)

foreach(list IN ITEMS wraps wraps_numbers)
    file(READ ${PROJECT_SOURCE_DIR}/binding/mbedtls/${list}.h text)
    string(REGEX MATCHALL " W[(][A-Z0-9_]+, [a-z0-9_]+[)]" rows "${text}")
    foreach(row IN LISTS rows)
        string(REGEX MATCH ", ([a-z0-9_]+)" row "${row}")
        set_property(GLOBAL APPEND PROPERTY OB_MBEDTLS_${list} mbedtls_${CMAKE_MATCH_1})
    endforeach()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/binding/mbedtls/${list}.h)
endforeach()

# ob_bind_mbedtls(<name> <library> [NUMBERS] [OUTBOARD <target>] [DEFINITIONS <definition>...]): the target <name>. With
# NUMBERS the functions of wraps_numbers.h are redirected, too. A program that
# links it has the calls of its own files, and of every file of <library>, which is static, served by Outboard. The
# definitions are switches of outboard/mbedtls.h. The binding is compiled with the library's configuration, because it
# works in the library's contexts; its object files are linked as they are, so that without the linker's options, which
# come with the target, a program does not link at all.
function(ob_bind_mbedtls name library)
    cmake_parse_arguments(PARSE_ARGV 2 arg "NUMBERS" "OUTBOARD" "DEFINITIONS")
    if(NOT arg_OUTBOARD)
        set(arg_OUTBOARD outboard)
    endif()
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "ob_bind_mbedtls: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    ob_clean_settings(arg_DEFINITIONS ${arg_DEFINITIONS})
    if(arg_NUMBERS)
        list(APPEND arg_DEFINITIONS OB_MBEDTLS_NUMBERS=1)
    endif()
    get_target_property(aliased ${library} ALIASED_TARGET)
    if(aliased)
        set(library ${aliased})
    endif()
    get_target_property(type ${library} TYPE)
    get_target_property(ipo ${library} INTERPROCEDURAL_OPTIMIZATION)
    if(NOT type MATCHES "^(STATIC|UNKNOWN|INTERFACE|OBJECT)_LIBRARY$")
        message(FATAL_ERROR "ob_bind_mbedtls: ${library} is a ${type}: calls within it can't be redirected, a static "
            "library is needed")
    endif()
    if(ipo)
        message(FATAL_ERROR "ob_bind_mbedtls: ${library} is compiled with link-time optimisation, which resolves calls "
            "within the library before the linker can redirect them. Set its INTERPROCEDURAL_OPTIMIZATION to OFF; the "
            "rest of the program may keep it.")
    endif()
    # The function is also called by a program's CMakeLists.txt, which sees none of this tree's variables.
    get_target_property(settings outboard COMPILE_DEFINITIONS)
    ob_linked_engines(linked)
    ob_serving(serving why "${OB_SINGLE}" ${linked})
    set(left "")
    if(OB_SINGLE)
        ob_mbedtls_rule(left why "${serving}" "${OB_CORTEXM_AES}" ${settings} ${arg_DEFINITIONS})
        list(APPEND arg_DEFINITIONS ${left})
        if(why)
            message(WARNING "${name}: ${why}")
        endif()
    endif()
    set(given "${settings};${arg_DEFINITIONS}")
    ob_mbedtls_can_replace(can_replace "${OB_CORTEXM_AES}" ${serving})
    if(given MATCHES "OB_MBEDTLS_REPLACE=1" AND NOT can_replace)
        message(FATAL_ERROR "${name}: OB_MBEDTLS_REPLACE=1 leaves out the library's GCM, SHA-1 and SHA-2, and no engine of "
            "\"${serving}\" has all of them: such calls would fail. Add engine soft, or leave OB_MBEDTLS_REPLACE out.")
    endif()
    # One engine of software that has all that it replaces: the library's own code would never run.
    if(OB_SINGLE AND can_replace AND (OB_ENGINES STREQUAL "soft" OR OB_ENGINES STREQUAL "cortexm") AND
        NOT left MATCHES "OB_MBEDTLS_ALL=0" AND
        NOT given MATCHES "OB_MBEDTLS_(ALL=0|(FALLBACK|REPLACE|RUNTIME)=)")
        list(APPEND arg_DEFINITIONS OB_MBEDTLS_REPLACE=1)
    endif()
    # The engine that uses what is kept with a public RSA key.
    if("acryp" IN_LIST OB_ENGINES AND NOT given MATCHES "OB_MBEDTLS_RSA_KEYS=")
        list(APPEND arg_DEFINITIONS OB_MBEDTLS_RSA_KEYS=2)
    endif()
    set(source ${outboard_SOURCE_DIR}/binding/mbedtls)
    file(GLOB files CONFIGURE_DEPENDS ${source}/*.c)
    add_library(${name}_objects OBJECT ${files})
    target_include_directories(${name}_objects PRIVATE
        ${outboard_SOURCE_DIR} ${outboard_SOURCE_DIR}/include ${outboard_BINARY_DIR}/generated/include)
    target_compile_definitions(${name}_objects PRIVATE ${arg_DEFINITIONS})
    target_link_libraries(${name}_objects PRIVATE ob_flags ${library})
    target_compile_options(${name}_objects PRIVATE $<$<C_COMPILER_ID:Clang>:-Wno-reserved-identifier>)
    add_dependencies(${name}_objects ob_state_size)

    add_library(${name} INTERFACE)
    target_sources(${name} INTERFACE $<TARGET_OBJECTS:${name}_objects>)
    target_compile_definitions(${name} INTERFACE ${arg_DEFINITIONS})
    get_property(wrapped GLOBAL PROPERTY OB_MBEDTLS_wraps)
    if(arg_NUMBERS)
        get_property(numbers GLOBAL PROPERTY OB_MBEDTLS_wraps_numbers)
        list(APPEND wrapped ${numbers})
    endif()
    list(TRANSFORM wrapped PREPEND LINKER:--wrap= OUTPUT_VARIABLE options)
    target_link_options(${name} INTERFACE ${options})
    list(TRANSFORM wrapped PREPEND -Wl,--wrap= OUTPUT_VARIABLE options) # for a link without CMake: gcc @<file>
    list(JOIN options "\n" options)
    file(WRITE ${PROJECT_BINARY_DIR}/${name}.options "${options}\n")
    target_link_libraries(${name} INTERFACE ${arg_OUTBOARD} ${library})

    # What the properties do not tell, the archive does.
    if(type STREQUAL "STATIC_LIBRARY")
        set(stamp ${PROJECT_BINARY_DIR}/${name}.checked)
        add_custom_command(OUTPUT ${stamp}
            COMMAND ${CMAKE_COMMAND} -DARCHIVE=$<TARGET_FILE:${library}> -DOBJDUMP=${CMAKE_OBJDUMP} -DSTAMP=${stamp}
                -P ${outboard_SOURCE_DIR}/cmake/refuse_lto.cmake
            DEPENDS ${library} ${outboard_SOURCE_DIR}/cmake/refuse_lto.cmake VERBATIM)
        add_custom_target(${name}_checked DEPENDS ${stamp})
        add_dependencies(${name} ${name}_checked)
    endif()
endfunction()
