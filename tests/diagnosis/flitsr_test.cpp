// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/flitsr.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>
#include <set>

#include <smallscope/diagnosis/ambiguity_groups.hpp>
#include <smallscope/diagnosis/measure_study.hpp>

#include "drawn.hpp"

namespace smallscope::diagnosis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Measure& ochiai() { return *find_measure("ochiai"); }

Columns elements_of(const Ranking& ranking) {
  Columns elements;
  for (const Ranked& each : ranking.order) elements.push_back(each.element);
  return elements;
}

TEST(Flitsr, RanksAFaultThatFewTestsShowBeforeWhatTheTestsOfAnotherOneCover) {
  // By ochiai: 0.87 for the fault of three tests, 0.75 for what they cover, 0.35 for the fault of one.
  const Spectrum spectrum = pictured({"1 1 0 F", "1 1 0 F", "1 1 0 F", "0 0 1 F", "0 1 1 P"});
  EXPECT_THAT(elements_of(rank(spectrum.counts(), ochiai())), ElementsAre(0, 1, 2));
  const Flitsr found = flitsr(spectrum, ochiai(), 1);
  ASSERT_EQ(found.bases.size(), 1u);
  EXPECT_THAT(found.bases[0], ElementsAre(ElementSet{2}, ElementSet{0}));
  EXPECT_THAT(elements_of(found.ranking), ElementsAre(2, 0, 1));
}

TEST(Flitsr, LeavesOutWhatLaterStepsExplain) {
  // The first element has the failing tests of both others together, but each of those has one of its own.
  const Spectrum spectrum = pictured({"1 1 0 F", "1 0 1 F", "0 1 0 F", "0 0 1 F"});
  EXPECT_THAT(flitsr(spectrum, ochiai(), 1).bases, ElementsAre(Basis{{2}, {1}}));
  EXPECT_THAT(flitsr(spectrum, ochiai(), every_round).bases, ElementsAre(Basis{{2}, {1}}, Basis{{0}}));
}

TEST(Flitsr, GroupsStayTogether) {
  const Flitsr found = flitsr(pictured({"0 1 1 0 F", "0 0 0 1 F", "1 0 0 1 P"}), ochiai(), 1);
  EXPECT_THAT(found.bases, ElementsAre(Basis{{3}, {1, 2}}));
  EXPECT_EQ(found.ranking.order[1].first, 2u);
  EXPECT_EQ(found.ranking.order[2].last, 3u);
  EXPECT_EQ(found.ranking.order[3].first, 4u);
}

TEST(Flitsr, WithoutFailuresOrElementsItIsTheMeasure) {
  const Flitsr passing = flitsr(pictured({"1 0 P"}), ochiai(), every_round);
  EXPECT_THAT(passing.bases, IsEmpty());
  EXPECT_EQ(elements_of(passing.ranking), (Columns{0, 1}));
  const Flitsr none = flitsr(Spectrum(), ochiai(), every_round);
  EXPECT_THAT(none.ranking.order, IsEmpty());
  const Flitsr empty = flitsr(pictured({"0 0 F", "0 0 F", "0 1 F"}), ochiai(), every_round);
  EXPECT_EQ(empty.unexplained, 2u);
  EXPECT_THAT(empty.bases, ElementsAre(Basis{{1}}));
}

/// The published recursion, test by test, on the first element of each group.
class Recursion {
 public:
  Recursion(const Spectrum& spectrum, const Measure& measure)
      : spectrum_(spectrum), measure_(measure), whole_(spectrum.counts()) {
    for (const auto& group : ambiguity_groups(spectrum).groups()) candidates_.insert(group.front());
    for (std::size_t test = 0; test < spectrum.tests(); ++test)
      if (is_failing(spectrum.test(test).outcome)) failing_.insert(test);
  }

  Columns basis() { return basis_of(failing_); }
  void remove(const Columns& basis) {
    for (const Column each : basis) candidates_.erase(each);
    std::erase_if(failing_, [&](std::size_t test) {
      const bool was = std::ranges::any_of(basis, [&](Column each) { return covers(test, each); });
      return was && std::ranges::none_of(candidates_, [&](Column each) { return covers(test, each); });
    });
  }
  const std::set<Column>& candidates() const { return candidates_; }
  const std::set<std::size_t>& failing() const { return failing_; }
  bool covers(std::size_t test, Column column) const { return spectrum_.covers(spectrum_.test(test).row, column); }

 private:
  Score score(Column column, const std::set<std::size_t>& failing) const {
    Counts counts;
    for (std::size_t test = 0; test < spectrum_.tests(); ++test) {
      if (spectrum_.test(test).outcome == Outcome::pass) ++(covers(test, column) ? counts.ep : counts.np);
      if (failing.contains(test)) ++(covers(test, column) ? counts.ef : counts.nf);
    }
    return measure_.score(counts);
  }

  Columns basis_of(std::set<std::size_t> failing) {
    std::optional<Column> best;
    for (const Column each : candidates_) {
      if (std::ranges::none_of(failing, [&](std::size_t test) { return covers(test, each); })) continue;
      const auto order = best ? score(each, failing) <=> score(*best, failing) : std::weak_ordering::greater;
      if (order > 0 || (order == 0 && measure_.score(whole_[each]) > measure_.score(whole_[*best]))) best = each;
    }
    if (!best) return {};
    std::set<std::size_t> removed;
    for (const std::size_t test : failing)
      if (covers(test, *best)) removed.insert(test);
    for (const std::size_t test : removed) failing.erase(test);
    Columns basis = basis_of(failing);
    const bool is_explained = std::ranges::all_of(removed, [&](std::size_t test) {
      return std::ranges::any_of(basis, [&](Column each) { return covers(test, each); });
    });
    if (!is_explained) basis.push_back(*best);
    return basis;
  }

