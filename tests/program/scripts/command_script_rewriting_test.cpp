// SPDX-License-Identifier: Apache-2.0
// Scripts of failures whose outputs are rewritten before they are compared, or that make a round trip.
#include "scripts/script_bench.hpp"

namespace smallscope::command_line {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A campaign of one command whose output has the number of a process in it.
std::string numbered(const std::string& oracle) {
  return "name = \"check/numbered\"\n[inputs.choices]\nword = [\"red\"]\n[subject]\nrun = [\"paint\", \"{word}\"]\n"
         "[[oracles]]\n" +
         oracle + "normalise = [{ pattern = 'at (\\d+)', replacement = 'at <n>' }]\n";
}

using CommandScript = ScriptBench;

TEST_F(CommandScript, RewritesWhatIsNotCompared) {
  install("bin", "paint", "echo \"blue at $$\"\n");
  const Ended ended = report(numbered("expected_output = \"{word} at <n>\\n\"\n"));
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  const Ended there = script();
  EXPECT_EQ(there.status, 1) << there.out << there.err;
  EXPECT_THAT(there.out, HasSubstr("expected:\nred at <n>\nactual, exit status 0:\nblue at "));
  install("fixed", "paint", "echo \"$1 at $$\"\n");
  EXPECT_EQ(script_on("fixed").status, 0) << script_on("fixed").out;
  install("other", "paint", "echo \"$1 at nowhere\"\n");
  EXPECT_EQ(script_on("other").status, 125);
}

TEST_F(CommandScript, RewritesWhatContestantsSay) {
  install("bin", "paint", "echo \"$1 at $$\"; echo \"odd at $$\" >&2\n");
  install("bin", "reference", "echo \"$1 at 1\"; echo \"even at 1\" >&2\n");
  const Ended ended =
      report(numbered("differential = { run = [\"reference\", \"{word}\"], compare_standard_error = true }\n"));
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(script().out, HasSubstr("expected, exit status 0:\nred at <n>\neven at <n>\nactual, exit status 0:\n"));
  EXPECT_EQ(script().status, 1) << script().out;
  install("fixed", "paint", "echo \"$1 at $$\"; echo \"even at $$\" >&2\n");
  EXPECT_EQ(script_on("fixed").status, 0) << script_on("fixed").out;
  install("other", "paint", "echo \"$1 at $$\"; echo \"mute at $$\" >&2\n");
  EXPECT_EQ(script_on("other").status, 125);
}

TEST_F(CommandScript, IsFixedWhereAllThatFailsIsRight) {
  install("bin", "paint", "echo blue; exit 3\n");
  ASSERT_EQ(
      report("name = \"check/both\"\n[inputs.choices]\nword = [\"red\"]\n[subject]\nrun = [\"paint\", \"{word}\"]\n"
             "[[oracles]]\nexit_status = 0\n[[oracles]]\nexpected_output = \"{word}\\n\"\n")
          .status,
      0);
  EXPECT_EQ(script().status, 1);
  install("other", "paint", "echo blue\n");
  EXPECT_EQ(script_on("other").status, 125) << "the exit status is right, and the output is not";
  install("fixed", "paint", "echo $1\n");
  EXPECT_EQ(script_on("fixed").status, 0);
}

TEST_F(CommandScript, NeedsPerlToRewrite) {
  install("bin", "paint", "echo \"blue at $$\"\n");
  ASSERT_EQ(report(numbered("expected_output = \"{word} at <n>\\n\"\n")).status, 0);
  fs::create_directory(bench / "few");
  for (const std::string program : {"sh", "dirname", "mktemp", "mkdir", "rm", "cp", "cat", "sed", "head", "cmp"})
    fs::create_symlink(program == "sh" ? "/bin/sh" : "/usr/bin/" + program, bench / ("few/" + program));
  const std::vector<std::string> command{"/bin/sh", (bench / "bug/reproduce.sh").string()};
  const Setting few{.environment = {{"PATH", (bench / "bin").string() + ":" + (bench / "few").string()}}};
  const Ended without = bench.run(command, few);
  EXPECT_EQ(without.status, 125);
  EXPECT_THAT(without.err, HasSubstr("perl is needed"));
  fs::create_symlink("/usr/bin/perl", bench / "few/perl");
  EXPECT_EQ(bench.run(command, few).status, 1) << "nothing else was missing";
}

TEST_F(CommandScript, IsNotMadeOfRulesThatPerlReadsDifferently) {
  install("bin", "paint", "echo \"blue at $$\"\n");
  const Ended ended = report(
      "name = \"check/word\"\n[inputs.choices]\nword = [\"red\"]\n[subject]\nrun = [\"paint\", "
      "\"{word}\"]\n[[oracles]]\n"
      "expected_output = \"{word} at <n>\\n\"\nnormalise = [{ pattern = '\\<\\d+', replacement = '<n>' }]\n");
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.err,
              HasSubstr("note: the folder gets no script: Perl would read the rule \"\\<\\d+\" to \"<n>\" of "
                        "`normalise` differently"));
  EXPECT_FALSE(fs::exists(bench / "bug/reproduce.sh"));
}

