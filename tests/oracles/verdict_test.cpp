// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/oracles/verdict.hpp>

namespace smallscope::oracles {
namespace {

Judgement by(Verdict verdict) { return {"o", verdict, {}}; }

TEST(Verdict, NamesAreStableAndFoundAgain) {
  const std::vector<std::string> names = {"pass",      "fail",         "crashed",        "timed out", "flaky",
                                          "discarded", "oracle error", "infrastructure", "refused",   "not applicable"};
  ASSERT_EQ(names.size(), verdict_count);
  for (int number = 0; number < verdict_count; ++number) {
    const auto verdict = static_cast<Verdict>(number);
    EXPECT_EQ(name(verdict), names[static_cast<std::size_t>(number)]);
    EXPECT_EQ(verdict_named(name(verdict)), verdict);
  }
  EXPECT_EQ(verdict_named("timed_out"), std::nullopt);
}

TEST(Verdict, FourOfThemFail) {
  EXPECT_TRUE(is_failing(Verdict::fail) && is_failing(Verdict::crashed) && is_failing(Verdict::timed_out) &&
              is_failing(Verdict::flaky));
  EXPECT_FALSE(is_failing(Verdict::pass) || is_failing(Verdict::discarded) || is_failing(Verdict::oracle_error) ||
               is_failing(Verdict::infrastructure) || is_failing(Verdict::refused) ||
               is_failing(Verdict::not_applicable));
}

TEST(Verdict, WhatSomebodyElseFailedToJudgeStaysOpen) {
  for (int number = 0; number < verdict_count; ++number) {
    const auto verdict = static_cast<Verdict>(number);
    EXPECT_EQ(is_open(verdict), verdict == Verdict::oracle_error || verdict == Verdict::infrastructure);
  }
}

TEST(Verdict, TheGravestJudgementDecides) {
  // Each against all that it outranks, in both orders.
  const std::vector<Verdict> precedence = {
      Verdict::infrastructure, Verdict::oracle_error, Verdict::discarded, Verdict::crashed, Verdict::timed_out,
      Verdict::flaky,          Verdict::fail,         Verdict::refused,   Verdict::pass,    Verdict::not_applicable};
  for (std::size_t high = 0; high < precedence.size(); ++high) {
    for (std::size_t low = high; low < precedence.size(); ++low) {
      const Judgement judgements[] = {by(precedence[low]), by(precedence[high]), by(precedence[low])};
      EXPECT_EQ(combine(judgements), precedence[high]);
    }
  }
  EXPECT_EQ(combine({}), Verdict::not_applicable) << "nothing was judged";
}

}  // namespace
}  // namespace smallscope::oracles
