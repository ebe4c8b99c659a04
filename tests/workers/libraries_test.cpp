// SPDX-License-Identifier: Apache-2.0
// The worker libraries, each with a probe that does what the request says: one table for all languages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/subjects/conformance.hpp>
#include <smallscope/subjects/worker.hpp>

#include "files.hpp"

namespace smallscope::subjects {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

struct Language {
  std::string name;
  std::string program;  // empty: not installed here
  std::vector<std::string> arguments;
  std::string crash, overflow, frames;
};

std::vector<Language> languages() {
  const std::string source = SMALLSCOPE_SOURCE_DIR;
  return {
      {"python",
       SMALLSCOPE_PYTHON,
       {"-B", source + "/tests/workers/probe.py", source + "/workers/python"},
       "ValueError: boom twice in answer (probe.py)",
       "RecursionError: ",
       "probe.py:[0-9]+ answer\n"},
      {"javascript",
       SMALLSCOPE_NODE,
       {source + "/tests/workers/probe.js", source + "/workers/javascript"},
       "TypeError: boom twice in answer (probe.js)",
       "RangeError: Maximum call stack",
       "probe.js:[0-9]+ answer\n"},
      {"java",
       SMALLSCOPE_PROBE_JAVA,
       {"-cp", SMALLSCOPE_PROBE_CLASSES, "Probe"},
       "java.lang.IllegalArgumentException: boom twice in Probe.answer",
       "java.lang.StackOverflowError",
       "Probe.java:[0-9]+ answer\nProbe.java:[0-9]+ main\n"},
  };
}

class Library : public testing::TestWithParam<Language> {
 protected:
  void SetUp() override {
    if (GetParam().program.empty()) GTEST_SKIP() << "not installed: what runs " << GetParam().name;
  }
  static Command command() {
    Command command{.arguments = {GetParam().program}, .environment = {}, .standard_input = std::nullopt};
    command.arguments.insert(command.arguments.end(), GetParam().arguments.begin(), GetParam().arguments.end());
    return command;
  }
  Session& session() {
    if (!session_) session_ = worker(command())->open(directory_.path());
    return *session_;
  }
  Observation asked(const std::string& deed, std::string text = "text") {
    return session().observe({{{"input", std::move(text)}, {"folder/other", "\xff"}}, {{"do", deed}}, "given"}, {});
  }
  std::string after(const std::string& deed, std::string text = "text") {
    const Observation observation = asked(deed, std::move(text));
    EXPECT_EQ(observation.ending, Ending::completed) << to_json(observation);
    return observation.outputs.size() == 1 ? observation.outputs.front().text : "not one output";
  }
  /// The message of a reply with this ending.
  std::string said(const std::string& deed, Ending ending) {
    const Observation observation = asked(deed);
    EXPECT_EQ(observation.ending, ending) << to_json(observation);
    return observation.messages.size() == 1 ? observation.messages.front() : "not one message";
  }

