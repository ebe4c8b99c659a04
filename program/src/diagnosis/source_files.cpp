// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/source_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include <smallscope/coverage/source_folders.hpp>

#include "command_line/print.hpp"

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = 16u << 20;
constexpr std::size_t most_notes = 3;

/// The text of a regular file; nothing of anything else, which could wait or never end.
std::optional<std::string> text_of(const fs::path& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  std::string text;
  struct stat status {};
  const bool is_regular = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  if (is_regular) text.resize(std::min(static_cast<std::size_t>(status.st_size), most_bytes));
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t count = read(descriptor, text.data() + size, text.size() - size);
    if (count <= 0) break;
    size += static_cast<std::size_t>(count);
  }
  close(descriptor);
  text.resize(size);
  return is_regular ? std::optional(std::move(text)) : std::nullopt;
}

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

}  // namespace

void add_module(SourcePlaces& places, std::string_view id, const fs::path& module) {
  std::ranges::move(coverage::source_files(id, module), std::back_inserter(places.compiled));
  std::ranges::move(coverage::source_folders(id, module), std::back_inserter(places.further));
}

SourceFiles::SourceFiles(SourcePlaces places) : places_(std::move(places)) {}

std::vector<fs::path> SourceFiles::folders_of(const std::string& name) const {
  std::vector<fs::path> folders = places_.named;
  if (places_.only_named) return folders;
  for (const coverage::SourceFile& each : places_.compiled)
    if (each.name == name) folders.push_back(each.folder);
  folders.insert(folders.end(), places_.further.begin(), places_.further.end());
  return folders;
}

bool SourceFiles::may_be(const std::string& name, std::string_view text) const {
  bool is_known = false;
  for (const coverage::SourceFile& each : places_.compiled) {
    if (each.name != name) continue;
    if (each.may_be(text)) return true;
    is_known = true;
  }
  return !is_known;
}

const SourceFiles::File& SourceFiles::file(const std::string& name) {
  const auto [known, is_new] = files_.try_emplace(name);
  if (!is_new || name.empty()) return known->second;
  std::set<fs::path> seen;
  fs::path changed;
  for (const fs::path& named : folders_of(name)) {
    std::error_code error, none;
    const fs::path folder = fs::canonical(named, error);
    const fs::path path = error ? fs::path() : fs::canonical(folder / name, none);  // absolute: replaces the folder
    if (error || none || !is_below(path, folder) || !seen.insert(path).second) continue;
    const std::optional<std::string> text = text_of(path);
    if (!text) continue;
    if (!may_be(name, *text)) {
      if (changed.empty()) changed = path;
      continue;
    }
    known->second.path = path;
    std::istringstream stream(*text);
    for (std::string line; std::getline(stream, line);) known->second.lines.push_back(std::move(line));
    return known->second;
  }
  if (!changed.empty() && changed_++ < most_notes)
    complain(
        fmt::format("note: {} has another text than what was compiled, so lines of it are not shown; name the "
                    "folder of the source that was compiled with --source, or compile and run again",
                    changed.string()));
  return known->second;
}

std::optional<std::string> SourceFiles::line(const std::string& name, std::uint32_t number) {
  const File& found = file(name);
  if (number == 0 || number > found.lines.size()) return std::nullopt;
  return found.lines[number - 1];
}

fs::path SourceFiles::path_of(const std::string& name) { return file(name).path; }

std::string source_text(SourceFiles& files, const diagnosis::Element& element) {
  const std::string line = files.line(element.file, element.line).value_or("");
  return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

std::function<std::string(const diagnosis::Element&)> source_of(std::shared_ptr<SourceFiles> files) {
  return [files = std::move(files)](const diagnosis::Element& element) { return source_text(*files, element); };
}

}  // namespace smallscope::program
