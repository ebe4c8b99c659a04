// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/concolic_study.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <set>

#include <fmt/format.h>

#include <smallscope/diagnosis/directed/recorded_tests.hpp>
#include <smallscope/diagnosis/ranking.hpp>

namespace smallscope::evaluation {

namespace {

using concolic::Execution;
using diagnosis::directed::RecordedTests;
using Clock = std::chrono::steady_clock;

diagnosis::Outcome outcome_of_run(const Execution& execution) {
  return execution.passes    ? diagnosis::Outcome::pass
         : execution.crashed ? diagnosis::Outcome::crash
                             : diagnosis::Outcome::fail;
}

ConcolicStep step_of(const RecordedTests& tests, const std::set<concolic::Place>& seeded) {
  const diagnosis::Spectrum spectrum = tests.spectrum();
  ConcolicStep step{.rank = {}, .executed = spectrum.columns(), .failing = spectrum.failing()};
  const std::vector<diagnosis::Column> faulty = tests.elements_at(seeded);
  if (faulty.empty()) return step;
  const diagnosis::Ranking ranking = diagnosis::rank(spectrum.counts(), *diagnosis::find_measure("ochiai"));
  step.rank = {.best = static_cast<std::size_t>(diagnosis::rank_of_first(ranking, faulty, diagnosis::Ties::min)),
               .worst = static_cast<std::size_t>(diagnosis::rank_of_first(ranking, faulty, diagnosis::Ties::max)),
               .average = diagnosis::rank_of_first(ranking, faulty, diagnosis::Ties::average)};
  return step;
}

/// Ordinals of the population, ascending.
std::vector<Ordinal> population_of(const ConcolicStudy& study, Ordinal inputs) {
  std::set<Ordinal> drawn;
  generators::Randomness random(study.seed);
  const bool is_whole = inputs <= study.sample;
  for (Ordinal each = 0; is_whole ? each < inputs : drawn.size() < study.sample; ++each)
    drawn.insert(is_whole ? each : random.next() % inputs);
  return {drawn.begin(), drawn.end()};
}

/// One way to propose inputs: the next one, and what an input did.
struct Proposer {
  std::function<std::optional<Ordinal>()> next;
  std::function<void(Ordinal, const Execution&)> tell;
  std::function<std::size_t()> questions = [] { return std::size_t{0}; };
};

class Suites {
 public:
  Suites(const ConcolicStudy& study, const concolic::Program& program, const std::set<concolic::Place>& seeded,
         ConcolicFault& fault)
      : study_(study), program_(program), seeded_(seeded), fault_(fault) {}

  void add_all(Ordinal failing, std::size_t start) {
    using concolic::PathForm;
    using concolic::Selection;
    const std::uint64_t seed = study_.seed + start;
    for (const Selection selection : concolic::all_selections)
      add_solved(fmt::format("solver: {}", name(selection)), failing, start, {.selection = selection, .seed = seed});
    add_solved("solver: pcs, subsequence", failing, start,
               {.selection = Selection::pcs, .form = PathForm::subsequence});
    add_solved("solver: pcs, through the oracle", failing, start,
               {.selection = Selection::pcs, .through_oracle = true});
    for (const auto strategy : diagnosis::directed::all_strategies)
      add_changed(fmt::format("change: {}", name(strategy)), failing, start, {.strategy = strategy, .seed = seed});
  }

 private:
  void add_solved(std::string strategy, Ordinal failing, std::size_t start, const concolic::ExplorerOptions& options) {
    const auto solver = concolic::make_solver(study_.solver);
    concolic::Explorer explorer(program_.inputs(), *solver, options);
    ConcolicSuite& suite = add_suite(
        std::move(strategy), failing, start,
        {.next = [&]() -> std::optional<Ordinal> {
           const auto values = explorer.next();
           return values ? std::optional(program_.inputs().ordinal(*values)) : std::nullopt;
         },
         .tell = [&](Ordinal ordinal,
                     const Execution& execution) { explorer.observe(program_.inputs().values(ordinal), execution); },
         .questions = [&] { return explorer.counts().questions; }});
    suite.counts = explorer.counts();
    suite.is_exhausted = explorer.is_exhausted();
  }

