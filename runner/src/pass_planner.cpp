// SPDX-License-Identifier: Apache-2.0
#include "pass_planner.hpp"

#include <algorithm>

#include "portion_sizes.hpp"

namespace smallscope::runner {

PassPlanner::PassPlanner(CampaignRun& run, std::size_t index)
    : run_(run),
      index_(index),
      scheduled_(run.schedule.pass(index)),
      position_(scheduled_.pass.done),
      visits_(run.visits) {}

std::unique_ptr<Task> PassPlanner::next() {
  try {
    return next_portion();
  } catch (...) {
    failed_ = true;  // the run has not ended: an earlier portion may still end it for a better reason
    auto broken = empty_portion();
    broken->error = std::current_exception();
    return broken;
  }
}

std::unique_ptr<PortionTask> PassPlanner::empty_portion() const {
  auto task = std::make_unique<PortionTask>();
  task->first = task->last = position_;
  return task;
}

std::unique_ptr<PortionTask> PassPlanner::next_portion() {
  if (run_.ended() || failed_ || run_.cancel.stop_requested()) return nullptr;
  const RunOptions& options = run_.options;
  if (options.budget && run_.elapsed() >= options.budget->count()) {
    run_.end(Stop::budget);
    return nullptr;
  }
  const Ordinal allowed = options.max_tests ? *options.max_tests - std::min(*options.max_tests, visits_) : ~Ordinal{0};
  if (position_ < scheduled_.pass.end && allowed == 0) {
    run_.end(Stop::max_tests);
    return nullptr;
  }
  std::optional<Ordinal> counted;
  while (position_ < scheduled_.pass.end) {
    auto task = plan(allowed);
    if (scheduled_.pass.end == generators::uncounted && !reach(*task, counted)) {
      if (!counted) return nullptr;  // stopped
      continue;
    }
    task->counted = counted;
    position_ = task->last;
    skip_known(*task);
    visits_ += task->size();
    return task;
  }
  if (!counted) return nullptr;
  auto nothing_left = empty_portion();
  nothing_left->counted = counted;
  return nothing_left;
}

std::unique_ptr<PortionTask> PassPlanner::plan(Ordinal allowed) const {
  auto task = std::make_unique<PortionTask>();
  task->first = position_;
  const bool walked = can_be_walked();
  const Ordinal left = scheduled_.pass.end - position_;
  const Ordinal share = run_.jobs == 1 ? left : std::max(left / (portions_left_for_each_job * run_.jobs), least_share);
  const Ordinal greatest = walked ? greatest_walked : greatest_listed;
  task->last = position_ + std::min({left, share, greatest, run_.portion_size.load(), allowed});
  if (!walked) {
    scheduled_.order->ordinals(task->first, task->last, task->ordinals);
    return task;
  }
  scheduled_.order->ranges(task->first, task->last, task->ranges);
  Ordinal start = 0;
  for (const auto& [first, last] : task->ranges) {
    task->range_starts.push_back(start);
    start += last - first;
  }
  return task;
}

bool PassPlanner::can_be_walked() const {
  if (run_.schedule.has_others(index_)) return false;
  // The walk of a search begins at a checkpoint, which is too expensive for every small range.
  const bool is_search = run_.campaign.space_at(scheduled_.pass.level).is_search();
  return scheduled_.order->ascends(is_search ? 0 : position_, scheduled_.pass.end);
}

bool PassPlanner::reach(const PortionTask& task, std::optional<Ordinal>& counted) {
  const Ordinal wanted = task.is_walked() ? task.ranges.back().second : task.ordinals.back() + 1;
  const auto stopped = [this] { return run_.cancel.stop_requested() || run_.cut_off(); };
  const Space& space = run_.campaign.space_at(scheduled_.pass.level);
  if (space.reach(wanted, stopped) == wanted) return true;
  if (space.size() == generators::uncounted) return false;
  counted = scheduled_.pass.end = scheduled_.pass.size = space.size();
  scheduled_.order = generators::make_order(scheduled_.pass.order, scheduled_.pass.size);
  return false;
}

void PassPlanner::skip_known(PortionTask& task) const {
  if (task.is_walked() || !run_.schedule.has_others(index_)) return;
  const bool repeats = scheduled_.pass.repeat;
  Ordinal kept = 0;
  for (Ordinal i = 0; i < task.ordinals.size(); ++i) {
    const bool known = run_.schedule.executed_elsewhere(index_, task.ordinals[i]);
    if (known && !repeats) continue;
    if (repeats) task.again.push_back(known);
    task.positions.push_back(task.first + i);
    task.ordinals[kept++] = task.ordinals[i];
  }
  task.ordinals.resize(kept);
}

}  // namespace smallscope::runner
