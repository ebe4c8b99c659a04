// SPDX-License-Identifier: Apache-2.0
// reduce on the command line: planted failures with known smallest texts, what slips, how it ends, what is refused.
#include <csignal>
#include <filesystem>

#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Needs `bad` and `worse` for the failure of the campaign; `slip` without them is another one, with a hostile message.
constexpr std::string_view subject = R"(
text=$(cat "$1")
case $text in
*bad*worse*) echo "all is lost" >&2; exit 1;;
*slip*) printf 'gone ``` \033[31m \342\200\256 </script>\n' >&2; exit 1;;
esac
)";

constexpr std::string_view campaign = R"(name = "check/words"
[inputs]
file = "words.txt"
template = '''
first line {{n}}
it is a bad day, "{{n}} words";
this may slip (away)
and it is getting worse; 1.5e3
last line
'''
[inputs.choices]
n = ["1", "22"]
[subject]
run = ["sh", "{here}/subject.sh", "{input}"]
[[oracles]]
exit_status = 0
any_text = true
[messages]
rules = [{ pattern = "exit status 1 instead of 0: ", replacement = "" }]
)";

class CommandLineReduce : public testing::Test {
 protected:
  void SetUp() override {
    bench.write("subject.sh", subject);
    make_store(std::string(campaign) + "[reduce]\npositions = []\n");
  }
  void make_store(const std::string& specification) {
    bench.write("words.toml", specification);
    fs::remove(bench / "s.sqlite");
    ASSERT_EQ(bench.run({smallscope_program, "run", "words.toml", "--store", "s.sqlite"}).status, 1);
  }
  std::vector<std::string> command(const std::vector<std::string>& options) const {
    std::vector<std::string> words{smallscope_program, "reduce", "s.sqlite", "--cluster", "C1", "--from", "words.toml"};
    words.insert(words.end(), options.begin(), options.end());
    return words;
  }
  Ended reduce(const std::vector<std::string>& options = {}, const Setting& setting = {}) {
    return bench.run(command(options), setting);
  }
  Bench bench;
};

