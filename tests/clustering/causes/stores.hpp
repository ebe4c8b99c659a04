// SPDX-License-Identifier: Apache-2.0
// Complete stores in memory, and the clusters that causes make of them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <smallscope/clustering/causes/stored.hpp>
#include <smallscope/generators.hpp>

namespace smallscope::clustering {

/// Of 288 inputs: `a` from 0 to 7, `b` and `c` from 0 to 5.
inline auto space_of_three() {
  return generators::tuples(generators::range(0, 7).named("a"), generators::range(0, 5).named("b"),
                            generators::range(0, 5).named("c"));
}

/// Whether the space is said to be a search without an index, in which nothing is explained.
enum class Space { indexed, search };

/// What an input says that is refused.
inline constexpr const char* declined = "declined";

/// The clusters by causes, or by code if there are parts, of a complete store; an input fails if `says(a, b, c)` is a
/// message, and is refused if it is `declined`.
inline Triage triage_of_three(const std::function<std::optional<std::string>(int, int, int)>& says,
                              const PartsOf& parts_of_failures = {}, Space as = Space::indexed) {
  const auto space = space_of_three();
  const auto choices_of = [space](generators::Ordinal ordinal) { return generators::choices(space, ordinal); };
  results::Manifest manifest;
  manifest.campaign = "three";
  manifest.inputs = 288;
  manifest.structure = generators::to_string(space.structure());
  results::Store store = results::Store::in_memory(manifest);
  std::vector<results::Case> cases;
  results::Discards discards;
  for (int ordinal = 0; ordinal < 288; ++ordinal) {
    const std::optional<std::string> message = says(ordinal / 36, ordinal / 6 % 6, ordinal % 6);
    if (!message) continue;
    if (*message == declined) {
      discards.refused.push_back(static_cast<generators::Ordinal>(ordinal));
      continue;
    }
    results::Case made;
    made.ordinal = static_cast<generators::Ordinal>(ordinal);
    made.test = made.ordinal + 1;
    made.verdict = oracles::Verdict::fail;
    made.judgements = {{"right", made.verdict, {*message}}};
    made.choices = choices_of(made.ordinal);
    cases.push_back(std::move(made));
  }
  const results::Pass pass = store.add_pass({.order = {.name = "dense"}, .end = 288, .size = 288});
  store.commit(
      {.pass = pass.id, .done = 288, .executed = 288, .cases = std::move(cases), .discards = std::move(discards)});
  generators::Structure structure = space.structure();
  if (as == Space::search) structure.size = generators::uncounted;
  return triage(store, {}, structure, choices_of, By::cause, {}, parts_of_failures);
}

}  // namespace smallscope::clustering
