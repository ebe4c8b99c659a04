// SPDX-License-Identifier: Apache-2.0
// Many failures, each with a message of its own: no command needs memory for each of them beyond a few bytes.
//
// Memory is what a hard limit allows (RLIMIT_DATA), so these tests do not depend on time or on what else runs.

#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr int failures = 100'000;
constexpr int kibibytes_of_reading = 100'000;
constexpr int kibibytes_of_run = 220'000;  // results on their way to the store have buffers, whose size is bounded

bool has_sanitizer() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return true;
#else
  return false;
#endif
}

/// The command with at most so much writable memory of its own.
std::vector<std::string> within(int kibibytes, std::vector<std::string> command) {
  command.insert(command.begin(),
                 {"/bin/sh", "-c", "ulimit -d " + std::to_string(kibibytes) + " && exec \"$0\" \"$@\""});
  return command;
}

/// How many failing inputs the entries of clusters list.
std::size_t members_of(const Json& store) {
  std::size_t members = 0;
  for (const Json& cluster : store["clusters"]) {
    EXPECT_EQ(cluster["members"].size(), cluster["failing"]);
    members += cluster["members"].size();
  }
  return members;
}

TEST(ManyFailures, NeedLittleMemory) {
  if (has_sanitizer()) GTEST_SKIP() << "a sanitizer has memory of its own";
  Bench bench;
  const auto read = [&](const std::vector<std::string>& command) {
    const Ended ended = bench.run(within(kibibytes_of_reading, command));
    EXPECT_EQ(ended.status, 0) << command.front() << " " << command[1] << ": " << ended.err;
    return ended.out;
  };
  const Ended run =
      bench.run(within(kibibytes_of_run, {campaigns, "run", "different", "--store", "s.sqlite", "--jobs", "2"}));
  ASSERT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(run.err, AllOf(HasSubstr("more than 10,000 different messages: 90,000 failing inputs"),
                             HasSubstr("note: only "), HasSubstr(" of 10,001 clusters are explained here, because")));

  EXPECT_THAT(read({campaigns, "clusters", "s.sqlite"}),
              AllOf(HasSubstr("100,000 failing"), HasSubstr("clusters by causes")));
  const std::string text = read({smallscope_program, "clusters", "s.sqlite", "--by", "message"});
  EXPECT_THAT(text, AllOf(HasSubstr("100,000 failing in 10,001 clusters"), HasSubstr("<further messages>")));
  EXPECT_EQ(members_of(parsed(read({smallscope_program, "clusters", "s.sqlite", "--json"}))), failures);

  for (const char* format : {"csv", "junit", "sarif", "codequality", "markdown", "json"})
    read({smallscope_program, "export", "s.sqlite", "--format", format, "-o", "exported"});
  const Json json = parsed(text_of(bench / "exported"));
  EXPECT_THAT(json["cases"], SizeIs(failures));
  EXPECT_EQ(members_of(json), failures);
}

TEST(ManyInputs, OfAPartOfTheSpaceHaveCausesWhenTheRunHasEnded) {
  Bench bench;
  const auto run = [&](const std::string& tests) {
    return bench.run({campaigns, "run", "wide", "--store", "s.sqlite", "--overwrite", "--max-tests", tests});
  };
  const Ended few = run("50000");
  EXPECT_EQ(few.status, 1) << few.err;
  EXPECT_THAT(few.out, HasSubstr("C1   failed so far when a is `7` (with 95% confidence, at least"));
  const Ended many = run("120000");
  EXPECT_EQ(many.status, 1) << many.err;
  EXPECT_THAT(many.err,
              HasSubstr("note: clusters by messages, not by causes: 120,000 inputs of a part of the space were "
                        "executed, and at the end of a run causes are found for at most 100,000"));
  EXPECT_THAT(bench.run({campaigns, "clusters", "s.sqlite"}).out,
              AllOf(HasSubstr("clusters by causes among the 120,000 inputs that were executed"),
                    HasSubstr("failed so far when a is `7`")));
}

}  // namespace
}  // namespace smallscope::command_line
