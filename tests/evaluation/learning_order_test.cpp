// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <set>
#include <smallscope/evaluation/learning_order.hpp>
#include <smallscope/evaluation/learning_study.hpp>

#include "stores.hpp"

namespace smallscope::evaluation {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// Choices a, b, c with 3, 8 and 20 values; the ordinal counts through the last one first.
clustering::Population three_choices() {
  return clustering::Population({3, 8, 20}, [](Ordinal ordinal) {
    const Ordinal a = ordinal / 160, b = ordinal / 20 % 8, c = ordinal % 20;
    return generators::Choices{{"a", a, std::to_string(a)}, {"b", b, std::to_string(b)}, {"c", c, std::to_string(c)}};
  });
}

std::vector<Ordinal> dense(Ordinal size) {
  std::vector<Ordinal> ordinals(size);
  std::iota(ordinals.begin(), ordinals.end(), Ordinal{0});
  return ordinals;
}

std::vector<Ordinal> replayed(LearningOrder order, const std::function<bool(Ordinal)>& fails) {
  std::vector<Ordinal> all;
  for (std::vector<Ordinal> batch = order.next(); !batch.empty(); batch = order.next())
    for (const Ordinal ordinal : batch) {
      order.add(ordinal, fails(ordinal));
      all.push_back(ordinal);
    }
  return all;
}

TEST(LearningOrder, IsTheGivenOrderUntilSomethingFails) {
  const std::vector<Ordinal> base = dense(480);
  EXPECT_THAT(replayed(LearningOrder(three_choices(), base), [](Ordinal) { return false; }), ElementsAreArray(base));
}

TEST(LearningOrder, ExecutesEveryInputOnce) {
  for (const Ordinal divisor : {2, 3, 7, 160}) {
    const auto all =
        replayed(LearningOrder(three_choices(), dense(480)), [&](Ordinal ordinal) { return ordinal % divisor == 0; });
    EXPECT_EQ(all.size(), 480u);
    EXPECT_EQ(std::set(all.begin(), all.end()).size(), 480u);
  }
}

TEST(LearningOrder, LetsKnownFailuresWait) {
  // Everything with a = 0 fails, which comes first in the dense order; a = 2, c = 19 is the other fault.
  const auto all = replayed(LearningOrder(three_choices(), dense(480)),
                            [](Ordinal ordinal) { return ordinal < 160 || (ordinal >= 320 && ordinal % 20 == 19); });
  const auto place_of_second =
      std::ranges::find_if(all, [](Ordinal ordinal) { return ordinal >= 320 && ordinal % 20 == 19; }) - all.begin();
  EXPECT_LT(place_of_second, 2 * 32 + 20);
  const auto known_after_first_batch =
      std::count_if(all.begin() + 32, all.begin() + 32 + 160, [](Ordinal ordinal) { return ordinal < 160; });
  EXPECT_LT(known_after_first_batch, 16);
}

TEST(LearningStudy, ComparesBothOrdersOnTheSameRenumbering) {
  LabelledFailures labels;
  labels.faults = table_of(480, {{479}});
  for (Ordinal ordinal = 0; ordinal < 160; ++ordinal) labels.unlabelled.push_back(ordinal);
  const LearningStudy study = study_learning(labels, three_choices(), {3, 8, 20}, 5);
  EXPECT_EQ(study.faults, 1u);
  EXPECT_GT(study.pairwise_faults.half_width, 0);
  EXPECT_GE(study.learning_faults.mean, 1);
  const LearningSummary summary = summarise(std::array{study, study});
  EXPECT_DOUBLE_EQ(summary.faults, study.faults_ratio());
  EXPECT_DOUBLE_EQ(summary.worst_faults, study.faults_ratio());
}

TEST(LearningStudy, NeedsAFault) {
  EXPECT_THAT(
      [] {
        study_learning({}, three_choices(), {3, 8, 20}, 5);
      },
      ThrowsMessage<EvaluationError>(HasSubstr("--faults")));
}

}  // namespace
}  // namespace smallscope::evaluation
