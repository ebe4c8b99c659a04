// SPDX-License-Identifier: Apache-2.0
// Functions by each view, counted by hand and in floating point, and by all of them.
#include <smallscope/diagnosis/function_ranking.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

namespace smallscope::diagnosis {
namespace {

using testing::ElementsAre;

/// Six functions with one to twelve blocks.
Spectrum drawn_functions(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Element> elements;
  for (int function = 0; function < 6; ++function)
    for (std::uint64_t block = 0, blocks = 1 + random() % 12; block < blocks; ++block)
      elements.push_back({.name = std::to_string(elements.size()), .function = "f" + std::to_string(function)});
  Spectrum spectrum(elements);
  for (Ordinal ordinal = 0; ordinal < 40; ++ordinal) {
    std::vector<Column> covered;
    for (Column column = 0; column < elements.size(); ++column)
      if (random() % 2 == 0) covered.push_back(column);
    spectrum.add(ordinal, random() % 4 == 0 ? Outcome::fail : Outcome::pass, std::span<const Column>(covered));
  }
  return spectrum;
}

generators::Choices tens_and_ones(Ordinal ordinal) { return {{"tens", ordinal / 10, ""}, {"ones", ordinal % 10, ""}}; }

/// The rank interval of each function, from a figure of each, by counting.
std::map<std::string, std::pair<std::size_t, std::size_t>> intervals(const std::map<std::string, double>& figures) {
  std::map<std::string, std::pair<std::size_t, std::size_t>> ranks;
  for (const auto& [function, figure] : figures) {
    std::size_t before = 0, equal = 0;
    for (const auto& [other, value] : figures) {
      before += value > figure ? 1 : 0;
      equal += value == figure ? 1 : 0;
    }
    ranks[function] = {before + 1, before + equal};
  }
  return ranks;
}

std::map<std::string, std::pair<std::size_t, std::size_t>> intervals(const FunctionRanking& ranking,
                                                                     const Ranking& view) {
  std::map<std::string, std::pair<std::size_t, std::size_t>> ranks;
  for (const Ranked& each : view.order) ranks[ranking.functions[each.element].name] = {each.first, each.last};
  return ranks;
}

TEST(FunctionRanking, ViewsAreWhatTheySay) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Spectrum spectrum = drawn_functions(seed);
    if (spectrum.failing() == 0) continue;
    const FunctionRanking found = rank_functions(spectrum, tens_and_ones);
    std::map<std::string, std::vector<double>> ochiai, dstar;
    std::map<std::string, double> code, excess;
    const std::vector<Counts> counts = spectrum.counts();
    for (Column column = 0; column < spectrum.columns(); ++column) {
      const Counts& each = counts[column];
      const std::string& function = spectrum.elements()[column].function;
      ochiai[function].push_back(
          each.ef == 0 ? 0 : each.ef / std::sqrt(double(each.ef + each.nf) * double(each.ef + each.ep)));
      dstar[function].push_back(each.ef == 0             ? 0
                                : each.ep + each.nf == 0 ? INFINITY
                                                         : double(each.ef) * each.ef / (each.ep + each.nf));
    }
    for (auto& [function, values] : ochiai) {
      std::ranges::sort(values, std::greater<>());
      for (std::size_t i = 0; i < std::min<std::size_t>(values.size(), 10); ++i) code[function] += values[i];
    }
    for (auto& [function, values] : dstar) {
      const auto [least, greatest] = std::ranges::minmax(values);
      excess[function] = least == greatest ? 0 : greatest - least;
    }
    ASSERT_THAT(found.views,
                ElementsAre(FunctionView::block, FunctionView::code, FunctionView::excess, FunctionView::pairs));
    ASSERT_EQ(intervals(found, found.view_rankings[1]), intervals(code)) << seed;
    ASSERT_EQ(intervals(found, found.view_rankings[2]), intervals(excess)) << seed;
  }
}

TEST(FunctionRanking, IsByTheSumOfTheRanks) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const FunctionRanking found = rank_functions(drawn_functions(seed), tens_and_ones);
    std::map<std::string, double> sums;
    for (const Ranking& view : found.view_rankings)
      for (const auto& [function, ranks] : intervals(found, view))
        sums[function] -= static_cast<double>(ranks.first + ranks.second) / 2;
    ASSERT_EQ(intervals(found, found.ranking), intervals(sums));
  }
}

TEST(FunctionRanking, OfCountsAloneIsThatOfTheSpectrumWithoutPairs) {
  const Spectrum spectrum = drawn_functions(5);
  const FunctionRanking whole = rank_functions(spectrum),
                        counted = rank_functions(spectrum.elements(), spectrum.counts());
  EXPECT_EQ(counted.views, whole.views);
  EXPECT_EQ(counted.function_of, into_functions(spectrum.elements()).target);
  for (std::size_t i = 0; i < whole.ranking.order.size(); ++i)
    EXPECT_EQ(counted.ranking.order[i].element, whole.ranking.order[i].element);
  EXPECT_THROW(rank_functions(spectrum.elements(), spectrum.counts(), {0.5}), SpectrumError);
}

TEST(FunctionRanking, AGroupIsReadAsAnElementOfTheFunctionThatIsRankedFirst) {
  // Both functions have an element that fails only; check() has another one, which passes, so it decided something.
  const std::vector<Element> elements{{.name = "p.c:1", .line = 1, .function = "report"},
                                      {.name = "check:0x5", .function = "check"},
                                      {.name = "p.c:6", .line = 6, .function = "check"},
                                      {.name = "p.c:7", .line = 7, .function = "check"}};
  Spectrum spectrum(elements);
  const auto add = [&](Ordinal ordinal, Outcome outcome, std::vector<Column> covered) {
    spectrum.add(ordinal, outcome, std::span<const Column>(covered));
  };
  add(0, Outcome::fail, {0, 1, 2, 3});
  add(1, Outcome::pass, {3});
  const FunctionRanking functions = rank_functions(spectrum);
  ASSERT_EQ(functions.functions[functions.ranking.order.front().element].function, "check");
  EXPECT_EQ(representative({0, 1, 2}, elements, functions), 2u) << "with a line";
  EXPECT_EQ(representative({0, 1}, elements, functions), 1u);
  EXPECT_EQ(representative({0}, elements, functions), 0u);
}

TEST(FunctionRanking, HasNoPairsWithoutChoices) {
  const FunctionRanking found = rank_functions(drawn_functions(4));
  EXPECT_EQ(found.pairs, 0u);
  EXPECT_THAT(found.views, ElementsAre(FunctionView::block, FunctionView::code, FunctionView::excess));
  const auto unlike = [](Ordinal ordinal) { return generators::Choices{{"a", ordinal, ""}, {"b", ordinal, ""}}; };
  EXPECT_EQ(rank_functions(drawn_functions(4), unlike).views.size(), 3u) << "no two inputs differ in one choice";
}

}  // namespace
}  // namespace smallscope::diagnosis
