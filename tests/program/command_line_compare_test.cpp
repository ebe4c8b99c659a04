// SPDX-License-Identifier: Apache-2.0
// compare on the command line: what is fixed, new, changed or was not executed, and clusters that behave in two ways.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A shell script that fails for some pairs of a digit and a letter: `rules` are patterns of `case`.
class Compare : public testing::Test {
 protected:
  void run(const std::string& store, const std::string& rules, const std::vector<std::string>& options = {}) {
    bench.write("subject.sh", "case $1 in " + rules + " esac\n");
    bench.write("pairs.toml",
                "name = \"check/pairs\"\n[inputs.choices]\ndigit = { range = [0, " + std::to_string(greatest) +
                    "] }\nletter = [\"a\", \"b\", \"c\"]\n"
                    "[subject]\nrun = [\"sh\", \"{here}/subject.sh\", \"{digit}{letter}\"]\ntime_limit = \"5min\"\n"
                    "[[oracles]]\nexpected_output = \"\"\n");
    if (!are_kept) make_too_long_to_keep(bench / "pairs.toml");
    std::vector<std::string> command{smallscope_program, "run", "pairs.toml", "--store", store};
    command.insert(command.end(), options.begin(), options.end());
    const Ended ended = bench.run(command);
    ASSERT_LT(ended.status, 2) << ended.err;
  }
  Ended compare(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {smallscope_program, "compare"});
    return bench.run(arguments);
  }
  Bench bench;
  int greatest = 4;      ///< digit, or number
  bool are_kept = true;  ///< the specifications, by their stores
};

constexpr auto two_faults = "?a) echo first;; 3?) echo second;;";

TEST_F(Compare, TheSameTwice) {
  run("s.sqlite", two_faults);
  run("t.sqlite", two_faults);
  const Ended ended = compare({"s.sqlite", "t.sqlite"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("S1 to S2: 7 still failing\n"), HasSubstr("first"),
                               HasSubstr("#0, #3, #6, #9, #12"), Not(HasSubstr("ways"))));
}

TEST_F(Compare, FixedInPart) {
  run("s.sqlite", two_faults);
  run("t.sqlite", "[01]a) echo first;; 3?) echo second;;");
  const Ended ended = compare({"s.sqlite", "t.sqlite", "--from", "pairs.toml"});
  EXPECT_EQ(ended.status, 1) << "3a failed first, and second now";
  EXPECT_THAT(ended.out, AllOf(HasSubstr("S1 to S2: 1 changed, 4 still failing, 2 fixed\n"), HasSubstr("  now  "),
                               HasSubstr("its inputs behave in 3 ways: several faults, or a fix that is not complete"),
                               HasSubstr("2  fails, passes   #6, #12")));
  const Json json = parsed(compare({"s.sqlite", "t.sqlite", "--json"}).out);
  EXPECT_EQ(json["changes"][0]["change"], "changed");
  EXPECT_EQ(json["changes"][0]["cluster"]["id"], "C1") << "of the first store, where it says `first`";
  EXPECT_EQ(json["changes"][0]["now"][0]["store"], 1);
  EXPECT_EQ(json["changes"][0]["now"][0]["inputs"], 1);
  EXPECT_EQ(json["changes"][0]["inputs"], Json::parse(R"([{"level":0,"ordinal":9}])"));
  EXPECT_EQ(json["splits"].size(), 2u) << "3a is of both clusters";
  EXPECT_EQ(json["stores"][1]["failed"], 5);
}

TEST_F(Compare, HasTheClustersThatOtherCommandsShow) {
  greatest = 39;
  // Each input says something else, for two reasons.
  run("s.sqlite", "*a) echo first $1;; 3?) echo second $1;;");
  run("t.sqlite", "*a) echo first $1;;");
  const Json clusters =
      parsed(bench.run({smallscope_program, "clusters", "s.sqlite", "--from", "pairs.toml", "--json"}).out);
  ASSERT_EQ(clusters["by"], "cause");
  const Json json = parsed(compare({"s.sqlite", "t.sqlite", "--from", "pairs.toml", "--json"}).out);
  ASSERT_EQ(json["stores"][0]["clusters"].size(), clusters["clusters"].size());
  for (std::size_t i = 0; i < clusters["clusters"].size(); ++i)
    for (const char* member : {"id", "key", "explanation"})
      EXPECT_EQ(json["stores"][0]["clusters"][i][member], clusters["clusters"][i][member]) << member;
  EXPECT_EQ(json["stores"][0]["by"], "cause");
  EXPECT_THAT(compare({"s.sqlite", "t.sqlite", "--from", "pairs.toml"}).out,
              AllOf(HasSubstr("42  2 by cause"), HasSubstr("letter is `a`"), HasSubstr("in"), Not(HasSubstr("--all"))));
  const std::string by_message = compare({"s.sqlite", "t.sqlite", "--from", "pairs.toml", "--by", "message"}).out;
  EXPECT_THAT(by_message, AllOf(HasSubstr("42 by message"), HasSubstr("in 30 more clusters, which --all lists")));
  EXPECT_THAT(compare({"s.sqlite", "t.sqlite", "--from", "pairs.toml", "--by", "message", "--all"}).out,
              Not(HasSubstr("--all")));
}

