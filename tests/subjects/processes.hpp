// SPDX-License-Identifier: Apache-2.0
// Which processes are left, by a text among their arguments. A subject may live in a PID namespace of its own, where
// processes have other numbers than here, so the numbers that subjects print say nothing.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

namespace smallscope::subjects {

/// A text that no other process has among its arguments; a duration for `sleep`, too.
inline std::string fresh_mark() {
  static std::atomic<int> count = 0;
  return std::to_string(10'000'000 + getpid()) + "." + std::to_string(1'000 + ++count);
}

/// The arguments of all living processes among whose arguments the text is.
inline std::vector<std::string> processes_with(const std::string& text) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    // A stream would throw if the process ends meanwhile.
    const int file = open((entry.path() / "cmdline").c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    std::string arguments(1 << 16, '\0');
    const ssize_t count = read(file, arguments.data(), arguments.size());
    close(file);
    arguments.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (arguments.find(text) != std::string::npos) found.push_back(arguments);
  }
  return found;
}

}  // namespace smallscope::subjects
