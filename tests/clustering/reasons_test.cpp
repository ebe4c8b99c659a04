// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/clustering/reasons.hpp>

namespace smallscope::clustering {
namespace {

using oracles::Verdict;
using Messages = std::vector<std::string>;

std::vector<std::pair<Messages, std::uint64_t>> kinds_of(const std::vector<Messages>& discarded) {
  results::Manifest manifest;
  manifest.campaign = "reasons";
  manifest.inputs = discarded.size();
  results::Store store = results::Store::in_memory(manifest);
  const results::Pass pass =
      store.add_pass({.order = {.name = "dense"}, .end = manifest.inputs, .size = manifest.inputs});
  results::Batch batch{
      .pass = pass.id, .done = manifest.inputs, .executed = manifest.inputs, .cases = {}, .discards = {}};
  for (std::size_t ordinal = 0; ordinal < discarded.size(); ++ordinal) {
    batch.discards.rejected.push_back(ordinal);
    batch.reasons.add({Verdict::discarded, "compiles", discarded[ordinal], 1, ordinal});
  }
  store.commit(batch);
  std::vector<std::pair<Messages, std::uint64_t>> kinds;
  for (const results::Reason& reason : reasons(store, 0, Verdict::discarded, rules_of(manifest)))
    kinds.emplace_back(reason.messages, reason.inputs);
  return kinds;
}

TEST(Reasons, AreTheSameWhateverLineOfTheInputIsRepeated) {
  using Kinds = std::vector<std::pair<Messages, std::uint64_t>>;
  EXPECT_EQ(kinds_of({{"a.rb:3: void value", "return a", "^~~~~~"},
                      {"a.rb:9: unexpected *", "  x = *a", "      ^"},
                      {"a.rb:4: void value", "x = return b", "    ^~~~~~~~"}}),
            (Kinds{{{"a.rb:<number>: void value"}, 2}, {{"a.rb:<number>: unexpected *"}, 1}}));
  EXPECT_EQ(kinds_of({{"return a", "^~~~~~"}}), (Kinds{{{"return a", "^~~~~~"}, 1}})) << "there is nothing else";
}

}  // namespace
}  // namespace smallscope::clustering
