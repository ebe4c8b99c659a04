// SPDX-License-Identifier: Apache-2.0
// Programs that are compiled with coverage by the compilers of this machine, and how they ended.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <files.hpp>

#include <smallscope/coverage/collector.hpp>

namespace smallscope::coverage {

inline const std::string clang_options = " -g -fsanitize-coverage=bb,no-prune,inline-bool-flag,pc-table ";
inline const std::string gcc_options = " -g -fsanitize-coverage=trace-pc ";
inline const std::string runtime = " " SMALLSCOPE_COVERAGE_RUNTIME " ";

inline bool can_run(const std::string& command) { return std::system((command + " >/dev/null 2>&1").c_str()) == 0; }

/// The first of these compilers that is here.
inline std::optional<std::string> clang() {
  static const std::optional<std::string> found = [] {
    for (const char* const name : {"clang-14", "clang", "clang-16", "clang-19"}) {
      if (can_run(std::string(name) + " --version")) return std::optional<std::string>(name);
    }
    return std::optional<std::string>();
  }();
  return found;
}

/// A test that needs clang says so and is skipped where there is none.
#define SMALLSCOPE_NEEDS_CLANG() \
  if (!clang()) GTEST_SKIP() << "NOT TESTED: there is no clang here; install the Debian package clang"

/// Throws what the shell's command printed if it fails.
inline void shell(const std::string& command, const std::filesystem::path& log) {
  if (std::system(("(" + command + ") >" + log.string() + " 2>&1").c_str()) != 0) {
    throw std::runtime_error(command + ": " + text_of(log));
  }
}

struct Ended {
  int exit_code = -1;  ///< -1: by a signal
  int signal = 0;
  friend bool operator==(const Ended&, const Ended&) = default;
};

/// Starts a program, with the variable of the collector if there is one, and kills it if it runs for long.
inline Ended run(const std::vector<std::string>& command, const Collector* collector = nullptr,
                 std::chrono::milliseconds most = std::chrono::seconds(20)) {
  const pid_t child = fork();
  if (child == 0) {
    if (collector != nullptr) {
      const auto [name, value] = collector->environment();
      setenv(name.c_str(), value.c_str(), 1);
    }
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nothing, 1);
    dup2(nothing, 2);
    std::vector<char*> arguments;
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  const auto end = std::chrono::steady_clock::now() + most;
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > end) kill(child, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (WIFSIGNALED(status)) return {.signal = WTERMSIG(status)};
  return {.exit_code = WEXITSTATUS(status)};
}

/// Of modules whose elements are lines.
inline std::set<std::uint64_t> lines(const Covered& covered) {
  std::set<std::uint64_t> lines;
  for (const Part& part : covered.parts)
    for (const Element element : part.elements) lines.insert(part.module->point(element).address);
  return lines;
}

/// The source lines of addresses by addr2line, which is not ours: "file:line".
inline std::set<int> lines_of(const std::filesystem::path& program, const std::vector<std::uint64_t>& addresses,
                              const TemporaryDirectory& folder) {
  std::string input;
  char text[32];
  for (const std::uint64_t address : addresses) {
    std::snprintf(text, sizeof text, "%#llx\n", static_cast<unsigned long long>(address));
    input += text;
  }
  const auto addresses_file = folder.write("addresses", input);
  shell("addr2line -e " + program.string() + " <" + addresses_file.string(), folder / "lines");
  std::set<int> lines;
  std::ifstream stream(folder / "lines");
  for (std::string line; std::getline(stream, line);) {
    lines.insert(std::atoi(line.substr(line.rfind(':') + 1).c_str()));
  }
  return lines;
}

/// The first lines of the covered points of the program.
inline std::set<int> covered_lines(const Covered& covered, const std::filesystem::path& program,
                                   const TemporaryDirectory& folder, std::set<Kind> kinds = {Kind::block}) {
  std::vector<std::uint64_t> addresses;
  for (const Part& part : covered.parts) {
    if (std::filesystem::path(part.module->path).filename() != program.filename()) continue;
    for (const Element element : part.elements) {
      const Point point = part.module->point(element);
      if (kinds.contains(point.kind)) addresses.push_back(point.address - (point.is_return_address ? 1 : 0));
    }
  }
  return lines_of(program, addresses, folder);
}

}  // namespace smallscope::coverage
