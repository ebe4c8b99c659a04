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

/// The tests of a suite, and to what the ranking by them is restricted.
struct Suite {
  Tests tests;
  std::optional<FunctionSlice> slice = std::nullopt;
};

/// A way to choose a suite, given the first failing test and a seed.
struct Way {
  std::string name;
  std::function<Suite(std::size_t start, std::uint64_t seed)> suite;
};

Tests joined(Tests tests, const Tests& others) {
  tests.insert(tests.end(), others.begin(), others.end());
  return tests;
}

/// Of a spectrum with functions.
std::vector<Way> sliced_ways(const Spectrum& spectrum, const SingleFaultStudyOptions& options) {
  const auto witnesses_in = [](const Spectrum& narrow, std::size_t start) {
    return witnesses(narrow, WitnessRule::first, start).tests;
  };
  const auto few_in = [=](const Spectrum& narrow, std::size_t start) {
    const Tests failing = witnesses_in(narrow, start);
    return joined(failing, companions(narrow, failing, CompanionRule::split, {.number = options.companions}));
  };
  return {{"one failing test, sliced",
           [&spectrum](std::size_t start, std::uint64_t) {
             return Suite{{start}, own_functions(spectrum, start)};
           }},
          {"sfo, first, sliced",
           [=, &spectrum](std::size_t start, std::uint64_t) {
             FunctionSlice slice = own_functions(spectrum);
             Tests tests = witnesses_in(sliced(spectrum, slice), start);
             return Suite{std::move(tests), std::move(slice)};
           }},
          {"sfo, first, with split, sliced",
           [=, &spectrum](std::size_t start, std::uint64_t) {
             FunctionSlice slice = own_functions(spectrum);
             Tests tests = few_in(sliced(spectrum, slice), start);
             return Suite{std::move(tests), std::move(slice)};
           }},
          {"the same, sliced by these tests",
           [=, &spectrum](std::size_t start, std::uint64_t) {
             Tests tests = few_in(spectrum, start);
             FunctionSlice slice = own_functions(selected(spectrum, tests));
             return Suite{std::move(tests), std::move(slice)};
           }},
          {"all, sliced", [&spectrum](std::size_t, std::uint64_t) {
             return Suite{every_test(spectrum, false), own_functions(spectrum)};
           }}};
}

std::vector<Way> ways_for(const Spectrum& spectrum, const ChoicesOf& choices_of,
                          const SingleFaultStudyOptions& options) {
  std::vector<Way> ways{{"one failing test", [](std::size_t start, std::uint64_t) { return Suite{{start}}; }}};
  const auto chosen = [&spectrum](WitnessRule rule, std::size_t start) {
    return witnesses(spectrum, rule, start).tests;
  };
  for (const WitnessRule rule : all_witness_rules)
    ways.push_back({fmt::format("sfo, {}", name(rule)),
                    [=](std::size_t start, std::uint64_t) { return Suite{chosen(rule, start)}; }});
  for (const CompanionRule rule : all_companion_rules) {
    if (rule == CompanionRule::nearest_choices && !choices_of) continue;
    ways.push_back(
        {fmt::format("sfo, first, with {}", name(rule)), [=, &spectrum](std::size_t start, std::uint64_t seed) {
           const Tests failing = chosen(WitnessRule::first, start);
           return Suite{
               joined(failing, companions(spectrum, failing, rule,
                                          {.number = options.companions, .seed = seed, .choices_of = choices_of}))};
         }});
  }
  if (has_functions(spectrum)) std::ranges::move(sliced_ways(spectrum, options), std::back_inserter(ways));
  ways.push_back(
      {"all, equal rows once", [&spectrum](std::size_t, std::uint64_t) { return Suite{every_test(spectrum, true)}; }});
  ways.push_back({"all", [&spectrum](std::size_t, std::uint64_t) { return Suite{every_test(spectrum, false)}; }});
  return ways;
}

