// SPDX-License-Identifier: Apache-2.0
// Where the smallest input of a cluster may show the fault of another one, too, every command names a clearer input.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Use `bb` is lost whatever the name is; of the others, `other` is captured.
constexpr const char* specification = R"(name = "check/rename"
[inputs]
file = "input.txt"
template = "{{new}} {{use}}"
[inputs.choices]
new = ["other", "renamed", "changed", "revised", "renewed"]
use = ["a", "bb", "cc", "dd", "ee", "ff", "gg"]
[subject]
run = ["sh", "{here}/rename.sh", "{new} {use}"]
[[oracles]]
expected_output = ""
)";

constexpr const char* engine = "case $1 in *bb) echo lost;; other*) echo captured;; esac\n";

constexpr const char* remark =
    "\n    all inputs of C1 have new = other, as this one has; likelier to show this fault alone: #8   "
    "new = renamed, use = bb\n";

class ClearerInput : public ::testing::Test {
 protected:
  void SetUp() override {
    bench_.write("rename.toml", specification);
    bench_.write("rename.sh", engine);
  }
  Ended run() {
    return bench_.run({smallscope_program, "run", "rename.toml", "--store", "r.sqlite", "--progress", "none"});
  }
  Ended ask(const std::string& command, std::vector<std::string> more) {
    more.insert(more.begin(), {smallscope_program, command, "r.sqlite", "--from", "rename.toml"});
    return bench_.run(more);
  }
  Bench bench_;
};

TEST_F(ClearerInput, StandsBesideTheSmallest) {
  EXPECT_THAT(run().out, AllOf(HasSubstr("C2, 5 failing; the smallest is #1 "), HasSubstr(remark)));
  EXPECT_THAT(ask("clusters", {"--representatives", "2"}).out, HasSubstr(remark));
  const auto json = parsed(ask("clusters", {"--json"}).out);
  EXPECT_TRUE(json["clusters"][0]["clearer"].is_null());
  const auto& clearer = json["clusters"][1]["clearer"];
  EXPECT_EQ(clearer["ordinal"], 8);
  EXPECT_EQ(clearer["other"], "C1");
  EXPECT_EQ(clearer["shared"][0]["name"], "new");
  EXPECT_EQ(clearer["shared"][0]["label"], "other");
  ASSERT_EQ(ask("report", {"-o", "page.html"}).status, 0);
  EXPECT_THAT(text_of(bench_ / "page.html"), HasSubstr("likelier to show this fault alone: #8"));
}

TEST_F(ClearerInput, IsTheSecondInputOfABugReport) {
  run();
  ASSERT_EQ(ask("bugreport", {"--cluster", "C2", "-o", "two"}).status, 0);
  ASSERT_EQ(ask("bugreport", {"--cluster", "C1", "-o", "one"}).status, 0);
  EXPECT_THAT(text_of(bench_ / "two/README.md"),
              AllOf(HasSubstr("## A second input\n"), HasSubstr("\n- new: `other`\n"), HasSubstr("renamed bb")));
  EXPECT_THAT(text_of(bench_ / "one/README.md"), Not(HasSubstr("second input")));
}

TEST_F(ClearerInput, IsExecutedAgainForABugReport) {
  run();
  bench_.write("rename.sh", "case $1 in 'other bb') echo lost;; other*) echo captured;; esac\n");
  ASSERT_EQ(ask("bugreport", {"--cluster", "C2", "-o", "two"}).status, 0);
  EXPECT_THAT(text_of(bench_ / "two/README.md"), Not(HasSubstr("second input"))) << "it does not fail any more";
}

TEST_F(ClearerInput, IsThatOfTheReportedCluster) {
  run();
  // By messages, in another order: C1 says "captured" there, too, but is another cluster.
  const auto by_message = parsed(ask("clusters", {"--by", "message", "--json"}).out)["clusters"];
  for (const auto& cluster : by_message) {
    const std::string key = cluster["key"], id = cluster["id"];
    ASSERT_THAT(ask("clusters", {}).out, Not(HasSubstr(key)));
    ASSERT_EQ(ask("bugreport", {"--cluster", key, "-o", id}).status, 0);
    EXPECT_THAT(text_of(bench_ / (id + "/README.md")), Not(HasSubstr("second input")));
  }
}

TEST_F(ClearerInput, IsNamedOfFailuresThatNeedADecision) {
  run();
  bench_.write("faults.toml", "");
  EXPECT_THAT(ask("clusters", {"--representatives", "2", "--faults", "faults.toml"}).out,
              AllOf(HasSubstr("C2 (new), 5 failing"), HasSubstr(remark)));
}

}  // namespace
}  // namespace smallscope::command_line
