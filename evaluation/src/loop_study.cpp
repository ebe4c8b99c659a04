// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/loop_study.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include <smallscope/generators/randomness.hpp>

namespace smallscope::evaluation {

namespace {

using diagnosis::Ties;

FirstRank first_rank_in(const diagnosis::Ranking& ranking, const diagnosis::ElementSet& faulty) {
  if (faulty.empty()) return {};
  return {.best = static_cast<std::size_t>(rank_of_first(ranking, faulty, Ties::min)),
          .worst = static_cast<std::size_t>(rank_of_first(ranking, faulty, Ties::max)),
          .average = rank_of_first(ranking, faulty, Ties::average)};
}

/// What is known of one campaign.
struct LoopSubject {
  const diagnosis::StoredSpectrum& stored;
  const std::vector<diagnosis::FaultPlace>& places;
  const diagnosis::ChoicesOf& choices_of;
  diagnosis::ElementSet faulty;

  Found found(const diagnosis::Ranking& elements, const diagnosis::FunctionRanking& functions) const {
    return {.function = first_rank_in(functions.ranking, faulty_functions(functions.functions, places)),
            .element = first_rank_in(elements, faulty)};
  }
  Found found(const diagnosis::Spectrum& spectrum) const {
    return found(diagnosis::rank(spectrum.counts(), *diagnosis::find_measure("ochiai")),
                 diagnosis::rank_functions(spectrum, choices_of));
  }
};

/// The failing input and so many others, drawn.
Found by_chance(const LoopSubject& subject, Ordinal failing, const std::vector<Ordinal>& judged, std::size_t tests,
                std::uint64_t seed) {
  std::vector<Ordinal> others = judged;
  std::erase(others, failing);
  generators::Randomness random(seed);
  std::vector<Ordinal> suite{failing};
  for (std::size_t i = 0; i < std::min(tests, others.size()); ++i) {
    std::swap(others[i], others[i + random.next() % (others.size() - i)]);
    suite.push_back(others[i]);
  }
  std::ranges::sort(suite);
  return subject.found(diagnosis::restricted(subject.stored.spectrum, suite));
}

}  // namespace

void add(LoopStudy& study, const results::Store& store, const std::vector<Ordinal>& failing,
         const std::vector<diagnosis::FaultPlace>& places, const std::vector<Ordinal>& factors,
         const diagnosis::ChoicesOf& choices_of) {
  const std::string& campaign = store.manifest().campaign;
  const diagnosis::StoredSpectrum stored =
      diagnosis::stored_spectrum(store, {.failing = failing}, diagnosis::CodeElements::predicates);
  if (stored.spectrum.failing() == 0) return study.left_out.without_failure.push_back(campaign);
  const LoopSubject subject{stored, places, choices_of, faulty_elements(stored, places)};
  if (subject.faulty.empty()) return study.left_out.not_covered.push_back(campaign);
  std::map<Ordinal, diagnosis::Outcome> outcomes;
  std::vector<Ordinal> judged;
  std::optional<Ordinal> first;
  for (std::size_t number = 0; number < stored.spectrum.tests(); ++number) {
    const diagnosis::CoveredTest test = stored.spectrum.test(number);
    outcomes.emplace(test.ordinal, test.outcome);
    if (test.outcome == diagnosis::Outcome::skip) continue;
    judged.push_back(test.ordinal);
    if (!first && diagnosis::is_failing(test.outcome)) first = test.ordinal;
  }
  std::map<Ordinal, std::vector<std::uint64_t>> covered;
  store.for_each_spectrum(0, [&](Ordinal ordinal, std::span<const std::uint64_t> row) {
    covered.try_emplace(ordinal, row.begin(), row.end());
    return true;
  });
  const auto columns = std::make_shared<const diagnosis::CodeColumns>(store, diagnosis::CodeElements::predicates);
  diagnosis::loop::LoopOptions options = study.options;
  options.is_candidate = [&](Ordinal each) { return covered.contains(each); };
  if (study.is_known) options.covered_of = [&](Ordinal each) { return std::optional(covered.at(each)); };
  LoopFault fault{.campaign = campaign, .judged = judged.size()};
  for (std::size_t run = 0; run < study.runs; ++run, ++options.seed) {
    diagnosis::loop::Loop loop(factors, *first, choices_of, options);
    LoopRun done;
    while (const auto proposal = loop.next()) {
      loop.observe(outcomes.at(proposal->ordinal), covered.at(proposal->ordinal), columns);
      done.after.push_back(subject.found(loop.ranking(), loop.functions()));
    }
    done.steps = loop.steps();
    done.stop = loop.stop();
    fault.runs.push_back(std::move(done));
  }
  fault.whole = subject.found(stored.spectrum);
  for (std::size_t draw = 0; draw < study.draws; ++draw) {
    const std::size_t tests = fault.runs[draw % fault.runs.size()].steps.size() - 1;
    fault.chance.push_back(by_chance(subject, *first, judged, tests, draw));
  }
  study.faults.push_back(std::move(fault));
}

}  // namespace smallscope::evaluation
