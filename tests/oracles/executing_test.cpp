// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/oracles/executing.hpp>
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
using Rewrites = std::vector<Rewrite>;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Command shell(std::string script) { return {{"/bin/sh", "-c", std::move(script)}, {}, {}}; }
Contestant says(std::string name, std::string script) { return {std::move(name), {shell(std::move(script))}}; }

/// A "compiler" of programs in which the word error is an error; and their "interpreter", the shell.
const std::vector<Command> compiler = {
    shell("if grep -n error p.sh >&2; then echo '1 error' >&2; exit 1; fi; echo warning >&2")};
const std::vector<Command> interpreter = {shell(". ./p.sh")};

class Executing : public testing::Test {
 protected:
  Judgement judge(const OraclePointer& oracle, const Observation& observation, const Input& input = {}) {
    Bench bench({oracle}, directory_.path());
    return bench.judge(input, observation, {}).at(0);
  }

  /// What the oracle says of a subject that turned one program into the other, as an output or on standard
  /// output.
  Judgement transformed(const OraclePointer& oracle, std::string before, std::string after) {
    const Input input = {{{"p.sh", std::move(before)}}, {}, ""};
    Observation printed, returned;
    printed.standard_output = after;
    returned.standard_output = "noise";
    returned.outputs = {{"p.sh", after}};
    const Judgement judgement = judge(oracle, printed, input);
    EXPECT_EQ(judge(oracle, returned, input), judgement);
    return judgement;
  }

  TemporaryDirectory directory_;
};

Observation output(std::string text, int status = 0) {
  Observation observation;
  observation.standard_output = std::move(text);
  observation.exit_status = status;
  return observation;
}

Observation ended_with(Ending ending, std::vector<std::string> messages) {
  Observation observation;
  observation.ending = ending;
  observation.messages = std::move(messages);
  return observation;
}

TEST_F(Executing, DifferentialPassesWhenAllAgree) {
  const Input input = {{{"p", "42\n"}}, {}, ""};
  const OraclePointer oracle = differential({says("a", "cat {input}"), says("b", "cat p")});
  EXPECT_EQ(judge(oracle, output("42\n"), input), (Judgement{"differential", Verdict::pass, {}}));
  EXPECT_THROW(differential({}), std::invalid_argument);
}

TEST_F(Executing, DifferentialNamesTheDissenters) {
  const auto votes = [&](std::string subject, const char* a, const char* b) {
    const std::string print = "echo 1; echo ";
    return judge(differential({says("a", print + a), says("b", print + b)}), output("1\n" + subject + "\n")).messages;
  };
  EXPECT_THAT(votes("x", "y", "y"), ElementsAre("subject says \"x\", a, b say \"y\""));
  EXPECT_THAT(votes("x", "y", "x"), ElementsAre("a says \"y\", subject, b say \"x\""));
  EXPECT_THAT(votes("x", "x", "y"), ElementsAre("b says \"y\", subject, a say \"x\""));
  // All differ: of parties that are equally large, the first without the subject.
  EXPECT_THAT(votes("x", "y", "z"), ElementsAre("subject says \"x\", a says \"y\"", "b says \"z\", a says \"y\""));
}

TEST_F(Executing, DifferentialShowsWhatTheOthersSaid) {
  using subjects::NamedText;
  DifferentialOptions options;
  options.normalise = Normaliser(Rewrites{{"0x[0-9]+", "ADDRESS"}});
  const auto shown = [&](std::vector<Contestant> others, const Observation& subject = output("1\n")) {
    return judge(differential(std::move(others), options), subject).exhibits;
  };
  EXPECT_THAT(shown({says("a", "echo 2; echo 0x17"), says("b", "echo 1"), says("c", "echo 2; echo 0x18")}),
              ElementsAre(NamedText{"standard output of a, c", "2\nADDRESS\n"}));
  EXPECT_THAT(shown({says("a", "echo 2"), says("b", "echo 3; echo no >&2; exit 2")}),
              ElementsAre(NamedText{"standard output of a", "2\n"}, NamedText{"standard output of b", "3\n"},
                          NamedText{"ending of b", "exit status 2: \"no\""}));
  EXPECT_THAT(shown({says("a", "true")}), ElementsAre(NamedText{"ending of a", "exit status 0, no output"}));
  EXPECT_THAT(shown({says("a", "echo; kill -SEGV $$")}), ElementsAre(NamedText{"ending of a", "killed by SIGSEGV"}));
  EXPECT_THAT(shown({says("a", "echo 2")}, ended_with(Ending::crashed, {"killed by SIGSEGV"})),
              ElementsAre(NamedText{"standard output of a", "2\n"}));
  EXPECT_THAT(shown({says("a", "echo 1")}), IsEmpty());
  options.compare_standard_error = true;
  EXPECT_THAT(shown({says("a", "echo 1; echo w >&2")}),
              ElementsAre(NamedText{"standard output of a", "1\n"}, NamedText{"standard error of a", "w\n"}));
}