  TemporaryDirectory directory_;
  std::unique_ptr<Session> session_;
};

TEST_P(Library, KeepsToTheProtocol) {
  ConformanceOptions options;
  options.sample.files = {{"input", "text"}};
  for (const ConformanceCheck& check : check_worker(command(), options, directory_.path(), {}, [](const auto&) {}))
    EXPECT_EQ(check.result, Conformance::kept) << check.name << ": " << check.says;
}

TEST_P(Library, TextsArriveAndReturnAsTheyAre) {
  EXPECT_EQ(session().version(), "probe 1.0");
  std::string every;
  for (int byte = 0; byte < 256; ++byte) every += static_cast<char>(byte);
  for (const std::string& text :
       {std::string(), every, std::string("\0\n\r\"\\", 5), std::string("\u00e9\u2028\U0001F600")})
    EXPECT_EQ(after("echo", text), text);
  EXPECT_EQ(after("echo standard input"), "given");
  EXPECT_EQ(after("half a pair"),
            "a\xed\xa0\x80"
            "b");
  EXPECT_THAT(asked("null").absent, ElementsAre("after"));
}

TEST_P(Library, EveryOutputIsReportedOrTheInputIsLost) {
  EXPECT_EQ(said("missing", Ending::lost), "the output `after` is declared and not reported; report " +
                                               std::string(GetParam().name == "python" ? "None" : "null") +
                                               " if this input has none");
  EXPECT_EQ(said("undeclared", Ending::lost), "the output `befor` is reported and not declared; declared are: after");
  EXPECT_EQ(said("refuse without a reason", Ending::lost), "refused without a reason");
  EXPECT_THAT(said("return nothing", Ending::lost), testing::ContainsRegex("answer"));
}

TEST_P(Library, ExceptionsBecomeOutcomes) {
  EXPECT_EQ(said("refuse", Ending::refused), "not like this");
  EXPECT_EQ(said("lose", Ending::lost), "my own trouble");
  EXPECT_EQ(said("crash", Ending::crashed), GetParam().crash);
  const std::string stack = asked("crash").standard_error;
  EXPECT_THAT(stack, testing::MatchesRegex(GetParam().frames)) << "without folders, the innermost first";
  EXPECT_EQ(asked("crash").standard_error, stack);
  const std::string deep = asked("overflow").standard_error;
  EXPECT_LT(std::ranges::count(deep, '\n'), 22);
  EXPECT_FALSE(asked("refuse").standard_error.size()) << "no crash";
  EXPECT_THAT(said("overflow", Ending::crashed), StartsWith(GetParam().overflow));
  EXPECT_THAT(said("ask for another parameter", Ending::lost),
              AllOf(HasSubstr("no parameter `another`"), HasSubstr("it has: do")));
  EXPECT_EQ(after("echo"), "text") << "after all that";
}

TEST_P(Library, InJavaScriptCodeFramesAreNoPartOfMessages) {
  if (GetParam().name != "javascript") return;
  EXPECT_EQ(said("crash with a code frame", Ending::crashed),
            "SyntaxError: input.js: No such thing | here. (2:5) Sorry in answer (probe.js)");
  EXPECT_THAT(asked("crash with a code frame").standard_error,
              StartsWith("  1 | a\n> 2 | b = c\n    |     ^\n  3 |\nprobe.js:"));
}

TEST_P(Library, InJavaScriptExceptionsThatNobodyCatchesAreCrashes) {
  if (GetParam().name != "javascript") return;  // the other languages let their programs go on
  EXPECT_EQ(said("forget a rejected promise", Ending::crashed), "TypeError: unheard in answer (probe.js)");
  EXPECT_THAT(said("throw in a callback", Ending::crashed), StartsWith("TypeError: in a callback"));
  EXPECT_EQ(after("handle a rejection late"), "handled");
  EXPECT_EQ(after("observe a rejected promise"), "result unheard late");
  EXPECT_THAT(said("throw while observing", Ending::crashed), StartsWith("TypeError: of the worker in "));
  EXPECT_EQ(said("forget one after observing", Ending::crashed), "TypeError: of the subject in answer (probe.js)");
  for (int i = 0; i < 20; ++i) EXPECT_EQ(after("echo"), "text") << "no listeners are left behind";
}

TEST_P(Library, ALongReplyIsLostInsteadOfACrashOfTheSubject) {
  EXPECT_THAT(said("long", Ending::lost), HasSubstr("the limit is 1048576"));
  EXPECT_EQ(after("echo"), "text");
}

TEST_P(Library, FilesAreWrittenForOneRequest) {
  EXPECT_EQ(after("write files"), "folder/other: ff\ninput: 74657874\n");
  EXPECT_EQ(after("look for files"), "false");
  const Observation outside = session().observe({{{"../outside", "x"}}, {{"do", "write files"}}, ""}, {});
  EXPECT_EQ(outside.ending, Ending::lost) << to_json(outside);
}

TEST_P(Library, ASubjectThatEndsTheProcessHasCrashed) {
  EXPECT_THAT(said("exit", Ending::crashed),
              testing::AnyOf(HasSubstr("exited with status 3"), HasSubstr("SystemExit: 3")));
  EXPECT_EQ(after("echo"), "text");
}

INSTANTIATE_TEST_SUITE_P(All, Library, testing::ValuesIn(languages()),
                         [](const auto& language) { return language.param.name; });

}  // namespace
}  // namespace smallscope::subjects
