// SPDX-License-Identifier: Apache-2.0
// What a command refuses: counted with its reasons, unless the campaign says that refusals are failures or rejections.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

/// A command that declines odd numbers, in two ways, and fails with 6.
class RefusalsOfACommand : public ::testing::Test {
 protected:
  Ended run(const std::string& more) {
    bench_.write("rename.sh",
                 "case $1 in *[13579]) echo \"v would hide $1\" >&2; exit 2;; 6) echo cannot read >&2; exit 3;; esac\n"
                 "echo $1 >after.txt\n");
    bench_.write("rename.toml",
                 "name = \"rename\"\n[inputs]\nfile = \"p.txt\"\ntemplate = \"{{n}}\"\n"
                 "[inputs.choices]\nn = { range = [0, 19] }\n[subject]\n"
                 "run = [\"sh\", \"{here}/rename.sh\", \"{n}\"]\noutputs = [\"after.txt\"]\n" +
                     more +
                     "[[oracles]]\ncompiles_after = { run = [\"grep\", \"^[^8]*$\", \"{input}\"], "
                     "result = \"after.txt\" }\n");
    return bench_.run(
        {smallscope_program, "run", "rename.toml", "--store", "s.sqlite", "--overwrite", "--progress", "none"});
  }
  Bench bench_;
};

TEST_F(RefusalsOfACommand, AreCountedWithTheirReasons) {
  const Ended ran = run("refuses = { exit_status = 2 }\n");
  EXPECT_EQ(ran.status, 3) << "the input that it cannot read is not judged";
  EXPECT_THAT(
      ran.out,
      AllOf(HasSubstr("10 refused"), HasSubstr("1 not judged"),
            ContainsRegex("refused  for instance  reason \\(abstract\\)\n +10 +#[0-9]+  refused: v would hide "),
            HasSubstr(
                "there is no output \"after.txt\"; if exit status 3 is how it refuses, declare `refuses = "
                "{ exit_status = 3 }`; the subject ended with exit status 3: \"cannot read\"; nothing was reported")));
  EXPECT_THAT(ran.out, HasSubstr("; if that is a failure, add an oracle `exit_status = 0`"));
  const Ended both = run("refuses = { says = [\"would hide\", \"cannot read\"] }\n");
  EXPECT_EQ(both.status, 0) << ::testing::PrintToString(both);
  EXPECT_THAT(both.out, HasSubstr("11 refused"));
  EXPECT_THAT(run("refuses = { exit_status = [2, 3], says = \"hide\" }\n").out,
              AllOf(HasSubstr("10 refused"), HasSubstr("1 not judged")));
}

TEST_F(RefusalsOfACommand, AreNotJudgedUnlessTheCampaignSaysWhatTheyAre) {
  const Ended ran = run("");
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("11 not judged"), HasSubstr("`refuses = { exit_status = 2 }`")));
}

TEST_F(RefusalsOfACommand, AreNotBreakdownsWhichAnOracleOnTheExitStatusFinds) {
  const Ended ran = run("refuses = { exit_status = 2 }\n[[oracles]]\nexit_status = 0\n");
  EXPECT_EQ(ran.status, 1) << ::testing::PrintToString(ran);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("1 failing"), HasSubstr("10 refused"), HasSubstr("every input has one verdict"),
                             HasSubstr("exit status: exit status <number> instead of <number>: cannot read"),
                             HasSubstr("compiles after  the subject failed and left no result")));
}

TEST_F(RefusalsOfACommand, MayBeFailuresOrRejections) {
  const Ended failing = run("refuses = { says = [\"hide\", \"cannot\"] }\nrefusal = \"failure\"\n");
  EXPECT_EQ(failing.status, 1);
  EXPECT_THAT(failing.out, HasSubstr("11 failing"));
  const Ended rejected = run("refuses = { says = [\"hide\", \"cannot\"] }\nrefusal = \"rejection\"\n");
  EXPECT_EQ(rejected.status, 0) << ::testing::PrintToString(rejected);
  EXPECT_THAT(rejected.out, HasSubstr("rejected"));
}

}  // namespace
}  // namespace smallscope::command_line
