// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/capability/capability_study.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/evaluation/failures.hpp>

#include "capability/cases.hpp"
#include "on_threads.hpp"

namespace smallscope::evaluation::capability {

namespace dc = diagnosis::capability;

namespace {

/// After each of the numbers of tests.
struct Place {
  double rank = 0, precision = 0;
};
using Places = std::vector<Place>;

Place place_of(const dc::Suite& suite, const Case& studied, diagnosis::Ties ties) {
  const diagnosis::Ranking ranking = suite.ranking();
  return {rank_of_first(ranking, studied.faulty, ties), average_precision(ranking, studied.faulty, ties)};
}

Places places_of(const Case& studied, const Beginning& beginning, const std::vector<std::size_t>& selected,
                 const CapabilitySettings& settings) {
  dc::Suite suite = dc::suite_of(*studied.spectrum, beginning.failing_test);
  Places places;
  std::size_t added = 0;
  for (const std::size_t tests : settings.tests) {
    for (; added < std::min(tests, selected.size()); ++added) {
      const diagnosis::CoveredTest test = studied.spectrum->test(selected[added]);
      suite.add(studied.spectrum->row(test.row), is_failing(test.outcome));
    }
    places.push_back(place_of(suite, studied, settings.ties));
  }
  return places;
}

/// What contenders achieve: of each contender, repetition and case, if it was applied to the case.
class Achieved {
 public:
  Achieved(std::size_t contenders, std::size_t repeats, std::size_t cases)
      : repeats_(repeats), cases_(cases), all_(contenders * repeats * cases) {}
  std::optional<Places>& at(std::size_t contender, std::size_t repeat, std::size_t studied) {
    return all_[(contender * repeats_ + repeat) * cases_ + studied];
  }
  const std::optional<Places>& at(std::size_t contender, std::size_t repeat, std::size_t studied) const {
    return all_[(contender * repeats_ + repeat) * cases_ + studied];
  }

 private:
  std::size_t repeats_, cases_;
  std::vector<std::optional<Places>> all_;
};

/// Over those of the cases to which the contender was applied; none if there are none.
std::optional<Located> located(const Achieved& achieved, std::size_t contender, const std::vector<std::size_t>& cases,
                               std::size_t repeats, std::size_t place) {
  std::vector<double> precisions;
  std::array<std::vector<double>, diagnosis::accuracy_ranks.size()> found;
  for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
    std::vector<double> ranks, of_cases;
    for (const std::size_t studied : cases)
      if (const auto& places = achieved.at(contender, repeat, studied)) {
        ranks.push_back((*places)[place].rank);
        of_cases.push_back((*places)[place].precision);
      }
    if (ranks.empty()) return std::nullopt;
    precisions.push_back(diagnosis::mean(of_cases));
    for (std::size_t n = 0; n < found.size(); ++n)
      found[n].push_back(static_cast<double>(diagnosis::acc_at(ranks, diagnosis::accuracy_ranks[n])));
  }
  Located result{.precision = sample_mean(precisions), .found = {}};
  for (std::size_t n = 0; n < found.size(); ++n) result.found[n] = sample_mean(found[n]);
  return result;
}

CapabilityRow row_of(const Contender& contender, std::size_t number, const Achieved& achieved,
                     const std::vector<Case>& cases, std::size_t programs, const CapabilitySettings& settings,
                     std::size_t numbers_of_tests) {
  CapabilityRow row{.contender = contender.name,
                    .knows_outcomes = contender.knows_outcomes,
                    .at = {},
                    .by_program = {},
                    .precisions = {}};
  const std::vector<std::size_t> all = positions(cases.size());
  for (std::size_t place = 0; place < numbers_of_tests; ++place)
    if (const auto found = located(achieved, number, all, settings.repeats, place)) row.at.push_back(*found);
  const std::size_t last = numbers_of_tests - 1;
  for (std::size_t program = 0; program < programs; ++program) {
    std::vector<std::size_t> own;
    for (std::size_t i = 0; i < cases.size(); ++i)
      if (cases[i].program == program) own.push_back(i);
    row.by_program.push_back(located(achieved, number, own, settings.repeats, last));
  }
  for (std::size_t studied = 0; studied < cases.size(); ++studied) {
    if (!achieved.at(number, 0, studied)) continue;
    ++row.cases;
    double sum = 0;
    for (std::size_t repeat = 0; repeat < settings.repeats; ++repeat)
      sum += (*achieved.at(number, repeat, studied))[last].precision;
    row.precisions.push_back(sum / static_cast<double>(settings.repeats));
  }
  return row;
}

/// The five methods that the paper compares, what RLFDC is made of, and chance.
void compare(CapabilityStudy& study) {
  std::vector<const CapabilityRow*> rows;
  for (const char* const name : {"random", "entbug", "ddu", "tfd", "cover", "split", "fdg", "rlfdc"})
    for (const CapabilityRow& row : study.rows)
      if (row.contender == name && row.cases == study.cases) rows.push_back(&row);
  if (rows.size() < 2) return;
  std::vector<std::vector<double>> scores(study.cases);
  for (const CapabilityRow* const row : rows) {
    study.compared.push_back(row->contender);
    for (std::size_t i = 0; i < study.cases; ++i) scores[i].push_back(row->precisions[i]);
  }
  study.comparison = compare_methods(scores);
}

}  // namespace