TEST_F(Executing, ATieGoesAgainstTheSubject) {
  EXPECT_THAT(judge(differential({says("tcc", "echo 2")}), output("1\n")).messages,
              ElementsAre("subject says \"1\", tcc says \"2\""));
  EXPECT_THAT(
      judge(differential({says("a", "echo 1"), says("b", "echo 2"), says("c", "echo 2")}), output("1\n")).messages,
      ElementsAre("subject says \"1\", b, c say \"2\"", "a says \"1\", b, c say \"2\""));
}

TEST_F(Executing, DifferentialComparesStatusEndingAndOnDemandStandardError) {
  DifferentialOptions options;
  options.subject_name = "gcc -O2";
  EXPECT_THAT(judge(differential({says("gcc", "exit 3")}, options), output("")).messages,
              ElementsAre("gcc -O2 says exit status 0, gcc says exit status 3"));
  EXPECT_THAT(
      judge(differential({says("gcc", "echo")}, options), ended_with(Ending::crashed, {"killed by SIGSEGV"})).messages,
      ElementsAre("gcc -O2 says killed by SIGSEGV, gcc says exit status 0"));
  EXPECT_EQ(
      judge(differential({says("gcc", "kill -SEGV $$")}), ended_with(Ending::crashed, {"killed by SIGSEGV"})).verdict,
      Verdict::pass);
  options.compare_exit_status = false;
  EXPECT_EQ(judge(differential({says("gcc", "exit 3")}, options), output("")).verdict, Verdict::pass);
  EXPECT_EQ(judge(differential({says("gcc", "echo w >&2")}, options), output("")).verdict, Verdict::pass);
  options.compare_standard_error = true;
  EXPECT_THAT(judge(differential({says("gcc", "echo w >&2")}, options), output("")).messages,
              ElementsAre("gcc -O2 says on standard error (nothing), gcc says on standard error \"w\""));
  options.normalise = Normaliser(Rewrites{{"[0-9]+", "N"}});
  EXPECT_EQ(judge(differential({says("gcc", "echo 17")}, options), output("18\n")).verdict, Verdict::pass);
}

TEST_F(Executing, DifferentialSaysHowAContestantFailedBeforeWhatItPrinted) {
  DifferentialOptions options;
  const char* const broken = "echo half; echo 'p: 1: syntax error' >&2; echo more >&2; exit 2";
  EXPECT_THAT(judge(differential({says("sh", broken)}, options), output("1\n")).messages,
              ElementsAre("subject says exit status 0, sh says exit status 2: \"p: 1: syntax error\""));
  subjects::Observation failed = output("");
  failed.exit_status = 2;
  failed.standard_error = "\n  \nbad input\n";
  EXPECT_THAT(judge(differential({says("a", "echo 1"), says("b", "echo 1")}, options), failed).messages,
              ElementsAre("subject says exit status 2: \"bad input\", a, b say exit status 0"));
  // Both fail, with different outputs.
  EXPECT_THAT(judge(differential({says("sh", broken)}, options), failed).messages,
              ElementsAre("subject says (nothing) with exit status 2: \"bad input\", "
                          "sh says \"half\" with exit status 2: \"p: 1: syntax error\""));
  // Where statuses are not compared, they still explain an output.
  options.compare_exit_status = false;
  EXPECT_THAT(judge(differential({says("a", "echo 1")}, options), failed).messages,
              ElementsAre("subject says (nothing) with exit status 2: \"bad input\", a says \"1\""));
  failed.standard_error = "/tmp/lane-1/p.c:3: no member `/a/b.h`, 1 / 2\n";
  EXPECT_THAT(
      judge(differential({says("a", "echo 1")}, options), failed).messages,
      ElementsAre("subject says (nothing) with exit status 2: \"p.c:3: no member `b.h`, 1 / 2\", a says \"1\""));
  // The line that names the error comes after others.
  const auto quoted = [&](const char* said) {
    failed.standard_error = said;
    return judge(differential({says("a", "echo 1")}, options), failed).messages.front();
  };
  EXPECT_EQ(quoted("p.c: In function 'f':\np.c:2:1: warning: old\np.c:3:5: error: no 'x'\np.c:4:1: error: more\n"),
            R"(subject says (nothing) with exit status 2: "p.c:3:5: error: no 'x'", a says "1")");
  EXPECT_EQ(quoted("Traceback (most recent call last):\n  File \"p.py\", in f\n    error: int\nKeyError: 'x'\n"),
            R"(subject says (nothing) with exit status 2: "KeyError: 'x'", a says "1")");
  EXPECT_EQ(quoted("note\nerror[E0308]: types\n"),
            R"(subject says (nothing) with exit status 2: "error[E0308]: types", a says "1")");
  EXPECT_EQ(quoted("terror: none\nerror[\nno mirror here:\nFatal Error in x\n"),
            R"(subject says (nothing) with exit status 2: "terror: none", a says "1")");
  // What is said on standard error has no vote.
  EXPECT_EQ(judge(differential({says("a", "echo other >&2; exit 2")}), failed).verdict, Verdict::pass);
}

