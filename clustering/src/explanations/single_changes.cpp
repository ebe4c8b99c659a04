// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/explanations/single_changes.hpp>

#include <algorithm>
#include <map>
#include <tuple>

#include <smallscope/generators/mixed_radix.hpp>

namespace smallscope::clustering {

using results::Ordinal;

namespace {

/// The place of the only choice in which they differ; none if there are several, or others.
std::optional<std::size_t> changed_choice(const generators::Choices& from, const generators::Choices& to) {
  if (!std::ranges::equal(from, to, {}, &generators::Choice::name, &generators::Choice::name)) return std::nullopt;
  std::optional<std::size_t> changed;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i].index == to[i].index) continue;
    if (changed) return std::nullopt;
    changed = i;
  }
  return changed;
}

/// Counts what became of the member.
void count(SingleChange& change, const results::Store& store, std::span<const Ordinal> members, Ordinal member,
           Ordinal changed) {
  const std::optional<results::Verdict> verdict = store.verdict(0, changed);
  if (std::ranges::binary_search(members, changed)) {
    ++change.same;
  } else if (verdict == results::Verdict::pass) {
    ++change.passing;
    if (!change.example) change.example = {member, changed};
  } else {
    ++(verdict && oracles::is_failing(*verdict) ? change.other : change.unknown);
  }
}

}  // namespace

std::vector<SingleChange> single_changes(const results::Store& store, std::span<const Ordinal> members,
                                         const std::vector<Ordinal>& factors, const Population::ChoicesOf& choices_of) {
  const generators::MixedRadix radix(factors);
  std::map<std::tuple<std::size_t, std::string, Ordinal>, SingleChange> changes;  // place, name, alternative
  generators::LevelRow levels;
  for (const Ordinal member : members) {
    const generators::Choices from = choices_of(member);
    radix.levels(member, levels);
    for (std::size_t factor = 0; factor < factors.size(); ++factor) {
      const Ordinal here = levels[factor];
      for (levels[factor] = 0; levels[factor] < factors[factor]; ++levels[factor]) {
        if (levels[factor] == here) continue;
        const Ordinal changed = radix.ordinal(levels);
        const generators::Choices to = choices_of(changed);
        const std::optional<std::size_t> place = changed_choice(from, to);
        if (!place) continue;
        const generators::Choice& choice = to[*place];
        SingleChange& change = changes[{*place, choice.name, choice.index}];
        change.choice = choice.name;
        change.value = choice.label;
        count(change, store, members, member, changed);
      }
      levels[factor] = here;
    }
  }
  std::vector<SingleChange> all;
  for (auto& [key, change] : changes) all.push_back(std::move(change));
  return all;
}

}  // namespace smallscope::clustering
