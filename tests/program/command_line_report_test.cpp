// SPDX-License-Identifier: Apache-2.0
// report: the page as a file. What it says is tests/report/page; what a browser makes of it, report_page_test.py.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// The page that the command writes; expects that it says nothing else but `note`.
std::string reported(Bench& bench, std::vector<std::string> command, const std::string& note = "") {
  command.insert(command.end(), {"-o", "page.html"});
  const Ended ended = bench.run(command);
  EXPECT_EQ(ended.status, 0) << ::testing::PrintToString(ended);
  EXPECT_EQ(ended.out, "");
  EXPECT_THAT(ended.err, note.empty() ? ::testing::Matcher<std::string>("") : HasSubstr(note));
  return text_of(bench / "page.html");
}

TEST(CommandLineReport, WritesOnePageWithExplanations) {
  Bench bench;
  ASSERT_EQ(bench.run({campaigns, "run", "planted", "--store", "s.sqlite"}).status, 1);
  const std::string page = reported(bench, {campaigns, "report", "s.sqlite"});
  EXPECT_THAT(page, AllOf(StartsWith("<!DOCTYPE html>"), EndsWith("</html>\n"), HasSubstr("22 failing inputs"),
                          HasSubstr("fails exactly when"), HasSubstr(" replay s.sqlite 34")));
}

/// The same bytes for any number of jobs, and after any interruption.
TEST(CommandLineReport, EqualRunsHaveEqualPages) {
  Bench bench;
  bench.specification("mixed.toml");
  std::vector<std::string> pages;
  for (const std::string jobs : {"1", "3"}) {
    bench.run({smallscope_program, "run", "mixed.toml", "--store", "s.sqlite", "--overwrite", "--jobs", jobs});
    pages.push_back(reported(bench, {smallscope_program, "report", "s.sqlite", "--from", "mixed.toml"}));
  }
  bench.run({smallscope_program, "run", "mixed.toml", "--store", "s.sqlite", "--overwrite", "--max-tests", "50"});
  bench.run({smallscope_program, "run", "mixed.toml", "--store", "s.sqlite", "--resume"});
  pages.push_back(reported(bench, {smallscope_program, "report", "s.sqlite", "--from", "mixed.toml"}));
  EXPECT_EQ(pages[0], pages[1]);
  EXPECT_EQ(pages[0], pages[2]);
  EXPECT_THAT(pages[0], AllOf(HasSubstr("rejected by an oracle"), HasSubstr("What each oracle said")));
}

TEST(CommandLineReport, WithoutTheCampaignSaysWhatIsMissing) {
  Bench bench;
  ASSERT_EQ(bench.run({campaigns, "run", "planted", "--store", "s.sqlite"}).status, 1);
  const std::string page = reported(bench, {smallscope_program, "report", "s.sqlite"},
                                    "note: no explanations: they need the campaign; name its program or "
                                    "specification with --from FILE");
  EXPECT_THAT(page, AllOf(HasSubstr("There are no explanations"), HasSubstr("replay s.sqlite --from FILE 34"),
                          Not(HasSubstr("fails exactly when"))));
  EXPECT_THAT(reported(bench, {smallscope_program, "report", "s.sqlite", "--from", campaigns}),
              AllOf(HasSubstr("fails exactly when"), HasSubstr(campaigns + " replay s.sqlite 34")));
}

TEST(CommandLineReport, OfAnIncompleteStoreSaysSo) {
  Bench bench;
  bench.specification("mixed.toml");
  bench.run({smallscope_program, "run", "mixed.toml", "--store", "s.sqlite", "--max-tests", "50"});
  const std::string page = reported(bench, {smallscope_program, "report", "s.sqlite", "--from", "mixed.toml"});
  EXPECT_THAT(page, AllOf(HasSubstr("The run is not complete: 50 of 120 inputs executed."),
                          HasSubstr("which part of the inputs that were judged so far fails"),
                          HasSubstr("failed so far when"), Not(HasSubstr("There are no explanations"))));
}

