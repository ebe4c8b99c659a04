// SPDX-License-Identifier: Apache-2.0
// Which processes are left, by a text among their arguments. A subject may live in a PID namespace of its own, where
// processes have other numbers than here, so the numbers that subjects print say nothing.
#pragma once

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
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
    std::ifstream file(entry.path() / "cmdline");
    const std::string arguments((std::istreambuf_iterator<char>(file)), {});
    if (arguments.find(text) != std::string::npos) found.push_back(arguments);
  }
  return found;
}

}  // namespace smallscope::subjects
