// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/source_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = 16u << 20;

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

SourceFiles::SourceFiles(std::vector<fs::path> folders) {
  for (const fs::path& folder : folders) {
    std::error_code error;
    fs::path whole = fs::canonical(folder, error);
    if (!error && std::ranges::find(folders_, whole) == folders_.end()) folders_.push_back(std::move(whole));
  }
}

const SourceFiles::File& SourceFiles::file(const std::string& name) {
  const auto [known, is_new] = files_.try_emplace(name);
  if (!is_new || name.empty()) return known->second;
  for (const fs::path& folder : folders_) {
    std::error_code error;
    const fs::path path = fs::canonical(folder / name, error);  // an absolute name replaces the folder
    if (error || !is_below(path, folder)) continue;
    const std::optional<std::string> text = text_of(path);
    if (!text) continue;
    known->second.path = path;
    std::istringstream stream(*text);
    for (std::string line; std::getline(stream, line);) known->second.lines.push_back(std::move(line));
    break;
  }
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
