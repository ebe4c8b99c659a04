// SPDX-License-Identifier: Apache-2.0
// The identity of a subject: a store is continued with the same files, wherever they lie, and with no others.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

constexpr const char* program = "#!/bin/sh\n. \"$(dirname \"$0\")/engine/answers\"\nanswer\n";

/// A subject that consists of a program beside the specification, and of what that program loads.
class Identity : public ::testing::Test {
 protected:
  Identity() { write("one", "ok"); }
  void write(const std::string& folder, const std::string& answer, const std::string& files = "[\"engine\"]") {
    std::filesystem::create_directories(bench_ / (folder + "/engine/__pycache__"));
    bench_.write(folder + "/program", program);
    bench_.write(folder + "/engine/answers", "answer() { echo " + answer + "; }\n");
    bench_.write(folder + "/campaign.toml",
                 "name = \"answers\"\n[inputs.choices]\nn = { range = [0, 9] }\n[subject]\nrun = [\"sh\", "
                 "\"{here}/program\", \"{n}\"]\nfiles = " +
                     files + "\n[[oracles]]\nexpected_output = \"ok\\n\"\n");
  }
  Ended run(const std::string& folder, const std::vector<std::string>& more = {}) {
    std::vector<std::string> command{
        smallscope_program, "run", folder + "/campaign.toml", "--store", "s.sqlite", "--order", "dense",
        "--progress",       "none"};
    command.insert(command.end(), more.begin(), more.end());
    return bench_.run(command);
  }
  Bench bench_;
};

TEST_F(Identity, WhereTheSpecificationLiesDoesNotMatter) {
  ASSERT_EQ(run("one", {"--max-tests", "4"}).status, 0);
  write("two", "ok");
  const Ended resumed = run("two", {"--resume"});
  EXPECT_EQ(resumed.status, 0) << ::testing::PrintToString(resumed);
  EXPECT_THAT(resumed.out, HasSubstr("10 of 10"));
}

TEST_F(Identity, IdsOfClustersAreNotThoseOfAnotherSpaceUnsaid) {
  write("one", "$1");
  ASSERT_EQ(run("one").status, 1);
  const auto report = [&](const std::string& folder) {
    return bench_.run({smallscope_program, "bugreport", "s.sqlite", "--from", folder + "/campaign.toml", "--cluster",
                       "C1", "-o", folder + "-bug"});
  };
  EXPECT_THAT(report("one").err, testing::Not(HasSubstr("note: clusters")));
  write("two", "$1");
  std::string text = text_of(bench_ / "two/campaign.toml");
  bench_.write("two/campaign.toml", text.replace(text.find("[0, 9]"), 6, "[0, 19]"));
  EXPECT_THAT(report("two").err, HasSubstr("note: clusters are by messages, so that an id such as C1 may be another "
                                           "one than before: the campaign's space has changed"));
}

TEST_F(Identity, ChoicesAreNotThoseOfAnotherSpace) {
  write("one", "$1");
  ASSERT_EQ(run("one").status, 1);
  const auto diagnose = [&](const std::string& folder) {
    return bench_.run({smallscope_program, "diagnose", "s.sqlite", "--from", folder + "/campaign.toml", "--elements",
                       "choices", "--cluster", "C1"});
  };
  const Ended same = diagnose("one");
  EXPECT_EQ(same.status, 0) << ::testing::PrintToString(same);
  write("two", "$1");
  const std::string text = text_of(bench_ / "two/campaign.toml");
  for (const char* numbers : {"[1, 10]", "[0, 19]", "[0, 4]"}) {
    std::string changed = text;
    bench_.write("two/campaign.toml", changed.replace(changed.find("[0, 9]"), 6, numbers));
    const Ended refused = diagnose("two");
    EXPECT_EQ(refused.status, 2) << numbers << ::testing::PrintToString(refused);
    EXPECT_THAT(refused.err, AllOf(HasSubstr("--elements choices: the space of answers has changed since s.sqlite was "
                                             "made, so it does not tell the choices of its tests"),
                                   testing::Not(HasSubstr("ordinal"))));
  }
}

