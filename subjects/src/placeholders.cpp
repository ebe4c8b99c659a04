// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <smallscope/subjects/command.hpp>
#include <stdexcept>

#include "descriptor.hpp"
#include "texts.hpp"

namespace smallscope::subjects {
namespace fs = std::filesystem;
namespace {

/// Why `name` cannot name a file of an input, or nullptr.
const char* objection_to(std::string_view name) {
  if (name.empty()) return "it is empty";
  if (name.front() == '/') return "it is not relative";
  if (name.find('\0') != std::string_view::npos) return "it holds a null character";
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('/', at), name.size());
    const std::string_view part = name.substr(at, end - at);
    if (part == "..") return "it leaves the test's directory";
    if (part.empty() || part == ".") return "it has an empty part";
    at = end + 1;
  }
  return nullptr;
}

void write_file(const fs::path& path, std::string_view text) {
  const int number = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (number < 0) throw_errno("cannot write a file of the input", path);
  const Descriptor file(number, "open");
  while (!text.empty()) {
    const ssize_t count = write(number, text.data(), text.size());
    if (count < 0 && errno != EINTR) throw_errno("cannot write a file of the input", path);
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
}

[[noreturn]] void unknown(std::string_view placeholder, const Input& input) {
  std::string known = "{scratch}";
  if (!input.files.empty()) known += ", {input}";
  for (const NamedText& file : input.files) known += ", {input:" + file.name + "}";
  for (const NamedText& parameter : input.parameters) known += ", {" + parameter.name + "}";
  throw std::invalid_argument(
      fmt::format("unknown placeholder {{{}}}: known are {}; write {{{{ and }}}} for braces", placeholder, known));
}

std::string value_of(std::string_view placeholder, const Placement& placement) {
  static const Input none;
  const Input& input = placement.input ? *placement.input : none;
  if (placeholder == "scratch") return placement.scratch.string();
  if (placeholder == "input" && !input.files.empty()) {
    return (placement.scratch / input.files.front().name).string();
  }
  constexpr std::string_view file_prefix = "input:";
  if (placeholder.starts_with(file_prefix)) {
    const std::string_view name = placeholder.substr(file_prefix.size());
    if (find(input.files, name) != nullptr) return (placement.scratch / name).string();
  } else if (const std::string* parameter = find(input.parameters, placeholder)) {
    return *parameter;
  }
  unknown(placeholder, input);
}

}  // namespace

std::string expand(std::string_view text, const Placement& placement) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t brace = text.find_first_of("{}");
    result.append(text.substr(0, brace));
    if (brace == std::string_view::npos) break;
    text.remove_prefix(brace);
    if (text.size() >= 2 && text[0] == text[1]) {
      result += text[0];
      text.remove_prefix(2);
      continue;
    }
    const std::size_t end = text[0] == '{' ? text.find('}') : std::string_view::npos;
    if (end == std::string_view::npos) {
      throw std::invalid_argument(
          fmt::format("a single {} in {}: write {{{{ and }}}} for braces", text[0], in_quotes(text)));
    }
    result += value_of(text.substr(1, end - 1), placement);
    text.remove_prefix(end + 1);
  }
  return result;
}

void write_files(const Input& input, const fs::path& directory) {
  for (const NamedText& file : input.files) {
    if (const char* objection = objection_to(file.name)) {
      throw std::invalid_argument(fmt::format("the file name {} is not allowed: {}; give a relative path without ..",
                                              in_quotes(file.name), objection));
    }
    const fs::path path = directory / file.name;
    if (file.name.find('/') != std::string::npos) fs::create_directories(path.parent_path());
    write_file(path, file.text);
  }
}

}  // namespace smallscope::subjects