TEST_F(Executing, DifferentialTellsARejectedProgramFromOneThatFails) {
  const auto compiled = [](std::string compiling, std::string running) {
    return Contestant{"gcc", {shell(std::move(compiling)), shell(std::move(running))}};
  };
  Observation rejected = output("", 1), ran = output("", 1);
  rejected.program = "tcc";
  rejected.steps = ran.steps = 2;
  rejected.steps_left = 1;
  const auto says = [&](const Observation& subject, const Contestant& other) {
    return judge(differential({other}, {.subject_name = "tcc"}), subject);
  };
  const Contestant rejects = compiled("exit 1", "exit 0"), fails = compiled("exit 0", "exit 1");
  EXPECT_THAT(says(rejected, fails).messages, ElementsAre("tcc says exit status 1 in tcc, gcc says exit status 1"));
  EXPECT_THAT(says(ran, rejects).messages, ElementsAre("tcc says exit status 1, gcc says exit status 1 in sh"));
  EXPECT_EQ(says(rejected, rejects), (Judgement{"differential", Verdict::pass, {"every program failed"}}));
  EXPECT_EQ(says(ran, fails).verdict, Verdict::pass);
  EXPECT_THAT(judge(differential({fails}, {.compare_exit_status = false}), rejected).messages,
              ElementsAre("subject says exit status 1 in tcc, gcc says exit status 1"));
  // An interpreter rejects and fails in one command.
  const Contestant in_one_step{"python", {shell("exit 1")}};
  EXPECT_EQ(says(rejected, in_one_step).verdict, Verdict::pass);
  EXPECT_EQ(says(output("", 1), rejects).verdict, Verdict::pass);
}

TEST_F(Executing, DifferentialVotesOnEachLineByItself) {
  DifferentialOptions options;
  options.subject_name = "tcc";
  options.each_line = true;
  const auto messages = [&](const std::string& a, const std::string& b, const std::string& subject) {
    const auto print = [](const std::string& text) { return "printf '" + text + "'"; };
    return judge(differential({says("a", print(a)), says("b", print(b))}, options), output(subject)).messages;
  };
  EXPECT_TRUE(messages("1\\n2\\n", "1\\n2\\n", "1\n2\n").empty());
  // As whole outputs all three differ, so that nobody would be right.
  EXPECT_THAT(messages("1\\n2\\n3\\n", "1\\n9\\n3\\n", "7\n2\n4\n"),
              ElementsAre("tcc says \"7\", a, b say \"1\"", "b says \"9\", tcc, a say \"2\"",
                          "tcc says \"4\", a, b say \"3\""));
  // Different numbers of lines, and ends that are no lines, are told apart as without the option.
  EXPECT_THAT(messages("1\\n2\\n", "1\\n2\\n", "1\n"), ElementsAre("tcc says (nothing), a, b say \"2\""));
  EXPECT_EQ(messages("1\\n", "1\\n", "1").size(), 1u);
  EXPECT_THAT(judge(differential({says("gcc", "exit 3")}, options), output("1\n")).messages,
              ElementsAre(::testing::HasSubstr("exit status 3")));
}

