# SPDX-License-Identifier: Apache-2.0
# How a folder joins the build: ob_part and ob_engine add sources to the library, ob_program a tool, ob_test a test.
# A file of ours includes another by its path from the root of the tree: "algo/sha256.h", "port/lock.h".
include_guard(GLOBAL)

set(OB_GENERATED_DIR ${PROJECT_BINARY_DIR}/generated)
set(OB_GENERATED_INCLUDE ${OB_GENERATED_DIR}/include)
file(MAKE_DIRECTORY ${OB_GENERATED_INCLUDE}/outboard)

add_library(outboard STATIC)
add_library(Outboard::outboard ALIAS outboard)
set_target_properties(outboard PROPERTIES LINKER_LANGUAGE C)
target_include_directories(outboard PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<BUILD_INTERFACE:${OB_GENERATED_INCLUDE}> $<INSTALL_INTERFACE:include>)
target_compile_definitions(outboard PUBLIC ${OB_DEFINITIONS})

# Each of the given folders that has a CMakeLists.txt joins the build.
function(ob_add_folders)
    foreach(folder IN LISTS ARGN)
        if(EXISTS ${PROJECT_SOURCE_DIR}/${folder}/CMakeLists.txt)
            add_subdirectory(${PROJECT_SOURCE_DIR}/${folder} ${PROJECT_BINARY_DIR}/${folder})
        endif()
    endforeach()
endfunction()

