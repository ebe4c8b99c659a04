// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/known_faults/fault_states.hpp>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace smallscope::clustering {

namespace {

using results::Ordinal;
using Ranges = std::vector<std::pair<Ordinal, Ordinal>>;  // half-open, ascending

constexpr std::array<std::pair<FaultProgress, std::string_view>, 7> progress_names{
    {{FaultProgress::grown, "grown"},
     {FaultProgress::shrunk, "shrunk"},
     {FaultProgress::known, "known"},
     {FaultProgress::not_executed, "not executed"},
     {FaultProgress::changed, "changed"},
     {FaultProgress::fixed, "fixed"},
     {FaultProgress::not_seen, "not seen"}}};

bool is_among(const std::vector<Ordinal>& sorted, Ordinal ordinal) {
  return std::ranges::binary_search(sorted, ordinal);
}

bool is_among(const Ranges& ranges, Ordinal ordinal) {
  const auto after = std::ranges::upper_bound(ranges, ordinal, {}, &std::pair<Ordinal, Ordinal>::first);
  return after != ranges.begin() && ordinal < std::prev(after)->second;
}

/// Message keys, remembered by what oracles said, because failures of one fault repeat each other.
class MessageKeys {
 public:
  explicit MessageKeys(const Options& options) : options_(options) {}
  const std::string& of(const results::Case& failing) {
    constexpr std::size_t most_bytes = 4u << 20;
    std::string said(oracles::name(failing.verdict));
    for (const oracles::Judgement& judgement : failing.judgements) {
      said.append(1, '\0').append(judgement.oracle).append(1, '\0').append(oracles::name(judgement.verdict));
      for (const oracles::Message& message : judgement.messages) said.append(1, '\1').append(message);
    }
    if (bytes_ > most_bytes) {
      known_.clear();
      bytes_ = 0;
    }
    const auto [found, added] = known_.try_emplace(std::move(said));
    if (added) {
      found->second = message_key(failing, options_);
      bytes_ += found->first.size() + found->second.size();
    }
    return found->second;
  }

 private:
  const Options& options_;
  std::unordered_map<std::string, std::string> known_;
  std::size_t bytes_ = 0;
};

/// What a store says of the inputs of level 0 that do not fail.
struct Executions {
  Ranges executed, filtered;
  std::vector<Ordinal> unjudged;  // without the filtered ones; ascending
};

Executions executions_of(const results::Store& store) {
  Executions found;
  store.for_each_executed(0, [&](Ordinal first, Ordinal last) {
    found.executed.emplace_back(first, last);
    return true;
  });
  const results::Discards discards = store.discards(0);
  found.filtered = discards.filtered;
  for (const auto* part : {&discards.rejected, &discards.refused, &discards.not_applicable})
    found.unjudged.insert(found.unjudged.end(), part->begin(), part->end());
  for (const auto& [level, ordinal] : store.open_cases())
    if (level == 0) found.unjudged.push_back(ordinal);
  std::ranges::sort(found.unjudged);
  return found;
}

/// Assigns failures to the faults of a campaign.
class Assignment {
 public:
  Assignment(const Faults& faults, const results::Manifest& manifest, const Options& options, Day today)
      : faults_(faults), options_(options), keys_(options) {
    for (const std::size_t fault : faults.of_campaign(manifest.campaign)) {
      const Decision& decision = faults.all()[fault].decision;
      if (decision.kind == Decision::Kind::note) {
        for (const std::string& key : decision.keys) result_.notes.try_emplace(key, fault);
        continue;
      }
      const std::size_t place = result_.faults.size();
      FaultState& state = result_.faults.emplace_back();
      state.fault = fault;
      state.expired = decision.expires && *decision.expires < today;
      state.other_space = decision.evidence && !is_of_space(*decision.evidence, manifest);
      for (const std::string& key : decision.keys) by_key_[key].push_back(place);
      if (faults.has_rules(fault)) with_rules_.push_back(place);
    }
  }