  void add_changed(std::string strategy, Ordinal failing, std::size_t start,
                   const diagnosis::directed::DirectorOptions& options) {
    diagnosis::directed::Director director(program_.inputs().factors(), failing, options);
    RecordedTests numbers;
    add_suite(std::move(strategy), failing, start,
              {.next = [&] { return director.next(); },
               .tell =
                   [&](Ordinal ordinal, const Execution& execution) {
                     const auto row = numbers.row(execution.covered);
                     director.know(numbers.conditions());
                     director.observe(ordinal, outcome_of_run(execution), row);
                   }});
  }

  ConcolicSuite& add_suite(std::string strategy, Ordinal failing, std::size_t start, const Proposer& proposer) {
    ConcolicSuite suite{.strategy = std::move(strategy), .start = start, .after = {}, .counts = {}};
    RecordedTests tests;
    double seconds = 0;
    const auto execute = [&](Ordinal ordinal, Clock::time_point since) {
      const Execution execution = program_.run(program_.inputs().values(ordinal));
      proposer.tell(ordinal, execution);
      seconds += std::chrono::duration<double>(Clock::now() - since).count();
      tests.add(ordinal, outcome_of_run(execution), execution.covered);
      ConcolicStep step = step_of(tests, seeded_);
      step.questions = proposer.questions();
      step.seconds = seconds;
      suite.after.push_back(step);
    };
    execute(failing, Clock::now());
    while (suite.after.size() <= study_.tests) {
      const Clock::time_point since = Clock::now();
      const std::optional<Ordinal> ordinal = proposer.next();
      if (!ordinal) break;
      execute(*ordinal, since);
    }
    return fault_.suites.emplace_back(std::move(suite));
  }

  const ConcolicStudy& study_;
  const concolic::Program& program_;
  const std::set<concolic::Place>& seeded_;
  ConcolicFault& fault_;
};

}  // namespace

void add(ConcolicStudy& study, const std::string& name, const concolic::Program& program) {
  ConcolicFault fault{.name = name, .inputs = program.inputs().size(), .suites = {}};
  RecordedTests population;
  std::set<concolic::Place> seeded;
  std::vector<Ordinal> failing;
  for (const Ordinal ordinal : population_of(study, fault.inputs)) {
    const Execution execution = program.run(program.inputs().values(ordinal));
    population.add(ordinal, outcome_of_run(execution), execution.covered);
    seeded.insert(execution.seeded.begin(), execution.seeded.end());
    if (!execution.passes) failing.push_back(ordinal);
  }
  fault.judged = population.size();
  fault.failing = failing.size();
  if (failing.empty()) return study.left_out.without_failure.push_back(name);
  if (seeded.empty()) return study.left_out.without_place.push_back(name);
  fault.whole = step_of(population, seeded);
  if (fault.whole.rank.best == 0) return study.left_out.not_covered.push_back(name);
  generators::Randomness random(study.seed);
  random.shuffle(failing);
  for (std::size_t start = 0; start < std::min(study.starts, failing.size()); ++start)
    Suites(study, program, seeded, fault).add_all(failing[start], start);
  study.faults.push_back(std::move(fault));
}

bool is_as_whole(const ConcolicStep& step, const ConcolicFault& fault) {
  return step.rank.best > 0 && step.rank.average <= fault.whole.rank.average;
}

std::size_t tests_until_as_whole(const ConcolicSuite& suite, const ConcolicFault& fault) {
  for (std::size_t tests = 0; tests < suite.after.size(); ++tests)
    if (is_as_whole(suite.after[tests], fault)) return tests;
  return suite.after.size();
}

}  // namespace smallscope::evaluation
