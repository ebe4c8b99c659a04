// SPDX-License-Identifier: Apache-2.0
// Open cases, whose inputs could not be judged, and the executions that replace them.

#include "database.hpp"

namespace smallscope::results {

std::vector<std::pair<int, Ordinal>> Store::Database::open_cases() {
  std::vector<std::pair<int, Ordinal>> cases;
  for (Rows rows = open_cases_.rows(); rows.next();)
    cases.emplace_back(static_cast<int>(rows.integer(0)), rows.ordinal(1));
  return cases;
}

oracles::Tallies Store::Database::tallies(int level) {
  if (manifest_.oracles.empty()) return {};
  oracles::Tallies tallies(manifest_.oracles);
  tallies.add(judging_.tallies(level));
  return tallies;
}

void Store::Database::add_retries(std::span<const Retry> retries) {
  require_writable();
  if (retries.empty()) return;
  set_durable(true);
  Transaction transaction(*connection_);
  for (const Retry& retry : retries) apply_retry(retry);
  transaction.commit();
}

void Store::Database::apply_retry(const Retry& retry) {
  Case added = retry.result;
  const std::optional<Case> known = find_case(added.level, added.ordinal);
  if (!known || !oracles::is_open(known->verdict)) return;
  added.test = known->test;
  apply_attempt({known->level, known->ordinal, "unjudged", known->verdict, known->judgements, known->seconds});
  erase_case_.execute(known->level, known->ordinal);
  oracles::Tallies tallies = retry.tallies;
  for (const Judgement& judgement : known->judgements)
    if (judgement.verdict == Verdict::oracle_error) tallies.add(judgement.oracle, judgement.verdict, -1);
  const int pass = pass_that_executed(added.level, added.ordinal);
  judging_.add(pass, tallies);
  judging_.add(pass, retry.reasons);
  if (retry.covered) spectra_.add(pass, std::vector<TestSpectrum>{{added.ordinal, *retry.covered}});
  const auto set_aside = [&](DiscardKind kind) {
    bitmaps_.add(added.level, kind, {{added.ordinal, added.ordinal + 1}}, true);
  };
  switch (added.verdict) {
    case Verdict::pass:
      return;
    case Verdict::discarded:
      set_aside(added.judgements.empty() ? DiscardKind::filtered : DiscardKind::rejected);
      break;
    case Verdict::refused:
      set_aside(DiscardKind::refused);
      break;
    case Verdict::not_applicable:
      set_aside(DiscardKind::not_applicable);
      return;
    default:
      write_case(added, added.verdict, added.verdict);
      if (oracles::is_failing(added.verdict)) advance_first_.execute(added.level, added.ordinal, added.test);
      return;
  }
  Reasons reasons;
  if (auto reason = reason_of(added.verdict, added.judgements, added.ordinal)) reasons.add(*std::move(reason));
  judging_.add(pass, reasons);
}

}  // namespace smallscope::results