TEST(CommandLineReport, SaysHowEachClusterIsKnown) {
  Bench bench;
  ASSERT_EQ(bench.run({campaigns, "run", "planted", "--store", "now.sqlite"}).status, 1);
  bench.write("answers", "n big\ns 1\nq\n");
  ASSERT_EQ(bench.run({"/bin/sh", "-c", campaigns + " review now.sqlite --today 2026-11-22 < answers"}).status, 0);
  const std::string page = reported(bench, {campaigns, "report", "now.sqlite", "--faults", "faults.toml"});
  EXPECT_THAT(page, AllOf(HasSubstr("<p>1 new failing input; known faults: 1 known.</p>"), HasSubstr("<li>new</li>"),
                          HasSubstr("<li>known: big</li>"), HasSubstr("data-known=\"known\""),
                          HasSubstr("those that need a decision first")));
  EXPECT_THAT(reported(bench, {campaigns, "report", "now.sqlite"}),
              AllOf(Not(HasSubstr("data-known=")), HasSubstr("the largest first")));
}

TEST(CommandLineReport, StoresWithoutFailuresHaveAPage) {
  Bench bench;
  bench.run({campaigns, "run", "empty", "--store", "s.sqlite"});
  EXPECT_THAT(reported(bench, {campaigns, "report", "s.sqlite"}),
              AllOf(HasSubstr("No input fails."), HasSubstr("the space is empty")));
}

TEST(CommandLineReport, ASearchHasAPage) {
  Bench bench;
  ASSERT_EQ(bench.run({campaigns, "run", "search", "--store", "s.sqlite"}).status, 1);
  EXPECT_THAT(reported(bench, {campaigns, "report", "s.sqlite"}, "note: no explanations: its space is a search"),
              HasSubstr("failing input"));
}

TEST(CommandLineReport, WrongUseIsExplained) {
  Bench bench;
  ASSERT_EQ(bench.run({campaigns, "run", "planted", "--store", "s.sqlite"}).status, 1);
  expect_error(bench.run({campaigns, "report", "s.sqlite"}), 2, HasSubstr("--output"));
  expect_error(bench.run({campaigns, "report", "s.sqlite", "-o", ""}), 2, HasSubstr("empty"));
  expect_error(bench.run({campaigns, "report", "none.sqlite", "-o", "p.html"}), 2, HasSubstr("none.sqlite"));
  expect_error(bench.run({campaigns, "report", "s.sqlite", "-o", "s.sqlite"}), 2, HasSubstr("which is read"));
  expect_error(bench.run({campaigns, "report", "s.sqlite", "-o", "none/p.html"}), 2, HasSubstr("no directory"));
  bench.specification("mixed.toml");
  expect_error(bench.run({smallscope_program, "report", "s.sqlite", "-o", "p.html", "--from", "mixed.toml"}), 2,
               HasSubstr("its campaign is `check/mixed`"));
  EXPECT_FALSE(std::filesystem::exists(bench / "p.html"));
}

/// A page is complete under its name, or the earlier one stays.
TEST(CommandLineReport, AFullDiskLeavesTheEarlierPage) {
  Bench bench;
  ASSERT_EQ(bench.run({campaigns, "run", "planted", "--store", "s.sqlite"}).status, 1);
  bench.write("page.html", "earlier");
  expect_error(bench.run({campaigns, "report", "s.sqlite", "-o", "page.html"}, {.greatest_file = 33'000}), 3,
               HasSubstr("page.html cannot be written"));
  EXPECT_EQ(text_of(bench / "page.html"), "earlier");
  expect_error(bench.run({campaigns, "report", "s.sqlite", "-o", "/dev/full"}), 3, HasSubstr("cannot be written"));
}

}  // namespace
}  // namespace smallscope::command_line