TEST_F(CommandLineReduce, MovesMarksWithTheText) {
  bench.write("subject.sh", "case $(sed -n \"$2p\" \"$1\" | cut -c\"$3\"-) in bad*) echo bad >&2; exit 1;; esac\n");
  make_store(R"(name = "check/marks"
[inputs]
file = "words.txt"
marks = { cursor = "‸" }
template = """
bad ä {{n}}
good, and a ‸bad day
"""
[inputs.choices]
n = ["1"]
[subject]
run = ["sh", "{here}/subject.sh", "{input}", "{cursor.line}", "{cursor.column}"]
[[oracles]]
exit_status = 0
any_text = true
[reduce]
)");
  const Ended ended = reduce({"-o", "small"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(text_of(bench / "small/words.txt"), "bad") << ended.out;
}

TEST_F(CommandLineReduce, LeavesTheSmallestTextWithTheSameKey) {
  const std::string before = text_of(bench / "s.sqlite");
  const Ended ended = reduce({"-o", "small"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(text_of(bench / "small/words.txt"), "badworse");
  EXPECT_THAT(ended.out, AllOf(HasSubstr("check/words: C1 v1-"), HasSubstr("words.txt: 5 to 1 lines, "),
                               HasSubstr(" to 8 bytes"), HasSubstr("no single line and no single token can be removed"),
                               HasSubstr("cvise      Without C-Vise: the input has no file whose name is one of C"),
                               HasSubstr("small/README.md"), Not(HasSubstr("\033"))));
  const std::string readme = text_of(bench / "small/README.md");
  EXPECT_THAT(readme, AllOf(HasSubstr("# check/words: `exit status: exit status 1 instead of 0: all is lost`"),
                            HasSubstr("```\nbadworse\n```"), HasSubstr("It was made of input #0"),
                            HasSubstr("What failed differently on the way"), Not(HasSubstr("\033")),
                            Not(HasSubstr("\342\200\256"))));
  EXPECT_EQ(parsed(text_of(bench / "small/bug.json"))["judgements"][0]["oracle"], "exit status");
  EXPECT_EQ(text_of(bench / "s.sqlite"), before) << "a store is only read";
}

TEST_F(CommandLineReduce, KeepsWhatSlipped) {
  const Ended ended = reduce({"-o", "small", "--json"});
  const Json json = parsed(ended.out);
  ASSERT_EQ(json["slipped"].size(), 1u);
  const Json& slipped = json["slipped"][0];
  EXPECT_EQ(slipped["known"], false);
  EXPECT_NE(slipped["key"], json["key"]);
  const fs::path folder = bench / "small/slipped" / slipped["key"].get<std::string>();
  EXPECT_EQ(text_of(folder / "words.txt"), slipped["input"]["files"][0]["text"]);
  EXPECT_THAT(text_of(folder / "words.txt"), AllOf(HasSubstr("slip"), Not(HasSubstr("bad"))));
  EXPECT_THAT(text_of(folder / "README.md"), AllOf(HasSubstr("may be a fault of its own"), HasSubstr("\\x1b[31m"),
                                                   Not(HasSubstr("\033")), Not(HasSubstr("\342\200\256"))));
  EXPECT_TRUE(fs::exists(folder / "bug.json"));
}

TEST_F(CommandLineReduce, IsTheSameForAnyNumberOfJobs) {
  const auto of_jobs = [&](const std::string& jobs) {
    Json json = parsed(reduce({"--json", "-j", jobs}).out);
    json.erase("seconds");
    return json;
  };
  const Json alone = of_jobs("1");
  EXPECT_EQ(alone["stop"], "finished");
  EXPECT_GT(alone["tests"], 20);
  EXPECT_EQ(of_jobs("4"), alone);
}

TEST_F(CommandLineReduce, EndsWhereItIsTold) {
  const Json json = parsed(reduce({"--json", "--max-tests", "4"}).out);
  EXPECT_EQ(json["tests"], 4);
  EXPECT_EQ(json["stop"], "max tests");
  const Ended none = reduce({"--budget", "0s", "-o", "none"});
  EXPECT_EQ(none.status, 3);
  EXPECT_THAT(none.out, HasSubstr("stopped at the end of --budget: this is the smallest text so far"));
  EXPECT_THAT(text_of(bench / "none/words.txt"), HasSubstr("first line 1\n"));
}

TEST_F(CommandLineReduce, AnInterruptKeepsTheSmallestSoFar) {
  // Candidates without the last line do not end by themselves.
  bench.write("subject.sh", "grep -q 'last line' \"$1\" || { touch '" + (bench / "waits").string() +
                                "'; sleep 300; }\n" + std::string(subject));
  Child child = bench.start(command({"-o", "small", "-j", "1"}));
  ASSERT_TRUE(child.wait_until([&] { return fs::exists(bench / "waits"); }));
  child.send(SIGINT);
  const Ended ended = child.wait();
  EXPECT_EQ(ended.status, 130) << ended.err;
  EXPECT_THAT(text_of(bench / "small/README.md"), HasSubstr("interrupted: this is the smallest text so far"));
  EXPECT_THAT(text_of(bench / "small/words.txt"), AllOf(HasSubstr("bad"), HasSubstr("worse")));
}

TEST_F(CommandLineReduce, TheScriptShowsTheReducedFailure) {
  bench.write("again.sh", "grep -c worse words.txt\nexit 1\n");
  make_store(std::string(campaign) +
             "[reduce]\npositions = []\n[reproduce]\nscript = \"again.sh\"\n"
             "bisect = \"git bisect run sh DIR/again.sh\"\n");
  EXPECT_EQ(reduce({"-o", "small"}).status, 0);
  EXPECT_THAT(
      text_of(bench / "small/README.md"),
      AllOf(HasSubstr("```sh\nsh again.sh\n```\n\nprints\n\n```text\n1\n```"),
            HasSubstr("with 0 when the bug is fixed"), HasSubstr("```sh\ngit bisect run sh DIR/again.sh\n```")));
  bench.write("again.sh", "exit 0\n");
  const Ended ended = reduce({"-o", "other"});
  EXPECT_EQ(ended.status, 3);
  EXPECT_THAT(ended.err, HasSubstr("other/again.sh does not show the bug (status 0)"));
  EXPECT_THAT(text_of(bench / "other/README.md"),
              AllOf(HasSubstr("another status than 1, so it does not show the failure"), Not(HasSubstr("git bisect"))));
}

TEST_F(CommandLineReduce, OnlyValidTextsAreCandidates) {
  std::string specification(campaign);
  specification.replace(specification.find("any_text = true\n"), 16, "");
  make_store(specification + "[reduce]\npositions = []\n");
  expect_error(reduce(), 2, HasSubstr("`exit status` judges the inputs of the space and may be wrong"));
  make_store(specification + "[reduce]\npositions = []\nvalid = [\"grep\", \"-q\", \"last line\", \"{input}\"]\n");
  EXPECT_EQ(reduce({"-o", "small"}).status, 0);
  EXPECT_EQ(text_of(bench / "small/words.txt"), "badworselast line");
}

TEST_F(CommandLineReduce, AFailureThatComesAndGoesIsNotTakenForAnother) {
  // The first execution fails as it is recorded, the others do not.
  const std::string once = (bench / "once").string();
  bench.write("once", "");
  bench.write("subject.sh", "rm '" + once + "' 2>/dev/null && echo 'all is lost' >&2 || echo other >&2\nexit 1\n");
  const Ended ended = reduce();
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("a failure that comes and goes cannot be reduced"));
}

TEST_F(CommandLineReduce, WhatIsNotMadeOfNumbersIsNoPosition) {
  std::string words(campaign);
  const std::string numbers = R"(["1", "22"])";
  words.replace(words.find(numbers), numbers.size(), R"(["one", "-l40"])");
  make_store(words);
  EXPECT_EQ(reduce({"-o", "small"}).status, 0);
  EXPECT_EQ(text_of(bench / "small/words.txt"), "badworse");
  words.replace(words.find("-l40"), 4, "3:8");
  words.replace(words.find("\"one\", "), 7, "");
  make_store(words);
  expect_error(reduce(), 2, HasSubstr("does not say which of them are positions"));
}

TEST_F(CommandLineReduce, WhatIsRefused) {
  expect_error(reduce({"--with", "cvise"}), 2, HasSubstr("--with cvise: the input has no file whose name is one of C"));
  bench.write("small", "in the way");
  expect_error(reduce({"-o", "small"}), 2, HasSubstr("-o small: it exists and is not an empty directory"));
  expect_error(bench.run({smallscope_program, "reduce", "s.sqlite", "--cluster", "C7", "--from", "words.toml"}), 2,
               HasSubstr("the store has no such cluster"));
  bench.write("words.toml", campaign);
  expect_error(reduce(), 2,
               AllOf(HasSubstr("the input has the parameters n, and the campaign does not say which"),
                     HasSubstr("[reduce] positions = [...]")));
  bench.write("words.toml", std::string(campaign) + "[reduce]\npositions = [\"m\"]\n");
  expect_error(reduce(), 2, HasSubstr("names the unknown hole `m`"));
  bench.run({campaigns, "run", "planted", "--store", "p.sqlite"});
  expect_error(bench.run({campaigns, "reduce", "p.sqlite", "--cluster", "C1"}), 2,
               HasSubstr("its inputs are values in the process, not texts"));
}

/// The same words as a C file, for C-Vise: a real one where it is installed, and one that is made up here.
class ReduceWithCvise : public CommandLineReduce {
 protected:
  void SetUp() override {
    bench.write("subject.sh", subject);
    std::string specification = std::string(campaign) + "[reduce]\npositions = []\n";
    specification.replace(specification.find("words.txt"), 9, "words.c");
    make_store(specification);
  }
  /// $PATH with a `cvise` in front that executes these commands for its script $script and its file $file.
  Setting with(const std::string& commands) {
    fs::create_directory(bench / "bin");
    bench.write("bin/cvise", "#!/bin/sh\nfor file; do script=$last; last=$file; done\n" + commands);
    fs::permissions(bench / "bin/cvise", fs::perms::owner_all);
    Setting setting;
    setting.environment["PATH"] = (bench / "bin").string() + ":" + std::getenv("PATH");
    return setting;
  }
};

TEST_F(ReduceWithCvise, ItsTestSaysWhetherATextFailsAlike) {
  const Setting setting = with(
      "cp \"$file\" start\nmkdir test\n"
      "try() { printf \"$1\" >test/words.c; (cd test && \"$script\") && cp test/words.c \"$file\"; }\n"
      "try 'bad' && exit 9\ntry 'slip' && exit 8\ntry 'badworse' || exit 7\nexit 0\n");
  const Ended ended = reduce({"-o", "small", "--with", "cvise", "--max-tests", "1000"}, setting);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("C-Vise made nothing that is smaller"));
  EXPECT_EQ(text_of(bench / "small/words.c"), "badworse");
}

TEST_F(ReduceWithCvise, WhatItLeavesIsJudged) {
  const Ended ended = reduce({"-o", "small"}, with("echo nothing >\"$file\"\n"));
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("cvise      What C-Vise made does not fail like this\n"));
  EXPECT_EQ(text_of(bench / "small/words.c"), "badworse");
  fs::remove_all(bench / "bin");
  const Setting broken = with("echo 'no such pass'; exit 1\n");
  const Ended failing = reduce({"-o", "other", "--with", "cvise"}, broken);
  EXPECT_EQ(failing.status, 3);
  EXPECT_THAT(failing.out, HasSubstr("cvise      C-Vise ends with status 1: no such pass\n"));
  EXPECT_EQ(text_of(bench / "other/words.c"), "badworse") << "what ddmin found is not lost";
  EXPECT_EQ(reduce({}, broken).status, 0) << "nobody asked for it";
}

TEST_F(ReduceWithCvise, ItsTestHasTheOtherTextsAsTheyAre) {
  // The parenthesis in words.c can go only after "three".
  bench.write("subject.sh",
              "text=$(cat \"$1\" \"$2\" -)\ncase $text in *'('*three*) ;; *three*) exit 0;; esac\n"
              "case $text in *bad*datum*two*) echo 'all is lost' >&2; exit 1;; esac\n");
  bench.write("words.toml", R"(name = "check/words"
[inputs]
standard_input = "one two three{{n}}"
[[inputs.files]]
name = "words.c"
template = """
a bad day
( line
"""
[[inputs.files]]
name = "data.txt"
template = "some datum"
[inputs.choices]
n = ["1", "2"]
[subject]
run = ["sh", "{here}/subject.sh", "{input:words.c}", "{input:data.txt}"]
[[oracles]]
exit_status = 0
any_text = true
[reduce]
positions = []
)");
  fs::remove(bench / "s.sqlite");
  ASSERT_EQ(bench.run({smallscope_program, "run", "words.toml", "--store", "s.sqlite"}).status, 1);
  const Setting setting = with("mkdir test; cp \"$file\" test\n(cd test && \"$script\") || { echo insane; exit 1; }\n");
  const Ended ended = reduce({"-o", "small", "--with", "cvise"}, setting);
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(text_of(bench / "small/words.c"), "bad");
  EXPECT_EQ(text_of(bench / "small/data.txt"), "datum");
}

TEST_F(ReduceWithCvise, WhatDdminFoundIsKeptIfTheRestComesAndGoes) {
  std::string comes_and_goes(subject);
  comes_and_goes.insert(0, "left='" + (bench / "left").string() +
                               "'\nif [ -e \"$left\" ]; then [ -s \"$left\" ] || exit 0; : >\"$left\"; "
                               "echo 'all is lost' >&2; exit 1; fi\n");
  bench.write("subject.sh", comes_and_goes);
  const Ended ended = reduce({"-o", "small", "--with", "cvise"},
                             with("echo b >\"$file\"\necho 1 >'" + (bench / "left").string() + "'\n"));
  EXPECT_EQ(ended.status, 3) << "what was asked for was not done";
  EXPECT_THAT(ended.out, HasSubstr("What C-Vise left does not fail each time, and is left out"));
  EXPECT_EQ(text_of(bench / "small/words.c"), "badworse");
}

TEST_F(ReduceWithCvise, WhatDdminFoundIsKeptIfTheRestGetsAnotherAnswerEachTime) {
  // Without "worse", a number that nobody has written is printed.
  bench.write("subject.sh",
              "case $(cat \"$1\") in *bad*worse*) echo 'lost 1' >&2; exit 1;; "
              "*bad*) echo \"lost $(date +%N)\" >&2; exit 1;; esac\n");
  fs::remove(bench / "s.sqlite");
  ASSERT_EQ(bench.run({smallscope_program, "run", "words.toml", "--store", "s.sqlite"}).status, 1);
  const Ended ended = reduce({"-o", "small", "--with", "cvise"}, with("echo bad >\"$file\"\n"));
  EXPECT_EQ(ended.status, 3) << "what was asked for was not done: " << ended.out;
  EXPECT_THAT(ended.out, HasSubstr("What C-Vise left gets another answer each time it is executed, and is left out"));
  EXPECT_EQ(text_of(bench / "small/words.c"), "badworse");
}

TEST_F(ReduceWithCvise, TheRealOne) {
  if (std::system("cvise --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "cvise is not installed";
  const Ended ended = reduce({"-o", "small", "--with", "cvise"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(text_of(bench / "small/words.c"), AllOf(HasSubstr("bad"), HasSubstr("worse")));
  EXPECT_LE(text_of(bench / "small/words.c").size(), 9u);
  EXPECT_THAT(ended.out, HasSubstr("\ncvise      C-Vise "));
}

}  // namespace
}  // namespace smallscope::command_line
