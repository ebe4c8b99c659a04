// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <smallscope/clustering/false_alarms.hpp>

namespace smallscope::clustering {
namespace {

using oracles::Judgement;
using oracles::Verdict;

TEST(DifferingAddresses, AreAllThatTheQuotedTextsDifferIn) {
  for (const auto& [message, address] : std::vector<std::pair<std::string, std::string>>{
           {R"(before: "<T 0x7f12a0>", after: "<T 0x7F34b0>")", "0x7f12a0"},
           {R"(before: "[0x1234, 0xabcd]", after: "[0x1234, 0xabce]")", "0xabcd"},
           {R"(a says "at 0x00007faf13f4ae10, 3", b, c say "at 0x00007f2275945400, 3")", "0x00007faf13f4ae10"},
           {R"(output: "A.Thing@1b6d3586", expected: "A.Thing@4554617c")", "@1b6d3586"},
           {R"(a says "x 0x11111", b says "x 0x11111", c says "x 0x11112")", "0x11111"}})
    EXPECT_EQ(differing_address(message), address) << message;
  for (const char* const message :
       {R"(before: "0x7f12a0", after: "nil")", R"(before: "0x7f12a0 3", after: "0x7f34b0 4")",
        R"(before: "0x7f12a0", after: "0x7f34b0 0x7f34b0")", R"(before: "0x7f12a0", after: "0x7f12a0")",
        R"(before: "0x1f", after: "0x2f")",                // numbers that a program may compute
        R"(before: "a 0x7f12a0g", after: "a 0x7f12b0g")",  // no number
        R"(before: "x0x7f12a0", after: "x0x7f12b0")",      // within a name
        R"(before: " @1b6d3586", after: " @4554617c")",    // of nothing
        R"(output "0x7f12a0")", "at 0x7f12a0, not at 0x7f34b0", R"(before: "2", after: "1")", ""})
    EXPECT_EQ(differing_address(message), std::nullopt) << message;
}

results::Store store_of(const std::vector<std::vector<Judgement>>& failures) {
  results::Manifest manifest;
  manifest.campaign = "alarms";
  manifest.inputs = failures.size() + 1;
  results::Store store = results::Store::in_memory(manifest);
  const results::Pass pass =
      store.add_pass({.order = {.name = "dense"}, .end = manifest.inputs, .size = manifest.inputs});
  std::vector<results::Case> cases;
  for (const std::vector<Judgement>& judgements : failures) {
    results::Case& made = cases.emplace_back();
    made.ordinal = cases.size();
    made.test = cases.size();
    made.verdict = Verdict::fail;
    made.judgements = judgements;
  }
  store.commit({.pass = pass.id, .done = manifest.inputs, .executed = manifest.inputs, .cases = cases, .discards = {}});
  return store;
}

TEST(FalseAlarms, AreFailuresOfWhichNothingElseIsSaid) {
  const std::string addresses = R"(before: "<T 0x7f12a0>", after: "<T 0x7f34b0>")",
                    outputs = R"(before: "2", after: "1")";
  const auto fails = [](const std::string& message) { return Judgement{"same", Verdict::fail, {message}}; };
  EXPECT_FALSE(false_alarms(store_of({})));
  EXPECT_FALSE(false_alarms(store_of({{fails(outputs)}})));
  EXPECT_FALSE(false_alarms(store_of({{fails(addresses), fails(outputs)}}))) << "something else is wrong, too";
  EXPECT_FALSE(false_alarms(store_of({{fails(addresses), {"no crash", Verdict::crashed, {"killed"}}}})));
  EXPECT_FALSE(false_alarms(store_of({{{"none", Verdict::fail, {}}}})));
  const auto found =
      false_alarms(store_of({{fails(outputs)}, {fails(addresses)}, {fails(addresses), fails(addresses)}}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->failures, 2u);
  EXPECT_EQ(found->example, std::pair(0, results::Ordinal{2}));
  EXPECT_EQ(found->address, "0x7f12a0");
  const Judgement hunk{"diff", Verdict::fail, {"2c2", "< <T 0x7f12a0>", "---", "> <T 0x7f34b0>"}};
  EXPECT_TRUE(false_alarms(store_of({{hunk}})));
}

}  // namespace
}  // namespace smallscope::clustering
