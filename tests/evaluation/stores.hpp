// SPDX-License-Identifier: Apache-2.0
// Stores and tables that the tests of the studies read.
#pragma once

#include <smallscope/evaluation/failures.hpp>
#include <string>
#include <utility>
#include <vector>

namespace smallscope::evaluation {

inline FailureTable table_of(Ordinal inputs, std::vector<std::vector<Ordinal>> groups) {
  FailureTable table{"space", inputs, {}};
  for (auto& members : groups) table.groups.push_back({"group", std::move(members)});
  return table;
}

inline results::Case case_of(int level, Ordinal ordinal, std::vector<std::string> messages) {
  results::Case made;
  made.level = level;
  made.ordinal = ordinal;
  made.test = ordinal + 1;
  made.judgements = {{"right", oracles::Verdict::fail, std::move(messages)}};
  return made;
}

inline results::Store store_of(Ordinal inputs) {
  results::Manifest manifest;
  manifest.campaign = "small";
  manifest.inputs = inputs;
  manifest.structure = "range";
  return results::Store::in_memory(manifest);
}

/// Executes the positions [0, done) of a dense pass over a level in `seconds`, with these cases.
inline void add_pass(results::Store& store, int level, Ordinal size, Ordinal done, std::vector<results::Case> cases,
                     double seconds = 1) {
  const results::Pass pass =
      store.add_pass({.level = level, .order = {.name = "dense"}, .begin = 0, .end = size, .size = size});
  store.commit({.pass = pass.id, .done = done, .executed = done, .cases = std::move(cases), .seconds = seconds});
}

}  // namespace smallscope::evaluation
