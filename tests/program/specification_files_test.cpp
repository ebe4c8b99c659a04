// SPDX-License-Identifier: Apache-2.0
// What a specification's commands execute and read is part of the identity of its subject.
#include <gmock/gmock.h>

#include <cstdlib>

#include "specification/shell_words.hpp"
#include "specification_bench.hpp"

namespace smallscope::program {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

Lines programs(std::string_view line) { return specification::programs_of_line(line); }

TEST(ShellWords, ProgramsStandWhereAShellExpectsThem) {
  EXPECT_THAT(programs("mawk -f p.awk <in >out"), ElementsAre("mawk"));
  EXPECT_THAT(programs("<in mawk 2>&1|sort -u;cat a&&wc b||false"), ElementsAre("mawk", "sort", "cat", "wc", "false"));
  EXPECT_THAT(programs("LANG=C TZ=\"a b\" exec mawk x=y"), ElementsAre("mawk"));
  EXPECT_THAT(programs("if tcc a.c; then ./a.out; else ! grep -q error log; fi"),
              ElementsAre("tcc", "./a.out", "grep", "fi"));
  EXPECT_THAT(programs("(cd d && tcc a.c) & wait"), ElementsAre("cd", "tcc", "wait"));
  EXPECT_THAT(programs("echo $(tcc -v) `gcc -v`"), ElementsAre("echo", "tcc", "gcc"));
  EXPECT_THAT(programs("echo $(tcc -v | cat) sort a`gcc -v`b tac; wc"), ElementsAre("echo", "tcc", "cat", "gcc", "wc"));
  EXPECT_THAT(programs("$(which tcc) sort; x=$(tcc) gcc; (cat) >sort; echo `date` sort"),
              ElementsAre("which", "tcc", "gcc", "cat", "echo", "date"));
  EXPECT_THAT(programs("case $1 in a) tcc;; b) gcc;; esac"), ElementsAre("case", "tcc", "b", "gcc", "esac"));
  EXPECT_THAT(programs("tcc a.c # | gcc\ncat #b"), ElementsAre("tcc", "cat"));
  EXPECT_THAT(programs("cat a#b | tac"), ElementsAre("cat", "tac"));
}

TEST(ShellWords, WhatIsQuotedIsAWord) {
  EXPECT_THAT(programs("'my program' 'a; b' \"c | d\" | \"t\"c\\c"), ElementsAre("my program", "tcc"));
  EXPECT_THAT(programs("echo \"a \\\" ; b\" ; tcc"), ElementsAre("echo", "tcc"));
  EXPECT_THAT(programs("echo a\\;b ; tcc"), ElementsAre("echo", "tcc"));
}

TEST(ShellWords, WhatIsSubstitutedIsNotKnown) {
  EXPECT_THAT(programs("$CC a.c; \"$TOOLS/as\" a.s; \"`which ld`\" a.o; tcc"), ElementsAre("tcc"));
  EXPECT_THAT(programs(std::string("\0/a.out; t\0; tcc", 16)), ElementsAre("tcc"));
  EXPECT_THAT(programs("./a* b"), IsEmpty());
}

TEST(ShellWords, AnyLineIsRead) {
  for (const char* line : {"",   " ", "'",   "\"",  "\\",  "a'", "a\"b\\", "$",  "$(", ">", "`",
                           "``", ")", "$()", "a`b", "a >", "2>", "#",      ";;", "((", "=a"})
    EXPECT_LE(programs(line).size(), 1u) << line;
}

TEST(ShellWords, OnlyAShellHasALine) {
  EXPECT_EQ(specification::shell_line_of({"sh", "-c", "tcc"}), "tcc");
  EXPECT_EQ(specification::shell_line_of({"/bin/bash", "-e", "-uc", "tcc", "x"}), "tcc");
  EXPECT_EQ(specification::shell_line_of({"sh", "-e", "script", "-c", "tcc"}), "");
  EXPECT_EQ(specification::shell_line_of({"sh", "--rcfile", "-c"}), "");
  EXPECT_EQ(specification::shell_line_of({"sh", "-c"}), "");
  EXPECT_EQ(specification::shell_line_of({"tcc", "-c", "a.c"}), "");
}

/// With a folder of programs on PATH, in which `one` and `two` are.
class SubjectFiles : public ::testing::Test {
 protected:
  SubjectFiles() {
    for (const char* name : {"one", "two", "none"}) {
      directory_.write(name, std::string("#!/bin/sh\n# ") + name);
      if (std::string_view(name) != "none")
        std::filesystem::permissions(directory_ / name, std::filesystem::perms::owner_all);
    }
    setenv("PATH", ((directory_ / "").string() + ":" + before_).c_str(), 1);
  }
  ~SubjectFiles() override { setenv("PATH", before_.c_str(), 1); }

