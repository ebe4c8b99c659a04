// SPDX-License-Identifier: Apache-2.0
#include "source_lines.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include <smallscope/coverage/symbols.hpp>

namespace smallscope::coverage {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view blanks = " \t\f";
constexpr std::uintmax_t most_bytes = 64u << 20;

std::size_t indentation(std::string_view line) { return std::min(line.find_first_not_of(blanks), line.size()); }

/// The name that a line defines, a function or a class; "" if it defines none.
std::string_view defined_name(std::string_view statement) {
  if (statement.starts_with("async ")) {
    statement.remove_prefix(std::min(statement.find_first_not_of(blanks, 6), statement.size()));
  }
  for (const std::string_view word : {"def ", "class "}) {
    if (!statement.starts_with(word)) continue;
    const std::size_t begin = statement.find_first_not_of(blanks, word.size());
    if (begin == std::string_view::npos) return {};
    const std::size_t end = statement.find_first_of("(:[ \t", begin);
    return statement.substr(begin, end == std::string_view::npos ? end : end - begin);
  }
  return {};
}

/// Whether a line begins a statement that has others within, unless it is the text of a string.
bool opens_block(std::string_view statement) {
  constexpr std::array<std::string_view, 10> words{"if",  "elif",   "else",    "for",  "while",
                                                   "try", "except", "finally", "with", "async"};
  const std::string_view word = statement.substr(0, statement.find_first_of(" \t(:"));
  return std::ranges::find(words, word) != words.end();
}

std::string text_of(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > most_bytes) return {};
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string sums_of(const std::string& text) {
  const auto* const bytes = reinterpret_cast<const Bytef*>(text.data());
  return fmt::format("{:08x}{:08x}", crc32_z(0, bytes, text.size()), adler32_z(1, bytes, text.size()));
}

}  // namespace

fs::path source_folder(std::string_view id, const fs::path& module) {
  fs::path folder = module.parent_path();
  if (!id.starts_with(line_module)) return folder;
  std::error_code error;
  while (folder.has_relative_path() && fs::exists(folder / "__init__.py", error)) folder = folder.parent_path();
  return folder;
}

std::string SourceLines::function_of(std::uint64_t line) const {
  if (line == 0 || line > text.size()) return {};
  std::string name;
  std::size_t within = indentation(text[line - 1]);
  for (std::uint64_t above = line - 1; above > 0 && within > 0; --above) {
    const std::string_view whole = text[above - 1];
    const std::size_t indented = indentation(whole);
    if (indented >= within) continue;
    const std::string_view statement = whole.substr(indented);
    if (const std::string_view defined = defined_name(statement); !defined.empty()) {
      name = name.empty() ? std::string(defined) : fmt::format("{}.{}", defined, name);
      within = indented;
    } else if (opens_block(statement)) {
      within = indented;
    }
  }
  return name;
}

SourceLines read_source_lines(const Module& module) {
  const fs::path path = module.path;
  SourceLines lines{
      .file = path.lexically_relative(source_folder(module.id, path)).string(), .problem = {}, .text = {}};
  const std::string text = text_of(path);
  if (!module.id.starts_with(fmt::format("{}{}-", line_module, sums_of(text)))) {
    lines.problem = fmt::format(
        "{}: it is not the text whose lines were covered, so functions are not known; restore it or run again",
        module.path);
    return lines;
  }
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.text.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace smallscope::coverage
