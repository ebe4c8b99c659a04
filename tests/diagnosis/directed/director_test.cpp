// SPDX-License-Identifier: Apache-2.0
// Strategies of directed test generation: laws that hold for all, and what each of them prefers.
#include <smallscope/diagnosis/directed/director.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>

namespace smallscope::diagnosis::directed {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAreArray;

const std::vector<Ordinal> factors{3, 2, 4};
constexpr Ordinal inputs = 24;
constexpr Ordinal failing = 13;

/// Fails if the last level is that of the failing input; covers an element for each level of each choice.
struct Subject {
  Outcome outcome(Ordinal ordinal) const { return ordinal % 4 == failing % 4 ? Outcome::fail : Outcome::pass; }
  std::vector<Word> covered(Ordinal ordinal) const {
    return {Word{1} << (ordinal / 8) | Word{1} << (8 + ordinal / 4 % 2) | Word{1} << (16 + ordinal % 4)};
  }
};

std::size_t differing(Ordinal a, Ordinal b) {
  const generators::MixedRadix radix(factors);
  generators::LevelRow left, right;
  radix.levels(a, left);
  radix.levels(b, right);
  std::size_t count = 0;
  for (std::size_t i = 0; i < left.size(); ++i) count += left[i] != right[i] ? 1 : 0;
  return count;
}

/// What is proposed to the end, or so many of it.
std::vector<Ordinal> proposed(DirectorOptions options, std::size_t most = inputs) {
  const Subject subject;
  Director director(factors, failing, std::move(options));
  director.observe(failing, subject.outcome(failing), subject.covered(failing));
  std::vector<Ordinal> all;
  while (all.size() < most) {
    const std::optional<Ordinal> ordinal = director.next();
    if (!ordinal) break;
    all.push_back(*ordinal);
    director.observe(*ordinal, subject.outcome(*ordinal), subject.covered(*ordinal));
  }
  return all;
}

TEST(Similarity, IsThatOfThePapersExample) {
  // Six conditions with two outcomes each; the third one differs.
  Conditions conditions;
  for (Column each = 0; each < 6; ++each) conditions.push_back({2 * each, 2 * each + 1});
  std::vector<Word> a{0}, b{0};
  for (Column each = 0; each < 6; ++each) {
    a[0] |= Word{1} << (2 * each);
    b[0] |= Word{1} << (2 * each + (each == 2 ? 1 : 0));
  }
  EXPECT_NEAR(path_similarity(conditions, a, b, PathForm::subset), 0.833, 0.001);
  EXPECT_DOUBLE_EQ(path_similarity(conditions, a, b, PathForm::subsequence), 0.5);
  EXPECT_DOUBLE_EQ(path_similarity(conditions, a, a, PathForm::subsequence), 1);
}

TEST(Similarity, CountsConditionsThatEitherEvaluates) {
  const Conditions conditions{{0}, {1, 2}, {70}};
  const std::vector<Word> a{0b011}, b{0b001, 1 << 6}, none{};
  // Alike in the first; the second is evaluated by one of them; the third by the other, beyond the end of a row.
  EXPECT_DOUBLE_EQ(path_similarity(conditions, a, b, PathForm::subset), 1.0 / 3);
  EXPECT_DOUBLE_EQ(path_similarity(conditions, a, b, PathForm::subset),
                   path_similarity(conditions, b, a, PathForm::subset));
  EXPECT_DOUBLE_EQ(path_similarity(conditions, none, none, PathForm::subset), 1);
  EXPECT_DOUBLE_EQ(path_similarity({}, a, b, PathForm::subsequence), 1);
}

class EachStrategy : public testing::TestWithParam<Strategy> {};

TEST_P(EachStrategy, ProposesEveryOtherInputOnce) {
  std::vector<Ordinal> others;
  for (Ordinal ordinal = 0; ordinal < inputs; ++ordinal)
    if (ordinal != failing) others.push_back(ordinal);
  EXPECT_THAT(proposed({.strategy = GetParam()}), UnorderedElementsAreArray(others));
  EXPECT_THAT(proposed({.strategy = GetParam(), .conditions = {{0, 1, 2}, {8, 9}}, .pool = 1}),
              UnorderedElementsAreArray(others));
}

TEST_P(EachStrategy, ProposesTheSameForTheSameSeed) {
  for (const std::uint64_t seed : {0u, 1u, 77u})
    EXPECT_EQ(proposed({.strategy = GetParam(), .seed = seed}), proposed({.strategy = GetParam(), .seed = seed}));
  EXPECT_EQ(proposed({.strategy = GetParam(), .seed = 1}) != proposed({.strategy = GetParam(), .seed = 2}),
            draws(GetParam()));
}

TEST_P(EachStrategy, ProposesCandidatesOnly) {
  const auto is_even = [](Ordinal ordinal) { return ordinal % 2 == 0; };
  const std::vector<Ordinal> all = proposed({.strategy = GetParam(), .is_candidate = is_even});
  EXPECT_EQ(all.size(), inputs / 2);
  EXPECT_TRUE(std::ranges::all_of(all, is_even));
}

TEST_P(EachStrategy, ThatDoesNotLearnIgnoresWhatInputsDid) {
  Director director(factors, failing, {.strategy = GetParam()});
  std::vector<Ordinal> unobserved;
  while (const auto ordinal = director.next()) unobserved.push_back(*ordinal);
  if (learns(GetParam())) return;
  EXPECT_EQ(unobserved, proposed({.strategy = GetParam()}));
}

INSTANTIATE_TEST_SUITE_P(Director, EachStrategy, testing::ValuesIn(all_strategies),
                         [](const auto& strategy) { return std::string(name(strategy.param)); });

TEST(Director, OfNeighboursGoesAwayFromTheFailingInput) {
  const std::vector<Ordinal> all = proposed({.strategy = Strategy::neighbours});
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_LE(differing(failing, all[i - 1]), differing(failing, all[i]));
}

TEST(Director, OfInputSimilarityStaysNearAnyFailingInput) {
  const std::vector<Ordinal> all = proposed({.strategy = Strategy::is});
  std::vector<Ordinal> known{failing};
  const Subject subject;
  const auto similarity = [&](Ordinal ordinal) {
    std::size_t least = inputs;
    for (const Ordinal each : known)
      if (is_failing(subject.outcome(each))) least = std::min(least, differing(each, ordinal));
    return least;
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t later = i + 1; later < all.size(); ++later)
      EXPECT_LE(similarity(all[i]), similarity(all[later])) << i;
    known.push_back(all[i]);
  }
}

