// SPDX-License-Identifier: Apache-2.0
// Confirmation: failures are executed again in fresh processes.
//
// If executions share a process, several failures share a fresh one. Those that recur there are confirmed, with a
// fraction of the starts. Any other is executed once more, alone, because an earlier one in the same process may have
// been the reason. Commands have a fresh process each time; they are executed again because they may do something else
// then: a compiled program that reads what it never wrote, threads, a clock.
#include <algorithm>
#include <chrono>
#include <unordered_map>

#include "again/fresh.hpp"
#include "campaign_run.hpp"

namespace smallscope::runner {

namespace {

using results::Agreement;

/// Beyond so many signatures, failures with further ones count as one, because nobody waits for so many fresh
/// processes.
constexpr std::size_t most_signatures = 10'000;
/// Commands that do something else each time give many signatures, of which so many are enough to find that out.
constexpr std::size_t most_of_commands = 64;
/// Signatures of one kind differ only in what programs printed. Of so many of them, those with most failures, the first
/// failure is executed again.
constexpr std::size_t most_of_kind = 16;
/// Attempts are committed in such portions, so that they need little memory.
constexpr std::size_t attempts_together = 1'000;

/// The default notion of "one fault": the same verdict, oracles and messages.
std::string concrete_signature(const results::Case& failing) {
  std::string text(oracles::name(failing.verdict));
  for (const oracles::Judgement& judgement : failing.judgements) {
    text += '\x1e' + judgement.oracle;
    for (const oracles::Message& message : judgement.messages) text += '\x1f' + message;
  }
  return text;
}

/// Failures of one signature to be confirmed: the first seen, or all.
struct Group {
  std::vector<Ordinal> ordinals;
  std::string kind;
  Ordinal failures = 0;  ///< how many the signature has
  std::size_t place = 0;
};

bool is_confirmed(const results::Store& store, Ordinal ordinal) {
  return std::ranges::any_of(store.attempts(0, ordinal), [](const results::Attempt& attempt) {
    return attempt.kind == "confirmation" || attempt.kind == results::alike;
  });
}

/// Whether it did not end in time, and is not to have more of it. Others may have ended only with more time.
bool hangs(oracles::Verdict verdict) { return verdict == oracles::Verdict::timed_out; }

struct Unconfirmed {
  std::vector<Ordinal> ordinals;
  Ordinal left_out = 0;  ///< signatures beyond `most_of_kind`
};

/// The failures to confirm; those with the most frequent signatures come first, because the budget may end before the
/// rest.
Unconfirmed unconfirmed(const results::Store& store, const RunOptions& options, bool persistent) {
  std::unordered_map<std::string, Group> groups;
  const bool all = options.confirmation == Confirmation::all;
  store.for_each_case(
      [&](const results::Case& failing) {
        // Merged inputs are taken apart instead.
        if (failing.level != 0 || !oracles::is_failing(failing.verdict)) return true;
        std::string signature = options.signature ? options.signature(failing) : concrete_signature(failing);
        if (groups.size() >= most_signatures && !groups.contains(signature)) signature.clear();
        const auto [found, is_new] = groups.try_emplace(std::move(signature), Group{{}, {}, 0, groups.size()});
        Group& group = found->second;
        if (is_new && options.kind) group.kind = options.kind(failing);
        const bool wanted = all || group.failures == 0;
        ++group.failures;
        // Commands that hung were executed again, with more time.
        const bool is_settled = failing.verdict == oracles::Verdict::flaky || (!persistent && hangs(failing.verdict)) ||
                                is_confirmed(store, failing.ordinal);
        if (wanted && !is_settled) group.ordinals.push_back(failing.ordinal);
        return true;
      },
      true);
  std::vector<const Group*> sorted;
  for (const auto& [signature, group] : groups) sorted.push_back(&group);
  std::ranges::sort(sorted, [](const Group* a, const Group* b) {
    return std::pair(b->failures, a->place) < std::pair(a->failures, b->place);
  });
  Unconfirmed chosen;
  std::unordered_map<std::string, std::size_t> of_kind;
  for (const Group* group : sorted) {
    if (!all && options.kind && ++of_kind[group->kind] > most_of_kind) {
      chosen.left_out += group->ordinals.size();
      continue;
    }
    chosen.ordinals.insert(chosen.ordinals.end(), group->ordinals.begin(), group->ordinals.end());
  }
  if (!persistent && !all && chosen.ordinals.size() > most_of_commands) chosen.ordinals.resize(most_of_commands);
  return chosen;
}

struct Confirming : Task {
  std::vector<results::Case> failing;
  std::vector<results::Attempt> attempts;  ///< of those that were executed
};

/// One execution of each, in one fresh process; fewer if a stop was requested.
std::vector<results::Attempt> attempts_of(Lane& lane, std::span<const results::Case> failing, unsigned patience,
                                          const std::stop_token& stop) {
  std::vector<Ordinal> ordinals;
  for (const results::Case& one : failing) ordinals.push_back(one.ordinal);
  std::vector<results::Attempt> attempts;
  for (Outcome& outcome : in_fresh_process(lane, 0, ordinals, stop, hangs(failing.front().verdict) ? 1 : patience))
    attempts.push_back(
        {0, ordinals[outcome.index], "confirmation", outcome.verdict, std::move(outcome.judgements), outcome.seconds});
  return attempts;
}

void execute(Lane& lane, Confirming& task, const results::Store& store, unsigned patience,
             const std::stop_token& stop) {
  task.attempts = attempts_of(lane, task.failing, patience, stop);
  if (task.failing.size() == 1) return;
  for (std::size_t i = 0; i < task.attempts.size(); ++i) {
    if (store.agreement(task.failing[i], task.attempts[i]) != Agreement::differs) continue;
    std::vector<results::Attempt> alone = attempts_of(lane, {&task.failing[i], 1}, patience, stop);
    if (alone.empty()) return task.attempts.resize(i);
    task.attempts[i] = std::move(alone.front());
  }
}

}  // namespace

void CampaignRun::confirm() {
  if (campaign.body->is_in_process() || options.confirmation == Confirmation::none) return;
  const Unconfirmed chosen = unconfirmed(store, options, summary.shares_processes);
  const std::vector<Ordinal>& ordinals = chosen.ordinals;
  summary.not_confirmed = chosen.left_out;
  const auto begin = std::chrono::steady_clock::now();
  std::size_t next = 0;
  const auto produce = [&]() -> std::unique_ptr<Task> {
    if (next == ordinals.size() || cut_off()) return nullptr;
    auto task = std::make_unique<Confirming>();
    for (; next < ordinals.size() && task->failing.size() < failures_together; ++next) {
      results::Case failing = *store.find_case(0, ordinals[next]);
      if (!task->failing.empty() && hangs(task->failing.front().verdict) != hangs(failing.verdict)) break;
      task->failing.push_back(std::move(failing));
    }
    return task;
  };
  std::vector<results::Attempt> attempts;
  Ordinal done = 0;
  const auto keep = [&] {
    store.add_attempts(attempts);
    attempts.clear();
  };
  const auto commit = [&](Task& task) {
    auto& confirming = static_cast<Confirming&>(task);
    for (std::size_t i = 0; i < confirming.attempts.size(); ++i) {
      results::Attempt& attempt = confirming.attempts[i];
      if (oracles::is_open(attempt.verdict)) continue;  // says nothing about the case
      ++summary.confirmed;
      const Agreement agreed = store.agreement(confirming.failing[i], attempt);
      if (agreed == Agreement::differs) ++summary.flaky;
      if (agreed == Agreement::reworded) {
        attempt.kind = results::alike;
        summary.alike.push_back(attempt.ordinal);
      }
      attempts.push_back(std::move(attempt));
      ++done;
    }
    if (attempts.size() >= attempts_together) keep();
    observer.confirming(done, ordinals.size());
  };
  const auto execute_task = [&](Task& task) {
    Lanes::Loan lane(lanes);
    execute(*lane.get(), static_cast<Confirming&>(task), store, options.patience, interrupt);
  };
  run_pipeline(scheduler, jobs, {.produce = produce, .execute = execute_task, .commit = commit});
  keep();
  std::ranges::sort(summary.alike);
  summary.confirming = std::chrono::steady_clock::now() - begin;
}

}  // namespace smallscope::runner
