// SPDX-License-Identifier: Apache-2.0
// Google Benchmark with repetitions in random order, and the best time of each benchmark: on a machine with other work,
// the least disturbed repetition says most. The program then prints ratios of these. For one thread.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "row.hpp"

namespace smallscope_benchmarks {

struct Best {
  double cpu = 1e300, real = 1e300;  // seconds per iteration
};

class BestTimes : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      Best& best = best_[run.run_name.function_name];
      best.cpu = std::min(best.cpu, run.cpu_accumulated_time / static_cast<double>(run.iterations));
      best.real = std::min(best.real, run.real_accumulated_time / static_cast<double>(run.iterations));
    }
  }
  /// Runs the benchmarks that the command line selects.
  void run(int argc, char** argv, int repetitions) {
    const std::string repeat = "--benchmark_repetitions=" + std::to_string(repetitions);
    const std::string interleave = "--benchmark_enable_random_interleaving=true";
    std::vector<char*> arguments{argv[0], const_cast<char*>(repeat.data()), const_cast<char*>(interleave.data())};
    arguments.insert(arguments.end(), argv + 1, argv + argc);
    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    benchmark::RunSpecifiedBenchmarks(this);
  }
  /// Null if the command line did not select it.
  const Best* find(const std::string& name) const {
    const auto found = best_.find(name);
    return found == best_.end() ? nullptr : &found->second;
  }
  /// The row of `ours` against `floor`: CPU nanoseconds per test, for the given numbers of tests.
  void compare(const std::string& workload, const std::string& floor, double floor_tests, const std::string& ours,
               double tests, double goal = 0) const {
    const Best* a = find(floor);
    const Best* b = find(ours);
    if (a == nullptr || b == nullptr) return;
    const double floor_ns = a->cpu / floor_tests * 1e9, ns = b->cpu / tests * 1e9;
    print_row(workload, fmt::format("{:.3g} ns", floor_ns), fmt::format("{:.3g} ns", ns), ns / floor_ns, goal);
  }

 private:
  std::map<std::string, Best> best_;
};

}  // namespace smallscope_benchmarks
