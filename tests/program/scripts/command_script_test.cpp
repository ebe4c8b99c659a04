// SPDX-License-Identifier: Apache-2.0
// bugreport and reduce of campaigns of commands: the script that is made for the failure says whether it is still
// there, without smallscope, and is made only where it can say so.
#include "scripts/script_bench.hpp"

namespace smallscope::command_line {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

using CommandScript = ScriptBench;

TEST_F(CommandScript, TellsTheBugFromWhatIsExpectedAndFromAnythingElse) {
  install("bin", "shout", "cat \"$1\" | tr a-y A-Y; [ \"$VOLUME\" = 'very loud' ] || echo quiet; cat\n");
  install("bin", "reference", "cat \"$1\" | tr a-z A-Z; cat\n");
  const std::string specification = R"(name = "check/shout"
[inputs]
file = "words to shout"
template = "{{word}} it's\n"
standard_input = "end\n"
[inputs.choices]
word = ["abc", "xyz"]
[subject]
run = ["shout", "{input}"]
environment = { VOLUME = "very loud" }
version = ["sh", "-c", "echo; echo 'shout 2.1 (loud)'; echo more; exit 3"]
[[oracles]]
differential = { run = ["reference", "{input}"] }
)";
  const Ended ended = report(specification);
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  EXPECT_THAT(bench.run({smallscope_program, "run", "c.toml", "--no-store"}, installed()).err,
              HasSubstr("shout {input}, shout 2.1 (loud) ("));
  EXPECT_THAT(readme(), HasSubstr("\n\nSeen with shout 2.1 (loud).\n\n"));
  EXPECT_THAT(readme(),
              AllOf(HasSubstr("VOLUME='very loud' shout './words to shout' <DIR/recorded/standard_input.1\n"),
                    HasSubstr("```sh\nsh reproduce.sh\n```"), HasSubstr("this bug\n"),
                    HasSubstr("standard output of reference:\n\n```\nXYZ IT'S\nend\n```"),
                    HasSubstr("In a checkout of shout with a good and a bad version, where DIR is this folder "
                              "and BUILD is what builds the program there"),
                    HasSubstr("BUILT=$PWD sh DIR/reproduce.sh"), Not(HasSubstr(bench.directory()))));
  const Ended there = script();
  EXPECT_EQ(there.status, 1) << there.out << there.err;
  EXPECT_EQ(there.out, "expected, exit status 0:\nXYZ IT'S\nend\nactual, exit status 0:\nXYz IT'S\nend\nthis bug\n");
  // What the script itself needs is not that of the checkout.
  install("fixed", "sed", "exit 1\n");
  install("fixed", "shout", "exec reference \"$@\"\n");
  const Ended fixed = script_on("fixed");
  EXPECT_EQ(fixed.status, 0) << fixed.out << fixed.err;
  install("other", "shout", "echo nothing\n");
  EXPECT_EQ(script_on("other").status, 125);
  install("broken", "shout", "cat \"$1\" | tr a-y A-Y; cat; exit 3\n");
  EXPECT_EQ(script_on("broken").status, 125) << "the same output, but another status";
  fs::remove(bench / "bin/shout");
  EXPECT_EQ(script().status, 125) << "not installed";
}

TEST_F(CommandScript, ExecutesAllStepsUntilOneFails) {
  const std::string steps = R"(name = "check/steps"
[inputs]
file = "src/a.sh"
template = "echo {{n}} > here; echo {{n}}\n"
[inputs.choices]
n = [1, 2]
[subject]
run = [["sh", "-c", "mkdir {scratch}/bin && cp $1 {scratch}/bin/a", "-", "{input}"], ["sh", "{scratch}/bin/a"],
       ["sh", "-c", "cat here; echo said in $PWD >&2; exit 4", "{scratch}"], ["false"]]
[[oracles]]
exit_status = 0
)";
  const Ended ended = report(steps);
  ASSERT_EQ(ended.status, 0) << ended.err;
  const Ended there = script();
  EXPECT_EQ(there.status, 1) << there.out << there.err;
  EXPECT_THAT(there.out, AllOf(HasSubstr("expected, exit status 0:\nactual, exit status 4:\n1\n"),
                               HasSubstr("said in "), HasSubstr("this bug\n")));
}

