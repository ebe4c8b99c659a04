// SPDX-License-Identifier: Apache-2.0
// The cost of a bounded sparse part in tests to the first failure: docs/decisions/0002-walked-rest.md.
//
// Product spaces in which an input fails when it makes a few particular choices, as in the order study: those of the
// study, all smaller than the sparse part, and larger ones. Prints for each space and number of choices the geometric
// means over the trials of the tests to the first failure in the orders pairwise, pairwise-dense and dense; in how many
// trials pairwise-dense needs fewer and more tests than pairwise; and the geometric mean of its time relative to that
// of pairwise, for given nanoseconds per listed and per walked test (docs/benchmarks.md).
//
// Usage: sparse-part [TRIALS [NS_LISTED NS_WALKED]]
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdlib>
#include <exception>
#include <smallscope/evaluation/synthetic.hpp>
#include <smallscope/generators/orders/order_kinds.hpp>

namespace {

namespace evaluation = smallscope::evaluation;
namespace generators = smallscope::generators;
using generators::Ordinal;

Ordinal size_of(const std::vector<Ordinal>& factors) {
  Ordinal size = 1;
  for (const Ordinal factor : factors) size *= factor;
  return size;
}

void study(const std::vector<Ordinal>& factors, std::size_t choices, std::size_t trials, double listed, double walked) {
  const Ordinal size = size_of(factors);
  const auto pairwise = generators::make_order({.name = "pairwise", .factors = generators::as_factors(factors)}, size);
  const auto bounded =
      generators::make_order({.name = "pairwise-dense", .factors = generators::as_factors(factors)}, size);
  const auto dense = generators::dense(size);
  const auto time = [&](Ordinal tests) {
    const Ordinal spread = std::min(tests, bounded->sparse_size());
    return listed * static_cast<double>(spread) + walked * static_cast<double>(tests - spread);
  };
  double sums[3]{}, times = 0;
  int sooner = 0, later = 0;
  for (std::uint64_t seed = 1; seed <= trials; ++seed) {
    const evaluation::Conjunction failing = evaluation::random_conjunction(factors, choices, seed);
    const Ordinal tests[]{evaluation::first_failure(factors, failing, *pairwise),
                          evaluation::first_failure(factors, failing, *bounded),
                          evaluation::first_failure(factors, failing, *dense)};
    for (int i = 0; i < 3; ++i) sums[i] += std::log(static_cast<double>(tests[i])) / static_cast<double>(trials);
    times += std::log(time(tests[1]) / (listed * static_cast<double>(tests[0]))) / static_cast<double>(trials);
    sooner += tests[1] < tests[0];
    later += tests[1] > tests[0];
  }
  fmt::print("{:<26} {:>11} {:>2} {:>12.1f} {:>15.1f} {:>13.1f} {:>7} {:>6} {:>11.2f}\n",
             fmt::format("{}", fmt::join(factors, "x")), size, choices, std::exp(sums[0]), std::exp(sums[1]),
             std::exp(sums[2]), sooner, later, std::exp(times));
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t trials = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100;
  const double listed = argc > 3 ? std::atof(argv[2]) : 9.1, walked = argc > 3 ? std::atof(argv[3]) : 0.65;
  std::vector<std::vector<Ordinal>> spaces = evaluation::reference_spaces();
  for (const std::vector<Ordinal>& greater : std::vector<std::vector<Ordinal>>{{8, 8, 8, 8, 8, 8},
                                                                               {64, 64, 64},
                                                                               {100, 100, 100},
                                                                               {10, 10, 10, 10, 10, 10},
                                                                               {2, 3, 4, 5, 6, 7, 8, 9},
                                                                               {1000, 1000},
                                                                               {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3}})
    spaces.push_back(greater);
  try {
    fmt::print("{:<26} {:>11} {:>2} {:>12} {:>15} {:>13} {:>7} {:>6} {:>11}\n", "space", "inputs", "k", "pairwise",
               "pairwise-dense", "dense", "sooner", "later", "time ratio");
    for (const std::vector<Ordinal>& factors : spaces)
      for (std::size_t choices = 1; choices <= std::min<std::size_t>(factors.size(), 4); ++choices)
        study(factors, choices, trials, listed, walked);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 3;
  }
}
