// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/looped_tests.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include <smallscope/report/presentation.hpp>

namespace smallscope::program {

using diagnosis::Outcome;
using diagnosis::Word;
using diagnosis::loop::Loop;
using results::Ordinal;

namespace {

/// What inputs covered, as the store has it; equal rows once. Those that reported nothing are worth another try.
class KnownCoverage {
 public:
  explicit KnownCoverage(const results::Store& store) {
    store.for_each_spectrum(0, [&](Ordinal ordinal, std::span<const std::uint64_t> covered) {
      if (rows_of_.contains(ordinal) || std::ranges::all_of(covered, [](Word word) { return word == 0; })) return true;
      rows_of_.emplace(ordinal, &*rows_.emplace(covered.begin(), covered.end()).first);
      return true;
    });
  }
  std::optional<std::vector<Word>> of(Ordinal ordinal) const {
    const auto found = rows_of_.find(ordinal);
    return found == rows_of_.end() ? std::nullopt : std::optional(*found->second);
  }

 private:
  std::set<std::vector<Word>> rows_;
  std::map<Ordinal, const std::vector<Word>*> rows_of_;
};

}  // namespace

LoopedTests looped_tests(const Context& context, const runner::Campaign& campaign, const LoopArguments& arguments,
                         const VisitLooped& visit) {
  ClusterTests tests("diagnose --loop", context, campaign, arguments.store, arguments.from,
                     arguments.cluster.empty() ? "C1" : arguments.cluster, arguments.execution);
  LoopedTests looped{.cluster = {.id = tests.cluster().id,
                                 .key = tests.cluster().key,
                                 .messages = report::message_text(tests.cluster(), 120),
                                 .stored = {.spectrum = diagnosis::Spectrum()},
                                 .choices_of = tests.choices_of()},
                     .failing = tests.failing_input(arguments.input)};
  const KnownCoverage known(tests.store());
  diagnosis::loop::LoopOptions options = arguments.loop;
  options.covered_of = [&](Ordinal each) { return known.of(each); };
  Loop loop(tests.factors(), looped.failing, tests.choices_of(), std::move(options));
  const generators::Choices center = tests.choices_of()(looped.failing);
  std::shared_ptr<const diagnosis::CodeColumns> columns;
  while (const auto proposal = loop.next()) {
    std::optional<std::vector<Word>> covered = known.of(proposal->ordinal);
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
