// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/known_faults_text.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace smallscope::report {
namespace {

using clustering::Decision;
using clustering::FaultComparison;
using clustering::FaultProgress;
using clustering::Faults;
using clustering::FaultState;
using testing::HasSubstr;

Faults two_faults() {
  return Faults::parse(
      "[[fault]]\ncampaign = 'c'\nname = 'first'\nkeys = 'k'\nfailing = '1-3'\nspace = 's'\nticket = '#12'\n"
      "[[fault]]\ncampaign = 'c'\nname = \"sec\\u001b[2Jond\"\nkeys = 'k'\ndecision = 'ignore'\n",
      "f.toml");
}

FaultState state_of(std::size_t fault, FaultProgress progress) {
  FaultState state;
  state.fault = fault;
  state.progress = progress;
  return state;
}

TEST(KnownFaultTexts, SayWhatHasBecomeOfRecordedInputs) {
  const Decision decision = two_faults().all()[0].decision;
  FaultState state = state_of(0, FaultProgress::fixed);
  state.passing = 3;
  EXPECT_EQ(remark_text(state, decision), "all 3 recorded inputs pass; #12");
  state.progress = FaultProgress::shrunk;
  state.passing = 1;
  EXPECT_EQ(remark_text(state, decision), "1 of 3 recorded inputs passes; #12");
  state.progress = FaultProgress::not_executed;
  state.not_executed = 1;
  state.unjudged = 1;
  EXPECT_EQ(remark_text(state, decision), "1 of 3 recorded inputs passes, 1 was not executed, 1 was not judged; #12");
  state = state_of(0, FaultProgress::changed);
  state.changed = 3;
  EXPECT_EQ(remark_text(state, decision), "all 3 recorded inputs fail with another message; #12");
  EXPECT_EQ(remark_text(state_of(0, FaultProgress::known), decision), "#12");
}

TEST(KnownFaultTexts, SayWhereAFaultHasGrownAndWhatADecisionRestsOn) {
  Decision decision = two_faults().all()[0].decision;
  decision.ticket.clear();
  FaultState state = state_of(0, FaultProgress::grown);
  state.grown = {{0, 4, "k"}, {1, 5, "k"}, {0, 6, "k"}, {0, 7, "k"}};
  state.other_space = true;
  EXPECT_EQ(remark_text(state, decision),
            "4 fail outside of what was recorded: #4, M1 #5, #6 and 1 more; recorded in another space, without an "
            "explanation: its ordinals mean other inputs");
  decision.explanation.emplace();
  EXPECT_THAT(remark_text(state, decision), HasSubstr("recorded in another space: its explanation decides"));
  decision.expires = clustering::day_named("2026-01-31");
  state.expired = true;
  EXPECT_THAT(remark_text(state, decision), HasSubstr("; expired after 2026-01-31"));
  EXPECT_EQ(state_text(state, decision), "grown, expired");
  decision.kind = Decision::Kind::ignore;
  EXPECT_EQ(state_text(state_of(0, FaultProgress::known), decision), "ignored");
  EXPECT_EQ(state_text(state_of(0, FaultProgress::fixed), decision), "fixed");
}

TEST(KnownFaultTexts, TheTableBeginsWithWhatNeedsSomebody) {
  FaultComparison comparison;
  comparison.faults = {state_of(0, FaultProgress::known), state_of(1, FaultProgress::grown)};
  comparison.faults[1].grown = {{0, 4, "k"}};
  comparison.faults[1].inside.resize(7);
  const std::string table = fault_table(two_faults(), comparison);
  EXPECT_THAT(table, HasSubstr("\ngrown    7 + 1  sec\\x1b[2Jond  1 fails outside of what was recorded: #4\n"));
  EXPECT_LT(table.find("grown"), table.find("known"));
  EXPECT_EQ(fault_table(two_faults(), {}), "");
  comparison.unknown.resize(1);
  EXPECT_EQ(comparison_text(comparison), "1 new failing input; known faults: 1 grown, 1 known");
  EXPECT_EQ(comparison_text({}), "0 new failing inputs");
}

TEST(KnownFaultTexts, AClusterIsNewOrKnownAsFaults) {
  FaultComparison comparison;
  comparison.faults = {state_of(0, FaultProgress::known)};
  const auto text = [&](const clustering::ClusterState& state) {
    return cluster_state_text(state, 10, two_faults(), comparison);
  };
  EXPECT_EQ(text({.unknown = 10}), "new");
  EXPECT_EQ(text({.unknown = 2, .states = {0}}), "2 new, first");
  EXPECT_EQ(text({.grown = 3, .states = {0}}), "first + 3");
  EXPECT_EQ(text({.has_expired = true, .states = {0}}), "first, expired");
  EXPECT_EQ(question_text({.kind = clustering::Undecided::Kind::expired, .state = 0}, two_faults(), comparison),
            "expired: first");
  EXPECT_EQ(question_text({.kind = clustering::Undecided::Kind::grown, .state = 0}, two_faults(), comparison),
            "grown: first");
  EXPECT_EQ(question_text({}, two_faults(), comparison), "new");
}

}  // namespace
}  // namespace smallscope::report
