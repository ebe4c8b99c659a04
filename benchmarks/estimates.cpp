// SPDX-License-Identifier: Apache-2.0
// How far the estimates of searches can be trusted. Every structure of tests/generators/korat-counts.csv is estimated
// with many seeds, and the table says how often the interval contains Korat's count. docs/searches.md shows it.
//
// Usage: estimates [SEEDS [PATHS...]]; by default 200 seeds, with 2^14, 2^17 and 2^20 paths, of which the last is the
// default of EstimateOptions.
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "korat_counts.hpp"

namespace {

namespace gen = smallscope::generators;
using gen::Estimate;

/// Statistics of many estimates of one number.
struct Trials {
  explicit Trials(gen::Ordinal number) : truth(static_cast<double>(number)) {}
  void add(const Estimate& estimate) {
    const bool holds = estimate.low <= truth && truth <= estimate.high;
    if (estimate.kind == Estimate::Kind::exact) {
      ++exact;
      all_exact &= holds;
    } else if (estimate.kind == Estimate::Kind::interval) {
      ++intervals;
      holding_intervals += holds;
      width += (estimate.high - estimate.low) / 2 / truth;
    } else {
      ++bounds;
      holding_bounds += holds;
      height += estimate.low / truth;
    }
  }
  /// "97%: 160 x ± 12%, 40 x >= 0.3": 97% of all seeds were right; 160 gave intervals of that half width, 40 lower
  /// bounds at that share of the number. If there are both, also how many of the intervals were right.
  std::string text() const {
    if (exact > 0) return all_exact ? "exact" : "WRONG";
    const int held = holding_intervals + holding_bounds;
    std::string text = fmt::format("{:.1f}%:", 100.0 * held / (intervals + bounds));
    if (intervals > 0) text += fmt::format(" {} x ± {:.0f}%", intervals, 100 * width / intervals);
    if (intervals > 0 && bounds > 0) text += fmt::format(" ({} right),", holding_intervals);
    if (bounds > 0) text += fmt::format(" {} x >= {:.2f}", bounds, height / bounds);
    return text;
  }
  double truth;
  int exact = 0, intervals = 0, holding_intervals = 0, bounds = 0, holding_bounds = 0;
  bool all_exact = true;
  double width = 0, height = 0;
};

void print_row(const structures::KoratCounts& row, gen::Ordinal paths, int seeds) {
  structures::with_structure(row.structure, row.size, [&](const auto& search) {
    Trials inputs(row.valid), candidates(row.explored);
    for (int seed = 1; seed <= seeds; ++seed) {
      const auto estimate = search.estimate({.paths = paths, .seed = static_cast<std::uint64_t>(seed)});
      inputs.add(estimate.inputs);
      candidates.add(estimate.paths);
      if (estimate.inputs.kind == Estimate::Kind::exact) break;  // for every seed
    }
    fmt::print("| {} {} | {} | {} | {} | {} | {} |\n", row.structure, row.size, row.valid, row.explored, paths,
               inputs.text(), candidates.text());
    std::fflush(stdout);
  });
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int seeds = argc > 1 ? std::stoi(argv[1]) : 200;
    std::vector<gen::Ordinal> budgets;
    for (int i = 2; i < argc; ++i) budgets.push_back(std::stoull(argv[i]));
    if (budgets.empty()) budgets = {1u << 14, 1u << 17, gen::EstimateOptions{}.paths};
    fmt::print(
        "| structure | inputs | candidates | paths | estimates of inputs | estimates of candidates |\n"
        "|---|---:|---:|---:|---|---|\n");
    for (const structures::KoratCounts& row : structures::read_korat_counts(SMALLSCOPE_KORAT_COUNTS))
      for (const gen::Ordinal paths : budgets)
        if (row.explored > paths) print_row(row, paths, seeds);
    return 0;
  } catch (const std::exception& problem) {
    fmt::print(stderr, "estimates  {}\n", problem.what());
    return 3;
  }
}
