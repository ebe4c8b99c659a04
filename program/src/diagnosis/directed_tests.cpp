// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/directed_tests.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/diagnosis/stored_spectrum.hpp>
#include <smallscope/report/presentation.hpp>

namespace smallscope::program {

using diagnosis::directed::Director;
using results::Ordinal;

namespace {

/// The inputs of which the store knows something that they covered. Those that reported nothing are worth another try.
std::set<Ordinal> with_coverage_known(const results::Store& store) {
  std::set<Ordinal> known;
  store.for_each_spectrum(0, [&](Ordinal ordinal, std::span<const std::uint64_t> covered) {
    if (std::ranges::any_of(covered, [](std::uint64_t word) { return word != 0; })) known.insert(ordinal);
    return true;
  });
  return known;
}

}  // namespace

Ordinal failing_input(const ClusterTests& tests, const DirectArguments& arguments) {
  if (!arguments.input) {
    const auto [level, ordinal] = tests.cluster().representative;
    return level == 0 ? ordinal : tests.failing().front();
  }
  if (!std::ranges::binary_search(tests.failing(), *arguments.input))
    throw UsageError(fmt::format("--input {}: no failing input of {}; `clusters` shows some of them", *arguments.input,
                                 tests.cluster().id));
  return *arguments.input;
}

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
  const Ordinal failing = failing_input(tests, arguments);
  const std::set<Ordinal> known = with_coverage_known(tests.store());
  Director director(
      tests.factors(), failing,
      {.strategy = arguments.strategy, .form = arguments.form, .pool = arguments.pool, .seed = arguments.seed});
  const generators::Choices center = tests.choices_of()(failing);
  const auto execute = [&](const std::vector<Ordinal>& ordinals) {
    std::vector<Ordinal> unknown = ordinals;
    std::erase_if(unknown, [&](Ordinal each) { return known.contains(each); });
    const bool are_executed = unknown.empty() || tests.execute(unknown);
    // Of a run that was stopped, what it has done counts.
    const std::set<Ordinal> done = are_executed ? std::set<Ordinal>() : with_coverage_known(tests.store());
    if (arguments.strategy == diagnosis::directed::Strategy::pcs)
      director.know(diagnosis::directed::conditions_of(tests.store()));
    for (const Ordinal ordinal : ordinals) {
      if (!are_executed && !done.contains(ordinal)) continue;
      const ClusterTests::Result result = tests.result(ordinal);
      if (!result.is_test) continue;
      director.observe(ordinal, result.outcome, result.covered);
      directed.tests.push_back({.ordinal = ordinal,
                                .outcome = result.outcome,
                                .distance = diagnosis::distance(center, tests.choices_of()(ordinal)),
                                .was_known = known.contains(ordinal)});
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
