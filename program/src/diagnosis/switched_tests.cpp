// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/switched_tests.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include <fmt/format.h>

#include <smallscope/coverage/conditions.hpp>
#include <smallscope/coverage/symbols.hpp>
#include <smallscope/generators/rings.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/runner/switched.hpp>

#include "command_line/counted.hpp"

namespace smallscope::program {

using coverage::Covered;
using results::Ordinal;
using results::Verdict;
using runner::Switched;
using runner::Switching;

namespace {

constexpr std::size_t most_candidates = 2'000;  ///< inputs that a sample is drawn from
constexpr double times_longer = 20;
constexpr std::chrono::milliseconds least_time{500}, most_time{10'000};

/// The first, then each time the one that is furthest from those before it.
std::vector<Ordinal> spread(Ordinal first, std::vector<Ordinal> from, std::size_t count,
                            const diagnosis::ChoicesOf& choices_of) {
  if (from.size() > most_candidates) from.resize(most_candidates);
  std::vector<Ordinal> chosen{first};
  std::vector<std::size_t> distance(from.size(), ~std::size_t{0});
  std::vector<generators::Choices> choices;
  for (const Ordinal each : from) choices.push_back(choices_of(each));
  while (chosen.size() < count) {
    const generators::Choices last = choices_of(chosen.back());
    for (std::size_t i = 0; i < from.size(); ++i)
      distance[i] = std::min(distance[i], diagnosis::distance(last, choices[i]));
    const auto furthest = std::ranges::max_element(distance);
    if (furthest == distance.end() || *furthest == 0) break;
    chosen.push_back(from[static_cast<std::size_t>(furthest - distance.begin())]);
  }
  return chosen;
}

/// A condition with which negated the first failing input passes.
struct Critical {
  coverage::Switch condition;
  std::vector<coverage::Element> blocks;  ///< that it is in
  diagnosis::NegatedCondition found;
};

class SwitchedRun {
 public:
  SwitchedRun(ClusterTests& tests, const SwitchArguments& arguments, SwitchedTests& to, const VisitSwitched& visit)
      : tests_(tests), arguments_(arguments), to_(to), visit_(visit) {}

  void run() {
    to_.failing =
        spread(tests_.failing_input(arguments_.input), tests_.failing(), arguments_.failing, tests_.choices_of());
    to_.passing = passing_inputs();
    execute_unchanged();
    if (to_.run != runner::Stop::finished) return;
    find_critical();
    if (to_.run == runner::Stop::finished) weigh_critical();
    for (Critical& each : critical_) to_.critical.push_back(std::move(each.found));
    diagnosis::sort_by_gain(to_.critical);
  }

 private:
  /// Those that pass, or may pass because they were not executed: half of them near the failing one, the others from
  /// everywhere.
  std::vector<Ordinal> passing_inputs() {
    std::vector<Ordinal> passing;
    const auto may_pass = [&](Ordinal each) {
      return tests_.store().verdict(0, each).value_or(Verdict::pass) == Verdict::pass;
    };
    generators::Rings rings(tests_.factors(), to_.failing.front());
    for (std::size_t looked = 0; passing.size() < arguments_.passing / 2 && looked < most_candidates; ++looked) {
      const auto next = rings.next();
      if (!next) break;
      if (may_pass(*next)) passing.push_back(*next);
    }
    // Multiples of the golden ratio are spread evenly, however many of them are taken.
    constexpr double golden_ratio = 0.6180339887498949;
    Ordinal size = 1;
    for (const Ordinal factor : tests_.factors()) size *= factor;
    for (std::size_t i = 0; passing.size() < arguments_.passing && i < most_candidates; ++i) {
      const Ordinal each =
          static_cast<Ordinal>(static_cast<double>(size) * std::fmod(golden_ratio * static_cast<double>(i + 1), 1.0));
      if (each < size && may_pass(each) && std::ranges::find(passing, each) == passing.end()) passing.push_back(each);
    }
    return passing;
  }

  template <typename Seen>
  void execute(const std::vector<Switching>& all, const Seen& seen, std::optional<std::chrono::milliseconds> time) {
    std::size_t at = 0, done = 0;
    try {
      to_.run = tests_.engine().execute_switched(
          [&]() -> std::optional<Switching> {
            if (at == all.size()) return std::nullopt;
            return all[at++];
          },
          {.budget = tests_.time_left(), .time = time},
          [&](const Switching& switching, const Switched& switched) {
            to_.executions += switching.ordinals.size();
            seen(done++, switching, switched);
          },
          tests_.interrupt());
    } catch (const std::invalid_argument& error) {
      throw UsageError(fmt::format("switch: {}", error.what()));
    }
  }

  void execute_unchanged() {
    std::vector<Switching> all;
    for (const Ordinal each : to_.failing) all.push_back({{}, {each}});
    for (const Ordinal each : to_.passing) all.push_back({{}, {each}});
    double longest = 0;
    std::vector<Ordinal> failing, passing;
    execute(
        all,
        [&](std::size_t number, const Switching& switching, const Switched& switched) {
          const Ordinal ordinal = switching.ordinals.front();
          const bool should_fail = number < to_.failing.size();
          const bool is_known =
              !switched.verdicts.empty() && !switched.covered.empty() && !switched.covered.front().second.parts.empty();
          const Verdict verdict = is_known ? switched.verdicts.front() : Verdict::discarded;
          if (!is_known || (should_fail ? !oracles::is_failing(verdict) : verdict != Verdict::pass)) {
            to_.changed += tests_.store().verdict(0, ordinal).has_value();
            return;
          }
          (should_fail ? failing : passing).push_back(ordinal);
          covered_[ordinal] = switched.covered.front().second;
          longest = std::max(longest, switched.seconds);
        },
        std::nullopt);
    if (to_.run != runner::Stop::finished) return;
    if (failing.empty() || failing.front() != to_.failing.front())
      throw UsageError(fmt::format("switch: input {} does not fail any more, or reports nothing of what it covers",
                                   to_.failing.front()));
    to_.failing = failing;
    to_.passing = passing;
    const auto time = std::chrono::milliseconds(static_cast<long>(1000 * times_longer * longest));
    time_ = std::clamp(time, least_time, most_time);
  }

  bool is_executed(Ordinal ordinal, const std::string& module, const std::vector<coverage::Element>& blocks) const {
    for (const coverage::Part& part : covered_.at(ordinal).parts)
      if (part.module->id == module)
        return std::ranges::any_of(
            blocks, [&](coverage::Element block) { return std::ranges::binary_search(part.elements, block); });
    return false;
  }

  void find_critical() {
    const Ordinal first = to_.failing.front();
    std::vector<Switching> all;
    std::vector<coverage::Condition> conditions;
    std::vector<const coverage::Module*> modules;
    std::size_t of_lines = 0;
    for (const coverage::Part& part : covered_.at(first).parts) {
      to_.modules.emplace_back(part.module->id, part.module->path);
      const coverage::Conditions found = coverage::conditions_of(*part.module);
      if (part.module->id.starts_with(coverage::line_module))
        ++of_lines;
      else if (!found.problem.empty())
        to_.problems.push_back(found.problem);
      for (const coverage::Condition& condition : found.conditions) {
        if (!is_executed(first, part.module->id, condition.blocks)) continue;
        all.push_back({{part.module->id, condition.branches}, {first}});
        conditions.push_back(condition);
        modules.push_back(part.module.get());
      }
    }
    if (of_lines > 0)
      to_.problems.push_back(fmt::format("{} whose lines are reported, whose conditions are not in machine code",
                                         counted(of_lines, "file")));
    to_.conditions = all.size();
    std::map<const coverage::Module*, std::unique_ptr<coverage::Symbols>> symbols;
    execute(
        all,
        [&](std::size_t number, const Switching& switching, const Switched& switched) {
          ++to_.tried;
          if (!switched.was_negated) ++to_.not_negated;
          if (switched.was_negated && !switched.verdicts.empty() && switched.verdicts.front() == Verdict::pass) {
            auto& known = symbols[modules[number]];
            if (!known) known = std::make_unique<coverage::Symbols>(*modules[number]);
            const coverage::Place place = known->place(conditions[number].point());
            diagnosis::NegatedCondition critical{.function = place.function, .mended = 1};
            if (!place.lines.empty()) {
              critical.file = known->files()[place.lines.front().file];
              critical.line = place.lines.front().line;
            }
            critical_.push_back({switching.condition, conditions[number].blocks, std::move(critical)});
          }
          visit_(to_.conditions, to_.tried, critical_.size());
        },
        time_);
  }

  /// With the other inputs. What does not execute a condition, does as before. What there is no time for stays as it
  /// is: mended by the first failing input alone.
  void weigh_critical() {
    std::vector<Switching> all;
    std::vector<diagnosis::NegatedCondition> weighed;
    for (const Critical& each : critical_) {
      diagnosis::NegatedCondition& condition = weighed.emplace_back(each.found);
      condition.failing = to_.failing.size();
      condition.passing = to_.passing.size();
      Switching switching{each.condition, {}};
      for (const Ordinal input : to_.failing)
        if (input != to_.failing.front() && is_executed(input, each.condition.module, each.blocks))
          switching.ordinals.push_back(input);
      for (const Ordinal input : to_.passing) {
        if (is_executed(input, each.condition.module, each.blocks))
          switching.ordinals.push_back(input);
        else
          ++condition.kept;
      }
      all.push_back(std::move(switching));
    }
    execute(
        all,
        [&](std::size_t number, const Switching& switching, const Switched& switched) {
          if (!switched.was_negated) return;
          diagnosis::NegatedCondition& condition = weighed[number];
          for (std::size_t i = 0; i < switched.verdicts.size(); ++i) {
            if (switched.verdicts[i] != Verdict::pass) continue;
            const bool should_fail = std::ranges::find(to_.failing, switching.ordinals[i]) != to_.failing.end();
            ++(should_fail ? condition.mended : condition.kept);
          }
          critical_[number].found = condition;
        },
        time_);
  }

  ClusterTests& tests_;
  const SwitchArguments& arguments_;
  SwitchedTests& to_;
  const VisitSwitched& visit_;
  std::map<Ordinal, Covered> covered_;
  std::vector<Critical> critical_;
  std::chrono::milliseconds time_ = most_time;
};

}  // namespace

SwitchedTests switched_tests(const Context& context, const runner::Campaign& campaign, const SwitchArguments& arguments,
                             const VisitSwitched& visit) {
  ClusterTests tests("switch", context, campaign, arguments.store, arguments.from, arguments.cluster,
                     arguments.execution, arguments.input);
  SwitchedTests switched{
      .id = tests.cluster().id, .key = tests.cluster().key, .messages = report::message_text(tests.cluster(), 120)};
  SwitchedRun(tests, arguments, switched, visit).run();
  return switched;
}

}  // namespace smallscope::program