TEST_F(Compare, SaysWhyClustersAreByMessages) {
  are_kept = false;
  run("s.sqlite", two_faults);
  run("t.sqlite", two_faults, {"--order", "dense", "--max-tests", "10"});
  EXPECT_THAT(compare({"s.sqlite", "t.sqlite"}).out,
              HasSubstr("S1: clusters by messages, not by causes: they need the campaign; name its program or "
                        "specification with --from FILE; the store says that it was made by "));
  EXPECT_THAT(compare({"s.sqlite", "t.sqlite", "--from", "pairs.toml"}).out,
              AllOf(Not(HasSubstr("clusters by messages")), HasSubstr("S2  t.sqlite  10 of 15        4  1 by cause")));
  expect_error(compare({"s.sqlite", "t.sqlite", "--by", "oracle"}), 2, HasSubstr("--by"));
}

TEST_F(Compare, SaysInWhichChoicesTheInputsDiffer) {
  are_kept = false;
  greatest = 39;
  run("s.sqlite", "*[ab]) echo first;;");
  run("t.sqlite", "*b) echo first;;");
  EXPECT_THAT(compare({"s.sqlite", "t.sqlite", "--from", "pairs.toml", "--by", "message"}).out,
              AllOf(HasSubstr("40  fails, passes   #0, #3, #6, #9, #12, #15, #18, #21, and 32 more\n"),
                    HasSubstr("         when letter is `a`\n"), HasSubstr("         when letter is `b`\n")));
  EXPECT_THAT(compare({"s.sqlite", "t.sqlite", "--from", "pairs.toml", "--by", "message"}).out,
              HasSubstr("  (all 80 of C1) always fails, except when letter is `c`\n"))
      << "the condition is not of the 40 inputs alone";
  EXPECT_THAT(compare({"s.sqlite", "s.sqlite", "--from", "pairs.toml", "--by", "message"}).out,
              Not(HasSubstr("(all ")));
  const std::string without = compare({"s.sqlite", "t.sqlite"}).out;
  EXPECT_THAT(without, AllOf(HasSubstr("40  fails, passes"), Not(HasSubstr("when letter")))) << "no campaign at hand";
}

TEST_F(Compare, AChangedSpaceTellsNothingApart) {
  greatest = 39;
  run("s.sqlite", "*[ab]) echo first;;");
  run("t.sqlite", "*b) echo first;;");
  std::string text = text_of(bench / "pairs.toml");
  text.replace(text.find("\"a\", \"b\", \"c\""), 13, "\"b\"");
  bench.write("pairs.toml", text);
  const Ended ended = compare({"s.sqlite", "t.sqlite", "--from", "pairs.toml"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("S1: clusters by messages, not by causes: the campaign's space has changed"),
                               HasSubstr("40  fails, passes"), Not(HasSubstr("when letter"))));
}

TEST_F(Compare, NewFailuresGiveStatusOne) {
  run("s.sqlite", "?a) echo first;;");
  run("t.sqlite", "?a) echo first;; 1b) echo third;;");
  const Ended ended = compare({"s.sqlite", "t.sqlite"});
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("S1 to S2: 1 new, 5 still failing\n"), HasSubstr("third")));
  EXPECT_EQ(compare({"t.sqlite", "s.sqlite"}).status, 0) << "the other way round, one is fixed";
  EXPECT_THAT(compare({"t.sqlite", "s.sqlite"}).out, HasSubstr("5 still failing, 1 fixed"));
}

TEST_F(Compare, WhatWasNotExecutedIsNotFixed) {
  run("s.sqlite", two_faults);
  run("t.sqlite", ":) ;;", {"--order", "dense", "--max-tests", "4"});
  const Ended ended = compare({"s.sqlite", "t.sqlite"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, HasSubstr("S1 to S2: 5 not executed, 2 fixed\n"));
  const Ended reverse = compare({"t.sqlite", "s.sqlite"});
  EXPECT_EQ(reverse.status, 1);
  EXPECT_THAT(reverse.out, HasSubstr("S1 to S2: 2 new, 5 not known before\n"));
}

TEST_F(Compare, SeveralStores) {
  run("s.sqlite", two_faults);
  run("t.sqlite", "3?) echo second;;");
  run("u.sqlite", "?a) echo first;;");
  const Ended ended = compare({"s.sqlite", "t.sqlite", "u.sqlite", "--all"});
  EXPECT_THAT(ended.out, AllOf(HasSubstr("S1 to S2: "), HasSubstr("S1 to S3: "), HasSubstr("S3  u.sqlite")));
}

TEST_F(Compare, WhatCannotBeCompared) {
  run("s.sqlite", two_faults);
  expect_error(compare({"s.sqlite"}), 2, HasSubstr("one store is given; name at least two"));
  expect_error(compare({"s.sqlite", "none.sqlite"}), 2, HasSubstr("there is no store none.sqlite"));
  bench.run({campaigns, "run", "planted", "--store", "p.sqlite"});
  expect_error(compare({"s.sqlite", "p.sqlite"}), 2, HasSubstr("are not of one space"));
}

}  // namespace
}  // namespace smallscope::command_line