CapabilityStudy study_capability(const std::vector<Program>& programs, const std::vector<Contender>& contenders,
                                 const CapabilitySettings& settings) {
  if (settings.tests.empty() || !std::ranges::is_sorted(settings.tests))
    throw EvaluationError("the numbers of tests of a study must ascend: give at least one, the least first");
  if (settings.repeats == 0 || settings.folds < 2)
    throw EvaluationError(
        fmt::format("{} repetitions and {} folds: give at least 1 and 2", settings.repeats, settings.folds));
  CapabilityStudy study;
  const std::vector<Case> cases = cases_of(programs, study);
  std::vector<std::vector<Beginning>> beginnings(settings.repeats);
  for (std::size_t repeat = 0; repeat < settings.repeats; ++repeat)
    for (std::size_t i = 0; i < cases.size(); ++i)
      beginnings[repeat].push_back(
          drawn_beginning(cases[i], settings.is_distinct, seed_of(settings.seed, repeat, 2 * i)));

  struct Job {
    std::size_t contender, repeat, number;
    Assignment assignment;
  };
  std::vector<Job> jobs;
  for (std::size_t contender = 0; contender < contenders.size(); ++contender) {
    const auto assignments = assignments_of(contenders[contender], cases, programs.size(), settings.folds);
    for (std::size_t repeat = 0; repeat < settings.repeats; ++repeat)
      for (std::size_t i = 0; i < assignments.size(); ++i) jobs.push_back({contender, repeat, i, assignments[i]});
  }
  Achieved achieved(contenders.size(), settings.repeats, cases.size()), whole(1, 1, cases.size());
  on_threads(settings.threads, jobs.size(), [&](std::size_t number) {
    const Job& job = jobs[number];
    const Contender& contender = contenders[job.contender];
    dc::Scorer scorer = contender.scorer;
    if (contender.learning) {
      dc::LearningOptions options = *contender.learning;
      options.seed = seed_of(settings.seed, job.repeat, 2 * job.number + 1);
      scorer = dc::scorer(
          dc::learn(lessons_of(cases, job.assignment.lessons, settings.is_distinct, options.seed), options).criterion);
    }
    for (const std::size_t i : job.assignment.cases) {
      const Beginning& beginning = beginnings[job.repeat][i];
      std::vector<std::size_t> selected = beginning.pool;
      selected.resize(std::min(selected.size(), settings.tests.back()));
      if (scorer)
        selected = dc::select(dc::Pool(*cases[i].spectrum, beginning.pool), beginning.failing_test, scorer,
                              settings.tests.back());
      achieved.at(job.contender, job.repeat, i) = places_of(cases[i], beginning, selected, settings);
    }
  });
  on_threads(settings.threads, cases.size(), [&](std::size_t i) {
    const diagnosis::Ranking ranking = diagnosis::rank(cases[i].spectrum->counts(), *diagnosis::find_measure("ochiai"));
    whole.at(0, 0, i) = {{rank_of_first(ranking, cases[i].faulty, settings.ties),
                          average_precision(ranking, cases[i].faulty, settings.ties)}};
  });
  for (std::size_t number = 0; number < contenders.size(); ++number)
    study.rows.push_back(
        row_of(contenders[number], number, achieved, cases, programs.size(), settings, settings.tests.size()));
  CapabilitySettings once = settings;
  once.repeats = 1;
  study.all_tests = row_of({.name = "all tests", .knows_outcomes = true}, 0, whole, cases, programs.size(), once, 1);
  compare(study);
  return study;
}

}  // namespace smallscope::evaluation::capability
