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

class ManyFailures : public testing::Test {
 protected:
  void SetUp() override {
    if (has_sanitizer()) GTEST_SKIP() << "a sanitizer has memory of its own";
    const Ended ended =
        bench_.run(within(kibibytes_of_run, {campaigns, "run", "different", "--store", "s.sqlite", "--jobs", "2"}));
    ASSERT_EQ(ended.status, 1) << ended.err;
    said_by_run_ = ended.out + ended.err;
  }
  Ended run(std::vector<std::string> command) { return bench_.run(within(kibibytes_of_reading, std::move(command))); }

  Bench bench_;
  std::string said_by_run_;
};

TEST_F(ManyFailures, AreCountedByARun) {
  EXPECT_THAT(said_by_run_, AllOf(HasSubstr("100,000 failing"), HasSubstr("<further messages>"),
                                  HasSubstr("more than 10,000 different messages: 90,000 failing inputs")));
}

TEST_F(ManyFailures, AreClustered) {
  for (const char* by : {"cause", "message"}) {
    const Ended text = run({campaigns, "clusters", "s.sqlite", "--by", by});
    EXPECT_EQ(text.status, 0) << text.err;
    EXPECT_THAT(text.out, AllOf(HasSubstr("100,000 failing"), HasSubstr("more than 10,000 different messages")));
    const Ended json = run({campaigns, "clusters", "s.sqlite", "--by", by, "--json"});
    EXPECT_EQ(json.status, 0) << json.err;
    std::size_t members = 0;
    const Json whole = parsed(json.out);
    for (const Json& cluster : whole["clusters"]) {
      EXPECT_EQ(cluster["members"].size(), cluster["failing"]);
      members += cluster["members"].size();
    }
    EXPECT_EQ(members, failures);
  }
}

TEST_F(ManyFailures, AreExportedInEveryFormat) {
  for (const char* by : {"cause", "message"}) {
    for (const char* format : {"csv", "junit", "sarif", "codequality", "markdown", "json"}) {
      const Ended ended = run({campaigns, "export", "s.sqlite", "--by", by, "--format", format, "-o", "exported"});
      EXPECT_EQ(ended.status, 0) << format << ": " << ended.err;
    }
    const Json json = parsed(text_of(bench_ / "exported"));
    EXPECT_THAT(json["cases"], SizeIs(failures));
    std::size_t members = 0;
    for (const Json& cluster : json["clusters"]) members += cluster["members"].size();
    EXPECT_EQ(members, failures);
  }
}

TEST_F(ManyFailures, AreReported) {
  const Ended ended = run({campaigns, "report", "s.sqlite", "-o", "page.html"});
  EXPECT_EQ(ended.status, 0) << ended.err;
}

}  // namespace
}  // namespace smallscope::command_line