  /// The files of a subject with the command `run`, and of an oracle.
  static std::string files_of(const std::string& run, const std::string& more = "",
                              const std::string& oracle = "no_crash = true") {
    std::string text = with_choices("{{a}}", "a = [\"x\"]");
    const std::string command = "run = [\"cat\", \"{input}\"]\n";
    text.replace(text.find(command), command.size(), "run = " + run + "\n" + more + "\n");
    text.replace(text.find("no_crash = true"), 15, oracle);
    return loaded(text).files;
  }

  const std::string before_ = std::getenv("PATH");
  TemporaryDirectory directory_;
};

TEST_F(SubjectFiles, ProgramsOnPathAreSome) {
  const std::string one = files_of(R"(["one", "{input}"])");
  EXPECT_THAT(one, MatchesRegex(R"(\$PATH/one@[0-9a-f]{8})"));
  EXPECT_EQ(files_of(R"([["one", "two"], ["one"], ["none"], ["{scratch}/one"], ["{a}"], ["two{a}"]])"), one);
  EXPECT_THAT(files_of(R"(["sh", "-c", "one <{input} | {a} | sort{a} | two; three"])"),
              MatchesRegex(R"(\$PATH/one@[0-9a-f]{8} \$PATH/sh@[0-9a-f]{8} \$PATH/two@[0-9a-f]{8})"));
  EXPECT_THAT(files_of(R"(["one"])", "", R"(differential = ["two", "{input}"])"),
              MatchesRegex(R"(\$PATH/one@[0-9a-f]{8} \$PATH/two@[0-9a-f]{8})"));
}

TEST_F(SubjectFiles, TheirContentsCount) {
  const std::string before = files_of(R"(["one"])");
  directory_.write("two", "another");
  EXPECT_EQ(files_of(R"(["one"])"), before);
  directory_.write("one", "another");
  EXPECT_NE(files_of(R"(["one"])"), before);
}

TEST_F(SubjectFiles, ProgramsWithWholePathsAreSome) {
  const std::string path = (directory_ / "one").string();
  const std::string file = files_of("[\"" + path + "\"]");
  EXPECT_THAT(file, testing::StartsWith(path + "@"));
  EXPECT_EQ(files_of("[\"" + path + "\"]", "files = [\"" + path + "\"]"), file) << "once";
}

TEST_F(SubjectFiles, AListMayNameProgramsOnPath) {
  EXPECT_THAT(files_of(R"(["one"])", R"(files = ["two", "one"])"),
              MatchesRegex(R"(\$PATH/one@[0-9a-f]{8} \$PATH/two@[0-9a-f]{8})"));
  EXPECT_THAT(files_of(R"(["one"])", R"(files = ["values.txt"])"),
              MatchesRegex(R"(values\.txt@[0-9a-f]{8} \$PATH/one@[0-9a-f]{8})"));
  EXPECT_EQ(files_of(R"(["one"])", R"(files = ["{here}/values.txt"])"),
            files_of(R"(["one"])", R"(files = ["values.txt"])"));
  EXPECT_ANY_THROW(files_of(R"(["one"])", R"(files = ["none"])"));
}

}  // namespace
}  // namespace smallscope::program
