// SPDX-License-Identifier: Apache-2.0
// A command per test: `true` as a subject, with a fresh directory, captured output, a time limit and the search for
// processes that it left running, against a bare loop of posix_spawn and waitpid.
#include <algorithm>
#include <smallscope/subjects/command.hpp>

#include "bare_process.hpp"
#include "row.hpp"

namespace smallscope_benchmarks {
namespace {

namespace subjects = smallscope::subjects;

constexpr int commands_a_turn = 50;

template <class Execute>
void take_turn(Cost& least, Execute execute) {
  const Cost before{reaped_cpu_seconds(), wall_seconds()};
  for (int i = 0; i < commands_a_turn; ++i) execute();
  least.cpu = std::min(least.cpu, (reaped_cpu_seconds() - before.cpu) / commands_a_turn * 1e6);
  least.wall = std::min(least.wall, (wall_seconds() - before.wall) / commands_a_turn * 1e6);
}

void measure(const std::string& name, const subjects::Input& input) {
  const std::filesystem::path scratch =
      std::filesystem::temp_directory_path() / ("command-" + std::to_string(getpid()));
  std::filesystem::create_directory(scratch);
  {
    const auto subject = subjects::commands({{{"/bin/true"}, {}, std::nullopt}});
    const auto session = subject->open(scratch);
    Cost floor{1e300, 1e300}, ours{1e300, 1e300};
    for (int i = 0; i < 60; ++i) {
      take_turn(floor, [] { waitpid(spawn({"/bin/true"}), nullptr, 0); });
      take_turn(ours, [&] {
        if (session->observe(input, {}).ending != subjects::Ending::completed)
          throw std::runtime_error("true did not complete");
      });
    }
    print_row("command: true, " + name + ", CPU time", fmt::format("{:.0f} µs", floor.cpu),
              fmt::format("{:.0f} µs", ours.cpu), ours.cpu / floor.cpu, 0);
    print_row("command: true, " + name + ", wall time", fmt::format("{:.0f} /s", 1e6 / floor.wall),
              fmt::format("{:.0f} /s", 1e6 / ours.wall), ours.wall / floor.wall, 0);
  }
  std::filesystem::remove_all(scratch);
}

}  // namespace
}  // namespace smallscope_benchmarks

int main() {
  smallscope_benchmarks::measure("no input", {});
  smallscope_benchmarks::measure("a file of 1 KiB", {{{"input.c", std::string(1024, 'x')}}, {}, ""});
}
