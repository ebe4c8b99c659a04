// SPDX-License-Identifier: Apache-2.0
#include "pass_committer.hpp"

#include <algorithm>
#include <iterator>

namespace smallscope::runner {

namespace {

constexpr double submit_seconds = 0.2;  // portions wait this long to share a commit, which may have to be synced
constexpr std::size_t waiting_cases = 1u << 10;  // but not if more than this many are waiting
constexpr std::size_t waiting_discards = 1u << 15;
constexpr std::size_t waiting_spectra = 1u << 10;

}  // namespace

PassCommitter::PassCommitter(CampaignRun& run, std::size_t index)
    : run_(run),
      scheduled_(run.schedule.pass(index)),
      tests_(run.schedule.tests_before(index)),
      submitted_at_(run.elapsed()),
      committed_pass_(scheduled_.pass) {
  Progress& progress = run_.progress;
  progress.pass = &committed_pass_;
  progress.inputs = committed_pass_.end - committed_pass_.begin;
  progress.done = committed_pass_.done - committed_pass_.begin;
  // Merged inputs and those of level 0 cannot be added up.
  const results::LevelCounts counts = run_.store.counts(committed_pass_.level);
  progress.failed = counts.failed;
  progress.refused = counts.refused;
  progress.open = counts.open;
  progress.discarded = counts.filtered + counts.rejected;
  run_.observer.pass_started(committed_pass_);
  writer_ = std::make_unique<results::Writer>(run_.store, [this](const results::Batch& batch) { committed(batch); });
}

void PassCommitter::commit(PortionTask& task) {
  if (closed_) return;  // beyond the stopping position, or behind a gap
  if (task.error) {
    error_ = task.error;
    closed_ = true;
    run_.cancel.request_stop();
    return;
  }
  const bool cut = task.result.visited < task.size();
  const bool failing = take(task);
  const bool first_failure = failing && !run_.failed;  // somebody may be waiting for it
  run_.failed |= failing;
  const results::Discards& without = pending_.discards;
  const std::size_t discards =
      without.filtered.size() + without.rejected.size() + without.refused.size() + without.not_applicable.size();
  const bool heavy = pending_.cases.size() >= waiting_cases || discards >= waiting_discards ||
                     pending_.spectra.size() >= waiting_spectra;
  if (first_failure || cut || heavy || run_.elapsed() - submitted_at_ >= submit_seconds) submit_pending();
  closed_ = cut;
  if (failing && run_.options.first_failure) {
    closed_ = true;
    run_.end(Stop::first_failure);
    run_.cancel.request_stop();
  } else if (run_.options.most_unjudged > 0 && unjudged_ >= run_.options.most_unjudged) {
    closed_ = true;
    run_.end(Stop::in_vain);
    run_.cancel.request_stop();
  }
}

void PassCommitter::count_unjudged(const PortionTask& task) {
  const auto open = static_cast<Ordinal>(std::ranges::count_if(task.cases, oracles::is_open, &results::Case::verdict));
  const results::Discards& without = task.discards;
  Ordinal discarded = without.rejected.size() + without.refused.size() + without.not_applicable.size();
  for (const auto& [first, last] : without.filtered) discarded += last - first;
  // A discard says nothing about the subject, or was said by it.
  unjudged_ = task.result.visited > open + discarded ? 0 : unjudged_ + open;
}

bool PassCommitter::take(PortionTask& task) {
  const Ordinal visited = task.result.visited;
  count_unjudged(task);
  if (!pending_any_) pending_.begin = task.first;
  pending_any_ = true;
  pending_.pass = scheduled_.pass.id;
  pending_.done = task.position_after(visited);
  // The plan runs ahead of what is committed, how far depends on time. So the store knows the size when the pass ends.
  if (task.counted) counted_ = task.counted;
  if (counted_ == pending_.done) pending_.counted = counted_;
  const auto end_of_visited = task.again.begin() + static_cast<std::ptrdiff_t>(task.again.empty() ? 0 : visited);
  pending_.executed += visited - static_cast<Ordinal>(std::count(task.again.begin(), end_of_visited, true));
  bool failing = false;
  for (std::size_t i = 0; i < task.cases.size(); ++i) {
    task.cases[i].test = tests_ + task.case_indices[i] + 1;
    failing |= oracles::is_failing(task.cases[i].verdict);
    pending_.cases.push_back(std::move(task.cases[i]));
  }
  std::move(task.attempts.begin(), task.attempts.end(), std::back_inserter(pending_.attempts));
  const auto append = [](auto& all, const auto& added) { all.insert(all.end(), added.begin(), added.end()); };
  append(pending_.discards.filtered, task.discards.filtered);
  append(pending_.discards.rejected, task.discards.rejected);
  append(pending_.discards.refused, task.discards.refused);
  append(pending_.discards.not_applicable, task.discards.not_applicable);
  pending_.reasons.add(task.reasons);
  pending_.reasons.add(task.result.reasons);
  std::move(task.spectra.begin(), task.spectra.end(), std::back_inserter(pending_.spectra));
  pending_.tallies.add(task.result.tallies);
  tests_ += visited;
  run_.visits += visited;
  run_.summary.visited += visited;
  return failing;
}

void PassCommitter::submit_pending() {
  if (!pending_any_) return;
  const double now = run_.elapsed();
  pending_.seconds = now - submitted_at_;
  submitted_at_ = now;
  results::Batch batch = std::move(pending_);
  pending_ = {};
  pending_any_ = false;
  writer_->submit(std::move(batch));
}

void PassCommitter::finish() {
  submit_pending();
  writer_->flush();
  writer_.reset();
  if (error_) std::rethrow_exception(error_);
  scheduled_.pass = committed_pass_;
  run_.observer.pass_ended(committed_pass_);
}

void PassCommitter::committed(const results::Batch& batch) {
  Progress& progress = run_.progress;
  committed_pass_.done = batch.done;
  if (batch.counted) {
    committed_pass_.end = committed_pass_.size = *batch.counted;
    progress.inputs = *batch.counted;
  }
  committed_pass_.executed += batch.executed;
  progress.done = batch.done - committed_pass_.begin;
  progress.visited += batch.executed;
  progress.covered += static_cast<Ordinal>(std::ranges::count_if(
      batch.spectra, [](const results::TestSpectrum& test) { return !test.covered.parts.empty(); }));
  progress.discarded += batch.discards.rejected.size();
  progress.refused += batch.discards.refused.size();
  for (const auto& [first, last] : batch.discards.filtered) progress.discarded += last - first;
  progress.seconds = run_.elapsed();
  run_.remark_problems();
  for (const results::Case& committed_case : batch.cases) {
    if (oracles::is_failing(committed_case.verdict)) {
      if (progress.failed++ == 0)
        run_.store.set_first_failure(
            {committed_case.ordinal, committed_case.test, progress.seconds, committed_case.level});
    }
    if (oracles::is_open(committed_case.verdict)) ++progress.open;
    run_.observer.case_committed(committed_case, progress);
  }
  run_.observer.progress(progress);
}

}  // namespace smallscope::runner
