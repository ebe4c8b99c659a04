// SPDX-License-Identifier: Apache-2.0
// Writing to a store.

#include <fmt/format.h>

#include <algorithm>

#include "database.hpp"

namespace smallscope::results {

namespace {

std::vector<std::pair<Ordinal, Ordinal>> as_ranges(std::vector<Ordinal> ordinals) {
  std::sort(ordinals.begin(), ordinals.end());
  std::vector<std::pair<Ordinal, Ordinal>> ranges;
  for (const Ordinal ordinal : ordinals) {
    if (!ranges.empty() && ranges.back().second == ordinal)
      ++ranges.back().second;
    else
      ranges.emplace_back(ordinal, ordinal + 1);
  }
  return ranges;
}

/// The verdict of a case's first execution, before an attempt made it flaky.
Verdict first_verdict(const Case& added) {
  return added.verdict == Verdict::flaky ? oracles::combine(added.judgements) : added.verdict;
}

}  // namespace

void Store::Database::require_writable() {
  if (access_ != Access::write)
    throw StoreError(fmt::format("store {}: opened for reading only", connection_->file().string()));
  if (lock_) lock_->require_in_place();
}

void Store::Database::set_durable(bool durable) {
  if (durable_ == durable) return;
  connection_->execute(durable ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL");
  durable_ = durable;
}

Pass Store::Database::add_pass(Pass pass) {
  require_writable();
  if (pass.size == 0) pass.size = pass.level == 0 ? manifest_.inputs : pass.end;
  if (pass.whole == 0) pass.whole = pass.end;
  pass.done = std::max(pass.done, pass.begin);
  set_durable(false);
  Transaction transaction(*connection_);
  pass.id = insert_pass(pass);
  transaction.commit();
  return pass;
}

int Store::Database::insert_pass(const Pass& pass) {
  insert_pass_.execute(pass.level, std::string_view(pass.order.name), pass.order.jump_limit, pass.order.seed, pass.size,
                       pass.repeat, pass.begin, pass.end, pass.done, pass.executed, Ordinal{pass.order.strength},
                       std::string_view(generators::to_string(pass.order.factors)), pass.whole);
  const int id = static_cast<int>(sqlite3_last_insert_rowid(connection_->get()));
  if (pass.order.listed) insert_list_.execute(id, std::string_view(to_json(*pass.order.listed)));
  return id;
}

void Store::Database::commit(std::span<const Batch> batches) {
  require_writable();
  set_durable(std::any_of(batches.begin(), batches.end(), [](const Batch& batch) {
    return std::any_of(batch.cases.begin(), batch.cases.end(),
                       [](const Case& added) { return oracles::is_failing(added.verdict); });
  }));
  const Ordinal inputs_before = manifest_.inputs;
  try {
    Transaction transaction(*connection_);
    for (const Batch& batch : batches) apply(batch);
    apply_spectra(batches);
    transaction.commit();
  } catch (...) {
    manifest_.inputs = inputs_before;  // as in the file
    spectra_.roll_back();
    throw;
  }
}

void Store::Database::apply(const Batch& batch) {
  if (batch.counted) apply_count(*batch.counted);
  const std::optional<Pass> pass = find_pass(batch.pass);
  if (!pass) throw StoreError(fmt::format("store {}: it has no pass {}", connection_->file().string(), batch.pass));
  const auto refuse = [&](const std::string& reason) {
    throw StoreError(fmt::format("store {}: {}; nothing of it is written", connection_->file().string(), reason));
  };
  if (batch.begin != pass->done)
    refuse(fmt::format("pass {} is done up to {}, a batch begins at {}", pass->id, pass->done, batch.begin));
  if (batch.done < batch.begin) refuse(fmt::format("a batch goes from {} back to {}", batch.begin, batch.done));
  if (batch.done > pass->end)
    refuse(fmt::format("pass {} ends at {}, a batch reaches {}", pass->id, pass->end, batch.done));
  update_pass_.execute(batch.done, pass->executed + batch.executed, batch.seconds, pass->id);
  const Case* first = nullptr;
  for (const Case& added : batch.cases) {
    insert_case(*pass, added);
    if (oracles::is_failing(added.verdict) && (!first || added.test < first->test)) first = &added;
  }
  if (first) insert_first_.execute(pass->level, first->ordinal, first->test);
  for (const Attempt& attempt : batch.attempts) apply_attempt(attempt);
  bitmaps_.add(pass->level, DiscardKind::filtered, batch.discards.filtered, pass->repeat);
  bitmaps_.add(pass->level, DiscardKind::rejected, as_ranges(batch.discards.rejected), pass->repeat);
  bitmaps_.add(pass->level, DiscardKind::refused, as_ranges(batch.discards.refused), pass->repeat);
  bitmaps_.add(pass->level, DiscardKind::not_applicable, as_ranges(batch.discards.not_applicable), pass->repeat);
  judging_.add(pass->id, batch.tallies);
  judging_.add(pass->id, batch.reasons);
}

void Store::Database::apply_spectra(std::span<const Batch> batches) {
  // Those of a pass together, because many rows become smaller than each alone.
  for (auto batch = batches.begin(); batch != batches.end();) {
    const int pass = batch->pass;
    std::vector<TestSpectrum> together;
    for (; batch != batches.end() && batch->pass == pass; ++batch)
      together.insert(together.end(), batch->spectra.begin(), batch->spectra.end());
    spectra_.add(pass, together);
  }
}

void Store::Database::apply_count(Ordinal inputs) {
  if (manifest_.inputs == inputs) return;
  if (manifest_.inputs != generators::uncounted)
    throw StoreError(fmt::format("store {}: its search was found to have {} inputs before, and {} now",
                                 connection_->file().string(), manifest_.inputs, inputs));
  Statement(*connection_, "UPDATE manifest SET value=? WHERE key='inputs'")
      .execute(std::string_view(std::to_string(inputs)));
  Statement(*connection_, "UPDATE passes SET size=?1, \"end\"=?1, whole=?1 WHERE level=0 AND size=?2")
      .execute(inputs, generators::uncounted);
  manifest_.inputs = inputs;
}

void Store::Database::insert_case(const Pass& pass, const Case& added) {
  Verdict verdict = added.verdict, first = first_verdict(added);
  if (pass.repeat) {
    if (find_verdict(added.level, added.ordinal)) {
      apply_attempt({added.level, added.ordinal, "repeat", added.verdict, added.judgements, added.seconds});
      return;
    }
    if (is_executed(added.level, added.ordinal, pass.id)) {
      verdict = Verdict::flaky;
      first = Verdict::pass;
    }
  }
  write_case(added, verdict, first);
}

void Store::Database::write_case(const Case& added, Verdict verdict, Verdict first) {
  insert_case_.execute(added.level, added.ordinal, added.test, verdict, first, added.seconds,
                       std::string_view(to_json(added.judgements)), std::string_view(to_json(added.choices)),
                       std::string_view(to_json(added.input)), std::string_view(to_json(added.observed)),
                       std::string_view(added.reproduction));
}

void Store::Database::add_attempts(const std::vector<Attempt>& attempts) {
  require_writable();
  if (attempts.empty()) return;
  set_durable(false);
  Transaction transaction(*connection_);
  for (const Attempt& attempt : attempts) apply_attempt(attempt);
  transaction.commit();
}

void Store::Database::add_contradictions(std::span<const Case> failing) {
  require_writable();
  if (failing.empty()) return;
  set_durable(true);
  Transaction transaction(*connection_);
  for (const Case& each : failing)
    if (!find_verdict(each.level, each.ordinal)) write_case(each, Verdict::flaky, Verdict::pass);
  transaction.commit();
}

Agreement Store::Database::agreement(const Case& known, const Attempt& attempt) const {
  if (attempt.verdict != known.verdict) return Agreement::differs;
  if (attempt.judgements == known.judgements) return Agreement::same;
  if (!signature_) return Agreement::differs;
  Case again = known;
  again.judgements = attempt.judgements;
  return signature_(again) == signature_(known) ? Agreement::reworded : Agreement::differs;
}

bool Store::Database::is_repeat_alike(const Attempt& attempt) {
  if (!signature_ || attempt.kind != "repeat" || attempt.verdict != find_verdict(attempt.level, attempt.ordinal))
    return false;
  const std::optional<Case> known = find_case(attempt.level, attempt.ordinal);
  return known && agreement(*known, attempt) == Agreement::reworded;
}

void Store::Database::apply_attempt(const Attempt& attempt) {
  const std::string judgements = to_json(attempt.judgements);
  const std::string_view kind = is_repeat_alike(attempt) ? alike : std::string_view(attempt.kind);
  insert_attempt_.execute(attempt.level, attempt.ordinal, kind, attempt.verdict, attempt.seconds,
                          std::string_view(judgements));
  // A lost worker, or an oracle's own error, says nothing about the case.
  if (attempt.verdict == Verdict::infrastructure || attempt.verdict == Verdict::oracle_error) return;
  if (kind == alike && attempt.verdict == find_verdict(attempt.level, attempt.ordinal)) return;
  make_flaky_.execute(attempt.level, attempt.ordinal, attempt.verdict, std::string_view(judgements));
}

void Store::Database::set_first_failure(const FirstFailure& first) {
  require_writable();
  set_durable(false);
  Transaction transaction(*connection_);
  measure_first_.execute(first.level, first.ordinal, first.tests, first.seconds);
  transaction.commit();
}

}  // namespace smallscope::results
