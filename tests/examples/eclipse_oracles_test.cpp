// SPDX-License-Identifier: Apache-2.0
// The oracles of the Eclipse campaigns, on observations made by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <oracles.hpp>

#include "files.hpp"

namespace eclipse_campaigns {
namespace {

using smallscope::oracles::Judgement;
using smallscope::oracles::Verdict;
using smallscope::subjects::Ending;
using smallscope::subjects::NamedText;
using smallscope::subjects::Observation;
using testing::ElementsAre;
using testing::IsEmpty;

/// What is reported of a severity whose result is right in every respect, but for `wrong`.
Observation reported(const std::string& severity, const std::vector<NamedText>& wrong = {}) {
  Observation observation;
  if (severity == "FATAL") observation.ending = Ending::refused;
  observation.outputs = {{"compile errors before", ""},
                         {"javac errors before", ""},
                         {"severity", severity},
                         {"status", severity == "OK" ? "" : "careful\nvery\n"},
                         {"after", "a"},
                         {"compile errors after", ""},
                         {"javac errors after", ""},
                         {"behaviour before", "1\n"},
                         {"behaviour after", "1\n"},
                         {"before", "b\n"},
                         {"there and back", "b\n"}};
  for (const NamedText& replacement : wrong)
    for (NamedText& output : observation.outputs)
      if (output.name == replacement.name) output.text = replacement.text;
  return observation;
}

class EclipseOracles : public testing::Test {
 protected:
  /// The judgements that are neither a pass nor not applicable.
  std::vector<Judgement> judge(const Observation& observation, const Judging& judging = {}) {
    smallscope::oracles::Bench bench(refactoring_oracles(judging), directory_.path());
    std::vector<Judgement> judgements = bench.judge({}, observation, {});
    std::erase_if(judgements, [](const Judgement& judgement) {
      return judgement.verdict == Verdict::pass || judgement.verdict == Verdict::not_applicable;
    });
    return judgements;
  }
  TemporaryDirectory directory_;
};

TEST_F(EclipseOracles, WhatIsRightPasses) {
  EXPECT_THAT(judge(reported("OK")), IsEmpty());
  EXPECT_THAT(judge(reported("INFO")), IsEmpty());
}

TEST_F(EclipseOracles, ProgramsThatDoNotCompileAreRejected) {
  Observation observation;
  observation.outputs = {{"compile errors before", "x cannot be resolved\ny cannot be resolved\n"}};
  for (const bool unwarned : {true, false})
    EXPECT_THAT(
        judge(observation, {.unwarned = unwarned}),
        ElementsAre(Judgement{"input compiles", Verdict::discarded, {"x cannot be resolved", "y cannot be resolved"}}));
}

TEST_F(EclipseOracles, ResultsThatDoNotCompileAreKeptApartBySeverity) {
  const std::vector<NamedText> wrong{{"compile errors after", "e1\ne2\n"}, {"javac errors after", "other\n"}};
  const auto failure = [](const char* oracle) { return ElementsAre(Judgement{oracle, Verdict::fail, {"e1", "e2"}}); };
  EXPECT_THAT(judge(reported("OK", wrong)), failure("compiles after"));
  EXPECT_THAT(judge(reported("INFO", wrong)), failure("compiles after"));
  EXPECT_THAT(judge(reported("WARNING", wrong)), failure("compiles after, warned"));
  EXPECT_THAT(judge(reported("ERROR", wrong)), failure("compiles after, warned as error"));
  EXPECT_THAT(judge(reported("FATAL", wrong)), IsEmpty());
}

TEST_F(EclipseOracles, JavacIsASecondOpinion) {
  const std::vector<NamedText> wrong{{"javac errors after", "e\n"}};
  EXPECT_THAT(judge(reported("OK", wrong)), ElementsAre(Judgement{"javac agrees", Verdict::fail, {"e"}}));
  EXPECT_THAT(judge(reported("WARNING", wrong)), ElementsAre(Judgement{"javac agrees, warned", Verdict::fail, {"e"}}));
  EXPECT_THAT(judge(reported("OK", {{"javac errors after", "e\n"}, {"javac errors before", "e\n"}})), IsEmpty());
}

TEST_F(EclipseOracles, BehaviourAndRoundTrip) {
  EXPECT_THAT(judge(reported("OK", {{"behaviour after", "2\n"}})),
              ElementsAre(Judgement{
                  "behaviour preserved", Verdict::fail, {"behaviour before: \"1\", behaviour after: \"2\""}}));
  EXPECT_THAT(
      judge(reported("ERROR", {{"there and back", "c\n"}})),
      ElementsAre(Judgement{"round trip, warned as error", Verdict::fail, {"before: \"b\", there and back: \"c\""}}));
}

TEST_F(EclipseOracles, BehaviourOfMergedInputsIsComparedByFragment) {
  const Observation observation =
      reported("OK", {{"behaviour before", "#1\na\n#2\nb\n"}, {"behaviour after", "#1\nc\n#2\nd\n"}});
  EXPECT_EQ(judge(observation).at(0).messages.size(), 1u);
  EXPECT_EQ(judge(observation, {.fragment_mark = "#"}).at(0).messages.size(), 2u);
}

TEST_F(EclipseOracles, WarningsAreErroneousWhenNothingIsWrong) {
  const auto erroneous = ElementsAre(Judgement{"erroneous warning", Verdict::fail, {"careful", "very"}});
  for (const char* severity : {"WARNING", "ERROR", "FATAL"}) {
    SCOPED_TRACE(severity);
    EXPECT_THAT(judge(reported(severity)), erroneous);
    EXPECT_THAT(judge(reported(severity), {.erroneous_warnings = false}), IsEmpty());
    for (const NamedText& wrong : std::vector<NamedText>{{"compile errors after", "e\n"},
                                                         {"javac errors after", "e\n"},
                                                         {"behaviour after", "2\n"},
                                                         {"there and back", "c\n"}})
      EXPECT_THAT(judge(reported(severity, {wrong}), {.warned = false, .warned_as_error = false}), IsEmpty());
  }
}

TEST_F(EclipseOracles, ARefusalWithoutAResultPasses) {
  Observation observation;
  observation.ending = Ending::refused;
  observation.outputs = {{"compile errors before", ""}, {"severity", "FATAL"}, {"status", "no\n"}};
  EXPECT_THAT(judge(observation), IsEmpty());
}

TEST_F(EclipseOracles, CrashesAndTimeOutsHaveTheirNames) {
  Observation observation;
  observation.messages = {"NullPointerException"};
  observation.ending = Ending::crashed;
  EXPECT_THAT(judge(observation),
              ElementsAre(Judgement{"no engine exception", Verdict::crashed, {"NullPointerException"}}));
  observation.ending = Ending::timed_out;
  EXPECT_THAT(judge(observation), ElementsAre(Judgement{"no time-out", Verdict::timed_out, {"NullPointerException"}}));
}

TEST_F(EclipseOracles, OnlyThoseChosenTakePart) {
  const auto names = [](const Judging& judging) {
    std::vector<std::string> found;
    for (const auto& oracle : refactoring_oracles(judging)) found.push_back(oracle->name());
    return found;
  };
  EXPECT_EQ(names({}).size(), 16u);
  EXPECT_THAT(names({.warned = false, .warned_as_error = false, .erroneous_warnings = false}),
              ElementsAre("input compiles", "no engine exception", "no time-out", "compiles after", "javac agrees",
                          "behaviour preserved", "round trip"));
}

}  // namespace
}  // namespace eclipse_campaigns
