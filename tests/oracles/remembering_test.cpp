// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <smallscope/oracles/executing.hpp>
#include <smallscope/oracles/remembering.hpp>
#include <smallscope/oracles/standard.hpp>
#include <smallscope/subjects/subject.hpp>
#include <stdexcept>
#include <utility>

#include "files.hpp"

namespace smallscope::oracles {
namespace {

using subjects::Command;
using subjects::Ending;
using subjects::Input;
using subjects::Observation;

Observation printed(std::string text) {
  Observation observation;
  observation.standard_output = std::move(text);
  return observation;
}

class Remembered : public testing::Test {
 protected:
  /// A command that leaves a line in the log.
  Command logged(const std::string& script) const {
    return {{"/bin/sh", "-c", "echo x >>" + log_ + "; " + script}, {}, {}};
  }
  OraclePointer compared(const std::string& script) const { return differential({{"other", {logged(script)}}}); }
  Verdict judge(const OraclePointer& oracle, const Observation& observation, const Input& input = {}) {
    Bench bench({oracle}, directory_.path());
    return bench.judge(input, observation, {}).at(0).verdict;
  }
  /// How often commands were executed since the last question.
  std::ptrdiff_t executed() {
    const std::string text = std::filesystem::exists(log_) ? text_of(log_) : "";
    std::filesystem::remove(log_);
    return std::ranges::count(text, 'x');
  }