/// The place of the suites that are chosen so; new ones come behind those of the way before.
std::size_t place_of(SingleFaultStudy& study, const std::string& name, std::size_t behind) {
  const auto known = std::ranges::find(study.suites, name, &StudiedSuite::name);
  if (known != study.suites.end()) return static_cast<std::size_t>(known - study.suites.begin());
  study.suites.insert(study.suites.begin() + static_cast<std::ptrdiff_t>(behind), StudiedSuite{.name = name});
  return behind;
}

/// Adds the slices of the starts of one fault; none if the suite is not sliced.
void add(StudiedSlices& studied, const std::vector<FunctionSlice>& slices, const ElementSet& faulty) {
  if (slices.empty()) return;
  const auto add_mean = [&](std::vector<double>& figures, const auto& figure) {
    std::vector<double> of_starts;
    for (const FunctionSlice& slice : slices) of_starts.push_back(static_cast<double>(figure(slice)));
    figures.push_back(mean(of_starts));
  };
  add_mean(studied.elements, std::mem_fn(&FunctionSlice::elements));
  add_mean(studied.functions, std::mem_fn(&FunctionSlice::functions));
  add_mean(studied.other_elements, std::mem_fn(&FunctionSlice::other_elements));
  add_mean(studied.other_functions, std::mem_fn(&FunctionSlice::other_functions));
  add_mean(studied.restricted, [](const FunctionSlice& slice) { return slice.state == SliceState::restricted; });
  add_mean(studied.keeps_fault, [&](const FunctionSlice& slice) {
    return std::ranges::any_of(faulty, [&](Column element) { return slice.contains(element); });
  });
}

}  // namespace

void add(SingleFaultStudy& study, const Spectrum& spectrum, const ElementSet& faulty, const ChoicesOf& choices_of,
         const SingleFaultStudyOptions& options) {
  using Clock = std::chrono::steady_clock;
  const Tests starts = drawn_starts(possible_starts(spectrum), options);
  const CommonElements common = common_elements(spectrum);
  std::size_t behind = 0;
  for (const Way& way : ways_for(spectrum, choices_of, options)) {
    std::vector<double> failing, passing, seconds;
    std::array<std::vector<double>, std::size(all_ties)> ranks;
    std::vector<FunctionSlice> slices;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const Clock::time_point begin = Clock::now();
      Suite chosen = way.suite(starts[i], options.seed + i);
      const Tests& tests = chosen.tests;
      Ranking ranking = rank_by(spectrum, tests);
      if (chosen.slice) ranking = slice_first(ranking, *chosen.slice);
      seconds.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
      const auto failed =
          std::ranges::count_if(tests, [&](std::size_t test) { return is_failing(spectrum.test(test).outcome); });
      failing.push_back(static_cast<double>(failed));
      passing.push_back(static_cast<double>(tests.size()) - static_cast<double>(failed));
      for (std::size_t ties = 0; ties < ranks.size(); ++ties)
        ranks[ties].push_back(rank_of_first(ranking, faulty, all_ties[ties]));
      if (chosen.slice) slices.push_back(std::move(*chosen.slice));
    }
    const std::size_t place = place_of(study, way.name, behind);
    behind = place + 1;
    StudiedSuite& suite = study.suites[place];
    add(suite.slices, slices, faulty);
    suite.failing.push_back(mean(failing));
    suite.passing.push_back(mean(passing));
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      suite.effort[i].push_back(mean(ranks[i]) - 1);
      suite.within_five[i].push_back(static_cast<double>(acc_at(ranks[i], bar)) / static_cast<double>(starts.size()));
    }
    suite.seconds.insert(suite.seconds.end(), seconds.begin(), seconds.end());
  }
  study.common.push_back(static_cast<double>(common.elements().size()));
  if (!has_functions(spectrum)) ++study.without_functions;
  if (std::ranges::any_of(faulty, [&](Column element) { return common.contains(element); })) ++study.in_common;
}

}  // namespace smallscope::diagnosis
