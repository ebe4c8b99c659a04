// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <smallscope/evaluation/synthetic.hpp>
#include <smallscope/generators/mixed_radix.hpp>

#include "stores.hpp"

namespace smallscope::evaluation {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

const std::vector<Ordinal> factors{3, 4, 5, 6};

FailureTable failing(const Conjunction& conjunction) {
  const generators::MixedRadix radix(factors);
  std::vector<Ordinal> members;
  generators::LevelRow levels;
  for (Ordinal ordinal = 0; ordinal < radix.size(); ++ordinal) {
    radix.levels(ordinal, levels);
    bool fails = true;
    for (const RequiredChoice& choice : conjunction) fails &= levels[choice.factor] == choice.level;
    if (fails) members.push_back(ordinal);
  }
  return table_of(radix.size(), {members});
}

TEST(Conjunctions, AreRandomButTheSameForASeed) {
  std::set<Conjunction> drawn;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const Conjunction conjunction = random_conjunction(factors, 2, seed);
    ASSERT_EQ(conjunction.size(), 2u);
    EXPECT_LT(conjunction[0].factor, conjunction[1].factor);
    for (const RequiredChoice& choice : conjunction) EXPECT_LT(choice.level, factors.at(choice.factor));
    EXPECT_EQ(conjunction, random_conjunction(factors, 2, seed));
    drawn.insert(conjunction);
  }
  EXPECT_GT(drawn.size(), 100u) << "of 119 pairs";
  std::set<Conjunction> single;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) single.insert(random_conjunction(factors, 1, seed));
  EXPECT_EQ(single.size(), 18u) << "every level of every factor";
}

TEST(Conjunctions, OfChoicesThatAreNotThereAreErrors) {
  EXPECT_THAT([] { random_conjunction(factors, 0, 1); }, ThrowsMessage<EvaluationError>(HasSubstr("0 choices")));
  EXPECT_THAT([] { random_conjunction(factors, 5, 1); }, ThrowsMessage<EvaluationError>(HasSubstr("5 choices")));
  EXPECT_THROW(random_conjunction(std::vector<Ordinal>{2, 0}, 1, 1), EvaluationError);
  const auto dense = generators::dense(360);
  EXPECT_THAT([&] { first_failure(factors, {{4, 0}}, *dense); }, ThrowsMessage<EvaluationError>(HasSubstr("3x4x5x6")));
  EXPECT_THROW(first_failure(factors, {{0, 3}}, *dense), EvaluationError);
  EXPECT_THAT(
      [&] {
        first_failure(factors, {{0, 1}}, *generators::dense(359));
      },
      ThrowsMessage<EvaluationError>(HasSubstr("an order of 359 inputs for a space of 360")));
}

TEST(FirstFailure, IsWhatPositionsSay) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Conjunction conjunction = random_conjunction(factors, 1 + seed % 4, seed);
    const FailureTable table = failing(conjunction);
    for (const Contender& contender : contenders(generators::as_factors(factors))) {
      generators::OrderSpecification specification = contender.order;
      specification.seed = seed;
      const auto order = generators::make_order(specification, table.inputs);
      EXPECT_EQ(first_failure(factors, conjunction, *order), first_seen(table, *order).front())
          << contender.name << ", seed " << seed;
    }
    const generators::JumpOrder jumps(table.inputs, 20, seed);
    EXPECT_EQ(first_failure_repeating(factors, conjunction, jumps), first_seen_repeating(table, jumps).front());
  }
}

TEST(SyntheticStudy, AveragesItsTrials) {
  const OrderStudy study = study_conjunctions(factors, 2, 50);
  EXPECT_EQ(study.space, "3x4x5x6, k=2");
  EXPECT_EQ(study.families, (std::vector<std::string>{"k=2", "k=1 or 2"}));
  EXPECT_EQ(study.inputs, 360u);
  double failing_inputs = 0, expected = 0, dense = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const FailureTable table = failing(random_conjunction(factors, 2, seed));
    failing_inputs += static_cast<double>(table.failing()) / 50;
    expected += random_expectation(table).first_failure / 50;
    dense += static_cast<double>(table.groups[0].members[0] + 1) / 50;
  }
  EXPECT_NEAR(study.failing, failing_inputs, 1e-9);
  EXPECT_NEAR(study.random.first_failure, expected, 1e-9);
  EXPECT_NEAR(study.rows[0].first_failure.mean, dense, 1e-9);
  for (const OrderRow& row : study.rows) EXPECT_EQ(row.replays, 50u);
  EXPECT_THROW(study_conjunctions(factors, 2, 0), EvaluationError);
  EXPECT_EQ(study_conjunctions(factors, 3, 1).families, std::vector<std::string>{"k=3"});
}

TEST(SyntheticStudy, HoldsThePapersSpace) {
  EXPECT_EQ(reference_spaces().front(), (std::vector<Ordinal>{2, 3, 2, 6, 4, 4}));
  EXPECT_EQ(generators::MixedRadix(reference_spaces().front()).size(), 1'152u);
  for (const auto& space : reference_spaces()) EXPECT_GE(space.size(), 2u);
}

}  // namespace
}  // namespace smallscope::evaluation
