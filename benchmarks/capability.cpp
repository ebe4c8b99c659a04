// SPDX-License-Identifier: Apache-2.0
// Ten tests chosen of 5,000 by each criterion of fault-diagnosis capability, and learning a criterion.
//
// Each test covers half of 1,000 elements, drawn anew, so no two rows are equal and the groups are as many as they can
// be: more than any program has. Beside it, a pass that counts the bits of every row as often as tests are chosen. A
// criterion is learned from four fifths of 30 versions, as in a fold of evaluate fdc.
#include <algorithm>
#include <bit>
#include <ctime>
#include <functional>
#include <optional>

#include <smallscope/diagnosis/capability/learning.hpp>

#include "row.hpp"

namespace smallscope_benchmarks {
namespace {

namespace ss = smallscope::diagnosis;
namespace dc = smallscope::diagnosis::capability;
using smallscope::generators::Randomness;

constexpr std::size_t chosen = 10;

/// Processor time: all work here is on one thread, and a machine has other work.
double least_seconds(std::size_t times, const std::function<void()>& work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  double least = 1e300;
  for (std::size_t i = 0; i < times; ++i) {
    const double start = now();
    work();
    least = std::min(least, now() - start);
  }
  return least;
}

/// The first test fails, and so does every tenth one that covers the fault.
ss::Spectrum drawn(Randomness& random, std::size_t tests, ss::Column columns, ss::Column fault) {
  std::vector<ss::Element> elements;
  for (ss::Column i = 0; i < columns; ++i) elements.push_back({.name = std::to_string(i)});
  ss::Spectrum spectrum(std::move(elements));
  for (std::size_t test = 0; test < tests; ++test) {
    std::vector<ss::Column> covered;
    for (ss::Column i = 0; i < columns; ++i)
      if ((random.next() >> 40 & 1u) != 0 || (test == 0 && i == fault)) covered.push_back(i);
    const bool fails = std::ranges::binary_search(covered, fault) && test % 10 == 0;
    spectrum.add(test, fails ? ss::Outcome::fail : ss::Outcome::pass, covered);
  }
  return spectrum;
}

void choose(const std::string& name, const ss::Spectrum& spectrum, const dc::Scorer& scorer, double floor) {
  const double seconds = least_seconds(3, [&] {
    const dc::Pool pool(spectrum, dc::all_others(spectrum, 0));
    if (dc::select(pool, 0, scorer, chosen).size() != chosen) std::exit(3);
  });
  print_row(fmt::format("ten of 5,000 tests by 1,000 elements, by {}", name), fmt::format("{:.1f} ms", floor * 1e3),
            fmt::format("{:.0f} ms", seconds * 1e3), seconds * 1e3, 100, "milliseconds");
}

void run() {
  Randomness random(1);
  const ss::Spectrum spectrum = drawn(random, 5'000, 1'000, 500);
  std::uint64_t bits = 0;
  const double floor = least_seconds(3, [&] {
    for (std::size_t i = 0; i < chosen; ++i)
      for (std::size_t row = 0; row < spectrum.rows(); ++row)
        for (const ss::Word word : spectrum.row(row)) bits += static_cast<std::uint64_t>(std::popcount(word));
  });
  if (bits == 0) std::exit(3);
  for (const dc::Criterion& criterion : dc::criteria())
    choose(std::string(criterion.name), spectrum, dc::scorer(criterion), floor);

  std::vector<ss::Spectrum> versions;
  for (ss::Column fault = 0; fault < 24; ++fault) versions.push_back(drawn(random, 500, 150, fault));
  std::vector<dc::Lesson> lessons;
  for (ss::Column fault = 0; fault < 24; ++fault) lessons.push_back({&versions[fault], {fault}, 0});
  std::optional<dc::Learned> learned;
  for (const dc::Learner learner : dc::all_learners) {
    const double seconds = least_seconds(1, [&] { learned = dc::learn(lessons, {.learner = learner}); });
    print_row(fmt::format("RLFDC learned from 24 versions of 150 elements and 500 tests, {}", name(learner)), "",
              fmt::format("{:.1f} s", seconds), seconds, 10, "seconds");
  }
  choose("RLFDC", spectrum, dc::scorer(learned->criterion), floor);
}

}  // namespace
}  // namespace smallscope_benchmarks

int main() { smallscope_benchmarks::run(); }
