// SPDX-License-Identifier: Apache-2.0
// review: on a terminal with single keys, elsewhere with lines; what it writes, and what it leaves alone.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

using Words = std::vector<std::string>;

void run_campaign(Bench& bench, const std::string& campaign, const std::string& plant = "") {
  const Ended ended = bench.run({campaigns, "run", campaign, "--store", "s.sqlite", "--overwrite"},
                                {.environment = {{"SMALLSCOPE_TEST_PLANT", plant}}});
  ASSERT_EQ(ended.status, 1) << ended.err;
}

/// Answers in lines, from a file.
Ended review(Bench& bench, const std::string& answers, const std::string& options = "") {
  bench.write("answers", answers);
  return bench.run({"/bin/sh", "-c", campaigns + " review s.sqlite --today 2026-11-22 " + options + " < answers"});
}

/// Answers on a terminal. The last line has the exit status, the keys and the state of the terminal.
struct Typed {
  std::string shown;
  Json result;
};
Typed type(Bench& bench, Words typed) {
  Words command{python, SMALLSCOPE_SOURCE_DIR "/tests/program/terminal.py"};
  command.insert(command.end(), typed.begin(), typed.end());
  for (const char* word : {"--", campaigns.c_str(), "review", "s.sqlite"}) command.emplace_back(word);
  const Ended ended = bench.run(command);
  EXPECT_EQ(ended.status, 0) << ended.err;
  const auto lines = lines_of(ended.out);
  return {ended.out, parsed(lines.empty() ? "" : lines.back())};
}

std::size_t occurrences(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(CommandLineReview, EightClustersTakeFewerThanTwentyKeys) {
  Bench bench;
  run_campaign(bench, "eight");
  const Typed typed = type(bench, {"n", "<enter>", "n", "<enter>", "n", "<enter>", "n", "<enter>", "i", "s", "1", "n",
                                   "<enter>", "n", "the last<enter>", "<enter>"});
  EXPECT_THAT(typed.shown, HasSubstr("8 of 8 decided; faults.toml has the answers"));
  EXPECT_EQ(typed.result["status"], 0);
  EXPECT_EQ(typed.result["restored"], true);
  const std::string text = text_of(bench / "faults.toml");
  EXPECT_EQ(occurrences(text, "[[fault]]"), 7u) << text;
  EXPECT_THAT(text, AllOf(HasSubstr("name = \"wrong one\""), HasSubstr("decision = \"ignore\""),
                          HasSubstr("name = \"the last\"")));

  std::filesystem::remove(bench / "faults.toml");
  const Typed shortest = type(bench, {"n", "<enter>", "n", "<enter>", "n", "<enter>", "n", "<enter>", "n", "<enter>",
                                      "n", "<enter>", "n", "<enter>", "n", "<enter>", "<enter>"});
  EXPECT_LT(shortest.result["keys"], 20);
  EXPECT_EQ(occurrences(text_of(bench / "faults.toml"), "[[fault]]"), 8u);
  EXPECT_EQ(bench.run({campaigns, "run", "eight", "--no-store", "--faults", "faults.toml"}).status, 0);
}

TEST(CommandLineReview, WhatIsRecordedSpeaksOfChoicesAlone) {
  Bench bench;
  run_campaign(bench, "digits");
  const Typed typed = type(bench, {"n", "<enter>", "<enter>"});
  EXPECT_THAT(typed.shown, HasSubstr("digits is `25`")) << "a person reads declared attributes";
  const std::string text = text_of(bench / "faults.toml");
  EXPECT_THAT(text, AllOf(HasSubstr("fails_when"), HasSubstr("\"799\""), Not(HasSubstr("digits is"))));
}

TEST(CommandLineReview, TheTerminalIsRestoredHoweverItEnds) {
  Bench bench;
  run_campaign(bench, "eight");
  for (const auto& [end, status] :
       {std::pair("q", 0), {"<ctrl-c>", 0}, {"<ctrl-d>", 0}, {"<TERM>", -15}, {"<HUP>", -1}}) {
    std::filesystem::remove(bench / "faults.toml");
    const Typed typed = type(bench, {"<up>x", "n", "kept<enter>", end});
    EXPECT_EQ(typed.result["status"], status) << end;
    EXPECT_EQ(typed.result["restored"], true) << end;
    EXPECT_THAT(typed.shown, HasSubstr("`x` is no answer")) << end;
    EXPECT_THAT(text_of(bench / "faults.toml"), HasSubstr("name = \"kept\"")) << "saved before " << end;
  }
}

TEST(CommandLineReview, ShowsAClusterWithItsExplanationAndSmallestInput) {
  Bench bench;
  run_campaign(bench, "planted");
  const Ended ended = review(bench, "");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("planted: 22 failing in 3 clusters; 22 new failing inputs\n"),
                               HasSubstr("\n[1 of 3]  new  C1   12 failing   right: too big\n"),
                               HasSubstr("    12  kind is one of `b`, `d <e>` and size is at least 7\n"),
                               HasSubstr("C1, 12 failing; the smallest is #"), HasSubstr(" replay s.sqlite "),
                               HasSubstr("\n0 of 3 decided\n")));
  EXPECT_FALSE(std::filesystem::exists(bench / "faults.toml"));
}