TEST_F(Identity, OtherContentsOfItsFilesAreAnotherSubject) {
  ASSERT_EQ(run("one", {"--max-tests", "4"}).status, 0);
  bench_.write("one/engine/__pycache__/cache", "written by the subject");
  bench_.write("one/engine/.hidden", "of a tool");
  EXPECT_EQ(run("one", {"--resume", "--max-tests", "5"}).status, 0);
  bench_.write("one/engine/more", "");
  EXPECT_THAT(run("one", {"--resume"}).err, ContainsRegex("stored: unversioned engine@[0-9a-f]+ program@[0-9a-f]+ "));
  std::filesystem::remove(bench_ / "one/engine/more");
  bench_.write("one/program", std::string(program) + "exit 1\n");
  const Ended refused = run("one", {"--resume"});
  EXPECT_EQ(refused.status, 2) << ::testing::PrintToString(refused);
  EXPECT_THAT(refused.err, HasSubstr("different: subject"));
  const Ended replayed = bench_.run({smallscope_program, "replay", "s.sqlite", "1", "--from", "one/campaign.toml"});
  EXPECT_THAT(replayed.err, AllOf(HasSubstr("note: the campaign or its subject has changed"), HasSubstr("program@")));
  bench_.write("one/program", program);
  EXPECT_EQ(run("one", {"--resume"}).status, 0) << "as it was";
}

TEST_F(Identity, FilesAreFoundInTheLineOfAShell) {
  const auto write_line = [&](const std::string& line) {
    bench_.write("shell/campaign.toml",
                 "name = \"answers\"\n[inputs.choices]\nn = { range = [0, 9] }\n[subject]\n"
                 "run = [\"sh\", \"-c\", '" +
                     line + "']\n[[oracles]]\nno_crash = true\n");
    return run("shell");
  };
  std::filesystem::create_directories(bench_ / "shell");
  for (const char* name : {"a", "b c", "d", "e", "e0", "f"}) bench_.write(std::string("shell/") + name, "echo ok\n");
  ASSERT_EQ(
      write_line("cat {n} \"{here}/a\" <\"{here}/b c\" {here}/missing --d={here}/d,{here}/e{n} {here}/f;:").status, 0);
  for (const char* name : {"e", "e0"}) bench_.write(std::string("shell/") + name, "another");
  EXPECT_EQ(run("shell", {"--resume"}).status, 0) << "which file the last one is depends on the input";
  for (const char* name : {"a", "b c", "d", "f"}) {
    bench_.write(std::string("shell/") + name, "another");
    const Ended refused = run("shell", {"--resume"});
    EXPECT_EQ(refused.status, 2) << name;
    EXPECT_THAT(refused.err, HasSubstr("different: subject")) << name;
    bench_.write(std::string("shell/") + name, "echo ok\n");
  }
}

TEST_F(Identity, WhatALineOfAShellWritesIsNoPartOfTheSubject) {
  std::filesystem::create_directories(bench_ / "shell");
  bench_.write("shell/campaign.toml",
               "name = \"answers\"\n[inputs.choices]\nn = { range = [0, 9] }\n[subject]\nrun = "
               "[\"sh\", \"-c\", 'echo {n} >>\"{here}/log\"; echo {n} > {here}/last']\n"
               "[[oracles]]\nno_crash = true\n");
  ASSERT_EQ(run("shell", {"--max-tests", "4"}).status, 0);
  ASSERT_TRUE(std::filesystem::exists(bench_ / "shell/log") && std::filesystem::exists(bench_ / "shell/last"));
  const Ended resumed = run("shell", {"--resume"});
  EXPECT_EQ(resumed.status, 0) << ::testing::PrintToString(resumed);
}