  TemporaryDirectory directory_;
  std::string log_ = (directory_.path() / "log").string();
  std::shared_ptr<Answers> answers_ = std::make_shared<Answers>();
  const Input seven_{{{"f", "1"}}, {{"a", "7"}}, ""}, eight_{{{"f", "1"}}, {{"a", "8"}}, ""};
};

TEST_F(Remembered, AnswersAreNotExecutedAgain) {
  const OraclePointer oracle = remembering(compared("echo {a}"), answers_);
  EXPECT_EQ(judge(oracle, printed("7\n"), seven_), Verdict::pass);
  EXPECT_EQ(judge(oracle, printed("wrong\n"), seven_), Verdict::fail) << "by another judge";
  EXPECT_EQ(executed(), 1);
  EXPECT_EQ(judge(oracle, printed("8\n"), eight_), Verdict::pass);
  EXPECT_EQ(executed(), 1) << "another input";
  EXPECT_EQ(judge(remembering(compared("echo {a} left"), answers_), printed("7 left\n"), seven_), Verdict::pass);
  EXPECT_EQ(executed(), 1) << "another command";
  EXPECT_EQ(judge(compared("echo {a}"), printed("7\n"), seven_), Verdict::pass);
  EXPECT_EQ(executed(), 1) << "without answers, each time";
  EXPECT_EQ(oracle->name(), "differential");
  EXPECT_EQ(oracle->describe(), compared("echo {a}")->describe());
  // An oracle that executes nothing judges as before.
  Observation crashed;
  crashed.ending = Ending::crashed;
  EXPECT_EQ(judge(remembering(no_crash(), answers_), crashed), Verdict::crashed);
}

TEST_F(Remembered, WhatACommandDoesNotReadMakesNoOtherInput) {
  const OraclePointer oracle = remembering(compared("cat f"), answers_);
  EXPECT_EQ(judge(oracle, printed("1"), seven_), Verdict::pass);
  EXPECT_EQ(judge(oracle, printed("1"), eight_), Verdict::pass) << "no argument has {a}";
  EXPECT_EQ(executed(), 1);
  EXPECT_EQ(judge(oracle, printed("2"), {{{"f", "2"}}, {{"a", "7"}}, ""}), Verdict::pass) << "another file";
  EXPECT_EQ(judge(oracle, printed("1"), {{{"f", "1"}}, {{"a", "7"}}, "text"}), Verdict::pass) << "standard input";
  EXPECT_EQ(executed(), 2);
  const auto with = [&](std::vector<subjects::NamedText> environment, std::optional<std::string> standard_input) {
    Command command = logged("cat f");
    command.environment = std::move(environment);
    command.standard_input = std::move(standard_input);
    return remembering(differential({{"other", {command}}}), answers_);
  };
  for (const OraclePointer& reads : {with({{"A", "{a}"}}, std::nullopt), with({}, "{a}")})
    for (const Input& input : {seven_, eight_}) EXPECT_EQ(judge(reads, printed("1"), input), Verdict::pass);
  EXPECT_EQ(executed(), 4) << "{a} in the environment, and in standard input";
}

TEST_F(Remembered, TheLongestUnusedMakesRoom) {
  Answers few(Answers::Keeps::all, 3'000);
  const Observation answer = printed(std::string(400, 'x'));
  for (const char* const key : {"a", "b", "c"}) few.keep(key, answer);  // some 900 bytes each
  EXPECT_TRUE(few.find("a"));
  few.keep("d", answer);
  EXPECT_FALSE(few.find("b"));
  for (const char* const key : {"a", "c", "d"}) EXPECT_EQ(few.find(key)->standard_output, answer.standard_output);
  few.keep("e", printed(std::string(3'000, 'x')));
  EXPECT_FALSE(few.find("e")) << "larger than all";
  EXPECT_TRUE(few.find("a"));
}

/// As in a run, where a bench judges many inputs.
class Reused : public Remembered {
 protected:
  std::shared_ptr<Answers> successes_ = std::make_shared<Answers>(Answers::Keeps::successes);
};

TEST_F(Reused, AreOnlySuccesses) {
  Bench bench({compared("cat f; exit 3")}, directory_.path());
  bench.reuse(successes_);
  Observation fails = printed("1");
  fails.exit_status = 3;
  for (int i = 0; i < 2; ++i) EXPECT_EQ(bench.judge(seven_, fails, {}).at(0).verdict, Verdict::pass);
  EXPECT_EQ(executed(), 2) << "it may have failed for want of memory";
}

TEST_F(Reused, BySeveralBenchesUntilTheyAreToldOtherwise) {
  Bench first({compared("cat f")}, directory_.path() / "1"), second({compared("cat f")}, directory_.path() / "2");
  for (Bench* const bench : {&first, &second}) {
    bench->reuse(successes_);
    EXPECT_EQ(bench->judge(seven_, printed("1"), {}).at(0).verdict, Verdict::pass);
    EXPECT_EQ(bench->judge(eight_, printed("2"), {}).at(0).verdict, Verdict::fail);
  }
  EXPECT_EQ(executed(), 1);
  first.reuse(nullptr);
  EXPECT_EQ(first.judge(seven_, printed("1"), {}).at(0).verdict, Verdict::pass);
  EXPECT_EQ(executed(), 1) << "executed, and not kept";
}

TEST_F(Reused, AlsoWhereAnOracleIsRestricted) {
  const Condition is_seven = [](const Input& input, const Observation&) {
    return input == Input{{{"f", "1"}}, {{"a", "7"}}, ""};
  };
  Bench bench({restricted("seven", is_seven, compared("cat f"))}, directory_.path());
  bench.reuse(successes_);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(bench.judge(seven_, printed("1"), {}).at(0).verdict, Verdict::pass);
  EXPECT_EQ(bench.judge(eight_, printed("1"), {}).at(0).verdict, Verdict::not_applicable);
  EXPECT_EQ(executed(), 1);
  EXPECT_EQ(judge(remembering(restricted("seven", is_seven, compared("cat f")), successes_), printed("1"), seven_),
            Verdict::pass);
  EXPECT_EQ(executed(), 0);
}

TEST_F(Reused, NeitherByJudgesOfYourOwnNorWhereItIsForbidden) {
  const OraclePointer own = external("own", {logged("true")}), forbidden = executed_each_time(compared("cat f"));
  Bench bench({own, forbidden}, directory_.path());
  bench.reuse(successes_);
  for (int i = 0; i < 2; ++i)
    for (const Judgement& judgement : bench.judge(seven_, printed("1"), {}))
      EXPECT_EQ(judgement.verdict, Verdict::pass);
  EXPECT_EQ(executed(), 4);
  EXPECT_EQ(forbidden->describe(), compared("cat f")->describe()) << "its judgements are the same";
  EXPECT_THROW(executed_each_time(nullptr), std::invalid_argument);
}

}  // namespace
}  // namespace smallscope::oracles
