// SPDX-License-Identifier: Apache-2.0
#include "subject_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <smallscope/generators/hash.hpp>
#include <smallscope/subjects/command.hpp>
#include <string_view>
#include <vector>

#include "shell_words.hpp"

namespace smallscope::program::specification {
namespace {

namespace fs = std::filesystem;

/// A file that is farther from the specification is none of its own.
constexpr std::ptrdiff_t most_levels_up = 3;

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

/// The file or folder whose name `text` begins with, up to the end of a word; a space may be a part of it. Else "".
std::string longest_name(std::string_view text) {
  constexpr std::string_view ends_of_words = " \t\r\n;|&<>()`'\"$,:";
  while (!text.empty()) {
    std::error_code ignored;
    const bool whole = text.find('\0') == std::string_view::npos;
    const fs::path path(text);
    if (whole && (fs::is_regular_file(path, ignored) || fs::is_directory(path, ignored))) return std::string(text);
    const std::size_t end = text.find_last_of(ends_of_words);
    text = text.substr(0, end == std::string_view::npos ? 0 : end);
  }
  return {};
}

/// Whether the line of a shell that begins so writes the file that it names next.
bool is_output(std::string_view before) {
  const std::size_t last = before.find_last_not_of(" \t\"'");
  return last != std::string_view::npos && before[last] == '>';
}

}  // namespace

void SubjectFiles::add_named_in(const std::vector<std::string>& command) {
  if (are_kept()) return;
  for (const std::string& argument : command) add_files_of(argument);
  add_program(command.front());
  for (const std::string& program : programs_of_line(shell_line_of(command))) add_program(program);
}

void SubjectFiles::add_program(const std::string& program) {
  std::error_code ignored;
  const fs::path path(program);
  if (program.find('\0') != std::string::npos) return;
  if (path.is_absolute()) {
    const bool is_below = program.starts_with(directory_.string() + '/');
    if (!is_below && fs::is_regular_file(path, ignored)) files_.emplace(program, path);
  } else if (!path.has_parent_path()) {
    if (const auto found = subjects::on_path(program)) programs_.emplace("$PATH/" + program, *found);
  }
}

void SubjectFiles::add_files_of(std::string_view argument) {
  const std::string beginning = directory_.string() + '/';
  for (std::size_t at = 0; (at = argument.find(beginning, at)) != std::string::npos; at += beginning.size()) {
    if (is_output(argument.substr(0, at))) continue;
    fs::path path = fs::path(longest_name(argument.substr(at))).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();  // as in "{here}/rules/"
    if (path.empty() && at == 0 && argument.find('\0') == std::string_view::npos)
      missing_.emplace(argument.substr(beginning.size()));
    if (path.empty() || path == directory_) continue;
    std::error_code ignored;
    const std::string name = path.lexically_relative(directory_).string();
    if (fs::is_directory(path, ignored))
      folders_.insert(name);
    else
      files_.emplace(name, path);
  }
}

std::vector<std::string> SubjectFiles::doubts() const {
  std::vector<std::string> doubts;
  if (!is_listed_)
    for (const std::string& folder : folders_)
      doubts.push_back(fmt::format(
          "a command names the folder {0}, and what is in it is not taken for a part of the subject: if it "
          "changes, results of two subjects get into one store; write files = [\"{0}\"] in [subject], or [] "
          "if that does not matter",
          folder));
  for (const std::string& path : missing_)
    doubts.push_back(
        fmt::format("a command names {{here}}/{}, and there is no such file beside the specification", path));
  return doubts;
}

void SubjectFiles::add(const Value& list) {
  is_listed_ = true;
  constexpr std::string_view here = "{here}/";
  for (const Value& name : list_of(list, "a list of files and folders such as [\"engine\", \"/usr/bin/tcc\"]")) {
    // Names are relative to the specification, so this says nothing that is not so anyway.
    std::string text = string_of(name);
    if (are_kept()) continue;
    if (text.starts_with(here)) text.erase(0, here.size());
    const fs::path path = (directory_ / text).lexically_normal();
    std::error_code ignored;
    const bool is_there = fs::is_regular_file(path, ignored) || fs::is_directory(path, ignored);
    if (!text.empty() && is_there)
      files_.emplace(text, path);
    else if (const auto found = text.find('/') == std::string::npos ? subjects::on_path(text) : std::nullopt)
      programs_.emplace("$PATH/" + text, *found);
    else
      throw Mistake(name.line, fmt::format("`{}` names {}, which is neither a file nor a folder, nor a program on "
                                           "PATH; paths are relative to the specification",
                                           name.path, name.raw));
  }
}

std::vector<std::pair<std::string, fs::path>> SubjectFiles::own() const {
  std::vector<std::pair<std::string, fs::path>> own;
  for (const auto& [name, path] : files_) {
    const fs::path relative = path.lexically_relative(directory_);
    const std::ptrdiff_t levels_up = std::ranges::count(relative, "..");
    if (relative.empty() || levels_up > most_levels_up) continue;
    if (levels_up > 0 && fs::path(name).is_absolute()) continue;  // a program, which stays where it is
    std::error_code ignored;
    const bool is_folder = fs::is_directory(path, ignored);
    for (const fs::path& file : is_folder ? files_below(path) : std::set<fs::path>{path})
      own.emplace_back(file.lexically_relative(directory_).string(), file);
  }
  return own;
}

std::string SubjectFiles::text() const {
  std::string text;
  for (const auto* named : {&files_, &programs_})
    for (const auto& [name, path] : *named) text += fmt::format("{}{}@{}", text.empty() ? "" : " ", name, digest(path));
  return text;
}

}  // namespace smallscope::program::specification
