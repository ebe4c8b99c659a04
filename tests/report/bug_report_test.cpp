// SPDX-License-Identifier: Apache-2.0
// Bug reports in Markdown: what is said of complete and other stores; nothing that a subject printed is interpreted.
#include <smallscope/report/bug_report.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace smallscope::report {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

BugReport about(results::Case failing) {
  BugReport report{.campaign = "check/blocks", .version = "checker 2", .failing = std::move(failing), .size = 1234};
  report.cluster.key = "v1-0123456789abcdef";
  report.cluster.signature = {{"right", oracles::Verdict::fail, {"wrong `place`"}}};
  report.cluster.members = {{0, 7}, {0, 9}};
  report.account.inputs = report.account.executed = 2'700;
  report.account.complete = true;
  report.replay = "check replay STORE 7\n";
  return report;
}

results::Case block() {
  results::Case failing;
  failing.ordinal = 7;
  failing.verdict = oracles::Verdict::fail;
  failing.judgements = {{"right", oracles::Verdict::fail, {"wrong `place`"}}};
  failing.choices = {{"kind", 1, "b"}};
  failing.input.files = {{"input.py", "print(1)\n"}};
  failing.input.parameters = {{"place", "inside"}};
  failing.observed = {{"after", "print(2)\n"}, {"behaviour after", "2\n"}};
  return failing;
}

TEST(BugReport, ItsTitleIsInTheWordsOfTheInput) {
  results::Case failing = block();
  failing.judgements = {{"compiles", oracles::Verdict::pass, {}},
                        {"right", oracles::Verdict::fail, {"before: \"-6\", after: \"-4\"", "as if\nv was pasted"}}};
  BugReport report = about(failing);
  report.cluster.signature = {{"right", oracles::Verdict::fail, {"before: \"<number>\", after: \"<number>\""}}};
  EXPECT_THAT(bug_report(report),
              testing::StartsWith("# check/blocks: `right: before: \"-6\", after: \"-4\"; as if v was pasted`\n\n"));
}

TEST(BugReport, SaysWhatIsWrongAndHowToSeeItAgain) {
  BugReport report = about(block());
  report.explanation = "  fails exactly when\n    2  kind is `b`\n";
  report.note = "The block is at `place`.";
  report.script.subject = "checker";
  report.script.command = "python3 reproduce.py\n";
  report.script.output = "expected: 1\nactual: 2\n";
  report.script.bisect = "git bisect run python3 DIR/reproduce.py";
  const std::string text = bug_report(report);
  EXPECT_THAT(
      text, AllOf(testing::StartsWith("# check/blocks: `` right: wrong `place` ``\n\nSeen with checker 2.\n"),
                  HasSubstr("\n- right: `` wrong `place` ``\n"), HasSubstr("`input.py`:\n\n```python\nprint(1)\n```\n"),
                  HasSubstr("\n- place: `inside`\n\nThe block is at `place`.\n"),
                  HasSubstr("after:\n\n```python\nprint(2)\n```\n"), HasSubstr("behaviour after:\n\n```\n2\n```\n")));
  EXPECT_THAT(text,
              AllOf(HasSubstr("```sh\npython3 reproduce.py\n```\n\nprints\n\n```text\nexpected: 1\nactual: 2\n```\n"),
                    HasSubstr("In a checkout of checker with a good and a bad version, where DIR is this "
                              "folder:\n\n```sh\ngit bisect run python3"),
                    HasSubstr("2 fail like this:\n\n```text\n  fails exactly when\n"), HasSubstr("1,234 bytes"),
                    HasSubstr("Nothing smaller in the space fails like this"), HasSubstr("\n- kind: `b`\n"),
                    HasSubstr("cluster `v1-0123456789abcdef`, input #7.\n")));
}

TEST(BugReport, ShowsASecondInputWithWhatTheFirstShares) {
  BugReport report = about(block());
  EXPECT_THAT(bug_report(report), Not(HasSubstr("second input")));
  results::Case second = block();
  second.choices = {{"kind", 2, "c"}};
  second.input.files.front().text = "print(3)\n";
  report.second = SecondInput{second, "v2-aaaa", {{"kind", 1, "b"}, {"", 0, "`"}}};
  const std::string text = bug_report(report);
  EXPECT_THAT(text, AllOf(HasSubstr("\n## A second input\n"), HasSubstr("`v2-aaaa`"),
                          HasSubstr("\n\n- kind: `b`\n- choice: `` ` ``\n\nThis one fails like it"),
                          HasSubstr("```python\nprint(3)\n```\n"), HasSubstr("\n- kind: `c`\n")));
  EXPECT_LT(text.find("## When it happens"), text.find("## A second input"));
}

TEST(BugReport, SaysThatThereIsNoScript) {
  BugReport report = about(block());
  EXPECT_THAT(bug_report(report), Not(HasSubstr("script")));
  report.script.is_missing = true;
  EXPECT_THAT(bug_report(report), HasSubstr("\nNo script could be made"));
}

TEST(BugReport, AnOutputThatIsTheInputIsNotShownAgain) {
  results::Case failing = block();
  failing.observed.push_back({"original", "print(1)\n"});
  EXPECT_THAT(bug_report(about(failing)), HasSubstr("\noriginal: the same as `input.py`\n\n"));
  failing.observed.back().text = "print(1)";
  EXPECT_THAT(bug_report(about(failing)), HasSubstr("\noriginal:\n\n```\nprint(1)\n```\n"));
}

TEST(BugReport, OfAStoreThatIsNotCompleteClaimsLess) {
  BugReport report = about(block());
  report.account.complete = false;
  report.account.executed = 300;
  const std::string text = bug_report(report);
  EXPECT_THAT(text,
              AllOf(HasSubstr("300 of 2,700 inputs were executed"),
                    HasSubstr("What was not executed may hold a smaller one"), Not(HasSubstr("Nothing smaller"))));
  EXPECT_THAT(text, AllOf(Not(HasSubstr("git bisect")), Not(HasSubstr("In this folder"))));
}

TEST(BugReport, WhatASubjectPrintedStaysInItsPlace) {
  results::Case failing = block();
  failing.observed = {{"after", "```\n# I am a heading\n````\n<script>alert(1)</script>\n\x1b[2J\xe2\x80\xae"}};
  failing.judgements.front().messages = {"``two`` and\n# a heading"};
  const std::string text = bug_report(about(failing));
  EXPECT_THAT(
      text, HasSubstr("`````python\n```\n# I am a heading\n````\n<script>alert(1)</script>\n\\x1b[2J\\u202e\n`````\n"));
  EXPECT_THAT(text, AllOf(HasSubstr("- right: ``` ``two`` and\\n# a heading ```\n"), Not(HasSubstr("\x1b"))));
}

}  // namespace
}  // namespace smallscope::report
