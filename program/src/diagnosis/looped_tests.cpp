// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/looped_tests.hpp"

#include <memory>

#include <smallscope/report/presentation.hpp>

#include "diagnosis/known_coverage.hpp"

namespace smallscope::program {

using diagnosis::Outcome;
using diagnosis::loop::Loop;
using results::Ordinal;

LoopedTests looped_tests(const Context& context, const runner::Campaign& campaign, const LoopArguments& arguments,
                         const VisitLooped& visit) {
  ClusterTests tests("diagnose --loop", context, campaign, arguments.store, arguments.from,
                     arguments.cluster.empty() ? "C1" : arguments.cluster, arguments.execution);
  const Ordinal failing = tests.failing_input(arguments.input);
  LoopedTests looped{.cluster = {.id = tests.cluster().id,
                                 .key = tests.cluster().key,
                                 .messages = report::message_text(tests.cluster(), 120),
                                 .stored = {.spectrum = diagnosis::Spectrum()},
                                 .choices_of = tests.choices_of()},
                     .failing = failing};
  const KnownCoverage known(tests.store());
  diagnosis::loop::LoopOptions options = arguments.loop;
  options.covered_of = [&](Ordinal each) { return known.of(each); };
  Loop loop(tests.factors(), failing, tests.choices_of(), std::move(options));
  const generators::Choices center = tests.choices_of()(failing);
  std::shared_ptr<const diagnosis::CodeColumns> columns;
  while (const auto proposal = loop.next()) {
    std::optional<std::vector<diagnosis::Word>> covered = known.of(proposal->ordinal);
    const bool was_known = covered.has_value();
    if (!was_known && !tests.execute({proposal->ordinal})) {
      loop.give_up();
      break;
    }
    const ClusterTests::Result result = tests.result(proposal->ordinal, std::move(covered));
    if (!result.is_test) {
      loop.leave_out();
      continue;
    }
    if (result.outcome != Outcome::skip && (!columns || !columns->knows(result.covered)))
      columns = std::make_shared<const diagnosis::CodeColumns>(tests.store(), diagnosis::CodeElements::predicates);
    loop.observe(result.outcome, result.covered, columns);
    looped.tests.push_back({.step = loop.steps().back(),
                            .distance = diagnosis::distance(center, tests.choices_of()(proposal->ordinal)),
                            .was_known = was_known});
    visit(looped, looped.tests.back());
  }
  looped.stop = loop.stop();
  looped.run = tests.run();
  looped.skipped = tests.skipped();
  if (loop.session() != nullptr) looped.diagnoses = grouped_diagnoses(*loop.session());
  if (columns) looped.cluster.stored = {loop.spectrum(), columns->lines(), columns->keys()};
  return looped;
}

}  // namespace smallscope::program