TEST(Director, OfPathsLearnsWhichChoiceChangesThem) {
  // The only condition depends on the second choice. Once that was seen, it is changed last.
  const Subject subject;
  Director director(factors, failing, {.strategy = Strategy::pcs, .conditions = {{8, 9}}});
  director.observe(failing, Outcome::fail, subject.covered(failing));
  std::vector<bool> changed;
  while (const std::optional<Ordinal> ordinal = director.next()) {
    director.observe(*ordinal, Outcome::pass, subject.covered(*ordinal));
    changed.push_back(*ordinal / 4 % 2 != failing / 4 % 2);
  }
  ASSERT_EQ(changed.size(), inputs - 1);
  const auto first = std::ranges::find(changed, true);
  const auto second = std::find(first + 1, changed.end(), true);
  // The 3 x 4 inputs with its level, without the failing one, come before.
  EXPECT_EQ(std::count(changed.begin(), second, false), 11);
}

TEST(Director, OfBaseDoesNotKnowTheFault) {
  const std::vector<Ordinal> all = proposed({.strategy = Strategy::base});
  EXPECT_EQ(all.front(), 0u);
  Director unaware(factors, failing, {.strategy = Strategy::base});
  const Subject subject;
  for (const Ordinal expected : all) {
    EXPECT_EQ(unaware.next(), expected);
    unaware.observe(expected, subject.outcome(expected), subject.covered(expected));
  }
}

TEST(Director, OfCoverageLeavesInputsThatCoverNothingNew) {
  Director director(factors, failing, {.strategy = Strategy::coverage});
  director.observe(failing, Outcome::fail, std::vector<Word>{1});
  const Ordinal first = *director.next();
  director.observe(first, Outcome::pass, std::vector<Word>{1});
  // Nothing is derived from the first one: what comes differs from the failing one in one choice.
  const Ordinal second = *director.next();
  EXPECT_EQ(differing(failing, second), 1u);
  director.observe(second, Outcome::pass, std::vector<Word>{3});
  const Ordinal third = *director.next(), fourth = *director.next();
  EXPECT_EQ(differing(second, third) == 1 || differing(second, fourth) == 1, true);
}

TEST(Director, SkippedInputsSayNothing) {
  Director director(factors, failing, {.strategy = Strategy::is});
  director.observe(failing, Outcome::fail, std::vector<Word>{1});
  const Ordinal first = *director.next();
  director.observe(first, Outcome::skip, std::vector<Word>{1});
  for (int i = 0; i < 5; ++i) EXPECT_EQ(differing(failing, *director.next()), 1u);
}

TEST(Director, WorksInSpacesOfAnySize) {
  const std::vector<Ordinal> large(17, 12);  // 2 * 10^18
  for (const Strategy strategy : all_strategies) {
    Director director(large, 123'456'789, {.strategy = strategy, .pool = 10});
    director.observe(123'456'789, Outcome::fail, std::vector<Word>{1});
    for (int i = 0; i < 30; ++i) {
      const std::optional<Ordinal> ordinal = director.next();
      ASSERT_TRUE(ordinal);
      director.observe(*ordinal, Outcome::pass, std::vector<Word>{Word{1} << i});
    }
  }
  EXPECT_THROW(Director({2, 3}, 6, {}), std::out_of_range);
}

TEST(Capability, ChoosesTheBestByWhatIsKnown) {
  const Subject subject;
  const auto score = [&](const std::vector<Ordinal>& suite, Ordinal ordinal) {
    capability::Suite of_tests(word_bits, subject.covered(failing));
    for (const Ordinal each : suite) of_tests.add(subject.covered(each), is_failing(subject.outcome(each)));
    return capability::find_criterion("split")->score(of_tests, of_tests.prospect(subject.covered(ordinal)));
  };
  const std::vector<Ordinal> chosen =
      proposed({.strategy = Strategy::capability,
                .pool = inputs,
                .covered_of = [&](Ordinal each) { return std::optional(subject.covered(each)); }},
               6);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const std::vector<Ordinal> before(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(i));
    double best = 0;
    for (Ordinal each = 0; each < inputs; ++each)
      if (each != failing && std::ranges::count(before, each) == 0) best = std::max(best, score(before, each));
    EXPECT_DOUBLE_EQ(score(before, chosen[i]), best) << i;
  }
  EXPECT_GT(score({}, chosen.front()), 0);
}

TEST(Capability, ChoosesByAnotherCriterion) {
  // Cover prefers what is most like the failing input: it differs in one choice.
  const std::vector<Ordinal> chosen =
      proposed({.strategy = Strategy::capability,
                .pool = inputs,
                .criterion = capability::scorer(*capability::find_criterion("cover")),
                .covered_of = [](Ordinal each) { return std::optional(Subject().covered(each)); }},
               6);
  for (const Ordinal each : chosen) EXPECT_EQ(differing(each, failing), 1u) << each;
}

}  // namespace
}  // namespace smallscope::diagnosis::directed
