# SPDX-License-Identifier: Apache-2.0
# The shared library liboutboard.so.0: the objects of the static one, and of its names those that begin with ob_. The names
# of the functions that set up a session tell its layout (OB_LAYOUT_NAME): a program with another one does not start.
include_guard(GLOBAL)

add_library(outboard_shared SHARED)
add_library(Outboard::outboard_shared ALIAS outboard_shared)
set_target_properties(outboard_shared PROPERTIES LINKER_LANGUAGE C OUTPUT_NAME outboard VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR} LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/liboutboard.map)
get_property(parts GLOBAL PROPERTY OB_PARTS)
foreach(part IN LISTS parts)
    target_sources(outboard_shared PRIVATE $<TARGET_OBJECTS:ob_${part}>)
endforeach()
target_include_directories(outboard_shared PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<BUILD_INTERFACE:${OB_GENERATED_INCLUDE}> $<INSTALL_INTERFACE:include>)
target_compile_definitions(outboard_shared PUBLIC ${OB_DEFINITIONS})
get_target_property(libraries outboard LINK_LIBRARIES)
target_link_libraries(outboard_shared PRIVATE ${libraries} ob_flags)
target_link_options(outboard_shared PRIVATE -Wl,-z,defs -Wl,--as-needed
    -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/liboutboard.map)
