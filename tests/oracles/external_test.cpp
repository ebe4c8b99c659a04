// SPDX-License-Identifier: Apache-2.0
// External commands as oracles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/oracles/executing.hpp>
#include <smallscope/oracles/standard.hpp>
#include <smallscope/subjects/subject.hpp>
#include <utility>

#include "files.hpp"

namespace smallscope::oracles {
namespace {

using subjects::Command;
using subjects::Ending;
using subjects::Input;
using subjects::Observation;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class External : public testing::Test {
 protected:
  static Command shell(std::string script) { return {{"/bin/sh", "-c", std::move(script)}, {}, {}}; }
  Judgement judge(const OraclePointer& oracle, const Observation& observation, const Input& input = {}) {
    Bench bench({oracle}, directory_.path());
    return bench.judge(input, observation, {}).at(0);
  }

  TemporaryDirectory directory_;
};

TEST_F(External, JudgesByItsStatus) {
  const auto status = [&](const char* script) { return judge(external("mine", {shell(script)}), {}); };
  EXPECT_EQ(status("echo ignored"), (Judgement{"mine", Verdict::pass, {}}));
  EXPECT_EQ(status("echo one; echo; echo two; exit 1"), (Judgement{"mine", Verdict::fail, {"one", "two"}}));
  EXPECT_EQ(status("exit 1"), (Judgement{"mine", Verdict::fail, {"fails without a message"}}));
  EXPECT_EQ(status("echo why >&2; exit 1"), (Judgement{"mine", Verdict::fail, {"why"}})) << "as cmp does";
  EXPECT_EQ(status("echo why; echo more >&2; exit 2"), (Judgement{"mine", Verdict::discarded, {"why"}}));
  EXPECT_EQ(status("exit 2"), (Judgement{"mine", Verdict::discarded, {}}));
  const Judgement missing = status("sh ./judgge.sh");
  EXPECT_EQ(missing.verdict, Verdict::oracle_error) << "a judge that is not there rejects nothing";
  EXPECT_THAT(
      missing.messages.at(0),
      testing::AllOf(HasSubstr("exit status 2 (discard) without a reason on standard output"), HasSubstr("judgge.sh")));
  EXPECT_EQ(
      status("echo sorry >&2; exit 3"),
      (Judgement{
          "mine", Verdict::oracle_error, {"exit status 3, which is not 0 (pass), 1 (fail) or 2 (discard): sorry"}}));
  EXPECT_EQ(status("kill -SEGV $$"), (Judgement{"mine", Verdict::oracle_error, {"killed by SIGSEGV"}}));
}

TEST_F(External, FindsTheEvidence) {
  const char* script = R"(import json, sys
seen = json.load(open("observation.json"))
print(open(sys.argv[1]).read(), seen["ending"], seen["outputs"]["after"], seen["messages"][0])
print(open("standard_output").read(), open("standard_error").read(), sys.argv[2])
sys.exit(1)
)";
  Observation observation;
  observation.ending = Ending::refused;
  observation.messages = {"no\n"};
  observation.standard_output = "out";
  observation.standard_error = "err";
  observation.outputs = {{"after", "x"}};
  const OraclePointer oracle = external("mine", {{{SMALLSCOPE_PYTHON, "-c", "{script}", "{input}", "{p}"}, {}, {}}});
  const Input input = {{{"in.txt", "content"}}, {{"p", "value"}, {"script", script}}, ""};
  EXPECT_THAT(judge(oracle, observation, input).messages, ElementsAre("content refused x no", "out err value"));
}

/// A formatter that left `once` and `twice` must have made them equal.
class ExternalWithOutputs : public External {
 protected:
  static Observation left(std::vector<subjects::NamedText> outputs) {
    Observation observation;
    observation.outputs = std::move(outputs);
    return observation;
  }
  static Observation ended(Ending ending) {
    Observation observation;
    observation.ending = ending;
    return observation;
  }

