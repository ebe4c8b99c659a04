// SPDX-License-Identifier: Apache-2.0
#include <smallscope/oracles/tally.hpp>

#include <algorithm>

namespace smallscope::oracles {

std::int64_t Tally::failed() const {
  std::int64_t sum = 0;
  for (int number = 0; number < verdict_count; ++number)
    if (is_failing(static_cast<Verdict>(number))) sum += count(static_cast<Verdict>(number));
  return sum;
}

Tallies::Tallies(const std::vector<std::string>& oracles) {
  for (const std::string& oracle : oracles) named(oracle);
}

Tally& Tallies::named(std::string_view oracle) {
  const auto found = std::ranges::find(tallies_, oracle, &Tally::oracle);
  if (found != tallies_.end()) return *found;
  return tallies_.emplace_back(Tally{std::string(oracle)});
}

void Tallies::add(std::string_view oracle, Verdict verdict, std::int64_t inputs) {
  named(oracle).counts[static_cast<std::size_t>(verdict)] += inputs;
}

void Tallies::add(const Tallies& other) {
  for (const Tally& tally : other.tallies_) {
    Tally& own = named(tally.oracle);
    for (std::size_t verdict = 0; verdict < own.counts.size(); ++verdict) own.counts[verdict] += tally.counts[verdict];
  }
}

Tally Tallies::of(std::string_view oracle) const {
  const auto found = std::ranges::find(tallies_, oracle, &Tally::oracle);
  return found == tallies_.end() ? Tally{std::string(oracle)} : *found;
}

}  // namespace smallscope::oracles