TEST_F(Executing, TheSanitisedReferenceRejectsInputs) {
  const auto sanitised = [](const char* script) {
    DifferentialOptions options;
    options.sanitised = says("ubsan", script);
    return differential({says("a", "echo 1")}, options);
  };
  EXPECT_EQ(judge(sanitised("echo anything"), output("1\n")).verdict, Verdict::pass);
  EXPECT_EQ(judge(sanitised("echo 'runtime error: shift' >&2"), output("2\n")),
            (Judgement{"differential", Verdict::discarded, {"runtime error: shift"}}));
  EXPECT_EQ(judge(sanitised("exit 1"), output("2\n")),
            (Judgement{"differential", Verdict::discarded, {"exit status 1"}}));
}

TEST_F(Executing, MissingProgramsEndTheRunAndLostCommandsAreOracleErrors) {
  EXPECT_THROW(differential({{"a", {{{"no-such-compiler"}, {}, {}}}}})->open(directory_.path()),
               subjects::SubjectUnavailable);
  EXPECT_THAT(
      [&] {
        judge(differential({{"a", {{{"/no/such/compiler"}, {}, {}}}}}), output(""));
      },
      testing::ThrowsMessage<subjects::SubjectUnavailable>(HasSubstr("/no/such/compiler")));
  const Judgement lost = judge(external("e", {shell("{unknown}")}), output(""));
  EXPECT_EQ(lost.verdict, Verdict::oracle_error);
  EXPECT_THAT(lost.messages, ElementsAre(HasSubstr("unknown placeholder {unknown}")));
}

TEST_F(Executing, LostSubjectsAreInfrastructure) {
  const Observation lost = ended_with(Ending::lost, {"disk full"});
  for (const OraclePointer& oracle :
       {differential({says("a", "")}), compiles_after(compiler, "p.sh"), behaviour_preserved(interpreter, "p.sh"),
        round_trip(compiler, "p.sh"), external("e", {shell("")})}) {
    EXPECT_EQ(judge(oracle, lost), (Judgement{oracle->name(), Verdict::infrastructure, {"disk full"}}));
  }
}

TEST_F(Executing, CompilesAfterJudgesResultsOfValidPrograms) {
  const OraclePointer oracle = compiles_after(compiler, "p.sh");
  EXPECT_EQ(transformed(oracle, "a", "b"), (Judgement{"compiles after", Verdict::pass, {}}));
  EXPECT_EQ(transformed(oracle, "a", "fine\nerror\n"),
            (Judgement{"compiles after", Verdict::fail, {"2:error", "1 error"}}));
  EXPECT_EQ(transformed(oracle, "error", "b"),
            (Judgement{"compiles after", Verdict::discarded, {"1:error", "1 error"}}));
  const Input valid = {{{"p.sh", "a"}}, {}, ""}, invalid = {{{"p.sh", "error"}}, {}, ""};
  EXPECT_EQ(judge(oracle, ended_with(Ending::refused, {"no"}), invalid).verdict, Verdict::not_applicable);
  EXPECT_EQ(judge(oracle, ended_with(Ending::crashed, {"no"}), invalid).verdict, Verdict::discarded);
  EXPECT_EQ(judge(oracle, ended_with(Ending::crashed, {"no"}), valid).verdict, Verdict::not_applicable);
  EXPECT_EQ(judge(oracle, output("a"), {{{"q.sh", "a"}}, {}, ""}).verdict, Verdict::oracle_error);
}

/// A subject that writes its result elsewhere has not made an empty program, which would compile.
TEST_F(Executing, ResultsAreNamedOrPrinted) {
  const auto judged = [&](const SubjectResult& result, const Observation& observation) {
    return judge(compiles_after(compiler, result), observation, {{{"p.sh", "a"}}, {}, ""});
  };
  Observation silent = output("");
  const Judgement without = judged("p.sh", silent);
  EXPECT_EQ(without.verdict, Verdict::oracle_error);
  EXPECT_THAT(without.messages, ElementsAre(testing::AllOf(HasSubstr("printed nothing"), HasSubstr("`outputs`"))));
  EXPECT_EQ(judged({"p.sh", "standard_output"}, silent).verdict, Verdict::pass);
  EXPECT_EQ(judged({"p.sh", "out.sh"}, silent).verdict, Verdict::oracle_error) << "no such output";
  EXPECT_EQ(judge(compiles_after(compiler, "p.sh"), silent, {{{"p.sh", ""}}, {}, ""}).verdict, Verdict::not_applicable);
  silent.outputs = {{"p.sh", ""}};
  EXPECT_EQ(judged("p.sh", silent).verdict, Verdict::pass) << "an empty file is a result";
  Observation elsewhere = output("1 error in the log");
  elsewhere.outputs = {{"out.sh", "b"}};
  EXPECT_EQ(judged({"p.sh", "out.sh"}, elsewhere).verdict, Verdict::pass);
  EXPECT_EQ(judged({"p.sh", "standard_output"}, elsewhere).verdict, Verdict::fail);
  elsewhere.outputs.clear();
  elsewhere.absent = {"out.sh"};
  EXPECT_EQ(judged({"p.sh", "out.sh"}, elsewhere).verdict, Verdict::not_applicable);
}