TEST_F(Identity, AnotherProgramOnPathIsAnotherSubject) {
  for (const char* build : {"good", "faulty"}) {
    std::filesystem::create_directories(bench_ / build);
    bench_.write(std::string(build) + "/engine-of-test",
                 std::string("#!/bin/sh\n[ $1 -lt 6 ] || [ ") + build + " = good ] && echo ok\n");
    std::filesystem::permissions(bench_ / build / "engine-of-test", std::filesystem::perms::owner_all);
  }
  bench_.write("campaign.toml",
               "name = \"answers\"\n[inputs.choices]\nn = { range = [0, 9] }\n[subject]\n"
               "run = [\"engine-of-test\", \"{n}\"]\n[[oracles]]\nexpected_output = \"ok\\n\"\n");
  const auto with = [&](const std::string& build, const std::vector<std::string>& more) {
    std::vector<std::string> command{smallscope_program, "run",   "campaign.toml", "--store", "s.sqlite",
                                     "--order",          "dense", "--progress",    "none"};
    command.insert(command.end(), more.begin(), more.end());
    return bench_.run(command, {.environment = {{"PATH", (bench_ / build).string() + ":" + std::getenv("PATH")}}});
  };
  ASSERT_EQ(with("faulty", {"--max-tests", "4"}).status, 0);
  const Ended mixed = with("good", {"--resume"});
  EXPECT_EQ(mixed.status, 2) << "four of the ten verdicts would be those of the other build";
  EXPECT_THAT(mixed.err,
              ContainsRegex("different: subject .stored: unversioned .PATH/engine-of-test@[0-9a-f]+ .*; now: "
                            "unversioned .PATH/engine-of-test@"));
  const Ended resumed = with("faulty", {"--resume"});
  EXPECT_EQ(resumed.status, 1) << ::testing::PrintToString(resumed);
  EXPECT_THAT(resumed.out, HasSubstr("10 of 10"));
}

TEST_F(Identity, AFolderThatACommandNamesIsDoubtfulUnlessItIsListed) {
  std::filesystem::create_directories(bench_ / "in/rules/inner");
  const auto doubts = [&](const std::string& argument, const std::string& list) {
    bench_.write("in/campaign.toml",
                 "name = \"answers\"\n[inputs.choices]\nn = { range = [0, 1] }\n[subject]\nrun = "
                 "[\"echo\", \"" +
                     argument + "\", \"{n}\"]\n" + list + "[[oracles]]\nno_crash = true\n");
    return bench_.run({smallscope_program, "run", "in/campaign.toml", "--no-store", "--progress", "none"}).err;
  };
  for (const char* argument : {"{here}/rules", "-I{here}/rules/", "{here}/rules;x"})
    EXPECT_THAT(doubts(argument, ""), AllOf(HasSubstr("warning: a command names the folder rules, and what"),
                                            HasSubstr("write files = [\"rules\"] in [subject]")));
  EXPECT_THAT(doubts("{here}/rules/inner", ""), HasSubstr("the folder rules/inner,"));
  for (const char* list : {"files = []\n", "files = [\"rules\"]\n"}) EXPECT_EQ(doubts("{here}/rules", list), "");
  for (const char* argument : {"{here}", "{here}/", "-I{here}/none", "{here}/rules{n}", "rules"})
    EXPECT_EQ(doubts(argument, ""), "") << argument;
  EXPECT_THAT(
      doubts("{here}/rules/nome", ""),
      HasSubstr("warning: a command names {here}/rules/nome, and there is no such file beside the specification"));
}

TEST_F(Identity, AFileThatIsNotThereIsAMistake) {
  write("one", "ok", "[\"engine\", \"engin\"]");
  const Ended ran = run("one");
  EXPECT_EQ(ran.status, 2) << ::testing::PrintToString(ran);
  EXPECT_THAT(ran.err, HasSubstr("campaign.toml:6: `subject.files[1]` names \"engin\", which is neither a file nor a"));
  write("one", "ok", "[\"\"]");
  EXPECT_THAT(run("one").err, HasSubstr("`subject.files[0]` names \"\", which is neither"));
}

}  // namespace
}  // namespace smallscope::command_line
