# SPDX-License-Identifier: Apache-2.0
# cmake -DSCHEDULED=FOLDER -P shipped.cmake: what a build with OB_SMALL has, a line for each core and for each variant of
# AES that it could be asked for: CORE VARIANT FILE..., the default first, as "default".
cmake_minimum_required(VERSION 3.25)
get_filename_component(PROJECT_SOURCE_DIR ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
include(${PROJECT_SOURCE_DIR}/engine/cortexm/sources.cmake)
set(OB_SMALL ON)

function(ob_cortexm7_scheduled result) # the build has written them
    set(${result} ${SCHEDULED} PARENT_SCOPE)
endfunction()

function(show core name)
    ob_cortexm_sources(${core} ${ARGN})
    list(FILTER cortexm_sources INCLUDE REGEX "\\.S$")
    list(TRANSFORM cortexm_sources REPLACE "^.*/" "")
    list(JOIN cortexm_sources " " files)
    message(NOTICE "${core} ${name} ${files}")
endfunction()

foreach(core IN LISTS OB_CORTEXM_CORES)
    ob_cortexm_default(default ${core})
    show(${core} default ${default})
    ob_cortexm_variants(known ${core})
    foreach(variant IN LISTS known)
        show(${core} ${variant} ${variant})
    endforeach()
endforeach()
