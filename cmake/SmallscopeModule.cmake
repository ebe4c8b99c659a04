include(GNUInstallDirs)

# smallscope_module(<name> [SOURCES ...] [SEES <modules>] [PRIVATE_LIBRARIES <targets>])
#
# One module: a static library smallscope_<name> (alias smallscope::<name>) whose only include root is
# <name>/include, so that a header of a module it does not see cannot be included. Headers are found by pattern: every
# file below include/ is public and is verified to compile alone (target all_verify_interface_header_sets).
function(smallscope_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;SEES;PRIVATE_LIBRARIES" ${ARGN})
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
    -Wno-missing-field-initializers  # designated initialisers leave out what has a default
    -Wno-restrict)  # g++ 12 misfires on sums of strings (GCC bug 105651)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict)  # false alarms on "literal" + std::string (GCC bug 105651)
  endif()
  if(SMALLSCOPE_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
