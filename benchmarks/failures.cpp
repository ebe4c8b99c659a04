// SPDX-License-Identifier: Apache-2.0
// A million failures, of which everything that is told about failures must make something: the time and the peak memory
// of `run` and of each command that reads its store.
//
// Two campaigns of 10^7 inputs in process, of which 10^6 fail: those with two equal digits at the ends. `few` says a
// hundred things about them; `different` says something else about each. Without arguments, measures everything; with
// arguments, is their command line: `failures run few --store few.sqlite`.
#include <sys/resource.h>
#include <sys/wait.h>

#include <chrono>
#include <optional>
#include <stdexcept>

#include <fmt/ranges.h>

#include <smallscope/generators.hpp>
#include <smallscope/program/main.hpp>
#include <smallscope/report/formats.hpp>
#include <smallscope/runner/in_process.hpp>

#include "bare_process.hpp"
#include "row.hpp"
#include "scratch_file.hpp"

namespace smallscope_benchmarks {
namespace {

namespace gen = smallscope::generators;
namespace runner = smallscope::runner;

struct Seven {
  int a, b, c, d, e, f, g;
};

/// In letters, because message rules fold numbers.
std::string word(int number) {
  std::string letters;
  for (const char digit : std::to_string(number)) letters += static_cast<char>('a' + (digit - '0'));
  return letters;
}

template <class MessageOf>
runner::Campaign campaign(const std::string& name, MessageOf message) {
  return runner::in_process(
      name,
      gen::product<Seven>(gen::range(0, 9), gen::range(0, 9), gen::range(0, 9), gen::range(0, 9), gen::range(0, 9),
                          gen::range(0, 9), gen::range(0, 9)),
      runner::property("agrees with the model", [message](const Seven& v) -> std::optional<std::string> {
        if (v.a != v.g) return std::nullopt;
        return fmt::format("the table has no entry for the key {}, although it was inserted before", message(v));
      }));
}

runner::Campaign few() {
  return campaign("few", [](const Seven& v) { return word(10 * v.c + v.d); });
}

runner::Campaign different() {
  return campaign("different", [](const Seven& v) {
    return word((((((10 + v.a) * 10 + v.b) * 10 + v.c) * 10 + v.d) * 10 + v.e) * 10 + v.f);
  });
}

struct Cost {
  double seconds = 0, megabytes = 0;
};

/// What one command of this program takes, from its start to its end. `status` is what it must return.
Cost cost_of(const std::string& program, const std::vector<std::string>& arguments, int status) {
  std::vector<std::string> command{"/bin/sh", "-c", "exec \"$0\" \"$@\" >/dev/null 2>&1", program};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const auto start = std::chrono::steady_clock::now();
  int ended = 0;
  rusage usage{};
  if (wait4(spawn(command), &ended, 0, &usage) < 0 || !WIFEXITED(ended) || WEXITSTATUS(ended) != status)
    throw std::runtime_error(fmt::format("`{}` ended with {:#x}", fmt::join(arguments, " "), ended));
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
          static_cast<double>(usage.ru_maxrss) * 1024 / 1e6};
}

/// A goal of 0 is none.
struct Goal {
  double seconds = 0, megabytes = 0;
};

void measure(const std::string& program, const std::string& messages) {
  constexpr int failures_found = 1;
  const auto row = [&](const std::vector<std::string>& arguments, int status, const Goal& goal) {
    const Cost cost = cost_of(program, arguments, status);
    std::string name = fmt::format("10^6 failures, {}: {}", messages, arguments.front());
    for (const std::string& argument : arguments)
      if (argument.starts_with("--") && argument != "--store") name += " " + argument;
    if (arguments.front() == "export") name += " " + arguments.back();
    print_row(name, "", fmt::format("{:.3g} s", cost.seconds), cost.seconds, goal.seconds, "seconds");
    print_row(name, "", fmt::format("{:.0f} MB", cost.megabytes), cost.megabytes, goal.megabytes, "MB");
  };
  const ScratchFile file(messages + ".sqlite"), page(messages + ".html");
  const std::string store = file.path().string();
  row({"run", messages, "--store", store}, failures_found, {});
  row({"clusters", store}, 0, {10, 200});
  row({"clusters", store, "--json"}, 0, {30, 300});
  for (const smallscope::report::Format& format : smallscope::report::formats())
    row({"export", store, "--format", std::string(format.name)}, 0, {30, 300});
  row({"report", store, "-o", page.path().string()}, 0, {});
}

}  // namespace
}  // namespace smallscope_benchmarks

int main(int argc, char** argv) {
  using namespace smallscope_benchmarks;
  if (argc > 1)
    return smallscope::program::main(argc, argv,
                                     {{"few", "10^6 of 10^7 inputs fail, with a hundred messages", few},
                                      {"different", "10^6 of 10^7 inputs fail, each with its message", different}});
  for (const char* messages : {"few", "different"}) measure(argv[0], messages);
}
