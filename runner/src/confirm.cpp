// Confirmation: failures of a subject whose executions share a process are executed again, each alone in a fresh one.
#include <set>

#include "campaign_run.hpp"

namespace smallscope::runner {

namespace {

/// The default notion of "one fault": the same verdict, oracles and messages.
std::string concrete_signature(const results::Case& failing) {
  std::string text(oracles::name(failing.verdict));
  for (const oracles::Judgement& judgement : failing.judgements) {
    text += '\x1e' + judgement.oracle;
    for (const oracles::Message& message : judgement.messages) text += '\x1f' + message;
  }
  return text;
}

struct Confirming : Task {
  results::Case failing;
  std::optional<Outcome> outcome;
  bool finished = false;
};

}  // namespace

std::vector<Ordinal> CampaignRun::unconfirmed() const {
  std::vector<Ordinal> ordinals;
  std::set<std::string> seen;
  store.for_each_case(
      [&](const results::Case& failing) {
        if (failing.level != 0) return true;  // merged inputs are taken apart instead
        if (!oracles::is_failing(failing.verdict) || failing.verdict == oracles::Verdict::flaky) return true;
        if (options.confirmation == Confirmation::first_of_signature &&
            !seen.insert(options.signature ? options.signature(failing) : concrete_signature(failing)).second)
          return true;
        for (const results::Attempt& attempt : store.attempts(0, failing.ordinal))
          if (attempt.kind == "confirmation") return true;
        ordinals.push_back(failing.ordinal);
        return true;
      },
      true);
  return ordinals;
}

void CampaignRun::confirm() {
  if (!campaign.body->persistent() || options.confirmation == Confirmation::none) return;
  const std::vector<Ordinal> ordinals = unconfirmed();
  std::size_t next = 0;
  const auto produce = [&]() -> std::unique_ptr<Task> {
    if (next == ordinals.size() || interrupt.stop_requested()) return nullptr;
    auto task = std::make_unique<Confirming>();
    task->failing = *store.find_case(0, ordinals[next++]);
    return task;
  };
  const auto execute = [&](Task& task) {
    auto& confirming = static_cast<Confirming&>(task);
    const std::vector<Ordinal> alone{confirming.failing.ordinal};
    Lanes::Loan lane(lanes);
    lane->renew();
    PortionResult result = lane->execute({.ordinals = alone}, interrupt);
    confirming.finished = result.visited == 1;
    if (!result.outcomes.empty()) confirming.outcome = std::move(result.outcomes.front());
  };
  std::vector<results::Attempt> attempts;
  const auto commit = [&](Task& task) {
    auto& confirming = static_cast<Confirming&>(task);
    if (!confirming.finished) return;
    results::Attempt attempt{0, confirming.failing.ordinal, "confirmation", oracles::Verdict::pass, {}, 0};
    if (confirming.outcome) {
      attempt.verdict = confirming.outcome->verdict;
      attempt.judgements = std::move(confirming.outcome->judgements);
      attempt.seconds = confirming.outcome->seconds;
    }
    if (attempt.verdict == oracles::Verdict::infrastructure) return;  // says nothing about the case
    ++summary.confirmed;
    if (attempt.verdict != confirming.failing.verdict || attempt.judgements != confirming.failing.judgements)
      ++summary.flaky;
    attempts.push_back(std::move(attempt));
    observer.confirming(attempts.size(), ordinals.size());
  };
  run_pipeline(scheduler, jobs, {.produce = produce, .execute = execute, .commit = commit});
  store.add_attempts(attempts);
}

}  // namespace smallscope::runner