# The same for every folder directly below one.
function(ob_add_subfolders parent)
    file(GLOB lists CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/${parent}/*/CMakeLists.txt)
    foreach(list IN LISTS lists)
        cmake_path(GET list PARENT_PATH folder)
        ob_add_folders(${folder})
    endforeach()
endfunction()

# ob_part(<name> <source>... [LINK <library>...]): sources that go into the library, with the libraries they need.
function(ob_part name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK")
    add_library(ob_${name} OBJECT ${arg_UNPARSED_ARGUMENTS})
    target_include_directories(ob_${name} PRIVATE
        ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include ${OB_GENERATED_INCLUDE})
    target_link_libraries(ob_${name} PRIVATE ob_flags ${arg_LINK})
    target_sources(outboard PRIVATE $<TARGET_OBJECTS:ob_${name}>)
    target_link_libraries(outboard PRIVATE ${arg_LINK})
    add_dependencies(ob_${name} ob_state_size)
    set_property(GLOBAL APPEND PROPERTY OB_PARTS ${name})
endfunction()

# ob_engine(<name> <source>... [UNLISTED] [LINK <library>...]): the part engine/<name>, its table entry
# ob_engine_<name>, and its state, struct ob_<name>_state of engine/<name>/state.h. That header includes nothing of
# include/outboard. UNLISTED: an engine that its user makes, so it has no entry in the table. An engine that is only for
# tests (the folders of OB_TEST_ENGINES) is in ob_test_engines instead of the library.
function(ob_engine name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "UNLISTED" "" "LINK")
    if(name IN_LIST OB_TEST_ENGINES)
        add_library(ob_engine_${name} OBJECT ${arg_UNPARSED_ARGUMENTS})
        target_include_directories(ob_engine_${name} PRIVATE
            ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include ${OB_GENERATED_INCLUDE})
        target_link_libraries(ob_engine_${name} PRIVATE ob_flags ${arg_LINK})
        add_dependencies(ob_engine_${name} ob_state_size)
        return()
    endif()
    ob_part(engine_${name} ${arg_UNPARSED_ARGUMENTS} LINK ${arg_LINK})
    set_property(GLOBAL APPEND PROPERTY OB_ENGINE_STATES ${name})
    if(NOT arg_UNLISTED)
        set_property(GLOBAL APPEND PROPERTY OB_LINKED_ENGINES ${name})
    endif()
    target_link_libraries(ob_state_probe PRIVATE ${arg_LINK})
endfunction()

# ob_program(<name> <source>... [LINK <library>...]): an executable on top of the library.
function(ob_program name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK")
    add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(${name} PRIVATE ob_flags outboard ${arg_LINK})
endfunction()

# ob_link_test_engines(<program>): the engines that are only for tests, and a table with them in the place of the
# library's, unless the program has a table of its own.
function(ob_link_test_engines name)
    if(TARGET ob_test_engines)
        target_link_libraries(${name} PRIVATE ob_test_engines)
    endif()
endfunction()

# ob_test(<name> <source>... [LINK <library>...] [ARGS <argument>...] [LABEL <label>] [TIMEOUT <seconds>] [SERIAL]):
# a cmocka program and the test that runs it. The label is unit (default), conformance, binding, fault or ct; SERIAL
# keeps the machine free of other tests, for figures.
function(ob_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "SERIAL" "LABEL;TIMEOUT" "LINK;ARGS")
    ob_program(test_${name} ${arg_UNPARSED_ARGUMENTS} LINK ${arg_LINK} cmocka)
    ob_link_test_engines(test_${name})
    add_test(NAME ${OB_TEST_PREFIX}${name} COMMAND test_${name} ${arg_ARGS})
    if(NOT arg_LABEL)
        set(arg_LABEL unit)
    endif()
    if(NOT TARGET ob_tests_${arg_LABEL}) # all programs of a label
        add_custom_target(ob_tests_${arg_LABEL})
    endif()
    add_dependencies(ob_tests_${arg_LABEL} test_${name})
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 180)
    endif()
    set_tests_properties(${OB_TEST_PREFIX}${name} PROPERTIES LABELS ${arg_LABEL} TIMEOUT ${arg_TIMEOUT})
    if(arg_SERIAL)
        set_tests_properties(${OB_TEST_PREFIX}${name} PROPERTIES RUN_SERIAL TRUE PROCESSORS 2)
    endif()
endfunction()

# ob_library_without(<target> <part>... SOURCES <file>...): a static library of all parts but these, and of these files: for
# programs that bring a library of their own, which the engine of that name brings in another configuration.
function(ob_library_without target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES")
    get_property(parts GLOBAL PROPERTY OB_PARTS)
    list(REMOVE_ITEM parts ${arg_UNPARSED_ARGUMENTS})
    add_library(${target} STATIC EXCLUDE_FROM_ALL ${arg_SOURCES})
    foreach(part IN LISTS parts)
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:ob_${part}>)
    endforeach()
    target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/include ${OB_GENERATED_INCLUDE})
    target_compile_definitions(${target} PUBLIC ${OB_DEFINITIONS})
    target_link_libraries(${target} PRIVATE ob_flags)
endfunction()

# ob_tests_of(<part> [<regular expression> <part>]...): the tests of this folder get the label part/<part>, or that of the
# first expression that their name matches, so that ctest sums up what foundation, rtl, cortexm and linux take.
function(ob_tests_of)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL ob_label_tests [[${ARGV}]])")
endfunction()

function(ob_label_tests parts)
    list(POP_FRONT parts most)
    get_directory_property(tests TESTS)
    foreach(test IN LISTS tests)
        set(part ${most})
        set(left ${parts})
        while(left)
            list(POP_FRONT left expression other)
            if(test MATCHES "${expression}")
                set(part ${other})
                break()
            endif()
        endwhile()
        set_property(TEST ${test} APPEND PROPERTY LABELS part/${part})
    endforeach()
endfunction()

# The session state of every linked engine shares one array, so its size is the largest of theirs (DESIGN, rule 11).
# The compiler writes that size into an object file, where a script reads it: this also works for another processor.
add_library(ob_state_probe OBJECT ${OB_GENERATED_DIR}/state_probe.c)
target_include_directories(ob_state_probe PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(ob_state_probe PRIVATE ob_flags)
set_source_files_properties(${OB_GENERATED_DIR}/state_probe.c PROPERTIES GENERATED TRUE)
add_custom_command(OUTPUT ${OB_GENERATED_DIR}/state_size.stamp BYPRODUCTS ${OB_GENERATED_INCLUDE}/outboard/state_size.h
    COMMAND ${CMAKE_COMMAND} -DOBJECT=$<TARGET_OBJECTS:ob_state_probe>
        -DHEADER=${OB_GENERATED_INCLUDE}/outboard/state_size.h -P ${PROJECT_SOURCE_DIR}/cmake/state_size.cmake
    COMMAND ${CMAKE_COMMAND} -E touch ${OB_GENERATED_DIR}/state_size.stamp
    DEPENDS ob_state_probe $<TARGET_OBJECTS:ob_state_probe> ${PROJECT_SOURCE_DIR}/cmake/state_size.cmake VERBATIM)
add_custom_target(ob_state_size DEPENDS ${OB_GENERATED_DIR}/state_size.stamp)

# ob_write_table(<file> <attribute> <engine>...): the source of a table of these engines.
function(ob_write_table file attribute)
    foreach(engine IN LISTS ARGN)
        string(APPEND table_externs "extern struct ob_engine ob_engine_${engine};\n")
        string(APPEND table_rows "    &ob_engine_${engine},\n")
    endforeach()
    configure_file(${PROJECT_SOURCE_DIR}/cmake/linked_engines.c.in ${OB_GENERATED_DIR}/${file} @ONLY)
endfunction()

# Once every engine has joined: the probe of their states, and the table that the registry walks.
function(ob_finish_library)
    get_property(engines GLOBAL PROPERTY OB_LINKED_ENGINES)
    get_property(states GLOBAL PROPERTY OB_ENGINE_STATES)
    set(largest 1)
    foreach(engine IN LISTS states)
        string(APPEND probe_includes "#include \"engine/${engine}/state.h\"\n")
        string(APPEND probe_sizes
            "    size_${engine} = sizeof(struct ob_${engine}_state),\n"
            "    max_${engine} = (int)size_${engine} > (int)${largest} ? (int)size_${engine} : (int)${largest},\n")
        set(largest max_${engine})
    endforeach()
    set(probe_largest ${largest})
    configure_file(${PROJECT_SOURCE_DIR}/cmake/state_probe.c.in ${OB_GENERATED_DIR}/state_probe.c @ONLY)
    ob_write_table(linked_engines.c "" ${engines})
    ob_part(linked_engines ${OB_GENERATED_DIR}/linked_engines.c)
    if(OB_TEST_ENGINES)
        # Weak: some tests have a table of their own.
        ob_write_table(test_engines.c "__attribute__((weak)) " ${engines} ${OB_TEST_ENGINES})
        add_library(ob_test_table OBJECT ${OB_GENERATED_DIR}/test_engines.c)
        target_link_libraries(ob_test_table PRIVATE ob_flags)
        add_library(ob_test_engines INTERFACE)
        target_sources(ob_test_engines INTERFACE $<TARGET_OBJECTS:ob_test_table>)
        foreach(engine IN LISTS OB_TEST_ENGINES)
            target_sources(ob_test_engines INTERFACE $<TARGET_OBJECTS:ob_engine_${engine}>)
        endforeach()
    endif()
    list(JOIN engines " " engines_text)
    message(STATUS "Outboard ${PROJECT_VERSION}, engines: ${engines_text}")
endfunction()
