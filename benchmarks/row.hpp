// What a benchmark program prints: one tab-separated row a figure, for the table of benchmarks/run.py.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace smallscope_benchmarks {

/// `figure` is what the goal (0: none, for information) bounds from above.
inline void print_row(std::string_view workload, std::string_view floor, std::string_view ours, double figure,
                      double goal, std::string_view what = "ratio") {
  fmt::print("{}\t{}\t{}\t{:.4g}\t{}\t{}\n", workload, floor, ours, figure, goal == 0 ? "" : fmt::format("{:g}", goal),
             what);
  std::fflush(stdout);
}

}  // namespace smallscope_benchmarks
