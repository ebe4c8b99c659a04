// SPDX-License-Identifier: Apache-2.0
#include "triage/explaining.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/generators/structure.hpp>

namespace smallscope::program {

using clustering::ExplanationError;
using results::Ordinal;

namespace {

/// Filtered ranges are listed input by input; beyond this many they would cost more memory than the failures.
constexpr Ordinal most_discards = 10'000'000;

std::vector<Ordinal> discards_of(const results::Store& store) {
  const results::Discards discards = store.discards(0);
  Ordinal filtered = 0;
  for (const auto& [first, last] : discards.filtered) filtered += last - first;
  if (filtered > most_discards)
    throw ExplanationError(
        fmt::format("{} inputs are filtered by the generator; explanations take at most {}", filtered, most_discards));
  std::vector<Ordinal> all;
  for (const auto& [first, last] : discards.filtered)
    for (Ordinal ordinal = first; ordinal < last; ++ordinal) all.push_back(ordinal);
  for (const auto* part : {&discards.rejected, &discards.refused, &discards.not_applicable})
    all.insert(all.end(), part->begin(), part->end());
  return all;
}

}  // namespace

std::string obstacle_to_explaining(const results::Store& store, const runner::Campaign& campaign) {
  const results::Manifest& manifest = store.manifest();
  if (campaign.space->is_search())
    return "its space is a search without an index; make it one with indexed() (docs/searches.md)";
  if (const results::Account account = store.account(); !account.complete)
    return fmt::format(
        "{} of {} inputs have a verdict, and an explanation needs all of them; complete the store with "
        "`run {} --resume --store {}`",
        account.executed - account.open, account.inputs, manifest.campaign, store.file().string());
  if (campaign.space->size() != manifest.inputs ||
      generators::to_string(campaign.space->structure()) != manifest.structure)
    return "the campaign's space has changed since the store was made; run it again";
  return {};
}

clustering::Explainer explainer_of(const results::Store& store, const runner::Campaign& campaign) {
  const runner::Space& space = *campaign.space;
  std::vector<Ordinal> failing, unjudged = discards_of(store);
  store.for_each_case([&](const results::Case& found) {
    if (found.level != 0) return false;  // those of level 0 come first
    if (found.choices != space.choices(found.ordinal))
      throw ExplanationError(
          fmt::format("the choices of input {} are not those in the store: the campaign's space has "
                      "changed since the store was made; run it again",
                      found.ordinal));
    const bool fails = oracles::is_failing(found.verdict) && found.verdict != oracles::Verdict::flaky;
    (fails ? failing : unjudged).push_back(found.ordinal);
    return true;
  });
  std::ranges::sort(unjudged);
  const auto repeated = std::ranges::unique(unjudged);
  unjudged.erase(repeated.begin(), repeated.end());
  clustering::Population population(generators::factors(space.structure()),
                                    [&](Ordinal ordinal) { return space.choices(ordinal); });
  return {std::move(population), std::move(failing), std::move(unjudged)};
}

std::vector<Ordinal> explained_members(const clustering::Cluster& cluster) {
  std::vector<Ordinal> members;
  const bool flaky = std::ranges::any_of(
      cluster.signature, [](const clustering::SignaturePart& part) { return part.verdict == oracles::Verdict::flaky; });
  if (flaky) return members;
  for (const auto& [level, ordinal] : cluster.members)
    if (level == 0) members.push_back(ordinal);
  return members;
}

}  // namespace smallscope::program
