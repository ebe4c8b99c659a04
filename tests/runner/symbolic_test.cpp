// SPDX-License-Identifier: Apache-2.0
#include <smallscope/runner/symbolic.hpp>

#include <gtest/gtest.h>

#include <smallscope/results/store.hpp>
#include <smallscope/runner/run.hpp>

namespace smallscope::runner {
namespace {

/// Where the sum of digits is 7, unless the first is 3.
Campaign sums() {
  return symbolic("sums", {{"tens", -1, 9}, {"ones", 2, 9}}, property("is not seven", [](auto tens, auto ones) {
                    const auto sum = tens + ones;
                    return sum != 7 || tens == 3 ? std::vector<std::string>{} : std::vector<std::string>{"seven"};
                  }));
}

TEST(Symbolic, ValuesAndOrdinalsAreTheSameThing) {
  const Campaign campaign = sums();
  const concolic::Inputs& inputs = campaign.symbolic->inputs();
  EXPECT_EQ(inputs.size(), campaign.space->size());
  EXPECT_EQ(inputs.factors(), generators::factors(campaign.space->structure()));
  for (Ordinal ordinal = 0; ordinal < inputs.size(); ++ordinal) {
    const concolic::Values values = inputs.values(ordinal);
    const Choices choices = campaign.space->choices(ordinal);
    ASSERT_EQ(choices.size(), 2u);
    EXPECT_EQ(choices[0].label, std::to_string(values[0]));
    EXPECT_EQ(choices[1].label, std::to_string(values[1]));
    EXPECT_NE(choices[0].name.find("tens"), std::string::npos);
  }
}

TEST(Symbolic, BothRunsJudgeAlike) {
  const Campaign campaign = sums();
  const auto lane = campaign.body->open(".");
  const OrdinalRange all{0, campaign.space->size()};
  const PortionResult result = lane->execute({.ranges = std::span(&all, 1)}, {});
  std::size_t failing = 0;
  auto outcome = result.outcomes.begin();
  for (Ordinal ordinal = 0; ordinal < campaign.space->size(); ++ordinal) {
    const bool fails = outcome != result.outcomes.end() && outcome->index == ordinal;
    if (fails) ++outcome;
    failing += fails ? 1 : 0;
    EXPECT_EQ(campaign.symbolic->run(campaign.symbolic->inputs().values(ordinal)).passes, !fails) << ordinal;
  }
  EXPECT_EQ(failing, 6u) << "-1 to 5 tens leave 2 to 8 ones; not 3 tens";
}

TEST(Symbolic, MistakesAreThoseOfInputs) {
  EXPECT_THROW(symbolic("none", {{"a", 3, 2}}, property("holds", [](auto) { return true; })), concolic::ConcolicError);
}

}  // namespace
}  // namespace smallscope::runner
