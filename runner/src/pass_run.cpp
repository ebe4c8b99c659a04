// SPDX-License-Identifier: Apache-2.0
#include "pass_run.hpp"

#include <algorithm>
#include <mutex>
#include <span>

#include <smallscope/runner/ended_process.hpp>
#include <smallscope/runner/judging.hpp>

#include "cases.hpp"
#include "portion_sizes.hpp"
#include "portions.hpp"

namespace smallscope::runner {

using oracles::Verdict;

namespace {

/// How many of these inputs did not end in time, or what oracles executed for them.
Ordinal late_in(const PortionResult& result) {
  // A lane in another process only knows the verdicts.
  return std::max(result.late,
                  static_cast<Ordinal>(std::ranges::count(result.outcomes, Verdict::timed_out, &Outcome::verdict)));
}

/// What a repeating pass needs to know: the ordinals of the level that did not pass before.
std::unordered_set<Ordinal> cases_before(results::Store& store, const results::Pass& pass) {
  std::unordered_set<Ordinal> ordinals;
  if (!pass.repeat) return ordinals;
  const auto note = [&](const results::Case& known) {
    if (known.level == pass.level) ordinals.insert(known.ordinal);
    return true;
  };
  store.for_each_case(note, false, results::CaseParts::none());
  return ordinals;
}

}  // namespace

PassRun::PassRun(CampaignRun& run, std::size_t index)
    : run_(run),
      pass_(run.schedule.pass(index).pass.id),
      level_(run.schedule.pass(index).pass.level),
      repeats_(run.schedule.pass(index).pass.repeat),
      keeps_coverage_of_repeats_(run.options.only_first),
      known_cases_(cases_before(run.store, run.schedule.pass(index).pass)),
      planner_(run, index),
      committer_(run, index) {}

void PassRun::run() {
  run_pipeline(run_.scheduler, run_.jobs,
               {.produce = [&] { return planner_.next(); },
                .execute = [&](Task& task) { try_to_execute(static_cast<PortionTask&>(task)); },
                .commit = [&](Task& task) { committer_.commit(static_cast<PortionTask&>(task)); }});
  committer_.finish();
}

void PassRun::try_to_execute(PortionTask& task) const {
  if (task.error) return;
  try {
    execute(task);
  } catch (...) {
    task.error = std::current_exception();
  }
}

void PassRun::execute(PortionTask& task) const {
  const double before = run_.elapsed();
  Lanes::Loan lane(run_.lanes);
  if (is_suspect(task)) {
    task.result = execute_singly(task, *lane.get());
  } else {
    task.result = execute_patiently(task, *lane.get());
  }
  digest(task);
  const bool cut = task.result.visited < task.size();  // says nothing about the rate
  if (!cut) adjust_portion_size(task.size(), run_.elapsed() - before);
}

PortionResult PassRun::execute_patiently(const PortionTask& task, Lane& lane) const {
  const Portion portion{.level = level_,
                        .ordinals = task.ordinals,
                        .ranges = task.ranges,
                        .stop_at_failure = run_.options.first_failure,
                        .again = &task.again};
  const auto execute = [&](Portion part) {
    const std::shared_lock beside_others(alone_);
    // Not before: a supervisor takes what is noted for being executed, and waits no longer than the limit.
    const InFlight::Note note(run_.options.in_flight, {.portion = {pass_, task.first, task.last}});
    part.ends_at_time_out = run_.is_patient();
    PortionResult result = lane.execute(part, run_.cancel.get_token());
    if (!part.ends_at_time_out && run_.options.patience > 1) run_.count_reported_at_once(late_in(result));
    return result;
  };
  PortionResult all = execute(portion);
  while (all.timed_out) {
    const Ordinal index = all.visited;
    append(all, execute_alone(portion, index, lane), index);
    if (all.visited == index) break;  // a stop was requested
    const bool fails =
        !all.outcomes.empty() && all.outcomes.back().index == index && oracles::is_failing(all.outcomes.back().verdict);
    if (all.visited == task.size() || (fails && portion.stop_at_failure)) break;
    append(all, execute(part_of(portion, all.visited, task.size()).portion()), all.visited);
  }
  return all;
}

PortionResult PassRun::execute_alone(const Portion& portion, Ordinal index, Lane& lane) const {
  PartOfPortion part = part_of(portion, index, index + 1);
  part.patience = run_.options.patience;
  part.ends_at_time_out = false;
  const std::unique_lock alone(alone_);
  run_.observer.waiting_for(level_, part.portion().ordinal(0), part.patience);
  lane.renew();
  PortionResult result = lane.execute(part.portion(), run_.cancel.get_token());
  run_.observer.waited();
  if (result.visited == 1) run_.count_patience(late_in(result) > 0);
  return result;
}

bool PassRun::is_suspect(const PortionTask& task) const {
  return std::ranges::any_of(run_.options.suspects, [&](const Suspects& suspects) {
    return suspects.pass == pass_ && suspects.first < task.last && task.first < suspects.last;
  });
}

PortionResult PassRun::execute_singly(const PortionTask& task, Lane& lane) const {
  PortionResult whole;
  const std::stop_token stop = run_.cancel.get_token();
  for (Ordinal index = 0; index < task.size() && !stop.stop_requested(); ++index) {
    const Ordinal ordinal = task.ordinal(index);
    const bool counts = !task.is_again(index);
    const auto fatal = std::ranges::find_if(
        run_.options.fatal, [&](const FatalInput& input) { return input.level == level_ && input.ordinal == ordinal; });
    if (fatal != run_.options.fatal.end()) {
      const Outcome& outcome = whole.outcomes.emplace_back(ended_process(index, fatal->verdict, fatal->message));
      if (counts) count_judgements(outcome.judgements, outcome.verdict, whole.tallies);
    } else {
      const std::unique_lock alone(alone_);
      const InFlight::Note note(
          run_.options.in_flight,
          {.portion = {pass_, task.first, task.last}, .is_single = true, .level = level_, .ordinal = ordinal});
      const std::vector<bool> again{!counts};
      PortionResult one = lane.execute({.level = level_,
                                        .ordinals = std::span(&ordinal, 1),
                                        .stop_at_failure = run_.options.first_failure,
                                        .again = &again},
                                       stop);
      if (one.visited == 0) break;  // a stop was requested
      append(whole, std::move(one), index);
    }
    whole.visited = index + 1;
    if (run_.options.first_failure && !whole.outcomes.empty() && whole.outcomes.back().index == index &&
        oracles::is_failing(whole.outcomes.back().verdict))
      break;
  }
  return whole;
}

void PassRun::adjust_portion_size(Ordinal tests, double seconds) const {
  const double rate = static_cast<double>(std::max<Ordinal>(tests, 1)) / std::max(seconds, 1e-7);
  const double fitting = std::clamp(rate * portion_seconds, 1.0, static_cast<double>(greatest_walked));
  const Ordinal current = run_.portion_size.load();
  run_.portion_size = std::min(static_cast<Ordinal>(fitting), current * 8);
}

void PassRun::digest(PortionTask& task) const {
  for (Outcome& outcome : task.result.outcomes) {
    const Ordinal ordinal = task.ordinal(outcome.index);
    if (task.is_again(outcome.index)) {
      if (outcome.verdict == Verdict::discarded) continue;
      if (known_cases_.contains(ordinal)) {
        task.attempts.push_back(
            {level_, ordinal, "repeat", outcome.verdict, std::move(outcome.judgements), outcome.seconds});
        continue;
      }
      if (!oracles::is_failing(outcome.verdict)) continue;
      // It did not fail before. The ordinal keeps one verdict, which is now flaky.
      outcome.verdict = Verdict::flaky;
    } else if (set_aside(ordinal, outcome, task)) {
      continue;
    }
    task.case_indices.push_back(outcome.index);
    task.cases.push_back(case_of(run_, level_, ordinal, std::move(outcome)));
  }
  for (auto& [index, covered] : task.result.covered)
    if (keeps_coverage_of_repeats_ || !task.is_again(index))
      task.spectra.push_back({task.ordinal(index), std::move(covered)});
  digest_filtered(task);
  if (!repeats_) return;
  // Failing before and passing now is also an attempt.
  const std::vector<Outcome>& outcomes = task.result.outcomes;
  std::size_t next = 0;
  for (Ordinal i = 0; i < task.result.visited; ++i) {
    while (next < outcomes.size() && outcomes[next].index < i) ++next;
    const bool spoke = next < outcomes.size() && outcomes[next].index == i;
    if (!spoke && task.is_again(i) && known_cases_.contains(task.ordinal(i)))
      task.attempts.push_back({level_, task.ordinal(i), "repeat", Verdict::pass, {}, 0});
  }
}

bool PassRun::set_aside(Ordinal ordinal, const Outcome& outcome, PortionTask& task) const {
  switch (outcome.verdict) {
    case Verdict::pass:  // a property that did not apply: the others pass it
      return true;
    case Verdict::discarded:
      task.discards.rejected.push_back(ordinal);
      break;
    case Verdict::refused:
      task.discards.refused.push_back(ordinal);
      break;
    case Verdict::not_applicable:
      task.discards.not_applicable.push_back(ordinal);
      break;
    default:
      return false;
  }
  if (auto reason = results::reason_of(outcome.verdict, outcome.judgements, ordinal))
    task.reasons.add(*std::move(reason));
  return true;
}

void PassRun::digest_filtered(PortionTask& task) const {
  auto& filtered = task.result.filtered;
  if (task.is_walked()) {  // moved, because they may be many
    std::size_t range = 0;
    for (auto& [first, last] : filtered) {
      while (range + 1 < task.range_starts.size() && task.range_starts[range + 1] <= first) ++range;
      const Ordinal shift = task.ranges[range].first - task.range_starts[range];  // it never wraps
      first += shift;
      last += shift;
    }
    task.discards.filtered = std::move(filtered);
    return;
  }
  for (const auto& [first, last] : filtered)
    for (Ordinal i = first; i < last; ++i)
      if (!task.is_again(i)) task.discards.filtered.emplace_back(task.ordinals[i], task.ordinals[i] + 1);
}

}  // namespace smallscope::runner
