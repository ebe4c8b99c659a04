// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/witness_tests.hpp"

#include <algorithm>
#include <deque>

#include <fmt/format.h>

#include <smallscope/diagnosis/directed/witness_search.hpp>
#include <smallscope/diagnosis/stored_spectrum.hpp>
#include <smallscope/generators/rings.hpp>
#include <smallscope/report/presentation.hpp>

#include "diagnosis/known_coverage.hpp"
#include "diagnosis/solved_tests.hpp"

namespace smallscope::program {

namespace directed = diagnosis::directed;
using diagnosis::Word;
using results::Ordinal;

namespace {

constexpr std::size_t bits_of_word = 64;
constexpr std::size_t inputs_of_a_pass = 64;  ///< of the store, which is opened for each pass

/// The inputs of a search in its order. Those of which the store does not know enough are executed before they are
/// given; what is known to pass need not be.
class SearchedInputs {
 public:
  SearchedInputs(ClusterTests& tests, Ordinal failing, std::size_t most)
      : tests_(tests), known_(tests.store()), rings_(tests.factors(), failing), failing_(failing), most_(most) {
    for (const Ordinal each : tests.failing()) {
      if (known_.contains(each))
        was_known_.insert(each);
      else if (each != failing)
        uncovered_.push_back(each);
    }
    for (const Ordinal each : was_known_)
      if (each != failing) given_next_.push_back(each);
    if (!known_.contains(failing)) execute({failing});
  }

  std::optional<Ordinal> next() {
    while (given_next_.empty() && !is_at_end_) {
      const std::vector<Ordinal> batch = next_batch();
      if (batch.empty())
        is_at_end_ = true;
      else
        execute(batch);
    }
    if (given_next_.empty()) return std::nullopt;
    const Ordinal next = given_next_.front();
    given_next_.pop_front();
    return next;
  }
  ClusterTests::Result result(Ordinal ordinal) { return tests_.result(ordinal, known_.of(ordinal)); }
  bool was_known(Ordinal ordinal) const { return was_known_.contains(ordinal); }
  std::size_t executed() const { return executed_; }
  /// The space has no other inputs.
  bool is_exhausted() const { return is_exhausted_; }

 private:
  /// Failing inputs of which it is not known what they cover, then those around the failing one that were not executed.
  std::vector<Ordinal> next_batch() {
    std::vector<Ordinal> batch;
    while (batch.size() < std::min(inputs_of_a_pass, most_ - executed_) && !is_exhausted_) {
      if (!uncovered_.empty()) {
        batch.push_back(uncovered_.front());
        uncovered_.pop_front();
        continue;
      }
      const std::optional<Ordinal> near = rings_.next();
      is_exhausted_ = !near;
      if (near && !tests_.store().verdict(0, *near)) batch.push_back(*near);
    }
    return batch;
  }
  void execute(const std::vector<Ordinal>& ordinals) {
    is_at_end_ = !tests_.execute(ordinals);
    known_.add_latest(tests_.store(), ordinals.size());
    for (const Ordinal each : ordinals) {
      // Of a run that was stopped, what it has done counts.
      if (is_at_end_ && !known_.contains(each)) continue;
      ++executed_;
      if (each != failing_) given_next_.push_back(each);
    }
  }

