// SPDX-License-Identifier: Apache-2.0
// Verdicts that depend on more than the input: how often flaky inputs fail, and state that executions leave behind.
#include <gmock/gmock.h>

#include "carriers.hpp"
#include "scripted.hpp"

namespace smallscope::runner {
namespace {

using oracles::Verdict;
using subjects::Observation;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

Observation passing() { return reported({}); }
Observation failing() { return reported({{"result", "bad"}}); }

class Flaky : public EveryCarrier {};
INSTANTIATE_TEST_SUITE_P(Runner, Flaky, testing::ValuesIn(carriers), name_of_carrier);

TEST_P(Flaky, InputsAreExecutedOftenEnoughForARate) {
  // Input 5 fails the first time and every third time after that.
  const auto subject =
      std::make_shared<Scripted>([](int n, int attempt) { return n == 5 && attempt % 3 == 1 ? failing() : passing(); });
  const Ran ran = run_in_memory(over(20, subject, good()), options());
  EXPECT_EQ(ran.store.verdict(0, 5), Verdict::flaky);
  const results::Executions executions = ran.store.executions(0, 5);
  EXPECT_EQ(executions.alone, 10u);
  // The attempts 1, then confirmations, then ten alone: every third of them all has failed.
  EXPECT_EQ(executions.failed, (executions.judged + 2) / 3);
  EXPECT_FALSE(executions.depends_on_others());
  EXPECT_EQ(ran.store.executions(0, 6).judged, 0u) << "of a case only";
}

TEST_P(Flaky, WhatFailsOnlyAfterOthersLeavesState) {
  const auto subject = std::make_shared<Scripted>(
      [](const Execution& now) { return now.n == 5 && now.earlier > 0 ? failing() : passing(); });
  RunOptions wanted = options("dense");
  wanted.sampled_passes = 0;
  EngineOptions alone = carried();
  alone.jobs = 1;
  const Ran ran = runner::run_in_memory(over(20, subject, good()), wanted, alone);
  EXPECT_EQ(ran.store.verdict(0, 5), Verdict::flaky);
  EXPECT_EQ(ran.store.executions(0, 5).alone_failed, 0u);
  EXPECT_TRUE(ran.store.executions(0, 5).depends_on_others());
}

TEST_P(Flaky, PassesThatStateBroughtAboutAreFound) {
  // Whatever comes first in a process fails; in one process, all but the first pass.
  const auto subject =
      std::make_shared<Scripted>([](const Execution& now) { return now.earlier == 0 ? failing() : passing(); });
  RunOptions wanted = options("dense");
  wanted.sampled_passes = 32;
  const Ran ran = run_in_memory(over(200, subject, good()), wanted);
  EXPECT_EQ(ran.summary.sampled, 32u);
  ASSERT_THAT(ran.summary.different, SizeIs(2)) << "the first of each fresh process";
  for (const Ordinal ordinal : ran.summary.different) {
    EXPECT_EQ(ran.store.verdict(0, ordinal), Verdict::flaky);
    const results::Executions executions = ran.store.executions(0, ordinal);
    EXPECT_EQ(executions.alone_failed, 10u);
    EXPECT_TRUE(executions.depends_on_others());
    const auto found = ran.store.find_case(0, ordinal);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->test, ordinal + 1) << "in the dense order";
    EXPECT_THAT(found->judgements, SizeIs(1));
  }
}

TEST_P(Flaky, CommandsMayDoSomethingElseEachTime) {
  // Each failure of inputs 0 to 99 says something new; those of 100 to 199 are alike, and 200 hangs.
  const auto subject = std::make_shared<Scripted>([](int n, int attempt) {
    if (n == 200) return ended(subjects::Ending::timed_out, "late");
    return reported({{"result", n < 100 ? std::to_string(1000 * n + attempt) : "bad"}});
  });
  subject->shares_processes = false;
  const std::vector<oracles::OraclePointer> says = {
      oracles::predicate("says", [](const subjects::Input&, const subjects::Observation& observation) {
        std::vector<std::string> said;
        for (const subjects::NamedText& output : observation.outputs) said.push_back(output.text);
        return said;
      })};
  RunOptions wanted = options();
  wanted.flaky_executions = 0;
  const Ran ran = run_in_memory(over(201, subject, says), wanted);
  EXPECT_EQ(ran.summary.confirmed, 64u) << "the kind with most failures, and 63 of the others";
  EXPECT_EQ(ran.summary.flaky, 63u);
  EXPECT_EQ(ran.summary.sampled, 0u) << "there is no state that one could leave to another";
  EXPECT_THAT(ran.store.attempts(0, 200), IsEmpty()) << "it was executed with more time before";
  wanted.confirmation = Confirmation::all;
  EXPECT_EQ(run_in_memory(over(201, subject, says), wanted).summary.flaky, 100u);
  wanted.confirmation = Confirmation::none;
  EXPECT_EQ(run_in_memory(over(201, subject, says), wanted).summary.confirmed, 0u);
}

TEST_P(Flaky, ASampleOfPassesChangesNothingWhereThereIsNoState) {
  const auto subject = std::make_shared<Scripted>([](int n, int) { return n % 7 == 3 ? failing() : passing(); });
  const Campaign campaign = over(100, subject, good());
  RunOptions none = options();
  none.confirmation = Confirmation::none;
  const Ran ran = run_in_memory(campaign, options());
  EXPECT_EQ(ran.summary.sampled, 64u);
  EXPECT_THAT(ran.summary.different, IsEmpty());
  EXPECT_EQ(ran.store.canonical_dump(), expected(campaign, none));
  EXPECT_EQ(run_in_memory(campaign, none).summary.sampled, 0u);
}

}  // namespace
}  // namespace smallscope::runner