TEST(CommandLineReview, WritesBlocksThatAPersonReads) {
  Bench bench;
  run_campaign(bench, "planted");
  review(bench, "n big\n\no seen by Ann\n");
  const std::string text = text_of(bench / "faults.toml");
  EXPECT_THAT(text, HasSubstr("\n[[fault]]\ncampaign = \"planted\"\nname = \"big\"\ndecision = \"known\"\n"
                              "keys = [\"v1-"));
  EXPECT_THAT(text, HasSubstr("first_seen = 2026-11-22\nfails_when = [\n"
                              "  { kind = [\"b\", \"d <e>\"], size = { from = 7 } },\n]\n"
                              "failing = [\n  \"34-39 74-79\",\n]\nspace = \"80 inputs "));
  EXPECT_THAT(text, HasSubstr("note = \"seen by Ann\"\ndecision = \"note\"\n"));
  const Ended again = review(bench, "\n\n");
  EXPECT_THAT(again.out, AllOf(HasSubstr("10 new failing inputs; known faults: 1 known"),
                               HasSubstr("[1 of 2]  new  C2"), HasSubstr("  note: seen by Ann\n")))
      << "the known one is not asked again, the skipped and the noted ones are";
}

TEST(CommandLineReview, AFaultThatHasGrownIsAskedAgain) {
  Bench bench;
  run_campaign(bench, "planted");
  review(bench, "n big\nn place\nn four\n");
  EXPECT_THAT(review(bench, "").out, HasSubstr("nothing is left to decide"));
  run_campaign(bench, "planted", "second");
  const std::string before = text_of(bench / "faults.toml");

  // A fault of its own, although the message is the same.
  const Ended split = review(bench, "n zero\n");
  EXPECT_THAT(split.out, AllOf(HasSubstr("[1 of 1]  grown: big  C1   2 failing of 14"),
                               HasSubstr("  2 fail outside of what was recorded: #0, #1\n")));
  EXPECT_THAT(text_of(bench / "faults.toml"), HasSubstr("failing = [\n  \"0-1\",\n]"));
  EXPECT_THAT(bench.run({campaigns, "clusters", "s.sqlite", "--faults", "faults.toml"}).out,
              HasSubstr("0 new failing inputs; known faults: 4 known"));

  // Or the same fault, which is then recorded with all of its inputs.
  bench.write("faults.toml", before);
  EXPECT_THAT(review(bench, "k\n").out, HasSubstr("faults.toml: part of `big`"));
  EXPECT_THAT(text_of(bench / "faults.toml"), HasSubstr("\"0-1 34-39 74-79\""));
  EXPECT_THAT(bench.run({campaigns, "clusters", "s.sqlite", "--faults", "faults.toml"}).out,
              HasSubstr("0 new failing inputs; known faults: 3 known"));
}

TEST(CommandLineReview, AnExpiredDecisionIsAskedAgain) {
  Bench bench;
  run_campaign(bench, "planted");
  review(bench, "n big\nn place\nn four\n");
  std::string text = text_of(bench / "faults.toml");
  text.insert(text.find("keys"), "expires = 2026-11-21\n");
  bench.write("faults.toml", text);
  const Ended ended = review(bench, "n other\nk\n");
  EXPECT_THAT(ended.out, AllOf(HasSubstr("[1 of 1]  expired: big  C1   12 failing"), HasSubstr("press k to keep it"),
                               HasSubstr("1 of 1 decided")));
  text.erase(text.find("expires = 2026-11-21\n"), std::string("expires = 2026-11-21\n").size());
  EXPECT_EQ(text_of(bench / "faults.toml"), text) << "and nothing else has changed";
}

TEST(CommandLineReview, SameAsAddsToAFaultAndLeavesTheRest) {
  Bench bench;
  run_campaign(bench, "planted");
  bench.write(
      "faults.toml",
      "# by Ann\n[[fault]]\nname = 'mine'   # of old\ncampaign = 'planted'\nmessages = 'never'\nowner = 'Ann'\n");
  const Ended ended = review(bench, "s mine\ns 7\ns\ns 1\nq\n");
  EXPECT_THAT(ended.out, AllOf(HasSubstr("part of `mine`"), HasSubstr("has no fault `7` of planted"),
                               HasSubstr("   1  mine\n"), HasSubstr("2 of 3 decided")));
  EXPECT_THAT(text_of(bench / "faults.toml"),
              ::testing::MatchesRegex("# by Ann\n..fault..\nname = 'mine'   # of old\nkeys = .\"v1-.*\", \"v1-.*\".\n"
                                      "campaign = 'planted'\nmessages = 'never'\nowner = 'Ann'\n"));
}

