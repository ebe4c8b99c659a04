// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/directed/witness_search.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/diagnosis/directed/recorded_tests.hpp>

namespace smallscope::diagnosis::directed {

namespace {

void require_failing(Ordinal ordinal, bool fails, bool covers) {
  if (!fails) throw SpectrumError(fmt::format("#{} does not fail; begin with an input that does", ordinal));
  if (!covers) throw SpectrumError(fmt::format("#{} covers nothing; begin with a failing input that does", ordinal));
}

bool covers_something(std::span<const Word> row) {
  return std::ranges::any_of(row, [](Word word) { return word != 0; });
}

Weight weight_of(Outcome outcome) {
  return {.passing = outcome == Outcome::pass ? 1u : 0u, .failing = is_failing(outcome) ? 1u : 0u};
}

}  // namespace

std::string_view name(ChosenBy by) { return by == ChosenBy::search ? "search" : "solver"; }

ChosenWitnesses choose_by_search(std::vector<Element> elements, const WitnessSearch& search,
                                 const ExecuteTest& execute) {
  ChosenWitnesses chosen{.by = ChosenBy::search, .tests = {}, .elements = std::move(elements)};
  CommonElements common(static_cast<Column>(chosen.elements.size()));
  std::uint64_t no_tests = 0;
  // An input that covers all common elements covers those that are left later, too: nothing is looked at twice.
  const auto scan = [&](Ordinal ordinal) {
    const std::optional<ChosenTest> test = execute(ordinal);
    ++chosen.executed;
    if (ordinal == search.failing)
      require_failing(ordinal, test && is_failing(test->outcome), test && covers_something(test->covered));
    if (!test)
      ++no_tests;
    else if (test->outcome != Outcome::skip && common.add(test->covered, weight_of(test->outcome))) {
      chosen.tests.push_back(ordinal);
      if (search.visit) search.visit(ordinal, common.elements().size());
    }
  };
  Ordinal ascending = 0;
  const auto in_order = [&]() -> std::optional<Ordinal> {
    ascending += ascending == search.failing;
    return ascending < search.population ? std::optional(ascending++) : std::nullopt;
  };
  scan(search.failing);
  while (chosen.executed < search.most) {
    const std::optional<Ordinal> next = search.next ? search.next() : in_order();
    if (!next) break;
    scan(*next);
  }
  chosen.common = common.elements();
  chosen.certificate = common.certificate();
  chosen.certificate.population = search.population - no_tests;
  return chosen;
}

ChosenWitnesses choose_by_solver(const concolic::Program& program, const concolic::Values& failing,
                                 concolic::Solver& solver, const PathSearch& search) {
  const concolic::Inputs& inputs = program.inputs();
  concolic::Explorer explorer(inputs, solver, {.selection = concolic::Selection::coverage, .through_oracle = true});
  RecordedTests tests;
  const auto run = [&](const concolic::Values& values) {
    const concolic::Execution execution = program.run(values);
    if (tests.size() == 0) require_failing(inputs.ordinal(values), !execution.passes, !execution.covered.empty());
    explorer.observe(values, execution);
    tests.add(inputs.ordinal(values), execution.passes ? Outcome::pass : Outcome::fail, execution.covered);
  };
  run(failing);
  while (tests.size() < search.most && !(search.stop && search.stop())) {
    const auto values = explorer.next();
    if (!values) break;
    run(*values);
  }
  ChosenWitnesses chosen{.by = ChosenBy::solver, .tests = {}, .spectrum = tests.spectrum()};
  const Spectrum& spectrum = chosen.spectrum;
  chosen.elements = spectrum.elements();
  CommonElements common(spectrum.columns());
  for (std::size_t number = 0; number < spectrum.tests(); ++number) {
    const CoveredTest test = spectrum.test(number);
    if (!common.add(spectrum.row(test.row), weight_of(test.outcome))) continue;
    chosen.tests.push_back(test.ordinal);
    if (search.visit) search.visit(test.ordinal, common.elements().size());
  }
  chosen.common = common.elements();
  chosen.certificate = common.certificate();
  chosen.certificate.population = inputs.size();
  chosen.executed = spectrum.tests();
  chosen.asked = explorer.counts();
  if (explorer.is_exhausted()) chosen.certificate.scanned = inputs.size();
  return chosen;
}

}  // namespace smallscope::diagnosis::directed
