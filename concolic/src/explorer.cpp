// SPDX-License-Identifier: Apache-2.0
#include <smallscope/concolic/explorer.hpp>

#include <algorithm>
#include <chrono>

namespace smallscope::concolic {

std::string_view name(Selection selection) {
  static constexpr std::string_view names[] = {"base", "coverage", "pcs", "is", "random"};
  return names[static_cast<std::size_t>(selection)];
}

Related related(const Expressions& expressions, std::span<const Constraint> constraints,
                std::span<const Constraint> goal) {
  Related found;
  found.constraints.assign(goal.begin(), goal.end());
  for (const Constraint& each : goal) found.inputs |= expressions[each.condition].inputs;
  std::vector<bool> is_taken(constraints.size());
  for (bool grows = true; grows;) {
    grows = false;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      const std::uint64_t inputs = expressions[constraints[i].condition].inputs;
      if (is_taken[i] || (inputs & found.inputs) == 0) continue;
      is_taken[i] = true;
      grows = grows || (inputs & ~found.inputs) != 0;
      found.inputs |= inputs;
      found.constraints.push_back(constraints[i]);
    }
  }
  return found;
}

Explorer::Explorer(const Inputs& inputs, Solver& solver, ExplorerOptions options)
    : inputs_(inputs), solver_(solver), options_(options), random_(options.seed), forks_(1) {}

bool Explorer::is_exhausted() const {
  return open_.empty() && paths_ > 0 && counts_.unknown == 0 && counts_.diverged == 0;
}

bool Explorer::is_complete(const Fork& fork, const Branch& branch) const {
  return !branch.is_choice && fork.next.size() == 2;
}

void Explorer::observe(const Values& values, const Execution& execution) {
  // The suite of all faults does not know this one.
  if (options_.selection == Selection::base && !known_.contains(values)) {
    others_.emplace(values, execution);
    return;
  }
  if (awaited_ && *awaited_->solution == values) check_divergence(values, execution);
  follow(values, execution);
}

void Explorer::check_divergence(const Values&, const Execution& execution) {
  const auto& asked = awaited_->source->path.branches;
  const auto& taken = execution.path.branches;
  bool is_same = taken.size() > awaited_->index;
  for (std::size_t i = 0; is_same && i <= awaited_->index; ++i)
    is_same = taken[i].place == asked[i].place && (i == awaited_->index || taken[i].outcome == asked[i].outcome);
  if (!is_same || awaited_outcomes_.contains(taken[awaited_->index].outcome)) ++counts_.diverged;
  awaited_.reset();
}

void Explorer::follow(const Values& values, const Execution& execution) {
  known_.insert(values);
  covered_.insert(execution.covered.begin(), execution.covered.end());
  const auto source = std::make_shared<const Observed>(
      Observed{.values = values, .path = execution.path, .steps = steps(execution.path.branches)});
  if (!execution.passes) failing_.push_back(source);
  std::size_t fork = 0;
  for (std::size_t i = 0; i < source->path.branches.size(); ++i) {
    const Branch& branch = source->path.branches[i];
    const auto [next, is_new] = forks_[fork].next.try_emplace(branch.outcome, forks_.size());
    const std::size_t behind = next->second;
    if (!forks_[fork].is_queued && !is_complete(forks_[fork], branch) &&
        (branch.role == Role::subject || options_.through_oracle)) {
      forks_[fork].is_queued = true;
      open_.push_back({.source = source, .index = i, .fork = fork, .solution = {}});
    }
    if (is_new) forks_.emplace_back();
    fork = behind;
  }
  paths_ += forks_[fork].is_end ? 0 : 1;
  forks_[fork].is_end = true;
}

std::vector<Step> Explorer::steps_of(const Configuration& configuration) const {
  const auto& branches = configuration.source->path.branches;
  std::vector<Step> asked = steps(std::span(branches).first(configuration.index));
  const Branch& last = branches[configuration.index];
  // Another value of a choice is not known before it is solved; it is not the one of this run.
  if (last.role == Role::subject && !last.is_choice) asked.push_back({last.place, 1 - last.outcome});
  return asked;
}

void Explorer::compare(Configuration& configuration) const {
  if (configuration.compared == failing_.size()) return;
  std::vector<Step> asked;
  if (options_.selection == Selection::pcs) asked = steps_of(configuration);
  for (; configuration.compared < failing_.size(); ++configuration.compared) {
    const Observed& failing = *failing_[configuration.compared];
    double alike = 0;
    if (options_.selection == Selection::pcs) {
      alike = similarity(asked, failing.steps, options_.form);
    } else if (configuration.solution) {
      for (std::size_t i = 0; i < inputs_.count(); ++i)
        alike += (*configuration.solution)[i] == failing.values[i] ? 1 : 0;
      alike /= static_cast<double>(inputs_.count());
    }
    configuration.similarity = std::max(configuration.similarity, alike);
  }
}