TEST_F(CommandScript, KnowsCrashesAndTimeOuts) {
  install("bin", "crash", "echo before; kill -SEGV $$\n");
  ASSERT_EQ(report("name = \"check/crash\"\n[inputs.choices]\nn = [1]\n[subject]\nrun = [\"crash\", \"{n}\"]\n"
                   "[[oracles]]\nno_crash = true\n")
                .status,
            0);
  EXPECT_THAT(script().out,
              AllOf(HasSubstr("expected, no crash:\nactual, exit status 139:\nbefore\n"), HasSubstr("this bug\n")));
  install("fixed", "crash", "exit 1\n");
  EXPECT_EQ(script_on("fixed").status, 0);
  install("other", "crash", "kill -ABRT $$\n");
  EXPECT_EQ(script_on("other").status, 125);

  fs::remove_all(bench / "bug");
  fs::remove(bench / "s.sqlite");
  install("bin", "hang", "sleep 1000\n");
  ASSERT_EQ(report("name = \"check/hang\"\n[inputs.choices]\nn = [1]\n[subject]\nrun = [\"hang\", \"{n}\"]\n"
                   "time_limit = \"300ms\"\n[[oracles]]\nexit_status = 0\n")
                .status,
            0);
  const Ended late = script();
  EXPECT_EQ(late.status, 1);
  EXPECT_THAT(late.out, HasSubstr("expected, an end in time:\nactual, exit status 124:\n"));
  install("fixed", "hang", "exit 0\n");
  EXPECT_EQ(script_on("fixed").status, 0);
}

TEST_F(CommandScript, ComparesTheFilesThatTheSubjectLeaves) {
  install("bin", "change", "sed 's/1/one/' \"$1\" > after; echo done\n");
  const std::string specification = R"(name = "check/outputs"
[inputs]
file = "before"
template = "{{n}}\n"
[inputs.choices]
n = [1, 2]
[subject]
run = ["change", "{input}"]
outputs = ["after", "none"]
[[oracles]]
name = "change"
command = { run = ["sh", "-c", "grep -q one observation.json && {{ echo changed; exit 1; }}; exit 0"] }
)";
  ASSERT_EQ(report(specification).status, 0);
  EXPECT_THAT(readme(), AllOf(HasSubstr("this bug"), HasSubstr("does not know what would be right"),
                              Not(HasSubstr("git bisect"))))
      << "nobody knows what would be right";
  EXPECT_EQ(script().status, 1);
  install("other", "change", "cp \"$1\" after; echo done\n");
  EXPECT_EQ(script_on("other").status, 125);
  install("other", "change", "sed 's/1/one/' \"$1\" > after; echo > none; echo done\n");
  EXPECT_EQ(script_on("other").status, 125);
}

TEST_F(CommandScript, KnowsRefusals) {
  const std::string refusing = "echo \"v can't be r\" >&2; exit 2\n";
  install("bin", "rename", refusing);
  const std::string specification =
      "name = \"check/rename\"\n[inputs.choices]\nn = [1]\n[subject]\nrun = [\"rename\", \"{n}\"]\n"
      "refuses = { exit_status = [2, 3], says = \"can't be\" }\n";
  ASSERT_EQ(report(specification + "refusal = \"failure\"\n[[oracles]]\nno_crash = true\n").status, 0);
  const Ended there = script();
  EXPECT_EQ(there.status, 1);
  EXPECT_THAT(there.out, AllOf(HasSubstr("expected, no refusal:\n"), HasSubstr("v can't be r\nthis bug\n")));
  install("fixed", "rename", "echo done\n");
  EXPECT_EQ(script_on("fixed").status, 0);
  for (const char* const other : {"echo broken; exit 2\n", "echo \"can't be\"; exit 1\n", "kill -ABRT $$\n"}) {
    install("other", "rename", other);
    EXPECT_EQ(script_on("other").status, 125) << other;
  }

  // What it must not do, it may refuse. But an exit status alone may be that of a program which was not built.
  for (const bool says : {true, false}) {
    fs::remove_all(bench / "bug");
    fs::remove(bench / "s.sqlite");
    install("bin", "rename", "echo wrong\n");
    const std::string sign = says ? specification
                                  : "name = \"check/rename\"\n[inputs.choices]\nn = [1]\n[subject]\n"
                                    "run = [\"rename\", \"{n}\"]\nrefuses = { exit_status = 2 }\n";
    ASSERT_EQ(report(sign + "[[oracles]]\nexpected_output = \"right\\n\"\n").status, 0);
    EXPECT_EQ(script().status, 1);
    install("other", "rename", refusing);
    const Ended refused = script_on("other");
    EXPECT_EQ(refused.status, says ? 0 : 125) << refused.out;
    EXPECT_EQ(refused.out.ends_with("fixed: it refuses this input\n"), says) << refused.out;
  }
}

