# SPDX-License-Identifier: Apache-2.0
# smallscope_embed(<target> NAMESPACE n HEADER h FILES ...): a source that holds the files, as they are. `h` declares
#
#   namespace n { struct EmbeddedFile { std::string_view name, text; }; std::vector<EmbeddedFile> embedded_files(); }
#
# A name is that of the file below the project, with `/`.
function(smallscope_embed target)
  cmake_parse_arguments(arg "" "NAMESPACE;HEADER" "FILES" ${ARGN})
  set(blocks "")
  set(symbols "")
  set(rows "")
  set(number 0)
  foreach(file IN LISTS arg_FILES)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE name)
    set(symbol "smallscope_embedded_${number}")
    string(APPEND blocks
      "  .hidden ${symbol}\n  .global ${symbol}\n${symbol}:\n  .incbin \"${file}\"\n"
      "  .hidden ${symbol}_end\n  .global ${symbol}_end\n${symbol}_end:\n")
    string(APPEND symbols "extern const char ${symbol}[];\nextern const char ${symbol}_end[];\n")
    string(APPEND rows "      {\"${name}\", {${symbol}, ${symbol}_end}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${target}_embedded.cpp")
  file(CONFIGURE OUTPUT "${source}" @ONLY CONTENT [=[
// Written by cmake/Embed.cmake.
#include "@arg_HEADER@"

asm(R"(
  .section .rodata
@blocks@  .previous
)");

extern "C" {
@symbols@}

namespace @arg_NAMESPACE@ {

std::vector<EmbeddedFile> embedded_files() {
  return {
@rows@  };
}

}  // namespace @arg_NAMESPACE@
]=])
  target_sources(${target} PRIVATE "${source}")
  set_source_files_properties("${source}" PROPERTIES
    OBJECT_DEPENDS "${arg_FILES}" SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()
