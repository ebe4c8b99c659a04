// SPDX-License-Identifier: Apache-2.0
#include "subject_files.hpp"

#include <fmt/format.h>

#include <fstream>
#include <set>
#include <smallscope/generators/hash.hpp>
#include <vector>

namespace smallscope::program::specification {
namespace {

namespace fs = std::filesystem;

void add_content(generators::Fnv1a& hash, const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) hash.add("cannot be read");
  std::vector<char> block(1u << 16);
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())) || stream.gcount() > 0)
    hash.add(std::string_view(block.data(), static_cast<std::size_t>(stream.gcount())));
}

/// The regular files below the folder that count, sorted.
std::set<fs::path> files_below(const fs::path& folder) {
  std::set<fs::path> files;
  std::error_code problem;  // a folder that vanishes or cannot be read ends the search
  auto at = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, problem);
  for (std::error_code ignored; !problem && at != fs::recursive_directory_iterator(); at.increment(problem)) {
    const std::string name = at->path().filename().string();
    const bool counts = name.front() != '.' && name != "__pycache__";
    if (!counts && at->is_directory(ignored)) at.disable_recursion_pending();
    if (counts && at->is_regular_file(ignored)) files.insert(at->path());
  }
  return files;
}

std::string digest(const fs::path& path) {
  generators::Fnv1a hash;
  if (!fs::is_directory(path)) {
    add_content(hash, path);
  } else {
    for (const fs::path& file : files_below(path)) {
      hash.add(file.lexically_relative(path).string() + '\n');
      add_content(hash, file);
    }
  }
  return fmt::format("{:016x}", hash.value()).substr(0, 8);
}

}  // namespace

void SubjectFiles::add_if_named(const std::string& argument) {
  const std::string beginning = directory_.string() + '/';
  const std::size_t at = argument.find(beginning);
  if (at == std::string::npos) return;
  const fs::path file = fs::path(argument.substr(at)).lexically_normal();
  std::error_code ignored;
  if (fs::is_regular_file(file, ignored)) files_.emplace(file.lexically_relative(directory_).string(), file);
}

void SubjectFiles::add(const Value& list) {
  for (const Value& name : list_of(list, "a list of files and folders such as [\"engine\", \"/usr/bin/tcc\"]")) {
    const fs::path path = (directory_ / string_of(name)).lexically_normal();
    std::error_code ignored;
    if (string_of(name).empty() || (!fs::is_regular_file(path, ignored) && !fs::is_directory(path, ignored)))
      throw Mistake(name.line, fmt::format("`{}` names {}, which is neither a file nor a folder; paths are relative to "
                                           "the specification",
                                           name.path, name.raw));
    files_.emplace(string_of(name), path);
  }
}

std::string SubjectFiles::text() const {
  std::string text;
  for (const auto& [name, path] : files_) text += fmt::format("{}{}@{}", text.empty() ? "" : " ", name, digest(path));
  return text;
}

}  // namespace smallscope::program::specification
