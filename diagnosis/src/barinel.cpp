// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/barinel.hpp>

#include <algorithm>

#include "health.hpp"
#include "posterior.hpp"

namespace smallscope::diagnosis {

namespace {

EnumerationBounds narrowed(EnumerationBounds bounds) {
  bounds.cardinality = std::min(bounds.cardinality, most_elements);
  return bounds;
}

/// A diagnosis with what is known of its tests. The projections are sorted, so that the order of tests does not show.
struct Candidate {
  ElementSet elements;
  std::vector<Projection> projections = {};
  bool is_open = true;  ///< projections have changed since the health was found
  Health health = {};

  void add(std::span<const Word> row, Weight weight) {
    const std::uint64_t covered = projected(elements, row);
    if (covered == 0) return;  // whatever the diagnosis, this test says nothing about it
    auto at = std::ranges::lower_bound(projections, covered, {}, &Projection::covered);
    if (at == projections.end() || at->covered != covered) at = projections.insert(at, {covered});
    at->passing += weight.passing;
    at->failing += weight.failing;
    is_open = true;
  }
  void settle() {
    if (is_open) health = most_likely_health(projections, elements.size());
    is_open = false;
  }
};

Candidate candidate(ElementSet elements, const Spectrum& spectrum) {
  Candidate made{.elements = std::move(elements)};
  for (std::size_t row = 0; row < spectrum.rows(); ++row)
    if (const Weight weight = spectrum.weight(row); weight.passing + weight.failing > 0)
      made.add(spectrum.row(row), weight);
  return made;
}

std::uint32_t uncovered_failures(const Spectrum& spectrum) {
  for (std::size_t row = 0; row < spectrum.rows(); ++row)
    if (std::ranges::all_of(spectrum.row(row), [](Word word) { return word == 0; }))
      return spectrum.weight(row).failing;
  return 0;
}

Diagnoses posterior(std::vector<Candidate>& candidates, const std::vector<double>& odds, Enumeration enumeration,
                    const Spectrum& spectrum) {
  Diagnoses diagnoses{.enumeration = enumeration, .unexplained = uncovered_failures(spectrum)};
  std::vector<double> logs;
  for (Candidate& each : candidates) {
    each.settle();
    diagnoses.all.push_back({each.elements, each.health.health, each.health.log_likelihood, 0});
    double log = each.health.log_likelihood;
    for (const Column element : each.elements) log += odds[element];
    logs.push_back(log);
  }
  const std::vector<double> probabilities = normalised(logs);
  for (std::size_t i = 0; i < probabilities.size(); ++i) diagnoses.all[i].probability = probabilities[i];
  std::ranges::sort(diagnoses.all, is_before);
  return diagnoses;
}

struct Enumerated {
  std::vector<Candidate> candidates;
  Enumeration enumeration;
};

Enumerated enumerated(const Spectrum& spectrum, const EnumerationBounds& bounds) {
  HittingSets sets = minimal_hitting_sets(conflicts_of(spectrum), bounds);
  Enumerated found{.candidates = {}, .enumeration = sets.enumeration};
  for (ElementSet& set : sets.sets) found.candidates.push_back(candidate(std::move(set), spectrum));
  return found;
}

}  // namespace

Diagnoses diagnose(const Spectrum& spectrum, const BarinelOptions& options) {
  const std::vector<double> odds = log_odds(options.prior, spectrum.columns());
  Enumerated found = enumerated(spectrum, narrowed(options.bounds));
  return posterior(found.candidates, odds, found.enumeration, spectrum);
}

std::vector<double> fault_probabilities(const Diagnoses& diagnoses, Column columns) {
  std::vector<double> sums(columns);
  for (const Diagnosis& diagnosis : diagnoses.all)
    for (const Column element : diagnosis.elements) sums[element] += diagnosis.probability;
  return sums;
}

struct Barinel::State {
  Spectrum spectrum;
  EnumerationBounds bounds;
  std::vector<double> odds;
  std::vector<Candidate> candidates;
  Enumeration enumeration = Enumeration::complete;
  bool is_stale = false;  // the candidates were cut somewhere, so they cannot be continued

  /// Berge's step: candidates that the new conflict hits stay. Each other one is extended by each element of it, unless
  /// one that stays is contained in the result.
  void split(std::span<const Word> conflict) {
    std::vector<Candidate> kept, extended;
    std::vector<std::vector<std::size_t>> with(spectrum.columns());
    std::vector<ElementSet> unhit;
    for (Candidate& each : candidates) {
      if (projected(each.elements, conflict) == 0) {
        unhit.push_back(std::move(each.elements));
        continue;
      }
      for (const Column element : each.elements) with[element].push_back(kept.size());
      kept.push_back(std::move(each));
    }
    for (const ElementSet& part : unhit) {
      if (part.size() == bounds.cardinality) {
        enumeration = Enumeration::cut_by_cardinality;
        continue;
      }
      for_each_bit(conflict, [&](Column element) {
        ElementSet whole = part;
        whole.insert(std::ranges::lower_bound(whole, element), element);
        const auto contains = [&](std::size_t i) { return std::ranges::includes(whole, kept[i].elements); };
        if (std::ranges::none_of(with[element], contains)) extended.push_back(candidate(std::move(whole), spectrum));
      });
    }
    std::ranges::move(extended, std::back_inserter(kept));
    candidates = std::move(kept);
  }
};

Barinel::Barinel(std::vector<Element> elements, BarinelOptions options) : state_(std::make_unique<State>()) {
  state_->spectrum = Spectrum(std::move(elements));
  state_->bounds = narrowed(std::move(options.bounds));
  state_->odds = log_odds(options.prior, state_->spectrum.columns());
  state_->candidates.push_back({});  // without conflicts, nothing need be at fault
  state_->is_stale = state_->bounds.number == 0;
}
Barinel::~Barinel() = default;
Barinel::Barinel(Barinel&&) noexcept = default;
Barinel& Barinel::operator=(Barinel&&) noexcept = default;

const Spectrum& Barinel::spectrum() const { return state_->spectrum; }

void Barinel::add(Ordinal ordinal, Outcome outcome, std::span<const Word> covered) {
  State& state = *state_;
  state.spectrum.add(ordinal, outcome, covered);
  if (outcome == Outcome::skip || state.is_stale) return;
  const bool is_conflict = is_failing(outcome) && std::ranges::any_of(covered, [](Word word) { return word != 0; });
  const Weight weight{.passing = outcome == Outcome::pass ? 1u : 0u, .failing = is_failing(outcome) ? 1u : 0u};
  // Those that exist learn of the test; those that it creates are made of the spectrum, which has it.
  for (Candidate& each : state.candidates) each.add(covered, weight);
  if (is_conflict) state.split(covered);
  state.is_stale = state.candidates.size() > state.bounds.number;
}

void Barinel::add(Ordinal ordinal, Outcome outcome, std::span<const Column> covered) {
  add(ordinal, outcome, std::span<const Word>(row_of(covered, state_->spectrum.columns())));
}

Diagnoses Barinel::diagnoses() {
  State& state = *state_;
  if (state.is_stale) {
    Enumerated found = enumerated(state.spectrum, state.bounds);
    state.is_stale = found.enumeration != Enumeration::complete && found.enumeration != Enumeration::cut_by_cardinality;
    state.candidates = std::move(found.candidates);
    state.enumeration = found.enumeration;
  }
  return posterior(state.candidates, state.odds, state.enumeration, state.spectrum);
}

}  // namespace smallscope::diagnosis
