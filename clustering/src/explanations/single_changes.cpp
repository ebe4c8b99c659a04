// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/explanations/single_changes.hpp>

#include <algorithm>

#include "explanations/neighbours.hpp"

namespace smallscope::clustering {

using results::Ordinal;

namespace {

/// Counts what became of the member.
void count(SingleChange& change, const results::Store& store, std::span<const Ordinal> members, Ordinal member,
           Ordinal changed) {
  const std::optional<results::Verdict> verdict = store.verdict(0, changed);
  if (std::ranges::binary_search(members, changed)) {
    ++change.same;
  } else if (verdict == results::Verdict::pass) {
    ++change.passing;
    if (const std::pair pair(member, changed); !change.example || pair < *change.example) change.example = pair;
  } else {
    ++(verdict && oracles::is_failing(*verdict) ? change.other : change.unknown);
  }
}

}  // namespace

std::vector<SingleChange> single_changes(const results::Store& store, std::span<const Ordinal> members,
                                         const Population& population) {
  Neighbours neighbours(population, members);
  std::vector<SingleChange> all;
  for (std::size_t attribute = 0; attribute < population.attributes().size(); ++attribute) {
    const Attribute& choice = population.attributes()[attribute];
    if (is_computed(choice)) continue;
    std::vector<SingleChange> changes(choice.labels.size());
    std::vector<std::size_t> rows;
    neighbours.for_each(attribute, [&](Ordinal member, Ordinal changed) {
      population.rows(changed, rows);
      count(changes[population.value(attribute, rows)], store, members, member, changed);
      return true;
    });
    for (std::size_t value = 0; value < changes.size(); ++value) {
      SingleChange& change = changes[value];
      if (change.passing + change.same + change.other + change.unknown == 0) continue;
      change.choice = choice.name;
      change.value = choice.labels[value];
      all.push_back(std::move(change));
    }
  }
  return all;
}

}  // namespace smallscope::clustering
