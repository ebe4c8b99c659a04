// SPDX-License-Identifier: Apache-2.0
// Causes of planted failures.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <smallscope/clustering/causes/causes.hpp>

#include "../explanations/populations.hpp"

namespace smallscope::clustering {

using Kinds = std::vector<std::uint32_t>;
using KindOf = std::function<std::uint32_t(const std::vector<Value>&)>;

/// Causes of the inputs for which the predicate holds; all others pass.
inline Causes causes_of(
    const Population& population, const Predicate& fails, const KindOf& kind, const CauseOptions& options = {},
    const KindOf& verdict = [](const auto&) { return 0U; }, const KindOf& message = {}) {
  const std::vector<Ordinal> failing = inputs_with(population, fails);
  Kinds kinds, verdicts, messages;
  std::vector<Value> values;
  for (const Ordinal ordinal : failing) {
    population.values(ordinal, values);
    kinds.push_back(kind(values));
    verdicts.push_back(verdict(values));
    if (message) messages.push_back(message(values));
  }
  return find_causes(Explainer(population, failing, {}), kinds, verdicts, options, messages);
}

/// The causes of each group as (attribute, value).
inline std::vector<std::set<std::pair<std::size_t, Value>>> names_of(const Causes& causes) {
  std::vector<std::set<std::pair<std::size_t, Value>>> names;
  for (const CauseGroup& group : causes.groups) {
    auto& of_group = names.emplace_back();
    for (const Cause& cause : group.causes) of_group.emplace(cause.attribute, cause.value);
  }
  return names;
}

/// One choice with these labels, and two of numbers.
inline Population labelled(const std::vector<std::string>& labels) {
  return Population({labels.size(), 5, 6}, [labels](Ordinal ordinal) {
    const Ordinal rest = ordinal % 30;
    return generators::Choices{{"text", ordinal / 30, labels[ordinal / 30]},
                               {"a", rest / 6, std::to_string(rest / 6)},
                               {"b", rest % 6, std::to_string(rest % 6)}};
  });
}

}  // namespace smallscope::clustering