  ClusterTests& tests_;
  KnownCoverage known_;
  generators::Rings rings_;
  Ordinal failing_;
  std::size_t most_, executed_ = 0;
  std::set<Ordinal> was_known_;
  std::deque<Ordinal> uncovered_, given_next_;
  bool is_at_end_ = false, is_exhausted_ = false;
};

DirectedTests begun(const ClusterTests& tests) {
  return {.id = tests.cluster().id,
          .key = tests.cluster().key,
          .messages = report::message_text(tests.cluster(), 120),
          .spectrum = diagnosis::Spectrum(),
          .choices_of = tests.choices_of()};
}

diagnosis::StoredSpectrum spectrum_of(ClusterTests& tests) {
  return diagnosis::stored_spectrum(tests.store(), {.failing = tests.failing()}, diagnosis::CodeElements::predicates);
}

DirectedTests search(ClusterTests& tests, const DirectArguments& arguments, const VisitDirected& visit) {
  DirectedTests found = begun(tests);
  const Ordinal failing = tests.failing_input(arguments.input);
  const generators::Choices center = tests.choices_of()(failing);
  SearchedInputs inputs(tests, failing, arguments.tests);
  const ClusterTests::Result first = inputs.result(failing);
  if (tests.run() == runner::Stop::finished && !diagnosis::is_failing(first.outcome)) {
    (void)spectrum_of(tests);  // says it if no input reports what it covers
    throw UsageError(
        fmt::format("direct --single-fault: #{} did not fail when it was executed again, or did not report what it "
                    "covers; begin with another failing input: --input N",
                    failing));
  }
  // What other inputs cover besides that is never common.
  const std::size_t words = first.covered.size();
  diagnosis::Outcome outcome = diagnosis::Outcome::skip;
  const auto execute = [&](Ordinal ordinal) -> std::optional<directed::ChosenTest> {
    ClusterTests::Result result = ordinal == failing ? first : inputs.result(ordinal);
    if (!result.is_test) return std::nullopt;
    outcome = result.outcome;
    result.covered.resize(words);
    return directed::ChosenTest{outcome, std::move(result.covered)};
  };
  const auto take = [&](Ordinal ordinal, std::size_t common) {
    found.tests.push_back({.ordinal = ordinal,
                           .outcome = outcome,
                           .distance = diagnosis::distance(center, tests.choices_of()(ordinal)),
                           .was_known = inputs.was_known(ordinal),
                           .common = common});
    visit(found, found.tests.back());
  };
  if (tests.run() == runner::Stop::finished)
    directed::choose_by_search(std::vector<diagnosis::Element>(words * bits_of_word),
                               {.failing = failing,
                                .population = tests.store().manifest().inputs,
                                .next = [&] { return inputs.next(); },
                                .visit = take},
                               execute);
  found.executed = inputs.executed();
  found.is_exhausted = inputs.is_exhausted();
  found.run = tests.run();
  found.skipped = tests.skipped();
  if (found.tests.empty()) return found;  // stopped before it began
  diagnosis::StoredSpectrum stored = spectrum_of(tests);
  if (stored.spectrum.failing() > 0) {
    found.single_fault = diagnosis::single_fault(stored.spectrum);
    found.single_fault->certificate = diagnosis::certified(found.single_fault->certificate, tests.store(), stored);
  }
  found.spectrum = std::move(stored.spectrum);
  return found;
}

DirectedTests solve(ClusterTests& tests, const concolic::Program& program, concolic::Solver& solver,
                    const DirectArguments& arguments, const VisitDirected& visit) {
  DirectedTests found = begun(tests);
  const Ordinal failing = tests.failing_input(arguments.input);
  const generators::Choices center = tests.choices_of()(failing);
  const auto take = [&](Ordinal ordinal, std::size_t common) {
    const bool was_known = tests.store().verdict(0, ordinal).has_value();
    if (!was_known && !tests.execute({ordinal})) return;
    const diagnosis::Outcome outcome =
        diagnosis::outcome_of(tests.store().verdict(0, ordinal).value_or(results::Verdict::discarded));
    if (!diagnosis::is_failing(outcome))
      found.skipped.remarks.insert(
          fmt::format("#{} passes with plain numbers and fails with symbolic ones: is the property pure?", ordinal));
    found.executed += !was_known;
    found.tests.push_back({.ordinal = ordinal,
                           .outcome = outcome,
                           .distance = diagnosis::distance(center, tests.choices_of()(ordinal)),
                           .was_known = was_known,
                           .common = common});
    visit(found, found.tests.back());
  };
  directed::ChosenWitnesses chosen = directed::choose_by_solver(
      program, program.inputs().values(failing), solver,
      {.most = arguments.tests, .stop = [&] { return tests.stop() != runner::Stop::finished; }, .visit = take});
  found.solved = chosen.asked;
  found.is_exhausted = chosen.certificate.is_complete();
  found.run = tests.stop();
  found.single_fault = diagnosis::single_fault(chosen.spectrum);
  found.single_fault->certificate = chosen.certificate;
  found.spectrum = std::move(chosen.spectrum);
  return found;
}

}  // namespace

DirectedTests witness_tests(const Context& context, const runner::Campaign& campaign, const DirectArguments& arguments,
                            const VisitDirected& visit) {
  const bool solves = arguments.derivation == Derivation::solver;
  const concolic::Program* const program = solves ? &require_symbolic(campaign) : nullptr;
  const std::unique_ptr<concolic::Solver> solver = solves ? solver_of_program() : nullptr;
  ClusterTests tests("direct", context, campaign, arguments.store, arguments.from, arguments.cluster,
                     arguments.execution);
  return solves ? solve(tests, *program, *solver, arguments, visit) : search(tests, arguments, visit);
}

}  // namespace smallscope::program
