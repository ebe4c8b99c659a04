// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/directed_tests.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/diagnosis/capability/learning.hpp>
#include <smallscope/diagnosis/capability/model_file.hpp>
#include <smallscope/diagnosis/stored_spectrum.hpp>
#include <smallscope/report/presentation.hpp>

#include "diagnosis/known_coverage.hpp"

namespace smallscope::program {

using diagnosis::directed::Director;
using results::Ordinal;

namespace {

diagnosis::capability::Scorer criterion_of(const DirectArguments& arguments) {
  return arguments.learned.empty()
             ? diagnosis::capability::scorer(*diagnosis::capability::find_criterion(arguments.criterion))
             : diagnosis::capability::scorer(diagnosis::capability::read_learned(arguments.learned));
}

}  // namespace

DirectedTests direct_tests(const Context& context, const runner::Campaign& campaign, const DirectArguments& arguments,
                           const VisitDirected& visit) {
  ClusterTests tests("direct", context, campaign, arguments.store, arguments.from, arguments.cluster,
                     arguments.execution);
  const clustering::Cluster& cluster = tests.cluster();
  DirectedTests directed{.id = cluster.id,
                         .key = cluster.key,
                         .messages = report::message_text(cluster, 120),
                         .spectrum = diagnosis::Spectrum(),
                         .choices_of = tests.choices_of()};
  const Ordinal failing = tests.failing_input(arguments.input);
  KnownCoverage known(tests.store());
  std::set<Ordinal> executed;  // now
  const auto execute_for_coverage = [&](const std::vector<Ordinal>& ordinals) {
    tests.execute(ordinals);  // of a run that was stopped, what it has done counts
    known.add_latest(tests.store(), ordinals.size());
    for (const Ordinal ordinal : ordinals)
      if (known.contains(ordinal)) executed.insert(ordinal);
  };
  Director director(tests.factors(), failing,
                    {.strategy = arguments.strategy,
                     .form = arguments.form,
                     .pool = arguments.pool,
                     .criterion = criterion_of(arguments),
                     .covered_of = [&](Ordinal each) { return known.of(each); },
                     .find_out = execute_for_coverage,
                     .seed = arguments.seed});
  const generators::Choices center = tests.choices_of()(failing);
  const auto execute = [&](const std::vector<Ordinal>& ordinals) {
    std::vector<Ordinal> unknown = ordinals;
    std::erase_if(unknown, [&](Ordinal each) { return known.contains(each); });
    const bool are_executed = unknown.empty() || tests.execute(unknown);
    // Of a run that was stopped, what it has done counts.
    const std::optional<KnownCoverage> done =
        are_executed ? std::nullopt : std::optional<KnownCoverage>(std::in_place, tests.store());
    if (arguments.strategy == diagnosis::directed::Strategy::pcs)
      director.know(diagnosis::directed::conditions_of(tests.store()));
    for (const Ordinal ordinal : ordinals) {
      if (done && !done->contains(ordinal)) continue;
      const ClusterTests::Result result = tests.result(ordinal, known.of(ordinal));
      if (!result.is_test) continue;
      director.observe(ordinal, result.outcome, result.covered);
      directed.tests.push_back({.ordinal = ordinal,
                                .outcome = result.outcome,
                                .distance = diagnosis::distance(center, tests.choices_of()(ordinal)),
                                .was_known = known.contains(ordinal) && !executed.contains(ordinal)});
      visit(directed, directed.tests.back());
    }
    return are_executed;
  };
  bool goes_on = execute({failing});
  while (goes_on && directed.tests.size() <= arguments.tests && !directed.is_exhausted) {
    const std::size_t left = arguments.tests + 1 - directed.tests.size();
    std::vector<Ordinal> ordinals;
    while (ordinals.size() < (learns(arguments.strategy) ? 1 : left)) {
      const std::optional<Ordinal> next = director.next();
      directed.is_exhausted = !next;
      if (!next) break;
      ordinals.push_back(*next);
    }
    if (!ordinals.empty()) goes_on = execute(ordinals);
  }
  directed.executed_for_coverage = executed.size();
  directed.run = tests.run();
  directed.skipped = tests.skipped();
  std::vector<Ordinal> suite;
  for (const DirectedTest& test : directed.tests) suite.push_back(test.ordinal);
  std::ranges::sort(suite);
  if (!suite.empty())
    directed.spectrum = restricted(
        stored_spectrum(tests.store(), {.failing = tests.failing()}, diagnosis::CodeElements::predicates).spectrum,
        suite);
  return directed;
}

}  // namespace smallscope::program
