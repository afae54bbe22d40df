# SPDX-License-Identifier: Apache-2.0
# What "cmake --install" puts where: library, headers, the CMake package Outboard and the pkg-config file outboard.
include_guard(GLOBAL)
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(engines GLOBAL PROPERTY OB_LINKED_ENGINES)
set(requires "") # pkg-config modules
set(finds "")    # find_dependency lines
set(libraries "")
if("openssl" IN_LIST engines)
    list(APPEND requires "libcrypto >= 3.0")
    string(APPEND finds "find_dependency(OpenSSL 3.0)\n")
endif()
if("wolfssl" IN_LIST engines)
    list(APPEND requires "wolfssl")
endif()
if(TARGET ob_mbedtls)
    list(APPEND libraries -lob_mbedtls)
    install(TARGETS ob_mbedtls EXPORT OutboardTargets)
endif()
if(NOT OB_BARE_METAL)
    list(APPEND libraries -pthread ${OB_ATOMIC})
endif()
list(TRANSFORM OB_DEFINITIONS PREPEND -D OUTPUT_VARIABLE definitions)
list(JOIN requires ", " requires)
list(JOIN libraries " " libraries)
list(JOIN definitions " " definitions)

install(TARGETS outboard EXPORT OutboardTargets)
if(OB_SHARED)
    install(TARGETS outboard_shared EXPORT OutboardTargets)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/outboard ${OB_GENERATED_INCLUDE}/outboard
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Outboard)
install(EXPORT OutboardTargets NAMESPACE Outboard:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/OutboardConfig.cmake.in
    ${OB_GENERATED_DIR}/OutboardConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${OB_GENERATED_DIR}/OutboardConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${OB_GENERATED_DIR}/OutboardConfig.cmake ${OB_GENERATED_DIR}/OutboardConfigVersion.cmake
    DESTINATION ${package_dir})
file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/outboard.pc.in ${OB_GENERATED_DIR}/outboard.pc @ONLY)
install(FILES ${OB_GENERATED_DIR}/outboard.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
