# SPDX-License-Identifier: Apache-2.0
include(GNUInstallDirs)

# smallscope_module(<name> [SOURCES ...] [SEES <modules>] [PRIVATE_LIBRARIES <targets>] [OWN_PRECOMPILED_HEADERS]
#                   [TOGETHER])
#
# One module: a static library smallscope_<name> (alias smallscope::<name>) whose only include root is
# <name>/include, so it cannot include a header of a module that it does not see. Headers are found by pattern: every
# file below include/ is public and is verified to compile alone (target all_verify_interface_header_sets). The sources
# share precompiled headers with those of other modules, unless the module has OWN_PRECOMPILED_HEADERS; TOGETHER
# compiles them as one (smallscope_compile_together()).
function(smallscope_module name)
  cmake_parse_arguments(arg "OWN_PRECOMPILED_HEADERS;TOGETHER" "" "SOURCES;SEES;PRIVATE_LIBRARIES" ${ARGN})
  set(target smallscope_${name})
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/include/*.hpp")

  if(arg_SOURCES)
    add_library(${target} STATIC ${arg_SOURCES})
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(smallscope::${name} ALIAS ${target})
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS include FILES ${headers})
  target_compile_features(${target} ${scope} cxx_std_20)
  foreach(module IN LISTS arg_SEES)
    target_link_libraries(${target} ${scope} smallscope::${module})
  endforeach()
  if(arg_SOURCES)
    target_include_directories(${target} PRIVATE src)
    target_link_libraries(${target} PRIVATE ${arg_PRIVATE_LIBRARIES})
    smallscope_warnings(${target})
    if(NOT arg_OWN_PRECOMPILED_HEADERS)
      set(precompiled smallscope_precompiled_modules)
      if("fmt::fmt" IN_LIST arg_PRIVATE_LIBRARIES)
        set(precompiled smallscope_precompiled_modules_with_fmt)
      endif()
      target_precompile_headers(${target} REUSE_FROM ${precompiled})
    endif()
  endif()
  if(arg_TOGETHER)
    list(LENGTH arg_SOURCES sources)
    smallscope_compile_together(${target} AT_A_TIME ${sources})
  endif()
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} VERIFY_INTERFACE_HEADER_SETS ON)
  if(SMALLSCOPE_INSTALL)
    install(TARGETS ${target} EXPORT smallscope FILE_SET HEADERS)
  endif()
endfunction()

# Warnings for our own sources only; consumers never inherit them.
function(smallscope_warnings target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
    -Wno-missing-field-initializers)  # designated initialisers leave out what has a default
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # False alarms on sums and vectors of strings (GCC bug 105651), triggered by precompiled headers and -O3.
    target_compile_options(${target} PRIVATE
      -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds
      $<$<CONFIG:Release>:-Wno-maybe-uninitialized>)
  endif()
  if(SMALLSCOPE_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