  const Spectrum& spectrum_;
  const Measure& measure_;
  std::vector<Counts> whole_;
  std::set<Column> candidates_;
  std::set<std::size_t> failing_;
};

TEST(Flitsr, EqualsTheRecursionTestByTestForEveryMeasure) {
  std::size_t of_several = 0, of_several_rounds = 0;
  for (std::uint32_t seed = 0; seed < 12; ++seed)
    for (const Measure& measure : measures()) {
      const Spectrum spectrum = drawn(seed, 14, 30, 25, seed % 2 == 0 ? 0.15 : 0.4);
      Recursion recursion(spectrum, measure);
      std::vector<Columns> expected;
      for (Columns basis = recursion.basis(); !basis.empty(); basis = recursion.basis()) {
        recursion.remove(basis);
        expected.push_back(basis);
      }
      const Flitsr found = flitsr(spectrum, measure, every_round);
      std::vector<Columns> firsts;
      for (const Basis& basis : found.bases) {
        firsts.emplace_back();
        for (const ElementSet& group : basis) firsts.back().push_back(group.front());
      }
      EXPECT_EQ(firsts, expected) << measure.name << " " << seed;
      of_several += !firsts.empty() && firsts[0].size() > 1 ? 1 : 0;
      of_several_rounds += firsts.size() > 1 ? 1 : 0;
    }
  EXPECT_GT(of_several, 50u);
  EXPECT_GT(of_several_rounds, 50u);
}

TEST(Flitsr, ABasisIsAMinimalHittingSet) {
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    const Spectrum spectrum = drawn(seed, 10, 20, 15, 0.3);
    const Flitsr found = flitsr(spectrum, ochiai(), 1);
    if (found.bases.empty()) continue;
    ElementSet firsts;
    for (const ElementSet& group : found.bases[0]) firsts.push_back(group.front());
    std::ranges::sort(firsts);
    EXPECT_TRUE(std::ranges::count(minimal_hitting_sets(conflicts_of(spectrum), {}).sets, firsts) == 1) << seed;
  }
}

TEST(Flitsr, RanksEachElementOnceAndTheRestAsTheMeasureDoes) {
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    const Spectrum spectrum = drawn(seed, 40, 60, 30, 0.1);
    const Ranking by_measure = rank(spectrum.counts(), ochiai());
    for (const std::size_t rounds : {std::size_t{0}, std::size_t{1}, every_round}) {
      const Flitsr found = flitsr(spectrum, ochiai(), rounds);
      EXPECT_LE(found.bases.size(), rounds);
      const Columns order = elements_of(found.ranking);
      Columns sorted = order;
      std::ranges::sort(sorted);
      Columns all(spectrum.columns());
      std::iota(all.begin(), all.end(), 0);
      EXPECT_EQ(sorted, all);
      Columns expected;
      for (const Basis& basis : found.bases)
        for (const ElementSet& group : basis) expected.insert(expected.end(), group.begin(), group.end());
      const std::set<Column> in_bases(expected.begin(), expected.end());
      for (const Ranked& each : by_measure.order)
        if (!in_bases.contains(each.element)) expected.push_back(each.element);
      EXPECT_EQ(order, expected);
      for (std::size_t i = 0; i < order.size(); ++i) {
        const Ranked& each = found.ranking.order[i];
        EXPECT_EQ(found.ranking.position[each.element], i);
        EXPECT_LE(each.first, i + 1);
        EXPECT_GE(each.last, i + 1);
        EXPECT_EQ(each.score, by_measure.order[by_measure.position[each.element]].score);
      }
    }
  }
}

/// Tests run a few of ten modules, some of them often. A test that covers a fault mostly fails.
RecordedSpectrum drawn_program(std::uint32_t seed, Column faults) {
  constexpr Column modules = 10, size = 10;
  std::mt19937 random(seed);
  const auto chance = [&](double probability) { return std::bernoulli_distribution(probability)(random); };
  RecordedSpectrum recorded{.name = {}, .spectrum = Spectrum(numbered_elements(modules * size))};
  std::set<Column> faulty;
  while (faulty.size() < faults) faulty.insert(random() % (modules * size));
  for (const Column each : faulty) recorded.faults.push_back({each});
  for (std::size_t test = 0; test < 300; ++test) {
    Columns covered;
    bool fails = false;
    for (Column module = 0; module < modules; ++module) {
      if (!chance(0.6 / (1 + module))) continue;
      for (Column i = 0; i < size; ++i) {
        if (!chance(0.4)) continue;
        covered.push_back(module * size + i);
        fails = fails || (faulty.contains(covered.back()) && chance(0.8));
      }
    }
    recorded.spectrum.add(test, fails ? Outcome::fail : Outcome::pass, covered);
  }
  return recorded;
}

TEST(Flitsr, FindsAllOfSeveralFaultsEarlierThanTheMeasure) {
  for (const Column faults : {Column{2}, Column{4}, Column{8}}) {
    std::vector<RecordedSpectrum> recorded;
    for (std::uint32_t seed = 0; seed < 30; ++seed) recorded.push_back(drawn_program(seed, faults));
    const Measure* const both[] = {&ochiai(), find_measure("tarantula")};
    const auto rows = study_flitsr(recorded, both);
    constexpr auto average = static_cast<std::size_t>(Ties::average);
    for (const std::size_t with : {1u, 2u}) {
      EXPECT_LT(rows[with].mean_rank_of_all[average], 0.75 * rows[0].mean_rank_of_all[average]) << faults;
      EXPECT_LT(rows[3 + with].mean_rank_of_all[average], rows[3].mean_rank_of_all[average]) << faults;
    }
  }
}

}  // namespace
}  // namespace smallscope::diagnosis