TEST(CommandLineReview, UndoTakesBackWhatWasWritten) {
  Bench bench;
  run_campaign(bench, "planted");
  EXPECT_THAT(review(bench, "u\nn big\nu\n\nu\nq\n").out,
              AllOf(HasSubstr("nothing has been answered yet"), HasSubstr("0 of 3 decided")));
  EXPECT_FALSE(std::filesystem::exists(bench / "faults.toml")) << "there was none before";
  const std::string mine = "# mine\n[[fault]]\r\ncampaign = 'other'\nname = 'a'\nkeys = 'k'";
  bench.write("faults.toml", mine);
  EXPECT_THAT(review(bench, "n big\ni\no text\nu\nu\nu\nq\n").out,
              HasSubstr("Enter to finish, u to take the last answer back: \n[3 of 3]"));
  EXPECT_EQ(text_of(bench / "faults.toml"), mine);
}

TEST(CommandLineReview, WhatSomebodyElseWritesMeanwhileStays) {
  Bench bench;
  run_campaign(bench, "planted");
  const Ended ended = bench.run({"/bin/sh", "-c",
                                 "{ echo n big; until grep -q big faults.toml 2>/dev/null; do sleep 0.02; done;"
                                 "  echo '# by hand' >> faults.toml; printf 'n place\\nu\\nu\\nq\\n'; } | " +
                                     campaigns + " review s.sqlite"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("known `place`"), HasSubstr("faults.toml has been changed by somebody else")));
  EXPECT_THAT(text_of(bench / "faults.toml"), AllOf(HasSubstr("name = \"big\""), ::testing::EndsWith("\n# by hand\n")));
}

TEST(CommandLineReview, WhatCannotBeWrittenIsSaidAndAskedAgain) {
  Bench bench;
  run_campaign(bench, "planted");
  const Ended ended = review(bench, "n big\nn big\nn bad \xff\nk\nx\nn place\nq\n");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("there is a fault `big` already; press s"), HasSubstr("is not UTF-8"),
                               HasSubstr("these failures are new, so there is nothing to keep"),
                               HasSubstr("`x` is no answer"), HasSubstr("2 of 3 decided")));
  EXPECT_EQ(occurrences(text_of(bench / "faults.toml"), "[[fault]]"), 2u);
  expect_error(review(bench, "n a\n", "--faults no/where.toml"), 2, HasSubstr("there is no directory no"));
  expect_error(review(bench, "n a\n", "--faults s.sqlite"), 2, HasSubstr("s.sqlite is the store itself"));
  expect_error(review(bench, "n a\n", "--faults ."), 2, HasSubstr(". is a directory"));
  expect_error(bench.run({campaigns, "review", "none.sqlite"}), 2, HasSubstr("there is no store none.sqlite"));
}

TEST(CommandLineReview, FilesOfTwoPeopleMerge) {
  Bench bench;
  run_campaign(bench, "planted");
  review(bench, "n big\nq\n", "--faults ann.toml");
  review(bench, "\nn place\nn four\n", "--faults ben.toml");
  bench.write("faults.toml", text_of(bench / "ann.toml") + text_of(bench / "ben.toml"));
  EXPECT_THAT(review(bench, "").out, HasSubstr("known faults: 3 known\nnothing is left to decide"));
}

TEST(CommandLineReview, OfAnIncompleteStoreNoExplanationIsWrittenDown) {
  Bench bench;
  const Ended part = bench.run({campaigns, "run", "planted", "--store", "s.sqlite", "--max-tests", "60"});
  ASSERT_EQ(part.status, 1);
  const Ended ended = review(bench, "n a\nn b\n");
  EXPECT_THAT(ended.out, HasSubstr("without explanations, so every further failure of a fault will count as growth: "
                                   "60 of 80 inputs have a verdict"));
  EXPECT_THAT(text_of(bench / "faults.toml"), AllOf(HasSubstr("failing = ["), Not(HasSubstr("fails_when"))));
  const Ended other = bench.run({smallscope_program, "review", "s.sqlite", "--faults", "other.toml"});
  EXPECT_THAT(other.out, HasSubstr("name it with --from FILE")) << other.err;
}

}  // namespace
}  // namespace smallscope::command_line