TEST_F(CommandScript, RewritesWhatProgramsPrintBeforeAndAfter) {
  install("bin", "inline", "sed 's/3/4/' $1\n");
  const Ended ended = report(
      "name = \"check/inline\"\n[inputs]\nfile = \"p.sh\"\ntemplate = \"echo {{n}} at $$\\n\"\n[inputs.choices]\n"
      "n = [3]\n[subject]\nrun = [\"inline\", \"{input}\"]\n[[oracles]]\n"
      "behaviour_preserved = { run = [\"sh\", \"{input}\"] }\n"
      "normalise = [{ pattern = 'at \\d+', replacement = 'at <n>' }]\n");
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(script().status, 1) << script().out;
  install("fixed", "inline", "cat $1; echo\n");
  EXPECT_EQ(script_on("fixed").status, 0) << script_on("fixed").out;
  install("other", "inline", "sed 's/3/5/' $1\n");
  EXPECT_EQ(script_on("other").status, 125);
  install("broken", "perl", "exit 3\n");
  Setting broken = installed();
  broken.environment["PATH"] = (bench / "broken").string() + ":" + broken.environment["PATH"];
  EXPECT_EQ(bench.run({"/bin/sh", (bench / "bug/reproduce.sh").string()}, broken).status, 125)
      << "what it does not print is equal before and after";
}

class ScriptOfARoundTrip : public ScriptBench {
 protected:
  /// An encoder that forgets x, and `way_back`, which is the script of its decoder.
  void report_of(const std::string& way_back) {
    install("bin", "encode", "tr a-z b-za <$1 | tr -d y\n");
    install("bin", "decode", way_back);
    const Ended ended = report(
        "name = \"check/encode\"\n[inputs]\nfile = \"f.txt\"\ntemplate = \"{{word}}\\n\"\n[inputs.choices]\n"
        "word = [\"axe\"]\n[subject]\nrun = [\"encode\", \"{input}\"]\n[[oracles]]\n"
        "round_trip = { run = [\"decode\", \"{input}\"] }\n");
    ASSERT_EQ(ended.status, 0) << ended.err;
    const Ended there = script();
    EXPECT_EQ(there.status, 1) << there.out << there.err;
    EXPECT_THAT(there.out, AllOf(HasSubstr("round trip:\nthere and back:\nae\nthis bug\n"), Not(HasSubstr("after_1"))));
    install("fixed", "encode", "tr a-z b-za <$1\n");
    EXPECT_EQ(script_on("fixed").status, 0) << script_on("fixed").out;
    install("other", "encode", "tr a-z b-za <$1 | tr -d yf\n");
    EXPECT_EQ(script_on("other").status, 125) << script_on("other").out;
    install("unchanged", "encode", "cat $1\n");
    EXPECT_EQ(script_on("unchanged").status, 125) << "zwd comes back";
  }
};

TEST_F(ScriptOfARoundTrip, PrintsWhatItWasMadeOf) { report_of("tr b-za a-z <$1\n"); }

TEST_F(ScriptOfARoundTrip, RewritesTheFileInPlace) {
  report_of("tr b-za a-z <$1 >new; mv new $1; echo \"decoded $1\"\n");
}

TEST_F(ScriptOfARoundTrip, FailsWhereTheWayBackDoes) {
  install("bin", "encode", "echo nonsense\n");
  install("bin", "decode", "grep -v nonsense $1 || { echo 'what is this?' >&2; exit 1; }\n");
  const Ended ended = report(
      "name = \"check/encode\"\n[inputs]\nfile = \"f.txt\"\ntemplate = \"{{word}}\\n\"\n[inputs.choices]\n"
      "word = [\"axe\"]\n[subject]\nrun = [\"encode\", \"{input}\"]\n[[oracles]]\n"
      "round_trip = { run = [\"decode\", \"{input}\"] }\n");
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(script().out, HasSubstr("round trip:\nthe way back fails:\nwhat is this?\nthis bug\n"));
  install("fixed", "encode", "cat $1\n");
  EXPECT_EQ(script_on("fixed").status, 0) << "an encoding may be the identity";
}

}  // namespace
}  // namespace smallscope::command_line