/// A refactoring is right if oracles say so, whatever the result looks like.
/// A campaign of a "compiler", whose programs are scripts, and of one that is right.
std::string compiled_and_run(const std::string& source) {
  return "name = \"check/compiler\"\n[inputs]\nfile = \"p\"\ntemplate = \"{{text}}\\n\"\n[inputs.choices]\ntext = [\"" +
         source +
         "\"]\n[subject]\nrun = [[\"compiler\", \"{input}\"], [\"sh\", \"./a.out\"]]\n"
         "[[oracles]]\ndifferential = { run = [[\"cp\", \"{input}\", \"a.out\"], [\"sh\", \"./a.out\"]] }\n";
}

TEST_F(CommandScript, AProgramThatDoesNotCompileAnyMoreIsNotFixed) {
  install("bin", "compiler", "echo 'kill -SEGV $$' > a.out\n");
  ASSERT_EQ(report(compiled_and_run("echo right")).status, 0);
  EXPECT_EQ(script().status, 1) << script().out;
  install("rejects", "compiler", "exit 1\n");
  EXPECT_EQ(script_on("rejects").status, 125);
  install("crashes", "compiler", "kill -SEGV $$\n");
  EXPECT_EQ(script_on("crashes").status, 125) << "another program crashes";
  install("fixed", "compiler", "cp \"$1\" a.out\n");
  EXPECT_EQ(script_on("fixed").status, 0) << script_on("fixed").out;
}

TEST_F(CommandScript, ARejectionIsNotTheProgramsExitStatus) {
  install("bin", "compiler", "exit 1\n");
  ASSERT_EQ(report(compiled_and_run("exit 1")).status, 0);
  EXPECT_THAT(readme(), HasSubstr("exit status 1 in compiler"));
  EXPECT_EQ(script().status, 1) << script().out;
  install("fixed", "compiler", "cp \"$1\" a.out\n");
  EXPECT_EQ(script_on("fixed").status, 0) << script_on("fixed").out;
}

class ScriptOfARefactoring : public ScriptBench {
 protected:
  /// An engine that inlines v, and how it does that.
  void install_engine(const std::string& directory, const std::string& script) {
    install(directory, "inline", "sed -e '/^v=/d' -e \"" + script + "\" \"$1\" > after.sh\n");
  }
  void report_of(const std::string& oracles, const std::string& key = "after.sh") {
    ASSERT_EQ(report("name = \"check/inline\"\n[inputs]\nfile = \"p.sh\"\n"
                     "template = \"v=$(({{value}}))\\necho $((v * 2)) $PWD\\n\"\n[inputs.choices]\nvalue = [\"1+2\"]\n"
                     "[subject]\nrun = [\"inline\", \"{input}\"]\noutputs = [\"" +
                     key + "\"]\n" + oracles)
                  .status,
              0);
  }
  void expect_answers() {
    EXPECT_EQ(script().status, 1) << script().out << script().err;
    install_engine("fixed", "s/v \\\\*/(1+2) */");
    EXPECT_EQ(script_on("fixed").status, 0) << script_on("fixed").out;
    install_engine("worse", "s/v \\\\*/)/");
    EXPECT_EQ(script_on("worse").status, 125);
    install("unchanged", "inline", "cp \"$1\" after.sh\n");
    EXPECT_EQ(script_on("unchanged").status, 125) << "it refuses, and has no result";
    install("silent", "inline", "exit 0\n");
    EXPECT_EQ(script_on("silent").status, 125);
    install("broken", "inline", "cat \"$1\" > after.sh; echo >> after.sh; exit 1\n");
    EXPECT_EQ(script_on("broken").status, 125) << "it ends otherwise";
    EXPECT_THAT(readme(), AllOf(HasSubstr("It exits with 0 when the bug is fixed"), HasSubstr("git bisect run")));
  }
};

TEST_F(ScriptOfARefactoring, ExecutesProgramsBeforeAndAfter) {
  install_engine("bin", "s/v \\\\*/1+2 */");
  report_of(
      "[[oracles]]\nbehaviour_preserved = { run = [[\"sh\", \"-n\", \"{input}\"], [\"sh\", \"{input}\"]], "
      "result = \"after.sh\" }\n");
  EXPECT_THAT(readme(), HasSubstr("behaviour preserved:\nbefore, exit status 0:\n6 .\nafter, exit status 0:\n5 .\n"));
  expect_answers();
}

