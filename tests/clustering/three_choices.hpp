// SPDX-License-Identifier: Apache-2.0
// Failing inputs of a small space: three choices, a, b and c, of four alternatives each.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <smallscope/results/store.hpp>

namespace smallscope::clustering {

/// An input with one file of `size` bytes, of which the oracle "right" says the message.
inline results::Case failing_of(results::Ordinal ordinal, const std::string& message, std::size_t size) {
  results::Case made;
  made.ordinal = ordinal;
  made.verdict = oracles::Verdict::fail;
  made.judgements = {{"right", oracles::Verdict::fail, {message}}};
  for (int choice = 0; choice < 3; ++choice) {
    const results::Ordinal label = (ordinal >> (2 * choice)) % 4;
    made.choices.push_back({std::string(1, static_cast<char>('a' + choice)), label, std::to_string(label)});
  }
  made.input.files = {{"input.txt", std::string(size, 'x')}};
  return made;
}

/// A store of the whole space, in which only these fail.
inline results::Store store_with_failures(std::vector<results::Case> cases) {
  results::Manifest manifest;
  manifest.campaign = "small";
  manifest.inputs = 64;
  results::Store store = results::Store::in_memory(manifest);
  const results::Pass pass = store.add_pass({.order = {.name = "dense"}, .end = 64, .size = 64});
  store.commit({.pass = pass.id, .done = 64, .executed = 64, .cases = std::move(cases), .discards = {}});
  return store;
}

}  // namespace smallscope::clustering
