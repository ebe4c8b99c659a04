// SPDX-License-Identifier: Apache-2.0
#include <smallscope/coverage/source_folders.hpp>

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <string>

#include <smallscope/coverage/covered.hpp>

#include "elf_file.hpp"

namespace smallscope::coverage {

namespace {

/// How many folders the package of a source of Java has.
std::size_t package_depth(const std::filesystem::path& source) {
  constexpr std::string_view word = "package ";
  std::error_code error;
  if (source.extension() != ".java" || !is_regular_file(source, error)) return 0;  // a store may name anything
  std::ifstream stream(source);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(word)) return 1 + static_cast<std::size_t>(std::ranges::count(line, '.'));
  }
  return 0;
}

/// Where Python and Java look for the module from.
std::filesystem::path folder_of_packages(const std::filesystem::path& module) {
  std::filesystem::path folder = module.parent_path();
  std::error_code error;
  while (folder.has_relative_path() && exists(folder / "__init__.py", error)) folder = folder.parent_path();
  for (std::size_t depth = package_depth(module); depth > 0; --depth) folder = folder.parent_path();
  return folder;
}

/// Of each unit, once, in the order of the units.
std::vector<std::filesystem::path> folders_of_compilation(std::string_view id, const std::filesystem::path& module) {
  std::vector<std::filesystem::path> folders;
  ElfFile file(module);
  if (file.elf() == nullptr || !file.is_of_module(id)) return folders;
  Dwarf* const dwarf = file.debug_information();
  Dwarf_CU* unit = nullptr;
  Dwarf_Die die;
  while (dwarf != nullptr && dwarf_get_units(dwarf, unit, &unit, nullptr, nullptr, &die, nullptr) == 0) {
    Dwarf_Attribute attribute;
    const char* const folder = dwarf_formstring(dwarf_attr(&die, DW_AT_comp_dir, &attribute));
    if (folder == nullptr || folder[0] != '/') continue;
    if (std::ranges::find(folders, std::filesystem::path(folder)) == folders.end()) folders.emplace_back(folder);
  }
  return folders;
}

}  // namespace

std::vector<std::filesystem::path> source_folders(std::string_view id, const std::filesystem::path& module) {
  if (id.starts_with(line_module)) return {folder_of_packages(module)};
  std::vector<std::filesystem::path> folders = folders_of_compilation(id, module);
  folders.push_back(module.parent_path());
  return folders;
}

}  // namespace smallscope::coverage