TEST_F(ScriptOfARefactoring, WhatCrashedMustBeRightInstead) {
  install("bin", "inline", "kill -SEGV $$\n");
  report_of(
      "[[oracles]]\nno_crash = true\n[[oracles]]\nbehaviour_preserved = { run = [[\"sh\", \"-n\", \"{input}\"], "
      "[\"sh\", \"{input}\"]], result = \"after.sh\" }\n");
  EXPECT_EQ(script().status, 1) << script().out << script().err;
  install_engine("fixed", "s/v \\\\*/(1+2) */");
  EXPECT_EQ(script_on("fixed").status, 0) << script_on("fixed").out;
  install_engine("wrong", "s/v \\\\*/1+2 */");
  EXPECT_EQ(script_on("wrong").status, 125) << "it crashes no more, and is wrong";
  install("unchanged", "inline", "cp \"$1\" after.sh\n");
  EXPECT_EQ(script_on("unchanged").status, 0) << "no oracle applies";
}

TEST_F(ScriptOfARefactoring, NeedsAllOraclesToBeContent) {
  install_engine("bin", "s/v \\\\*/1+2 */");
  const std::string passing = "[[oracles]]\ncompiles_after = { run = [\"sh\", \"{input}\"], result = \"after.sh\" }\n";
  report_of(passing +
            "[[oracles]]\nname = \"parenthesised\"\ncommand = [\"grep\", \"-q\", \"(1+2)\", "
            "\"{output:after.sh}\"]\n");
  EXPECT_EQ(script().status, 1);
  install_engine("fixed", "s/v \\\\*/(1+2) */");
  EXPECT_EQ(script_on("fixed").status, 0);
  install_engine("other", "s/v \\\\*/(1+2) 3 */");
  EXPECT_EQ(script_on("other").status, 125) << "it has parentheses, and does not compile";
}

TEST_F(ScriptOfARefactoring, ExecutesJudgesOfYourOwn) {
  install_engine("bin", "s/v \\\\*/1+2 */");
  report_of(
      "[[oracles]]\nname = \"parenthesised\"\ncommand = [\"sh\", \"-c\", "
      "\"! grep -q v {output:after.sh} && grep -q '(1+2)' {output:after.sh}\"]\n");
  expect_answers();
}

TEST_F(ScriptOfARefactoring, BringsJudgesAlong) {
  install_engine("bin", "s/v \\\\*/1+2 */");
  install("tools", "judge", "! grep -q v $1 && grep -q '(1+2)' $1\n");
  report_of("[[oracles]]\nname = \"judge\"\ncommand = [\"{here}/tools/judge\", \"{output:after.sh}\"]\n");
  fs::remove(bench / "tools/judge");
  expect_answers();
}

TEST_F(ScriptOfARefactoring, CompilesResults) {
  install_engine("bin", "s/v \\\\*/) */");
  report_of("[[oracles]]\ncompiles_after = { run = [\"sh\", \"{input}\"], result = \"after.sh\" }\n");
  EXPECT_THAT(readme(), AllOf(HasSubstr("it says:\np.sh: "), Not(HasSubstr("after_1"))));
  expect_answers();
}

TEST_F(ScriptOfARefactoring, DoesNotTrustAJudgeThatMissesWhatOnlyARunHas) {
  install_engine("bin", "s/v \\\\*/1+2 */");
  report_of(
      "[[oracles]]\nname = \"seen\"\ncommand = [\"sh\", \"-c\", "
      "\"! grep -q 1+2 observation.json {output:after.sh} || test ! -e observation.json\"]\n");
  EXPECT_EQ(script().status, 1);
  EXPECT_THAT(readme(), HasSubstr("does not know what would be right"));
}