bool Explorer::is_new(const Configuration& configuration) const {
  const Branch& branch = configuration.source->path.branches[configuration.index];
  if (branch.role == Role::oracle) return false;
  if (branch.is_choice) return true;
  return !covered_.contains({Covered::Kind::outcome, 1 - branch.outcome, branch.place});
}

std::size_t Explorer::chosen() {
  std::size_t best = 0;
  switch (options_.selection) {
    case Selection::base:
    case Selection::coverage:
      for (std::size_t i = 0; i < open_.size(); ++i)
        if (is_new(open_[i])) return i;
      break;
    case Selection::random:
      return random_.below(open_.size());
    case Selection::pcs:
    case Selection::is:
      for (std::size_t i = 0; i < open_.size(); ++i) {
        compare(open_[i]);
        if (open_[i].similarity > open_[best].similarity) best = i;
      }
  }
  return best;
}

std::optional<Values> Explorer::solve(const Configuration& configuration) {
  const Path& path = configuration.source->path;
  // Choices are compared with values that other runs had there, in expressions of their own.
  Expressions expressions = *path.expressions;
  std::vector<Constraint> before, goal;
  for (std::size_t i = 0; i < configuration.index; ++i)
    before.push_back({path.branches[i].condition, path.branches[i].holds});
  const Branch& last = path.branches[configuration.index];
  if (last.is_choice) {
    const Node value = expressions[last.condition].left;
    for (const auto& [outcome, behind] : forks_[configuration.fork].next)
      goal.push_back({expressions.make(Operation::equal, value, expressions.number(outcome)), false});
  } else {
    goal.push_back({last.condition, !last.holds});
  }
  const Related asked = related(expressions, before, goal);
  ++counts_.questions;
  const auto start = std::chrono::steady_clock::now();
  const Solution solution = solver_.solve({expressions, inputs_, asked.constraints});
  counts_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (solution.answer != Answer::satisfiable) {
    ++(solution.answer == Answer::unknown ? counts_.unknown : counts_.unsatisfiable);
    return std::nullopt;
  }
  // What the question does not depend on stays as it was, so the new input is near the one that it comes from.
  Values values = configuration.source->values;
  for (std::size_t i = 0; i < values.size(); ++i)
    if ((asked.inputs >> i & 1) != 0) values[i] = solution.values[i];
  return values;
}

void Explorer::solve_new() {
  std::erase_if(open_, [&](Configuration& each) {
    const Fork& fork = forks_[each.fork];
    if (is_complete(fork, each.source->path.branches[each.index])) return true;
    if (each.solution && each.outcomes == fork.next.size()) return false;
    each.solution = solve(each);
    each.outcomes = fork.next.size();
    each.compared = 0;
    each.similarity = 0;
    return !each.solution;
  });
}

std::optional<Values> Explorer::next() {
  if (options_.selection == Selection::base && paths_ == 0 && known_.empty()) {
    const Values least = inputs_.values(0);
    const auto other = others_.find(least);
    if (other == others_.end()) {
      known_.insert(least);
      ++counts_.proposed;
      return least;
    }
    follow(least, other->second);
  }
  while (true) {
    if (options_.selection == Selection::is) solve_new();
    if (open_.empty()) return std::nullopt;
    const std::size_t index = chosen();
    Configuration configuration = std::move(open_[index]);
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(index));
    Fork& fork = forks_[configuration.fork];
    const Branch& branch = configuration.source->path.branches[configuration.index];
    if (is_complete(fork, branch)) continue;
    if (!configuration.solution) configuration.solution = solve(configuration);
    if (!configuration.solution) continue;
    // A choice has more outcomes than two: the run that is proposed asks for the next one.
    if (branch.is_choice) fork.is_queued = false;
    const Values values = *configuration.solution;
    if (const auto other = others_.find(values); other != others_.end() && !known_.contains(values)) {
      follow(values, other->second);
      continue;
    }
    if (!known_.insert(values).second) {
      ++counts_.diverged;
      continue;
    }
    awaited_outcomes_.clear();
    for (const auto& [outcome, behind] : fork.next) awaited_outcomes_.insert(outcome);
    awaited_ = std::move(configuration);
    ++counts_.proposed;
    return values;
  }
}

}  // namespace smallscope::concolic