  void add(const results::Case& failing) {
    const FailingInput input{failing.level, failing.ordinal, keys_.of(failing)};
    if (failing.level == 0) failing_.push_back(failing.ordinal);
    FaultState* first_outside = nullptr;
    bool is_inside_one = false;
    for (const std::size_t place : faults_of(failing, input.key)) {
      FaultState& state = result_.faults[place];
      if (is_inside(state, failing)) {
        state.inside.push_back(input);
        is_inside_one = true;
      } else if (first_outside == nullptr) {
        first_outside = &state;
      }
    }
    if (is_inside_one) return;
    (first_outside != nullptr ? first_outside->grown : result_.unknown).push_back(input);
  }

  FaultComparison finish(const Executions& executions) {
    std::ranges::sort(failing_);
    for (FaultState& state : result_.faults) {
      count_recorded(state, executions);
      state.progress = progress_of(state);
      state.expired &= state.progress != FaultProgress::fixed;
    }
    return std::move(result_);
  }

 private:
  const Decision& decision_of(const FaultState& state) const { return faults_.all()[state.fault].decision; }

  /// Places in the result, ascending.
  std::vector<std::size_t> faults_of(const results::Case& failing, const std::string& key) const {
    std::vector<std::size_t> places;
    if (const auto found = by_key_.find(key); found != by_key_.end()) places = found->second;
    for (const std::size_t place : with_rules_)
      if (faults_.rules_hold(result_.faults[place].fault, failing, options_)) places.push_back(place);
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
  }

  bool is_inside(const FaultState& state, const results::Case& failing) const {
    const Decision& decision = decision_of(state);
    if (failing.level != 0 || (!decision.explanation && !decision.evidence)) return true;
    if (decision.explanation && matches(*decision.explanation, failing.choices)) return true;
    return decision.evidence && !state.other_space && is_among(decision.evidence->failing, failing.ordinal);
  }

  void count_recorded(FaultState& state, const Executions& executions) const {
    const Decision& decision = decision_of(state);
    if (!decision.evidence || state.other_space) return;
    std::vector<Ordinal> inside;
    for (const FailingInput& input : state.inside)
      if (input.level == 0) inside.push_back(input.ordinal);
    for (const Ordinal ordinal : decision.evidence->failing) {
      if (is_among(inside, ordinal)) continue;
      if (is_among(failing_, ordinal))
        ++state.changed;
      else if (!is_among(executions.executed, ordinal))
        ++state.not_executed;
      else if (is_among(executions.filtered, ordinal) || is_among(executions.unjudged, ordinal))
        ++state.unjudged;
      else
        ++state.passing;
    }
  }

  FaultProgress progress_of(const FaultState& state) const {
    if (!state.grown.empty()) return FaultProgress::grown;
    if (!state.inside.empty()) return state.passing > 0 ? FaultProgress::shrunk : FaultProgress::known;
    if (state.not_executed + state.unjudged > 0) return FaultProgress::not_executed;
    if (state.changed > 0) return FaultProgress::changed;
    return state.passing > 0 ? FaultProgress::fixed : FaultProgress::not_seen;
  }

  const Faults& faults_;
  const Options& options_;
  MessageKeys keys_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_key_;  // places in the result
  std::vector<std::size_t> with_rules_;
  std::vector<Ordinal> failing_;  // of level 0
  FaultComparison result_;
};

}  // namespace

std::string_view name(FaultProgress progress) {
  return std::ranges::find(progress_names, progress, &std::pair<FaultProgress, std::string_view>::first)->second;
}

FaultComparison compare(const results::Store& store, const Faults& faults, const Options& options, Day today) {
  Assignment assignment(faults, store.manifest(), options, today);
  store.for_each_failure([&](const results::Case& found) {
    if (oracles::is_failing(found.verdict)) assignment.add(found);  // others could not be judged
    return true;
  });
  return assignment.finish(executions_of(store));
}

}  // namespace smallscope::clustering
