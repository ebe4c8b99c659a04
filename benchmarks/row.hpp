// SPDX-License-Identifier: Apache-2.0
// The output of a benchmark program: one tab-separated row per figure, for the table of benchmarks/run.py.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace smallscope_benchmarks {

/// The goal (0: none, for information) is an upper limit of `figure`.
inline void print_row(std::string_view workload, std::string_view floor, std::string_view ours, double figure,
                      double goal, std::string_view what = "ratio") {
  fmt::print("{}\t{}\t{}\t{:.4g}\t{}\t{}\n", workload, floor, ours, figure, goal == 0 ? "" : fmt::format("{:g}", goal),
             what);
  std::fflush(stdout);
}

}  // namespace smallscope_benchmarks
