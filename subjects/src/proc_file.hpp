// SPDX-License-Identifier: Apache-2.0
// Files of /proc. Functions without state, for any thread.
#pragma once

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

namespace smallscope::subjects {

/// The content of a file in /proc; "" if it cannot be read.
inline std::string read_proc(const std::string& path) {
  std::string content;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return content;
  char buffer[4096];
  ssize_t count;
  while ((count = read(file, buffer, sizeof buffer)) > 0) content.append(buffer, static_cast<std::size_t>(count));
  close(file);
  return content;
}

/// Process numbers between blanks.
inline std::vector<pid_t> numbers_in(std::string_view text) {
  std::vector<pid_t> pids;
  const char* const end = text.data() + text.size();
  for (const char* next = text.data(); next < end; ++next) {
    pid_t pid = 0;
    const auto [stop, error] = std::from_chars(next, end, pid);
    if (error == std::errc()) pids.push_back(pid);
    next = stop;
  }
  return pids;
}

/// The same in an open file, from its beginning.
inline std::vector<pid_t> numbers_from(int file) {
  std::string text;
  char buffer[4096];
  ssize_t count;
  while ((count = pread(file, buffer, sizeof buffer, static_cast<off_t>(text.size()))) > 0)
    text.append(buffer, static_cast<std::size_t>(count));
  return numbers_in(text);
}

}  // namespace smallscope::subjects