TEST_F(CommandScript, IsNotMadeWhereItWouldNotTell) {
  const std::string start =
      "name = \"check/odd\"\n[inputs]\nfile = \"f\"\ntemplate = \"{{n}}\"\n[inputs.choices]\n"
      "n = [1]\n[subject]\n";
  const auto refused = [&](const std::string& rest) {
    fs::remove_all(bench / "bug");
    fs::remove(bench / "s.sqlite");
    const Ended ended = report(start + rest);
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_FALSE(fs::exists(bench / "bug/reproduce.sh"));
    EXPECT_FALSE(fs::exists(bench / "bug/recorded"));
    EXPECT_THAT(readme(), AllOf(HasSubstr("What was executed"), HasSubstr("\nNo script could be made"),
                                Not(HasSubstr("In this folder"))));
    return ended.err;
  };
  EXPECT_THAT(refused("run = [\"sh\", \"-c\", \"date +%N\"]\n[[oracles]]\nexpected_output = \"\"\n"),
              HasSubstr("note: the folder gets no script: bug/reproduce.sh does not show the bug (status 125): "));
  EXPECT_THAT(refused("run = [\"sh\", \"-c\", \"head -c 20000 /dev/zero; echo a\"]\n[[oracles]]\n"
                      "differential = { name = \"b\", run = [\"sh\", \"-c\", \"head -c 20000 /dev/zero; echo b\"] }\n"),
              HasSubstr("what is expected differs in nothing that a script could compare"));
}

TEST_F(CommandScript, BringsFilesOfTheCampaignAlong) {
  fs::create_directory(bench / "tools");
  bench.write("tools/subject.sh", "echo $(($1 + 1))\n");
  const std::string specification = R"(name = "check/here"
[inputs.choices]
n = [1]
[subject]
run = ["sh", "{here}/tools/subject.sh", "{n}"]
[[oracles]]
expected_output = "{n}\n"
)";
  ASSERT_EQ(report(specification).status, 0);
  EXPECT_THAT(readme(),
              AllOf(HasSubstr("where DIR is this folder:\n\n```sh\nsh DIR/recorded/here/tools/subject.sh 1\n"),
                    Not(HasSubstr(bench.directory()))));
  // What is elsewhere stays there.
  fs::create_directory(bench / "campaign");
  bench.write("campaign/c.toml", std::string(specification).replace(specification.find("{here}"), 6, "{here}/.."));
  ASSERT_EQ(bench.run({smallscope_program, "run", "campaign/c.toml", "--store", "e.sqlite"}).status, 1);
  ASSERT_EQ(bench
                .run({smallscope_program, "bugreport", "e.sqlite", "--cluster", "C1", "-o", "elsewhere", "--from",
                      "campaign/c.toml"})
                .status,
            0);
  EXPECT_EQ(bench.run({"/bin/sh", (bench / "elsewhere/reproduce.sh").string()}).status, 1);
  EXPECT_FALSE(fs::exists(bench / "elsewhere/recorded/here"));

  fs::remove(bench / "tools/subject.sh");
  EXPECT_EQ(script().status, 1);
  bench.write("bug/recorded/here/tools/subject.sh", "echo $1\n");
  EXPECT_EQ(script().status, 0);
}

TEST_F(CommandScript, TriesAProgramWhereItIs) {
  install("tools", "increase", "echo $(($1 + 1))\n");
  ASSERT_EQ(report("name = \"check/program\"\n[inputs.choices]\nn = [1]\n[subject]\n"
                   "run = [\"{here}/tools/increase\", \"{n}\"]\n[[oracles]]\nexpected_output = \"{n}\\n\"\n")
                .status,
            0);
  EXPECT_EQ(script().status, 1);
  install("tools", "increase", "echo $1\n");
  EXPECT_EQ(script().status, 0);
}

TEST_F(CommandScript, IsMadeOfReducedTextsToo) {
  const std::string specification = R"(name = "check/reduced"
[inputs]
file = "f"
template = "keep {{n}}\nbad\nmore\n"
[inputs.choices]
n = [1]
[subject]
run = ["sh", "-c", "grep -c bad {input}"]
[[oracles]]
differential = { name = "zero", run = ["sh", "-c", "echo 0"], compare_exit_status = false }
[reduce]
positions = []
)";
  bench.write("c.toml", specification);
  ASSERT_EQ(bench.run({smallscope_program, "run", "c.toml", "--store", "s.sqlite"}).status, 1);
  const Ended ended = bench.run({smallscope_program, "reduce", "s.sqlite", "--cluster", "C1", "-o", "bug", "--with",
                                 "ddmin", "--from", "c.toml"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(text_of(bench / "bug/f"), Not(HasSubstr("keep")));
  EXPECT_THAT(readme(), AllOf(HasSubstr("grep -c bad ./f"), HasSubstr("this bug")));
  EXPECT_EQ(script().status, 1);
}

}  // namespace
}  // namespace smallscope::command_line
