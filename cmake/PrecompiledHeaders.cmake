# smallscope_precompiled(<target> HEADERS <headers> [LIBRARIES <targets>] [OPTIONS <options>])
#
# Headers that many sources include, compiled once: other targets that are compiled with the same options say
# target_precompile_headers(<name> REUSE_FROM <target>). They halve a build from nothing. Only what is cheap to have read
# belongs in them: inline functions that instantiate templates are compiled again in every source, used or not (CLI11: 2.7 s).
function(smallscope_precompiled target)
  cmake_parse_arguments(arg "" "" "HEADERS;LIBRARIES;OPTIONS" ${ARGN})
  add_library(${target} OBJECT "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/nothing.cpp")
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES})
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_compile_options(${target} PRIVATE ${arg_OPTIONS})
  target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
  smallscope_warnings(${target})
endfunction()