TEST_F(Executing, BehaviourIsComparedBeforeAndAfter) {
  const OraclePointer oracle = behaviour_preserved(interpreter, "p.sh", Normaliser(Rewrites{{"\\d+", "N"}}));
  EXPECT_EQ(transformed(oracle, "echo 1", "echo 2").verdict, Verdict::pass);
  EXPECT_THAT(transformed(oracle, "echo a", "echo b; echo oops >&2; exit 2").messages,
              ElementsAre("exit status 0 before, 2 after", "oops", "output \"a\" before, \"b\" after"));
  EXPECT_THAT(transformed(oracle, "echo oops >&2; exit 2", "echo warning >&2").messages,
              ElementsAre("exit status 2 before, 0 after", "before: oops"));
  EXPECT_THAT(transformed(oracle, "echo a", "kill -ABRT $$").messages,
              ElementsAre("killed by SIGABRT after, not before"));
  EXPECT_EQ(transformed(oracle, "kill -ABRT $$", "echo a"),
            (Judgement{"behaviour preserved", Verdict::discarded, {"killed by SIGABRT"}}));
  EXPECT_THAT(transformed(oracle, "echo a; echo 5", "echo b").exhibits,
              ElementsAre(subjects::NamedText{"standard output before", "a\nN\n"},
                          subjects::NamedText{"standard output after", "b\n"}));
}

TEST_F(Executing, OnlyProgramsThatRunBeforeHaveABehaviour) {
  const std::vector<Command> compiled = {compiler.front(), interpreter.front()};
  const OraclePointer oracle = behaviour_preserved(compiled, "p.sh");
  EXPECT_EQ(transformed(oracle, "echo a; exit 3", "echo a;  exit 3"),
            (Judgement{"behaviour preserved", Verdict::pass, {}}));
  EXPECT_THAT(transformed(oracle, "exit 0", "true").messages, ElementsAre(HasSubstr("printed nothing")));
  EXPECT_EQ(transformed(oracle, "error", "error 2"),
            (Judgement{"behaviour preserved", Verdict::discarded, {"1:error", "1 error"}}));
  EXPECT_EQ(transformed(oracle, "error", "echo a").verdict, Verdict::discarded);
  EXPECT_EQ(transformed(oracle, "echo a", "fine\nerror\n"),
            (Judgement{"behaviour preserved", Verdict::fail, {"sh fails after, not before", "2:error"}}));
}

TEST_F(Executing, ResultsThatAreTheInputShowNothing) {
  const Message unchanged = "the subject left the input as it was";
  const OraclePointer behaviour = behaviour_preserved(interpreter, "p.sh"), compiles = compiles_after(compiler, "p.sh");
  for (const char* program : {"echo a", "exit 1", "kill -ABRT $$"}) {
    EXPECT_EQ(transformed(behaviour, program, program),
              (Judgement{"behaviour preserved", Verdict::not_applicable, {unchanged}}));
  }
  EXPECT_EQ(transformed(compiles, "echo a", "echo a"),
            (Judgement{"compiles after", Verdict::not_applicable, {unchanged}}));
  EXPECT_EQ(transformed(compiles, "error", "error").verdict, Verdict::discarded);
}

TEST_F(Executing, BehaviourOfProgramsThatHangIsNotCompared) {
  subjects::Limits limits;
  limits.time = std::chrono::milliseconds(2000);
  const OraclePointer oracle = behaviour_preserved(interpreter, "p.sh", {}, limits);
  EXPECT_EQ(transformed(oracle, "sleep 1000", "echo").verdict, Verdict::discarded);
  EXPECT_THAT(transformed(oracle, "echo", "sleep 1000").messages,
              ElementsAre("no answer within 2 s after, not before"));
}

