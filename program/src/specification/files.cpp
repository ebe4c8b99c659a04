// SPDX-License-Identifier: Apache-2.0
#include "files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>

#include <fmt/format.h>

#include "document.hpp"

namespace smallscope::program::specification {
namespace {

std::string text_of(const std::filesystem::path& file, std::size_t line, std::string_view what) {
  const auto fail = [&](int reason) {
    throw Mistake(line, fmt::format("{} cannot be read: {}; check its name and permissions", what,
                                    std::generic_category().message(reason)));
  };
  // Not blocking, so that a named pipe does not hold us before it is refused.
  const int descriptor = open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) fail(errno);
  const auto close_it = [](const int* opened) { close(*opened); };
  const std::unique_ptr<const int, decltype(close_it)> opened(&descriptor, close_it);
  struct stat status {};
  if (fstat(descriptor, &status) != 0) fail(errno);
  if (S_ISDIR(status.st_mode)) throw Mistake(line, fmt::format("{} is a directory; give a file", what));
  if (!S_ISREG(status.st_mode)) throw Mistake(line, fmt::format("{} is a device or a pipe; give a regular file", what));
  std::string text;
  for (ssize_t count = 1; count != 0 && text.size() <= greatest_file_bytes;) {
    char block[1u << 14];
    count = read(descriptor, block, sizeof block);
    if (count < 0 && errno != EINTR) fail(errno);
    if (count > 0) text.append(block, static_cast<std::size_t>(count));
  }
  if (text.size() > greatest_file_bytes)
    throw Mistake(line, fmt::format("{} has more than {} bytes; give a shorter file", what, greatest_file_bytes));
  return text;
}

}  // namespace

std::string Files::read(const std::filesystem::path& file, std::size_t line, std::string_view what) {
  const std::filesystem::path place = are_kept_ ? file : std::filesystem::absolute(file).lexically_relative(directory_);
  const std::string name = place.lexically_normal().string();
  const auto known = std::ranges::find(texts_, name, &Texts::value_type::first);
  if (known != texts_.end()) return known->second;
  if (are_kept_) throw Mistake(line, fmt::format("{} is not among the texts that the store keeps", what));
  texts_.emplace_back(name, text_of(file, line, what));
  return texts_.back().second;
}

Files::Texts Files::to_keep() const {
  std::size_t bytes = 0;
  for (const auto& [name, text] : texts_) bytes += name.size() + text.size();
  return bytes <= greatest_kept_bytes ? texts_ : Texts();
}

}  // namespace smallscope::program::specification
