# SPDX-License-Identifier: Apache-2.0
# What a user may choose about a build, and the compiler flags that every part of ours is compiled with.
include_guard(GLOBAL)
include(OutboardNames)
include(OutboardWideMul)

if(CMAKE_SYSTEM_NAME MATCHES "^(Generic|PICO|Zephyr)$")
    set(OB_BARE_METAL ON)
    set(default_engines soft)
else()
    set(OB_BARE_METAL OFF)
    set(default_engines soft sched fault hasher cryp acryp)
    if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT OB_SINGLE)
        list(APPEND default_engines afalg devcrypto)
    endif()
endif()
set(OB_MBEDTLS_TARGET "" CACHE STRING "CMake target of an Mbed TLS 3.6 to use instead of building one")
set(OB_MBEDTLS_CONFIG "" CACHE FILEPATH "Configuration of the Mbed TLS that engine mbedtls builds; default its own")
set(OB_DEPS_DIR "${PROJECT_SOURCE_DIR}/build/deps" CACHE PATH "Where the set-up unpacks library sources and test vectors")

# By default those libraries become engines that are there.
if(NOT OB_BARE_METAL)
    if(OB_MBEDTLS_TARGET OR EXISTS ${OB_DEPS_DIR}/mbedtls)
        list(APPEND default_engines mbedtls)
    endif()
    find_package(OpenSSL 3.0 QUIET)
    if(OPENSSL_FOUND)
        list(APPEND default_engines openssl)
    endif()
endif()
set(OB_ENGINES "${default_engines}" CACHE STRING "Engines to link, a list of folder names below engine/")
option(OB_SMALL "Prefer code size to speed" ${OB_BARE_METAL})
set(single ${OB_BARE_METAL})
list(LENGTH OB_ENGINES n)
if(n GREATER 1) # they serve side by side, so the chooser is needed
    set(single OFF)
endif()
option(OB_SINGLE "One engine that answers at once: no chooser, no waiting, no statistics, no trace" ${single})
if("openssl" IN_LIST OB_ENGINES AND NOT OB_SINGLE AND NOT "slow" IN_LIST OB_ENGINES)
    list(APPEND OB_ENGINES slow) # which calibrate --slow wraps it with
endif()
set(default_tests OFF)
if(PROJECT_IS_TOP_LEVEL AND NOT OB_BARE_METAL)
    find_path(OB_CMOCKA cmocka.h DOC "Folder of cmocka.h; Debian's package libcmocka-dev")
    mark_as_advanced(OB_CMOCKA)
    if(OB_CMOCKA)
        set(default_tests ON)
    else()
        message(STATUS "There is no cmocka, so no tests are built: Debian's package libcmocka-dev has it")
    endif()
endif()
option(OB_TESTS "Build the tests" ${default_tests})
set(OB_TEST_ENGINES "") # engines that only tests link
if(OB_TESTS AND NOT OB_SINGLE AND NOT OB_BARE_METAL AND NOT "null" IN_LIST OB_ENGINES)
    set(OB_TEST_ENGINES null)
endif()
option(OB_SHARED "Build the shared library as well" OFF)
option(OB_FOREIGN "Build, with everything else, images for other processors and Mbed TLS's own suites" ON)
set(OB_BOARD "" CACHE STRING "Build the programs of example/ and test/board/ for this board, a folder below board/")
set(OB_TEST_PREFIX "" CACHE STRING "Put before the name of every test, so that two builds can run in one ctest")
set(OB_DEFINITIONS "" CACHE STRING "Settings of outboard/config.h, as in OB_WITH_PK=0;OB_TRACE=0")
option(OB_WERROR "Treat warnings in Outboard's own files as errors; the presets do" OFF)
ob_check_settings()
include(OutboardFollow)

if(OB_SHARED) # static and shared library are made of the same objects
    set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_EXTENSIONS OFF)

# Everything of ours compiles with these; a foreign library keeps its own flags.
add_library(ob_flags INTERFACE)
if(OB_SINGLE)
    list(APPEND OB_DEFINITIONS OB_ENGINES_MAX=1 OB_ASYNC=0 OB_STATS=0 OB_TRACE=0)
endif()
if(OB_BARE_METAL)
    get_property(options DIRECTORY PROPERTY COMPILE_OPTIONS)
    ob_wide_mul(wide_mul ${CMAKE_C_FLAGS} ${options} ${OB_DEFINITIONS})
    list(APPEND OB_DEFINITIONS ${wide_mul})
endif()
target_compile_definitions(ob_flags INTERFACE OB_SMALL=$<BOOL:${OB_SMALL}> ${OB_DEFINITIONS})
target_compile_options(ob_flags INTERFACE
    $<$<COMPILE_LANGUAGE:C,CXX>:-Wall -Wextra -Wconversion -pedantic -ffunction-sections -fdata-sections>
    $<$<AND:$<BOOL:${OB_WERROR}>,$<COMPILE_LANGUAGE:C,CXX>>:-Werror>
    $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-sign-conversion> # as in gcc, where -Wconversion leaves it out for C++
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes -Wvla>)

set(OB_SANITIZE "" CACHE STRING "Sanitizers to build with, as in -fsanitize=")
if(OB_SANITIZE)
    add_compile_options(-fsanitize=${OB_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${OB_SANITIZE})
    if(OB_SANITIZE MATCHES "thread" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
        add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-Wno-tsan>) # it does not see the barriers for devices
    endif()
endif()

# Counters of 64 bits are a library's work on processors of 32 bits without such instructions (MIPS32).
set(OB_ATOMIC "")
if(NOT OB_BARE_METAL)
    include(CheckCSourceCompiles)
    set(counter "int main(void) { static unsigned long long n; return (int)__atomic_fetch_add(&n, 1, __ATOMIC_RELAXED); }")
    check_c_source_compiles("${counter}" OB_ATOMIC_INLINE)
    if(NOT OB_ATOMIC_INLINE)
        set(OB_ATOMIC -latomic)
        target_link_libraries(ob_flags INTERFACE atomic)
    endif()
endif()

# POSIX beside strict C11, where there is an operating system.
if(NOT OB_BARE_METAL)
    target_compile_definitions(ob_flags INTERFACE _POSIX_C_SOURCE=200809L _DEFAULT_SOURCE)
endif()
