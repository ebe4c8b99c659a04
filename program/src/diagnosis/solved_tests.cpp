// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/solved_tests.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/diagnosis/directed/recorded_tests.hpp>
#include <smallscope/diagnosis/stored_spectrum.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/counted.hpp"

namespace smallscope::program {

using diagnosis::Outcome;
using results::Ordinal;

namespace {

concolic::Selection selection_of(diagnosis::directed::Strategy strategy) {
  for (const concolic::Selection each : concolic::all_selections)
    if (concolic::name(each) == name(strategy)) return each;
  throw UsageError(fmt::format(
      "--strategy {}: a solver derives inputs by base, coverage, pcs, is or random; or leave out --derive solver",
      name(strategy)));
}

/// How the store's verdict and the symbolic run end an input; what does not count is counted.
Outcome agreed(ClusterTests& tests, Ordinal ordinal, const concolic::Execution& execution, SkippedTests& skipped) {
  const Outcome outcome =
      diagnosis::outcome_of(tests.store().verdict(0, ordinal).value_or(results::Verdict::discarded));
  if (outcome == Outcome::skip || diagnosis::is_failing(outcome) == execution.passes) {
    if (outcome != Outcome::skip)
      skipped.remarks.insert(fmt::format("#{} {} with plain numbers and {} with symbolic ones: is the property pure?",
                                         ordinal, execution.passes ? "fails" : "passes",
                                         execution.passes ? "passes" : "fails"));
    ++skipped.not_judged;
    return Outcome::skip;
  }
  if (!diagnosis::is_failing(outcome) || tests.is_of_cluster(ordinal)) return outcome;
  ++skipped.other;
  return Outcome::skip;
}

}  // namespace

const concolic::Program& require_symbolic(const runner::Campaign& campaign) {
  if (campaign.symbolic == nullptr)
    throw UsageError(fmt::format(
        "--derive solver: {} is not symbolic, so there are no path constraints; leave it out, or declare the property "
        "with runner::symbolic() (docs/concolic.md)",
        campaign.name));
  return *campaign.symbolic;
}

std::unique_ptr<concolic::Solver> solver_of_program() {
  try {
    return concolic::make_solver();
  } catch (const concolic::SolverUnavailable& error) {
    throw UsageError(fmt::format("--derive solver: {}", error.what()));
  }
}

std::string text(const concolic::ExplorationCounts& counts) {
  return fmt::format("solver: {} in {}; {} without a solution, {} given up; {} took another path than was asked for\n",
                     counted(counts.questions, "question"), report::duration(counts.seconds), counts.unsatisfiable,
                     counts.unknown, counted(counts.diverged, "input"));
}

report::Json to_json(const concolic::ExplorationCounts& counts) {
  return {{"questions", counts.questions},
          {"unsatisfiable", counts.unsatisfiable},
          {"unknown", counts.unknown},
          {"diverged", counts.diverged},
          {"seconds", counts.seconds}};
}

DirectedTests solved_tests(const Context& context, const runner::Campaign& campaign, const DirectArguments& arguments,
                           const VisitDirected& visit) {
  const concolic::Program& program = require_symbolic(campaign);
  const concolic::ExplorerOptions options{.selection = selection_of(arguments.strategy),
                                          .form = arguments.form == diagnosis::directed::PathForm::subset
                                                      ? concolic::PathForm::subset
                                                      : concolic::PathForm::subsequence,
                                          .seed = arguments.seed};
  const auto solver = solver_of_program();
  ClusterTests tests("direct", context, campaign, arguments.store, arguments.from, arguments.cluster,
                     arguments.execution);
  DirectedTests directed{.id = tests.cluster().id,
                         .key = tests.cluster().key,
                         .messages = report::message_text(tests.cluster(), 120),
                         .spectrum = diagnosis::Spectrum(),
                         .choices_of = tests.choices_of()};
  const Ordinal failing = tests.failing_input(arguments.input);
  const generators::Choices center = tests.choices_of()(failing);
  concolic::Explorer explorer(program.inputs(), *solver, options);
  diagnosis::directed::RecordedTests recorded;
  const auto execute = [&](Ordinal ordinal) {
    const bool was_known = tests.store().verdict(0, ordinal).has_value();
    if (!was_known && !tests.execute({ordinal})) return false;
    const concolic::Values values = program.inputs().values(ordinal);
    concolic::Execution execution = program.run(values);
    const Outcome outcome = agreed(tests, ordinal, execution, directed.skipped);
    execution.passes = !diagnosis::is_failing(outcome);
    explorer.observe(values, execution);
    recorded.add(ordinal, outcome, execution.covered);
    directed.tests.push_back({.ordinal = ordinal,
                              .outcome = outcome,
                              .distance = diagnosis::distance(center, tests.choices_of()(ordinal)),
                              .was_known = was_known});
    visit(directed, directed.tests.back());
    return true;
  };
  bool goes_on = execute(failing);
  while (goes_on && directed.tests.size() <= arguments.tests) {
    const std::optional<concolic::Values> values = explorer.next();
    if (!values) break;
    goes_on = execute(program.inputs().ordinal(*values));
  }
  directed.is_exhausted = explorer.is_exhausted();
  directed.solved = explorer.counts();
  directed.run = tests.run();
  directed.spectrum = recorded.spectrum();
  return directed;
}

}  // namespace smallscope::program
