# SPDX-License-Identifier: Apache-2.0
# `cmake --install`: smallscope_module() adds the modules to the export set, program/ adds the program, and this file
# adds the package files. Consumers call find_package(smallscope) and link smallscope::generators, smallscope::runner,
# ...
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/smallscope")
install(EXPORT smallscope NAMESPACE smallscope:: FILE smallscope-targets.cmake DESTINATION "${package_dir}")
configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/smallscope-config.cmake.in" "${PROJECT_BINARY_DIR}/smallscope-config.cmake"
  INSTALL_DESTINATION "${package_dir}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/smallscope-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(
  FILES
    "${PROJECT_BINARY_DIR}/smallscope-config.cmake"
    "${PROJECT_BINARY_DIR}/smallscope-config-version.cmake"
    "${CMAKE_CURRENT_LIST_DIR}/Dependencies.cmake"
  DESTINATION "${package_dir}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/workers" DESTINATION "${CMAKE_INSTALL_DATADIR}/smallscope"
        USE_SOURCE_PERMISSIONS
        PATTERN __pycache__ EXCLUDE)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
