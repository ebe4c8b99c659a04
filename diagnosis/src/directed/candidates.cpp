// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/directed/candidates.hpp>

#include <algorithm>

namespace smallscope::diagnosis::directed {

namespace {

/// So often an input is drawn that is no candidate, before only near ones are taken.
constexpr int most_draws_of_candidate = 1'000;

}  // namespace

Candidates::Candidates(std::vector<Ordinal> factors, Ordinal failing, CandidatesOptions options)
    : radix_(std::move(factors)),
      options_(std::move(options)),
      rings_(radix_.factors(), failing),
      random_(options_.seed),
      prediction_(radix_.factors()),
      removed_{failing} {
  radix_.levels(failing, center_);
}

void Candidates::observe(Ordinal ordinal, std::span<const Word> covered) {
  remove(ordinal);
  prediction_.observe(ordinal, covered);
}

bool Candidates::is_candidate(Ordinal ordinal) const {
  return !removed_.contains(ordinal) && std::ranges::find(chosen_, ordinal) == chosen_.end() &&
         (!options_.is_candidate || options_.is_candidate(ordinal));
}

std::optional<Ordinal> Candidates::nearest() {
  while (const std::optional<Ordinal> ordinal = rings_.next())
    if (is_candidate(*ordinal)) return ordinal;
  return std::nullopt;
}

std::optional<Ordinal> Candidates::drawn() {
  for (int draws = 0; draws < most_draws_of_candidate; ++draws)
    if (const Ordinal ordinal = random_.next() % radix_.size(); is_candidate(ordinal)) return ordinal;
  return std::nullopt;
}

std::size_t Candidates::distance(Ordinal ordinal) const {
  generators::LevelRow levels;
  radix_.levels(ordinal, levels);
  std::size_t differing = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) differing += levels[i] != center_[i] ? 1 : 0;
  return differing;
}

void Candidates::choose() {
  std::erase_if(chosen_, [&](Ordinal each) { return removed_.contains(each); });
  while (chosen_.size() < options_.number) {
    const std::optional<Ordinal> near = nearest();
    if (!near) break;  // every candidate of the space is among them
    chosen_.push_back(*near);
    if (chosen_.size() == options_.number) break;
    if (const std::optional<Ordinal> far = drawn()) chosen_.push_back(*far);
  }
}

void Candidates::find_out() {
  if (!options_.find_out) return;
  std::vector<Ordinal> unknown;
  for (const Ordinal ordinal : chosen_)
    if (!(options_.covered_of && options_.covered_of(ordinal)) && asked_.insert(ordinal).second)
      unknown.push_back(ordinal);
  if (!unknown.empty()) options_.find_out(unknown);
}

std::vector<Candidate> Candidates::all() {
  choose();
  find_out();
  std::vector<Candidate> all;
  std::size_t width = 0;
  for (const Ordinal ordinal : chosen_) {
    std::optional<std::vector<Word>> known = options_.covered_of ? options_.covered_of(ordinal) : std::nullopt;
    const bool is_known = known.has_value();
    all.push_back({.ordinal = ordinal,
                   .covered = is_known ? *std::move(known) : prediction_.predicted(ordinal),
                   .is_known = is_known,
                   .distance = distance(ordinal)});
    width = std::max(width, all.back().covered.size());
  }
  for (Candidate& each : all) each.covered.resize(width);
  return all;
}

}  // namespace smallscope::diagnosis::directed
