# SPDX-License-Identifier: Apache-2.0
# Two ways to speed up a build from nothing: headers that are compiled once, and sources that are compiled together.
# SMALLSCOPE_COMPILE_SINGLY does without both: less is compiled again after a change, and a source that forgot an
# include is found. clang-tidy needs it, because it cannot read the precompiled headers of g++.
if(CMAKE_CXX_CLANG_TIDY)
  set(singly ON)
else()
  set(singly OFF)
endif()
option(SMALLSCOPE_COMPILE_SINGLY "Compile every source by itself, without precompiled headers" ${singly})
if(SMALLSCOPE_COMPILE_SINGLY)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()

# smallscope_precompiled(<target> HEADERS <headers> [LIBRARIES <targets>] [OPTIONS <options>])
#
# Headers that many sources include, compiled once. Other targets with the same options use them by
# target_precompile_headers(<name> REUSE_FROM <target>). They halve the time of a build from nothing. Add only headers
# that are cheap for every source: inline functions that instantiate templates are compiled again in each source, used
# or not (CLI11: 2.7 s).
function(smallscope_precompiled target)
  cmake_parse_arguments(arg "" "" "HEADERS;LIBRARIES;OPTIONS" ${ARGN})
  add_library(${target} OBJECT "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/nothing.cpp")
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES})
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_compile_options(${target} PRIVATE ${arg_OPTIONS})
  target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
  smallscope_warnings(${target})
endfunction()

# smallscope_compile_together(<target> (AT_A_TIME <number> | GROUP <name> <sources>...))
#
# Sources that instantiate the same templates, compiled as one source: all sources of the target, some at a time, or the
# named ones. Names in their anonymous namespaces must then differ.
function(smallscope_compile_together target)
  cmake_parse_arguments(arg "" "AT_A_TIME" "GROUP" ${ARGN})
  if(SMALLSCOPE_COMPILE_SINGLY)
    return()
  endif()
  if(arg_AT_A_TIME)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${arg_AT_A_TIME})
  else()
    list(POP_FRONT arg_GROUP name)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    set_source_files_properties(${arg_GROUP} PROPERTIES UNITY_GROUP ${name})
  endif()
  # A local name may now equal a name in the anonymous namespace of another source, and no source is a header.
  target_compile_options(${target} PRIVATE -Wno-shadow -Wshadow=local -Wno-subobject-linkage)
endfunction()
