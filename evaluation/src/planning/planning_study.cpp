// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/planning/planning_study.hpp>

#include <algorithm>

#include <smallscope/evaluation/failures.hpp>

#include "on_threads.hpp"

namespace smallscope::evaluation::planning {

using diagnosis::Column;
using diagnosis::Word;
using diagnosis::planning::PoolTest;
using diagnosis::planning::Session;

namespace {

/// One instance when it reached one threshold.
struct Point {
  double cost = 0, tests = 0;
  bool is_reached = false;
  bool is_wrong = false;
  double precision = 0, recall = 0, wasted = 0;
};

struct Run {
  std::vector<Point> points;
  std::size_t diagnoses = 0;
  double left_out = 0;
  bool is_cut = false;
};

std::vector<Word> row_of(const PlanningInstance& instance, std::size_t test) {
  return diagnosis::row_of(instance.tests[test].covered, static_cast<Column>(instance.components.size()));
}

bool has_fault(const std::vector<Column>& group, const PlanningInstance& instance) {
  return std::ranges::any_of(group, [&](Column each) { return std::ranges::binary_search(instance.faults, each); });
}

double wasted_before_first_fault(const Session& session, const PlanningInstance& instance) {
  const std::vector<double> faults = session.belief().fault_probabilities();
  double best = -1;
  for (std::size_t group = 0; group < faults.size(); ++group)
    if (has_fault(session.groups()[group], instance)) best = std::max(best, faults[group]);
  double before = 0, tied = 0, tied_faults = 0;
  for (std::size_t group = 0; group < faults.size(); ++group) {
    const std::vector<Column>& members = session.groups()[group];
    const auto size = static_cast<double>(members.size());
    if (faults[group] > best) before += size;
    if (faults[group] != best) continue;
    const auto faulty = static_cast<double>(
        std::ranges::count_if(members, [&](Column each) { return std::ranges::binary_search(instance.faults, each); }));
    tied_faults += faulty;
    tied += size - faulty;
  }
  return before + tied / (tied_faults + 1);
}

void judge(Point& point, const Session& session, const PlanningInstance& instance) {
  point.cost = session.cost();
  point.tests = static_cast<double>(session.tests().size());
  const diagnosis::Diagnoses diagnoses = session.diagnoses();
  double right = 0;
  const std::size_t size = diagnoses.all.empty() ? 0 : diagnoses.all[0].elements.size();
  for (std::size_t i = 0; i < size; ++i)
    if (has_fault(session.groups()[diagnoses.all[0].elements[i]], instance)) ++right;
  point.is_wrong = right < static_cast<double>(size);
  point.precision = size == 0 ? 0 : right / static_cast<double>(size);
  point.recall = right / static_cast<double>(instance.faults.size());
  point.wasted = wasted_before_first_fault(session, instance);
}

Session session_of(const PlanningInstance& instance, const StudiedPlanner& planner, const PlanningSettings& settings,
                   std::uint64_t seed) {
  diagnosis::Spectrum observed(instance.components);
  std::vector<PoolTest> pool;
  for (std::size_t test = 0; test < instance.tests.size(); ++test)
    if (std::ranges::binary_search(instance.first, test))
      observed.add(test, instance.tests[test].outcome, std::span<const Word>(row_of(instance, test)));
    else
      pool.push_back({.ordinal = test, .traces = {{row_of(instance, test)}}, .cost = instance.tests[test].cost});
  return Session(observed, std::move(pool),
                 {.belief = settings.belief,
                  .planner = planner.options,
                  .stop = {.threshold = settings.thresholds.back(),
                           .is_one_enough = settings.is_one_enough,
                           .tests = settings.most_tests},
                  .seed = seed});
}

Run run(const PlanningInstance& instance, const StudiedPlanner& planner, const PlanningSettings& settings,
        std::uint64_t seed) {
  Session session = session_of(instance, planner, settings, seed);
  Run result;
  result.points.resize(settings.thresholds.size());
  std::size_t open = 0;  // the first threshold that is not reached
  const auto look = [&] {
    result.diagnoses = std::max(result.diagnoses, session.belief().size());
    result.left_out = std::max(result.left_out, session.belief().left_out_probability());
    result.is_cut |= session.belief().left_out() > 0;
    for (; open < settings.thresholds.size() && session.belief().greatest() >= settings.thresholds[open]; ++open) {
      result.points[open].is_reached = true;
      judge(result.points[open], session, instance);
    }
  };
  look();
  while (const PoolTest* const test = session.next()) {
    const auto number = static_cast<std::size_t>(test->ordinal);
    session.observe(instance.tests[number].outcome, row_of(instance, number));
    look();
  }
  for (; open < settings.thresholds.size(); ++open) judge(result.points[open], session, instance);
  return result;
}

Reached summarised(const std::vector<Run>& runs, double threshold, std::size_t index) {
  Reached reached{.threshold = threshold};
  const auto mean = [&](double Point::*figure) {
    std::vector<double> samples;
    for (const Run& each : runs) samples.push_back(each.points[index].*figure);
    return sample_mean(samples);
  };
  reached.cost = mean(&Point::cost);
  reached.tests = mean(&Point::tests);
  reached.precision = mean(&Point::precision);
  reached.recall = mean(&Point::recall);
  reached.wasted = mean(&Point::wasted);
  double count = 0, wrong = 0;
  for (const Run& each : runs)
    if (each.points[index].is_reached) {
      ++count;
      wrong += each.points[index].is_wrong ? 1 : 0;
    }
  reached.share = count / static_cast<double>(runs.size());
  reached.wrong = count == 0 ? 0 : wrong / count;
  return reached;
}

PlanningRow row_of(const std::string& planner, const std::vector<Run>& runs, const std::vector<double>& thresholds) {
  PlanningRow row{.planner = planner, .reached = {}};
  for (std::size_t i = 0; i < thresholds.size(); ++i) row.reached.push_back(summarised(runs, thresholds[i], i));
  for (const Run& each : runs) {
    row.diagnoses += static_cast<double>(each.diagnoses);
    row.cut += each.is_cut ? 1 : 0;
    row.left_out += each.left_out;
  }
  const auto count = static_cast<double>(runs.size());
  row.diagnoses /= count;
  row.cut /= count;
  row.left_out /= count;
  return row;
}

}  // namespace

PlanningStudy study_planning(const std::vector<PlanningInstance>& instances,
                             const std::vector<StudiedPlanner>& planners, const PlanningSettings& settings) {
  if (instances.empty()) throw EvaluationError("no instances to plan tests of: give at least one");
  if (settings.thresholds.empty() || !std::ranges::is_sorted(settings.thresholds))
    throw diagnosis::SpectrumError("the thresholds of a study must ascend: give at least one, the least first");
  PlanningStudy study{.instances = instances.size(), .rows = {}};
  for (const PlanningInstance& instance : instances)
    for (const std::size_t test : instance.first)
      study.failing_first += is_failing(instance.tests[test].outcome) ? 1 : 0;
  study.failing_first /= static_cast<double>(instances.size());
  for (const StudiedPlanner& planner : planners) {
    std::vector<Run> runs(instances.size());
    on_threads(settings.threads, instances.size(), [&](std::size_t i) {
      runs[i] = run(instances[i], planner, settings, generators::mixed(settings.seed) + i);
    });
    study.rows.push_back(row_of(planner.name, runs, settings.thresholds));
  }
  return study;
}

}  // namespace smallscope::evaluation::planning