/// Each oracle says that a command of its own was late, once, and gives it more time if asked to.
TEST_F(Executing, CommandsThatAreLateAreSaid) {
  subjects::Limits limits;
  limits.time = std::chrono::milliseconds(300);
  const std::string sleeps = "if grep -q slow p.sh; then sleep 1; fi";
  const std::vector<Command> slow = {shell(sleeps + "; cat p.sh")}, silent = {shell(sleeps)};
  const Contestant late{"late", slow}, quick = says("quick", "cat p.sh");
  const std::pair<OraclePointer, bool> oracles[] = {
      {differential({late}, {.limits = limits}), false},
      {differential({quick},
                    {.sanitised = Contestant{"checked", {shell("grep -q quick p.sh || sleep 1")}}, .limits = limits}),
       false},
      {compiles_after(slow, "p.sh", limits), true},
      {behaviour_preserved(silent, "p.sh", {}, limits), true},
      {round_trip(slow, "p.sh", {}, limits), false},
      {external("own", {shell("grep -q quick p.sh || sleep 1")}, limits), false},
      {restricted(
           "", [](const Input&, const Observation&) { return true; }, differential({late}, {.limits = limits})),
       false}};
  for (const auto& [oracle, judges_changes] : oracles) {
    SCOPED_TRACE(oracle->describe());
    Bench bench({oracle}, directory_.path());
    const auto verdict_of = [&](const std::string& program) {
      const std::string result = judges_changes ? program + " changed" : program;
      return bench.judge({{{"p.sh", program}}, {}, ""}, output(result), {}).at(0).verdict;
    };
    EXPECT_EQ(verdict_of("quick"), Verdict::pass);
    EXPECT_FALSE(bench.timed_out());
    EXPECT_NE(verdict_of("slow"), Verdict::pass);
    EXPECT_TRUE(bench.timed_out());
    EXPECT_EQ(verdict_of("quick"), Verdict::pass);
    EXPECT_FALSE(bench.timed_out()) << "only of the last judgements";
    bench.set_patience(10);
    EXPECT_EQ(verdict_of("slow"), Verdict::pass);
    EXPECT_FALSE(bench.timed_out());
  }
}

TEST_F(Executing, RoundTripsComeBackByOutputOrInPlace) {
  const OraclePointer printing = round_trip({shell("tr b a < p.sh")}, "p.sh");
  EXPECT_EQ(transformed(printing, "xax\n", "xbx\n").verdict, Verdict::pass);
  EXPECT_THAT(transformed(printing, "xax\ncb\n", "xbx\ncb\n").messages,
              ElementsAre("\"cb\" before, \"ca\" there and back"));
  const OraclePointer in_place = round_trip({shell("sed -i s/b/a/ p.sh; echo 1 file changed")}, "p.sh");
  EXPECT_EQ(transformed(in_place, "a\n", "b\n").verdict, Verdict::pass);
  const OraclePointer idle = round_trip({shell("exit 0")}, "p.sh");
  EXPECT_EQ(transformed(idle, "a\n", "a\n").verdict, Verdict::pass);
  EXPECT_EQ(transformed(idle, "a\n", "b\n").verdict, Verdict::fail);
  EXPECT_THAT(transformed(round_trip({shell("echo cannot >&2; exit 1")}, "p.sh"), "a", "b").messages,
              ElementsAre("the way back failed: cannot"));
}

TEST_F(Executing, DescriptionsTellOraclesApart) {
  subjects::Limits limits;
  limits.time = std::chrono::milliseconds(1);
  EXPECT_EQ(compiles_after(compiler, "a")->describe(), compiles_after(compiler, "a")->describe());
  EXPECT_NE(compiles_after(compiler, "a")->describe(), compiles_after(compiler, "b")->describe());
  EXPECT_NE(compiles_after(compiler, "a")->describe(), compiles_after(compiler, {"a", "b"})->describe());
  EXPECT_NE(compiles_after(compiler, "a")->describe(), compiles_after(compiler, "a", limits)->describe());
  EXPECT_NE(differential({says("a", "b")})->describe(), differential({says("b", "b")})->describe());
  DifferentialOptions options;
  options.sanitised = says("s", "b");
  EXPECT_NE(differential({says("a", "b")})->describe(), differential({says("a", "b")}, options)->describe());
  EXPECT_NE(external("a", compiler)->describe(), external("b", compiler)->describe());
}

}  // namespace
}  // namespace smallscope::oracles