  OraclePointer idempotent_ =
      external("idempotent", {shell("cmp -s outputs/once outputs/twice && exit; cat outputs/once; exit 1")}, {},
               {"once", "twice"});
};

TEST_F(ExternalWithOutputs, FindsThemInFiles) {
  EXPECT_EQ(judge(idempotent_, left({{"twice", "a"}, {"once", "a"}, {"log", "x"}})).verdict, Verdict::pass);
  EXPECT_EQ(judge(idempotent_, left({{"once", "a b"}, {"twice", "a"}})),
            (Judgement{"idempotent", Verdict::fail, {"a b"}}));
  const Input same_name{{{"p.c", "before"}}, {}, ""};
  const OraclePointer both = external("both", {shell("cat p.c outputs/p.c; exit 1")}, {}, {"p.c"});
  EXPECT_THAT(judge(both, left({{"p.c", " after"}}), same_name).messages, ElementsAre("before after"));
}

TEST_F(ExternalWithOutputs, DoesNotApplyToWhatHasNoResult) {
  for (const Ending ending : {Ending::crashed, Ending::timed_out, Ending::refused})
    EXPECT_EQ(judge(idempotent_, ended(ending)).verdict, Verdict::not_applicable);
  EXPECT_EQ(judge(idempotent_, ended(Ending::lost)).verdict, Verdict::infrastructure);
  Observation none = left({{"once", "a"}});
  none.absent = {"twice"};
  EXPECT_EQ(judge(idempotent_, none), (Judgement{"idempotent", Verdict::not_applicable, {"there is no \"twice\""}}));
}

TEST_F(ExternalWithOutputs, CannotJudgeWithoutThem) {
  Observation failed = left({{"once", "a"}});
  failed.exit_status = 3;
  const Judgement missing = judge(idempotent_, failed);
  EXPECT_EQ(missing.verdict, Verdict::oracle_error);
  EXPECT_THAT(missing.messages.at(0),
              HasSubstr("there is no output \"twice\"; if exit status 3 is how it refuses, declare `refuses = { "
                        "exit_status = 3 }`; the subject ended with exit status 3; reported: \"once\""));
  EXPECT_THAT(missing.messages.at(0), HasSubstr("if that is a failure, add an oracle `exit_status = 0`"));
  const Input taken{{{"outputs/once", "mine"}}, {}, ""};
  const Judgement hidden = judge(idempotent_, left({{"once", "a"}, {"twice", "a"}}), taken);
  EXPECT_EQ(hidden.verdict, Verdict::oracle_error);
  EXPECT_THAT(hidden.messages.at(0), HasSubstr("\"outputs/once\" of its own"));
  const Judgement outside = judge(external("out", {shell("exit 0")}, {}, {"../once"}), left({{"../once", "a"}}));
  EXPECT_EQ(outside.verdict, Verdict::oracle_error) << "nothing is written outside of the test's directory";
  EXPECT_FALSE(std::filesystem::exists(directory_.path() / "once"));
}

TEST_F(ExternalWithOutputs, DoNotApplyWhereAnotherOracleFoundThatTheSubjectFailed) {
  Observation failed = left({{"once", "a"}});
  failed.exit_status = 3;
  for (const auto& oracles : {std::vector{idempotent_, exit_status(0)}, std::vector{exit_status(0), idempotent_}}) {
    const std::vector<Judgement> judged = Bench(oracles, directory_.path()).judge({}, failed, {});
    EXPECT_EQ(combine(judged), Verdict::fail);
    EXPECT_THAT(judged, ::testing::Contains(Judgement{
                            "idempotent", Verdict::not_applicable, {"the subject failed and left no result"}}));
  }
  const std::vector<Judgement> expected = Bench({idempotent_, exit_status(3)}, directory_.path()).judge({}, failed, {});
  EXPECT_EQ(combine(expected), Verdict::oracle_error) << "no oracle says that the subject failed";
  failed.exit_status = 0;
  const std::vector<Judgement> misspelt = Bench({idempotent_, exit_status(1)}, directory_.path()).judge({}, failed, {});
  EXPECT_EQ(combine(misspelt), Verdict::oracle_error) << "a command that ended well and left nothing";
}

TEST_F(ExternalWithOutputs, MayReadWhatWasPrinted) {
  const OraclePointer printed =
      external("printed", {shell("cat {input:standard_output}; exit 1")}, {}, {std::string(standard_output)});
  Observation observation;
  observation.standard_output = "said";
  EXPECT_THAT(judge(printed, observation).messages, ElementsAre("said"));
  observation.ending = Ending::crashed;
  EXPECT_EQ(judge(printed, observation).verdict, Verdict::not_applicable);
  Observation silent_worker;
  silent_worker.streams = false;
  EXPECT_EQ(judge(printed, silent_worker).verdict, Verdict::oracle_error);
}

}  // namespace
}  // namespace smallscope::oracles
