// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/oracles/standard.hpp>
#include <smallscope/subjects/command.hpp>
#include <smallscope/subjects/worker.hpp>
#include <stdexcept>

#include "files.hpp"

namespace smallscope::oracles {
namespace {

using subjects::Ending;
using subjects::Input;
using subjects::Observation;
using Rewrites = std::vector<Rewrite>;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Standard : public testing::Test {
 protected:
  Judgement judge(const OraclePointer& oracle, const Observation& observation, const Input& input = {}) {
    Bench bench({oracle}, directory_.path());
    return bench.judge(input, observation, {}).at(0);
  }
  TemporaryDirectory directory_;
};

Observation ended(Ending ending, std::vector<std::string> messages = {}) {
  Observation observation;
  observation.ending = ending;
  observation.messages = std::move(messages);
  return observation;
}

Observation printed(std::string output, int status = 0) {
  Observation observation;
  observation.standard_output = std::move(output);
  observation.exit_status = status;
  return observation;
}

Observation reported(std::vector<subjects::NamedText> outputs, Ending ending = Ending::completed) {
  Observation observation = ended(ending);
  observation.outputs = std::move(outputs);
  return observation;
}

/// What the first of two commands did, which failed.
Observation of_first(std::string program, int status, std::string error = "") {
  Observation observation = printed("", status);
  observation.program = std::move(program);
  observation.standard_error = std::move(error);
  observation.steps = 2;
  observation.steps_left = 1;
  return observation;
}

TEST_F(Standard, PredicatesObjectWithMessages) {
  const OraclePointer oracle = predicate("short", [](const Input&, const Observation& observation) {
    return observation.standard_output.size() > 3 ? std::vector<Message>{"too", "long"} : std::vector<Message>{};
  });
  EXPECT_EQ(judge(oracle, printed("abc")), (Judgement{"short", Verdict::pass, {}}));
  EXPECT_EQ(judge(oracle, printed("abcd")), (Judgement{"short", Verdict::fail, {"too", "long"}}));
  EXPECT_THROW(predicate("empty", nullptr), std::invalid_argument);
}

TEST_F(Standard, AnOracleThatThrowsIsAnOracleErrorOfItsOwn) {
  const auto throwing = predicate(
      "throws", [](const Input&, const Observation&) -> std::vector<Message> { throw std::runtime_error("no idea"); });
  const auto odd = predicate("odd", [](const Input&, const Observation&) -> std::vector<Message> { throw 5; });
  Bench bench({throwing, odd, exit_status(0)}, directory_.path());
  EXPECT_THAT(bench.judge({}, printed("", 1), {}),
              ElementsAre(Judgement{"throws", Verdict::oracle_error, {"no idea"}},
                          Judgement{"odd", Verdict::oracle_error, {"an exception that is not a std::exception"}},
                          Judgement{"exit status", Verdict::fail, {"exit status 1 instead of 0"}}));
}

TEST_F(Standard, AfterADiscardTheRestAreNotAsked) {
  Bench bench({exit_status(), reported_compiles(), no_crash()}, directory_.path());
  const auto judgements = bench.judge({}, reported({{"compile errors before", "e1\n\ne2\n"}}), {});
  EXPECT_THAT(judgements, ElementsAre(Judgement{"exit status", Verdict::pass, {}},
                                      Judgement{"compiles after", Verdict::discarded, {"e1", "e2"}}));
  EXPECT_THAT(Bench({}, directory_.path()).judge({}, {}, {}), IsEmpty());
}

TEST_F(Standard, CrashesAreNamed) {
  EXPECT_EQ(judge(no_crash(), ended(Ending::completed)).verdict, Verdict::pass);
  EXPECT_EQ(judge(no_crash(), ended(Ending::refused)).verdict, Verdict::pass);
  EXPECT_EQ(judge(no_crash(), ended(Ending::timed_out)).verdict, Verdict::pass);
  EXPECT_EQ(judge(no_crash(), ended(Ending::crashed, {"a", "b"})),
            (Judgement{"no crash", Verdict::crashed, {"a", "b"}}));
  Observation signalled = ended(Ending::crashed);
  signalled.signal = 11;
  EXPECT_THAT(judge(no_crash(), signalled).messages, ElementsAre("killed by SIGSEGV"));
  EXPECT_EQ(judge(no_crash(), ended(Ending::lost, {"gone"})),
            (Judgement{"no crash", Verdict::infrastructure, {"gone"}}));
}

TEST_F(Standard, TimeOutsAreNamed) {
  EXPECT_EQ(judge(no_time_out(), ended(Ending::timed_out, {"no answer within 2 s"})),
            (Judgement{"no time-out", Verdict::timed_out, {"no answer within 2 s"}}));
  EXPECT_EQ(judge(no_time_out(), ended(Ending::crashed)).verdict, Verdict::pass);
}

TEST_F(Standard, WhatPassesAlthoughTheLastCommandDidNotRunSaysSo) {
  const std::vector<Message> although{"tcc failed, so that the command behind it did not run"};
  EXPECT_EQ(judge(exit_status(1), of_first("tcc", 1)), (Judgement{"exit status", Verdict::pass, although}));
  EXPECT_EQ(judge(expected_output(""), of_first("tcc", 1)), (Judgement{"expected output", Verdict::pass, although}));
  EXPECT_THAT(judge(expected_output("x"), of_first("tcc", 1)).messages,
              ElementsAre("exit status 1 in tcc", HasSubstr("(nothing)")));
  EXPECT_THAT(judge(exit_status(1), printed("", 1)).messages, IsEmpty());
}

TEST_F(Standard, ExitStatusNamesBothAndTheFirstLineOfStandardError) {
  EXPECT_EQ(judge(exit_status(), printed("")).verdict, Verdict::pass);
  Observation observation = printed("", 1);
  observation.standard_error = "\nerror: bad\nmore\n";
  EXPECT_THAT(judge(exit_status(3), observation).messages, ElementsAre("exit status 1 instead of 3: error: bad"));
  EXPECT_THAT(judge(exit_status(), ended(Ending::crashed, {"killed by SIGSEGV"})).messages,
              ElementsAre("killed by SIGSEGV instead of exit status 0"));
  EXPECT_THAT(judge(exit_status(), of_first("tcc", 1)).messages, ElementsAre("exit status 1 instead of 0 in tcc"));
  EXPECT_THAT(judge(exit_status(), of_first("tcc", 1, "bad")).messages, ElementsAre("exit status 1 instead of 0: bad"));
  EXPECT_EQ(judge(exit_status(), ended(Ending::refused)).verdict, Verdict::not_applicable);
  EXPECT_EQ(judge(exit_status(), ended(Ending::lost)).verdict, Verdict::infrastructure);
}

TEST_F(Standard, OutputIsComparedAfterNormalising) {
  EXPECT_EQ(judge(expected_output("a\n"), printed("a\n")).verdict, Verdict::pass);
  EXPECT_THAT(judge(expected_output("a\nb\n"), printed("a\nc\n")).messages,
              ElementsAre("output: \"c\", expected: \"b\""));
  EXPECT_THAT(judge(expected_output("a\n"), printed("a")).messages,
              ElementsAre("output: no newline at the end, expected: a newline at the end"));
  EXPECT_THAT(judge(expected_output("a\n"), printed("")).messages, ElementsAre("output: (nothing), expected: \"a\""));
  Observation failed = printed("", 2);
  failed.standard_error = "syntax error\nmore\n";
  EXPECT_THAT(judge(expected_output("a\n"), failed).messages,
              ElementsAre("exit status 2: \"syntax error\"", "output: (nothing), expected: \"a\""));
  const Normaliser normalise({{"0x[0-9a-f]+", "ADDRESS"}, {"(\\w+) at (ADDRESS)", "$2 of $1"}});
  EXPECT_EQ(judge(expected_output("ADDRESS of x", normalise), printed("x at 0x7f2")).verdict, Verdict::pass);
}

TEST_F(Standard, ExpectedOutputMayHoldParameters) {
  const Input input = {{}, {{"result", "4\n2"}, {"n", "7"}}, ""};
  EXPECT_EQ(judge(expected_output("{result}"), printed("4\n2"), input).verdict, Verdict::pass);
  EXPECT_EQ(judge(expected_output("n={n} {{n}} {"), printed("n=7 {n} {"), input).verdict, Verdict::pass);
  const Judgement missing = judge(expected_output("{results}"), printed("4"), input);
  EXPECT_EQ(missing.verdict, Verdict::oracle_error);
  EXPECT_THAT(missing.messages, ElementsAre(HasSubstr("no parameter results")));
}

TEST_F(Standard, AMalformedPatternIsRefusedByName) {
  try {
    Normaliser(Rewrites{{"ok", ""}, {"(", ""}});
    FAIL();
  } catch (const std::invalid_argument& refused) {
    EXPECT_THAT(refused.what(), HasSubstr("the pattern \"(\" of a rewrite is malformed"));
  }
  EXPECT_EQ(Normaliser()("as it is"), "as it is");
}

TEST_F(Standard, ReportedCompilationJudgesOnlyResultsOfValidPrograms) {
  const OraclePointer oracle = reported_compiles();
  EXPECT_EQ(judge(oracle, reported({{"compile errors before", ""}, {"compile errors after", ""}})).verdict,
            Verdict::pass);
  EXPECT_EQ(judge(oracle, reported({{"compile errors before", ""}, {"compile errors after", "e1\ne2"}})),
            (Judgement{"compiles after", Verdict::fail, {"e1", "e2"}}));
  EXPECT_EQ(judge(oracle, reported({{"compile errors before", "e"}})).verdict, Verdict::discarded);
  EXPECT_EQ(judge(oracle, reported({{"compile errors before", "e"}}, Ending::crashed)).verdict, Verdict::discarded);
  EXPECT_EQ(judge(oracle, reported({{"compile errors after", "e"}}, Ending::refused)).verdict, Verdict::not_applicable);
  EXPECT_THAT(judge(oracle, reported({}, Ending::crashed)).messages, ElementsAre("the subject crashed"));
  EXPECT_THAT(judge(oracle, reported({}, Ending::timed_out)).messages, ElementsAre("the subject did not end in time"));
}

TEST_F(Standard, AnOutputThatWasNotReportedIsNoPass) {
  const auto misspelt = reported({{"compile errors before", ""}, {"compile error after", "e"}, {"after", "x"}});
  const Judgement missed = judge(reported_compiles(), misspelt);
  EXPECT_EQ(missed.verdict, Verdict::oracle_error);
  EXPECT_THAT(missed.messages,
              ElementsAre(AllOf(HasSubstr("no output \"compile errors after\""),
                                HasSubstr("reported: \"compile errors before\", \"compile error after\", \"after\""),
                                HasSubstr("did you mean \"compile error after\"?"), HasSubstr("report null"))));
  EXPECT_THAT(judge(reported_behaviour(), reported({})).messages, ElementsAre(HasSubstr("nothing was reported")));
  EXPECT_EQ(judge(reported_behaviour(), reported({{"behaviour before", "1"}})).verdict, Verdict::oracle_error);
  EXPECT_EQ(judge(reported_round_trip("a.py", "undone"), reported({})).verdict, Verdict::oracle_error);
  EXPECT_EQ(judge(reported_compiles("", "errors"), reported({})).verdict, Verdict::oracle_error);
}

TEST_F(Standard, AnOutputReportedAsNullMakesTheOracleNotApplicable) {
  auto without = [](std::string name) {
    Observation observation = reported({{"compile errors before", ""}, {"behaviour before", "1"}});
    observation.absent.push_back(std::move(name));
    return observation;
  };
  EXPECT_EQ(judge(reported_compiles(), without("compile errors after")).verdict, Verdict::not_applicable);
  EXPECT_EQ(judge(reported_behaviour(), without("behaviour after")).verdict, Verdict::not_applicable);
  EXPECT_THAT(judge(reported_behaviour(), without("behaviour after")).messages,
              ElementsAre("there is no \"behaviour after\""));
  EXPECT_EQ(judge(reported_round_trip("a.py", "undone"), without("undone")).verdict, Verdict::not_applicable);
}

TEST_F(Standard, OptionalEvidenceMayBeMissing) {
  const auto optional = Evidence::optional;
  EXPECT_EQ(judge(reported_compiles("b", "a", optional), reported({})).verdict, Verdict::not_applicable);
  EXPECT_EQ(judge(reported_compiles("b", "a", optional), reported({{"a", "e"}})).verdict, Verdict::fail);
  EXPECT_EQ(judge(reported_behaviour("b", "a", {}, {}, optional), reported({})).verdict, Verdict::not_applicable);
  EXPECT_EQ(judge(reported_round_trip("b", "a", optional), reported({})).verdict, Verdict::not_applicable);
  EXPECT_NE(reported_compiles("b", "a", optional)->describe(), reported_compiles("b", "a")->describe());
}

TEST_F(Standard, WhatIsLeftAloneIsNotGreen) {
  const auto compiles = reported_compiles("b", "a", Evidence::required, "after");
  const auto behaves = reported_behaviour("b", "a", {}, {}, Evidence::required, "after");
  Input input;
  input.files = {{"other.py", "y"}, {"input.py", "x = 1\n"}};
  const auto verdict = [&](const OraclePointer& oracle, const std::string& before, const char* after) {
    Observation observation = reported({{"b", before}, {"a", ""}});
    after == nullptr ? observation.absent.push_back("after") : observation.outputs.push_back({"after", after});
    return judge(oracle, observation, input).verdict;
  };
  EXPECT_EQ(verdict(compiles, "", "x = 1\n"), Verdict::not_applicable);
  EXPECT_EQ(verdict(behaves, "", "x = 1\n"), Verdict::not_applicable);
  EXPECT_EQ(verdict(behaves, "0", "x = 1\n"), Verdict::not_applicable) << "what differs then is none of its doing";
  EXPECT_EQ(verdict(compiles, "", "x = 2\n"), Verdict::pass);
  EXPECT_EQ(verdict(behaves, "0", "x = 2\n"), Verdict::fail);
  EXPECT_EQ(verdict(compiles, "invalid", "x = 1\n"), Verdict::discarded) << "the input is not valid";
  EXPECT_EQ(verdict(compiles, "", nullptr), Verdict::pass) << "no result to compare";
  EXPECT_EQ(judge(behaves, reported({{"b", ""}, {"a", ""}}), input).verdict, Verdict::oracle_error);
  EXPECT_EQ(reported_behaviour()->describe().find("changed"), std::string::npos);
  EXPECT_NE(behaves->describe(), reported_behaviour("b", "a")->describe());
}

TEST_F(Standard, AWorkerThatReportsNoStreamsIsNotJudgedByThem) {
  Observation silent = printed("");
  silent.streams = false;
  EXPECT_EQ(judge(expected_output(""), silent).verdict, Verdict::oracle_error);
}

TEST_F(Standard, AnOracleThatCanNeverJudgeTheSubjectIsTold) {
  const auto command = subjects::commands({{{"true"}}}, {}, {"errors.txt"});
  const auto worker = subjects::worker({{"true"}});
  EXPECT_EQ(never_judges(*exit_status(), *command), std::nullopt);
  EXPECT_THAT(never_judges(*renamed("ends well", exit_status()), *worker).value_or(""),
              AllOf(HasSubstr("\"ends well\" reads an exit status"), HasSubstr("a worker")));
  EXPECT_EQ(never_judges(*reported_compiles(), *worker), std::nullopt);
  EXPECT_THAT(never_judges(*reported_compiles(), *command).value_or(""),
              AllOf(HasSubstr("reads the output \"compile errors before\""), HasSubstr("`outputs`")));
  EXPECT_EQ(never_judges(*reported_compiles("", "errors.txt"), *command), std::nullopt);
}

TEST_F(Standard, ReportedBehaviourNamesTheFirstDifference) {
  const OraclePointer oracle = reported_behaviour();
  EXPECT_THAT(judge(oracle, reported({{"behaviour before", "1\n2\n"}, {"behaviour after", "1\n3\n"}})).messages,
              ElementsAre("behaviour before: \"2\", behaviour after: \"3\""));
}

TEST_F(Standard, ReportedRoundTripsComeBackToTheOriginal) {
  const OraclePointer oracle = reported_round_trip("a.py", "undone");
  const Input input = {{{"a.py", "x"}}, {}, ""};
  EXPECT_EQ(judge(oracle, reported({{"undone", "x"}}), input).verdict, Verdict::pass);
  EXPECT_EQ(judge(oracle, reported({{"undone", "x"}, {"a.py", "y"}}), input).verdict, Verdict::fail);
  EXPECT_THAT(judge(oracle, reported({{"undone", "z"}}), input).messages, ElementsAre("a.py: \"x\", undone: \"z\""));
  EXPECT_EQ(judge(oracle, reported({{"undone", "z"}}), {}).verdict, Verdict::oracle_error);
}

TEST_F(Standard, RenamedOraclesJudgeTheSame) {
  const OraclePointer oracle = renamed("works", exit_status(2));
  EXPECT_EQ(judge(oracle, printed("", 1)), (Judgement{"works", Verdict::fail, {"exit status 1 instead of 2"}}));
  EXPECT_NE(oracle->describe(), exit_status(2)->describe());
}

TEST_F(Standard, OraclesThatKnowTheGeneratorsAnswerAreNotRightAboutAnyText) {
  EXPECT_TRUE(no_crash()->judges_any_text());
  EXPECT_TRUE(no_time_out()->judges_any_text());
  EXPECT_TRUE(reported_compiles()->judges_any_text());
  EXPECT_TRUE(reported_behaviour()->judges_any_text());
  EXPECT_TRUE(reported_round_trip("a", "b")->judges_any_text());
  EXPECT_FALSE(exit_status()->judges_any_text());
  EXPECT_FALSE(expected_output("4")->judges_any_text());
  EXPECT_FALSE(predicate("own", [](const auto&, const auto&) { return std::vector<Message>{}; })->judges_any_text());
  const OraclePointer declared = of_any_text(exit_status());
  EXPECT_TRUE(declared->judges_any_text());
  EXPECT_TRUE(renamed("ends well", occasional(declared))->judges_any_text());
  EXPECT_EQ(declared->describe(), exit_status()->describe()) << "it judges alike, so stores stay valid";
  EXPECT_THROW(of_any_text(nullptr), std::invalid_argument);
}

TEST_F(Standard, RestrictedOraclesJudgeWhereTheirConditionHolds) {
  const auto loud = [](const Input&, const Observation& observation) { return !observation.standard_error.empty(); };
  const OraclePointer oracle = restricted("loud", loud, exit_status());
  EXPECT_EQ(judge(oracle, printed("", 1)),
            (Judgement{"exit status, loud", Verdict::not_applicable, {"its condition does not hold"}}));
  Observation observation = printed("", 1);
  observation.standard_error = "e\n";
  EXPECT_EQ(judge(oracle, observation),
            (Judgement{"exit status, loud", Verdict::fail, {"exit status 1 instead of 0: e"}}));
  EXPECT_EQ(restricted("", loud, exit_status())->name(), "exit status");
  EXPECT_NE(oracle->describe(), exit_status()->describe());
  EXPECT_THROW(restricted("loud", loud, nullptr), std::invalid_argument);
  EXPECT_THROW(restricted("loud", nullptr, exit_status()), std::invalid_argument);
}

TEST_F(Standard, ReportedCompilationMayLookAtOneSideOnly) {
  const auto both = reported({{"compile errors before", "b\n"}, {"compile errors after", "a\n"}});
  EXPECT_EQ(judge(reported_compiles("", "compile errors after"), both),
            (Judgement{"compiles after", Verdict::fail, {"a"}}));
  const auto valid = reported({{"compile errors before", ""}, {"compile errors after", "a\n"}});
  EXPECT_EQ(judge(reported_compiles("compile errors before", ""), valid).verdict, Verdict::pass);
}

TEST_F(Standard, DescriptionsTellOraclesApart) {
  EXPECT_EQ(exit_status(1)->describe(), exit_status(1)->describe());
  EXPECT_NE(exit_status(1)->describe(), exit_status(2)->describe());
  EXPECT_NE(expected_output("a")->describe(), expected_output("a", Normaliser(Rewrites{{"a", "b"}}))->describe());
  EXPECT_NE(reported_compiles("a b", "c")->describe(), reported_compiles("a", "b c")->describe());
}

}  // namespace
}  // namespace smallscope::oracles
