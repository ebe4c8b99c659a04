// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/single_fault_study.hpp>

#include <algorithm>
#include <chrono>
#include <functional>

#include <fmt/format.h>

#include <smallscope/generators/randomness.hpp>

namespace smallscope::diagnosis {

namespace {

using Tests = std::vector<std::size_t>;
constexpr double bar = 5;  // ranks: the paper's "top handful"

/// Failing tests that cover something.
Tests possible_starts(const Spectrum& spectrum) {
  Tests tests;
  for (std::size_t number = 0; number < spectrum.tests(); ++number) {
    const CoveredTest test = spectrum.test(number);
    if (is_failing(test.outcome) && std::ranges::any_of(spectrum.row(test.row), [](Word word) { return word != 0; }))
      tests.push_back(number);
  }
  if (tests.empty())
    throw SpectrumError(
        fmt::format("none of {} failing tests covers an element: leave the spectrum out", spectrum.failing()));
  return tests;
}

Tests drawn_starts(const Tests& possible, const SingleFaultStudyOptions& options) {
  if (options.starts == 0) return {possible.front()};
  generators::Randomness random(options.seed);
  Tests starts;
  while (starts.size() < options.starts) starts.push_back(possible[random.below(possible.size())]);
  return starts;
}

Tests every_test(const Spectrum& spectrum, bool once) {
  Tests tests;
  // Of equal rows one failing and one passing test.
  std::vector<bool> is_known(2 * spectrum.rows());
  for (std::size_t number = 0; number < spectrum.tests(); ++number) {
    const CoveredTest test = spectrum.test(number);
    if (test.outcome == Outcome::skip) continue;
    const std::size_t kind = 2 * test.row + (is_failing(test.outcome) ? 1 : 0);
    if (!once || !is_known[kind]) tests.push_back(number);
    is_known[kind] = true;
  }
  return tests;
}

/// A way to choose the tests of a suite, given the first failing one and a seed.
struct Way {
  std::string name;
  std::function<Tests(std::size_t start, std::uint64_t seed)> tests;
};

std::vector<Way> ways_for(const Spectrum& spectrum, const ChoicesOf& choices_of,
                          const SingleFaultStudyOptions& options) {
  std::vector<Way> ways{{"one failing test", [](std::size_t start, std::uint64_t) { return Tests{start}; }}};
  const auto chosen = [&spectrum](WitnessRule rule, std::size_t start) {
    return witnesses(spectrum, rule, start).tests;
  };
  for (const WitnessRule rule : all_witness_rules)
    ways.push_back(
        {fmt::format("sfo, {}", name(rule)), [=](std::size_t start, std::uint64_t) { return chosen(rule, start); }});
  for (const CompanionRule rule : all_companion_rules) {
    if (rule == CompanionRule::nearest_choices && !choices_of) continue;
    ways.push_back(
        {fmt::format("sfo, first, with {}", name(rule)), [=, &spectrum](std::size_t start, std::uint64_t seed) {
           Tests tests = chosen(WitnessRule::first, start);
           const Tests passing = companions(spectrum, tests, rule,
                                            {.number = options.companions, .seed = seed, .choices_of = choices_of});
           tests.insert(tests.end(), passing.begin(), passing.end());
           return tests;
         }});
  }
  ways.push_back(
      {"all, equal rows once", [&spectrum](std::size_t, std::uint64_t) { return every_test(spectrum, true); }});
  ways.push_back({"all", [&spectrum](std::size_t, std::uint64_t) { return every_test(spectrum, false); }});
  return ways;
}

StudiedSuite& suite_of(SingleFaultStudy& study, const std::string& name, std::size_t place) {
  const auto known = std::ranges::find(study.suites, name, &StudiedSuite::name);
  if (known != study.suites.end()) return *known;
  const auto at = study.suites.begin() + static_cast<std::ptrdiff_t>(std::min(place, study.suites.size()));
  return *study.suites.insert(at, StudiedSuite{.name = name});
}

}  // namespace

void add(SingleFaultStudy& study, const Spectrum& spectrum, const ElementSet& faulty, const ChoicesOf& choices_of,
         const SingleFaultStudyOptions& options) {
  using Clock = std::chrono::steady_clock;
  const Tests starts = drawn_starts(possible_starts(spectrum), options);
  const CommonElements common = common_elements(spectrum);
  std::size_t place = 0;
  for (const Way& way : ways_for(spectrum, choices_of, options)) {
    std::vector<double> failing, passing, seconds;
    std::array<std::vector<double>, std::size(all_ties)> ranks;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const Clock::time_point begin = Clock::now();
      const Tests tests = way.tests(starts[i], options.seed + i);
      const Ranking ranking = rank_by(spectrum, tests);
      seconds.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
      const auto failed =
          std::ranges::count_if(tests, [&](std::size_t test) { return is_failing(spectrum.test(test).outcome); });
      failing.push_back(static_cast<double>(failed));
      passing.push_back(static_cast<double>(tests.size()) - static_cast<double>(failed));
      for (std::size_t ties = 0; ties < ranks.size(); ++ties)
        ranks[ties].push_back(rank_of_first(ranking, faulty, all_ties[ties]));
    }
    StudiedSuite& suite = suite_of(study, way.name, place++);
    suite.failing.push_back(mean(failing));
    suite.passing.push_back(mean(passing));
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      suite.effort[i].push_back(mean(ranks[i]) - 1);
      suite.within_five[i].push_back(static_cast<double>(acc_at(ranks[i], bar)) / static_cast<double>(starts.size()));
    }
    suite.seconds.insert(suite.seconds.end(), seconds.begin(), seconds.end());
  }
  study.common.push_back(static_cast<double>(common.elements().size()));
  if (std::ranges::any_of(faulty, [&](Column element) { return common.contains(element); })) ++study.in_common;
}

}  // namespace smallscope::diagnosis
