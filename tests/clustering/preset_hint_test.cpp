// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <smallscope/clustering/preset_hint.hpp>

namespace smallscope::clustering {
namespace {

using oracles::Verdict;

results::Store store_of(const std::vector<std::string>& messages) {
  results::Manifest manifest;
  manifest.campaign = "hints";
  manifest.inputs = messages.size();
  results::Store store = results::Store::in_memory(manifest);
  const results::Pass pass =
      store.add_pass({.order = {.name = "dense"}, .end = messages.size(), .size = messages.size()});
  std::vector<results::Case> cases;
  for (const std::string& message : messages) {
    results::Case& made = cases.emplace_back();
    made.ordinal = cases.size() - 1;
    made.test = cases.size();
    made.verdict = Verdict::fail;
    made.judgements = {{"compiles", Verdict::fail, {message}}};
  }
  store.commit({.pass = pass.id,
                .done = messages.size(),
                .executed = messages.size(),
                .cases = std::move(cases),
                .discards = {}});
  return store;
}

std::optional<PresetHint> hint_for(const std::vector<std::string>& messages, std::vector<std::string> presets = {}) {
  const results::Store store = store_of(messages);
  results::Manifest rules = store.manifest();
  rules.presets = std::move(presets);
  return preset_hint(store, rules, cluster(store, {.rules = rules_of(rules)}));
}

const std::vector<std::string> of_gcc{"a.c:1:2: error: x", "b.c:3:4: error: x", "c.c:5:6: error: x",
                                      "b.c:7:8: error: y", "d.c:9:1: error: y"};

TEST(PresetHints, NameThePresetThatMakesTheFewestClusters) {
  EXPECT_EQ(hint_for(of_gcc), (PresetHint{"gcc", 5, 2}));
  EXPECT_EQ(hint_for({"a.ts(1,2): error TS1: x", "b.ts(1,2): error TS1: x"}), (PresetHint{"typescript", 2, 1}));
}

TEST(PresetHints, AreForPresetsThatAreNotInUse) {
  EXPECT_EQ(hint_for(of_gcc, {"gcc"}), std::nullopt);
  EXPECT_EQ(hint_for({"x", "y"}), std::nullopt);
  EXPECT_EQ(hint_for({"a.c:1:2: error: x"}), std::nullopt);
  EXPECT_EQ(hint_for({}), std::nullopt);
}

TEST(PresetHints, NeedAFifthFewerClusters) {
  std::vector<std::string> messages{"a.c:1: error: x", "b.c:1: error: x", "k", "l", "m"};
  EXPECT_EQ(hint_for(messages), (PresetHint{"gcc", 5, 4}));
  messages.push_back("n");
  EXPECT_EQ(hint_for(messages), std::nullopt) << "5 of 6";
}

TEST(PresetHints, AreNotForThousandsOfClusters) {
  std::vector<std::string> messages;
  for (std::size_t i = 0; i < 2'001; ++i) {
    std::string name;
    for (std::size_t rest = i; name.size() < 3; rest /= 26) name += static_cast<char>('a' + rest % 26);
    messages.push_back(name + ".c:1: error: x");
  }
  EXPECT_EQ(hint_for(messages), std::nullopt);
  messages.pop_back();
  EXPECT_EQ(hint_for(messages), (PresetHint{"gcc", 2'000, 1}));
}

}  // namespace
}  // namespace smallscope::clustering
