// SPDX-License-Identifier: Apache-2.0
// The cost of executing inputs in children of a fork server: one by one, and many in one child.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <vector>

#include <smallscope/generators.hpp>
#include <smallscope/runner/in_process.hpp>
#include <smallscope/runner/isolated.hpp>

#include "row.hpp"

namespace smallscope_benchmarks {
namespace {

namespace gen = smallscope::generators;
namespace runner = smallscope::runner;
using runner::Ordinal;

constexpr int singles = 1'000;
constexpr Ordinal batch = 10'000;
constexpr int batches = 100;

void fork_and_wait() {
  for (int i = 0; i < singles; ++i) {
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("fork");
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
  }
}

void execute_singly(runner::Lane& lane) {
  for (int i = 0; i < singles; ++i) {
    const Ordinal ordinal = static_cast<Ordinal>(i);
    if (lane.execute({.ordinals = {&ordinal, 1}}, {}).visited != 1) throw std::runtime_error("not executed");
  }
}

void execute_in_batches(runner::Lane& lane) {
  for (int i = 0; i < batches; ++i) {
    const std::vector<runner::OrdinalRange> ranges{{0, batch}};
    if (lane.execute({.ranges = ranges}, {}).visited != batch) throw std::runtime_error("not executed");
  }
}

/// The least seconds of each, taken in turns.
std::vector<double> least_times(int turns, const std::vector<std::function<void()>>& all) {
  std::vector<double> least(all.size(), 1e300);
  for (int turn = 0; turn < turns; ++turn) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto start = std::chrono::steady_clock::now();
      all[i]();
      least[i] = std::min(least[i], std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
  }
  return least;
}

}  // namespace
}  // namespace smallscope_benchmarks

int main() {
  using namespace smallscope_benchmarks;
  const auto campaign =
      runner::in_process("isolation", gen::range<Ordinal>(0, 1'000'000).named("number"),
                         runner::property("small", [](Ordinal number) { return number < 2'000'000; }));
  const auto isolated = runner::isolated(campaign);
  const auto lane = isolated.body->open({});
  execute_singly(*lane);  // the server is started
  const std::vector<double> times =
      least_times(5, {[] { fork_and_wait(); }, [&] { execute_singly(*lane); }, [&] { execute_in_batches(*lane); }});
  const double floor = times[0], ours = times[1], together = times[2];
  constexpr double us = 1e6 / singles;
  print_row("isolated, one input in a child / fork and wait in a small process", fmt::format("{:.3g} us", floor * us),
            fmt::format("{:.3g} us", ours * us), ours / floor, 2);
  const double each = together * 1e6 / batches / static_cast<double>(batch);
  print_row("isolated, 10,000 inputs in a child", "-", fmt::format("{:.3g} us an input", each), each, 5, "us");
}
