#include "session.hpp"

#include <algorithm>
#include <atomic>

#include <fmt/format.h>

namespace smallscope::runner {

using oracles::Verdict;

namespace {

constexpr double batch_seconds = 0.02;  // a batch is made to last about so long
constexpr Ordinal greatest_dense = Ordinal{1} << 20;
constexpr Ordinal greatest_listed = Ordinal{1} << 16;
constexpr double submit_seconds = 0.2;  // batches wait so long for company in one commit, which may have to be synced
constexpr std::size_t waiting_cases = 1u << 10;  // nor longer than this many are waiting
constexpr std::size_t waiting_discards = 1u << 15;
constexpr std::size_t kept_input = 64u << 10;  // bytes of each text of an input that the store keeps

}  // namespace

subjects::Input bounded(subjects::Input input) {
  for (auto* texts : {&input.files, &input.parameters})
    for (subjects::NamedText& text : *texts)
      if (text.text.size() > kept_input) text.text.resize(kept_input);
  return input;
}

struct RunSession::Batch : Task {
  Ordinal first = 0, last = 0;  // positions
  bool dense = false;
  std::vector<Ordinal> ordinals;   // to be executed; empty when dense
  std::vector<Ordinal> positions;  // of these, where some positions are skipped
  std::vector<bool> again;         // executed by an earlier pass: in a repeating pass
  PortionResult result;
  double seconds = 0;
  std::vector<results::Case> cases;
  std::vector<Ordinal> case_indices;
  std::vector<results::Attempt> attempts;
  results::Discards discards;
  std::optional<Ordinal> counted;  // the size of the search, whose end was met when this was planned
  std::exception_ptr error;        // what planning or executing it threw

  Ordinal size() const { return dense ? last - first : ordinals.size(); }
  Ordinal ordinal(Ordinal index) const { return dense ? first + index : ordinals[index]; }
  /// The position up to which the pass is done when the first `visited` of the batch are.
  Ordinal position_after(Ordinal visited) const {
    if (visited == size()) return last;
    return positions.empty() ? first + visited : positions[visited];
  }
};

RunSession::RunSession(const Campaign& campaign, const RunOptions& options, unsigned jobs, Lanes& lanes,
                       results::Store& store, Observer& observer, std::stop_token interrupt)
    : campaign_(campaign),
      options_(options),
      jobs_(jobs),
      lanes_(lanes),
      store_(store),
      observer_(observer),
      interrupt_(std::move(interrupt)),
      schedule_(store, options, campaign) {
  planned_visits_ = visits_ = schedule_.visits();
}

double RunSession::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

Summary RunSession::run() {
  const std::stop_callback on_interrupt(interrupt_, [this] { cancel_.request_stop(); });
  for (const std::size_t index : schedule_.wanted()) {
    if (schedule_.pass(index).is_open()) run_pass(index);
    // A first failure is taken apart, too: the smallest input that shows it is what the user waits for.
    const bool goes_on = !ended_ || stop_ == Stop::first_failure;
    if (goes_on && !cut_off()) unmerge(schedule_.pass(index));
    if (ended_) break;
  }
  summary_.stop = stop_;
  if (!interrupt_.stop_requested()) confirm();
  if (interrupt_.stop_requested()) summary_.stop = Stop::interrupted;
  summary_.seconds = elapsed();
  return summary_;
}

bool RunSession::cut_off() {
  if (options_.budget && elapsed() >= options_.budget->count()) end(Stop::budget);
  return interrupt_.stop_requested() || (ended_ && stop_ == Stop::budget);
}

void RunSession::end(Stop reason) {
  if (!ended_.exchange(true)) stop_ = reason;
}

void RunSession::run_pass(std::size_t index) {
  ScheduledPass& scheduled = schedule_.pass(index);
  planned_position_ = scheduled.pass.done;
  committed_pass_ = scheduled.pass;
  progress_.pass = &committed_pass_;
  progress_.inputs = scheduled.pass.end - scheduled.pass.begin;
  progress_.done = scheduled.pass.done - scheduled.pass.begin;
  pending_ = {};
  pending_any_ = false;
  submitted_at_ = elapsed();  // taking the level above apart is not of this pass
  if (committed_pass_.level != progress_level_)
    progress_.failed = 0;  // merged inputs and those of level 0 do not add up
  progress_level_ = committed_pass_.level;
  known_cases_.clear();
  if (scheduled.pass.repeat) {
    store_.for_each_case([&](const results::Case& known) {
      if (known.level == scheduled.pass.level) known_cases_.insert(known.ordinal);
      return true;
    });
  }
  observer_.pass_started(scheduled.pass);
  writer_ = std::make_unique<results::Writer>(store_, [this](const results::Batch& batch) { committed(batch); });
  run_pipeline(options_.scheduler, jobs_,
               {.produce = [&] { return produce(index); },
                .execute = [&](Task& task) { try_to_execute(index, static_cast<Batch&>(task)); },
                .commit = [&](Task& task) { commit(index, static_cast<Batch&>(task)); }});
  submit_pending();
  writer_->flush();
  writer_.reset();
  if (error_) std::rethrow_exception(error_);
  scheduled.pass = committed_pass_;
  observer_.pass_ended(committed_pass_);
}

/// An error while a batch is planned becomes a batch, so that what runs before it is committed before it ends the run.
std::unique_ptr<Task> RunSession::produce(std::size_t index) {
  try {
    return next_batch(index);
  } catch (...) {
    planning_failed_ = true;  // not ended_: a batch before this one may still end the run for a better reason
    auto broken = empty_batch();
    broken->error = std::current_exception();
    return broken;
  }
}

/// One that does nothing at the position that is planned next.
std::unique_ptr<RunSession::Batch> RunSession::empty_batch() const {
  auto batch = std::make_unique<Batch>();
  batch->first = batch->last = planned_position_;
  batch->dense = true;
  return batch;
}

std::unique_ptr<RunSession::Batch> RunSession::next_batch(std::size_t index) {
  if (ended_ || planning_failed_ || cancel_.stop_requested()) return nullptr;
  if (options_.budget && elapsed() >= options_.budget->count()) {
    end(Stop::budget);
    return nullptr;
  }
  ScheduledPass& scheduled = schedule_.pass(index);
  const Ordinal allowed =
      options_.max_tests ? *options_.max_tests - std::min(*options_.max_tests, planned_visits_) : ~Ordinal{0};
  if (planned_position_ < scheduled.pass.end && allowed == 0) {
    end(Stop::max_tests);
    return nullptr;
  }
  std::optional<Ordinal> counted;
  while (planned_position_ < scheduled.pass.end) {
    auto batch = plan(index, allowed);
    if (scheduled.pass.end == generators::uncounted && !reach(scheduled, *batch, counted)) {
      if (!counted) return nullptr;  // stopped
      continue;
    }
    batch->counted = counted;
    planned_position_ = batch->last;
    skip_known(index, *batch);
    planned_visits_ += batch->size();
    return batch;
  }
  if (!counted) return nullptr;
  auto nothing_left = empty_batch();
  nothing_left->counted = counted;
  return nothing_left;
}

/// The batch that comes next, before what has run is skipped.
std::unique_ptr<RunSession::Batch> RunSession::plan(std::size_t index, Ordinal allowed) {
  const ScheduledPass& scheduled = schedule_.pass(index);
  auto batch = std::make_unique<Batch>();
  batch->dense = scheduled.order->is_dense() && !schedule_.has_others(index);
  batch->first = planned_position_;
  const Ordinal greatest = std::min({batch->dense ? greatest_dense : greatest_listed, batch_size_.load(), allowed});
  batch->last = std::min(scheduled.pass.end - planned_position_, greatest) + planned_position_;
  if (!batch->dense) scheduled.order->ordinals(batch->first, batch->last, batch->ordinals);
  return batch;
}

/// Walks the search as far as the batch goes. False when it cannot be executed: the search ends before, which gives the
/// pass its end, or a stop was requested meanwhile.
bool RunSession::reach(ScheduledPass& scheduled, const Batch& batch, std::optional<Ordinal>& counted) {
  const Ordinal wanted = batch.dense ? batch.last : batch.ordinals.back() + 1;
  const auto stopped = [this] { return cancel_.stop_requested() || cut_off(); };
  const Space& space = campaign_.space_at(scheduled.pass.level);
  if (space.reach(wanted, stopped) == wanted) return true;
  if (space.size() == generators::uncounted) return false;
  counted = scheduled.pass.end = scheduled.pass.size = space.size();
  scheduled.order = generators::make_order(scheduled.pass.order, scheduled.pass.size);
  return false;
}

/// Drops what other passes have executed. An empty batch still moves the pass on.
void RunSession::skip_known(std::size_t index, Batch& batch) {
  if (batch.dense || !schedule_.has_others(index)) return;
  const bool repeats = schedule_.pass(index).pass.repeat;
  Ordinal kept = 0;
  for (Ordinal i = 0; i < batch.ordinals.size(); ++i) {
    const bool known = schedule_.executed_elsewhere(index, batch.ordinals[i]);
    if (known && !repeats) continue;
    if (repeats) batch.again.push_back(known);
    batch.positions.push_back(batch.first + i);
    batch.ordinals[kept++] = batch.ordinals[i];
  }
  batch.ordinals.resize(kept);
}

void RunSession::try_to_execute(std::size_t index, Batch& batch) {
  if (batch.error) return;
  try {
    execute(index, batch);
  } catch (...) {
    batch.error = std::current_exception();
  }
}

void RunSession::execute(std::size_t index, Batch& batch) {
  const double before = elapsed();
  Lanes::Loan lane(lanes_);
  batch.result = lane->execute({.level = schedule_.pass(index).pass.level,
                                .dense = batch.dense,
                                .first = batch.first,
                                .last = batch.last,
                                .ordinals = batch.ordinals,
                                .stop_at_failure = options_.first_failure},
                               cancel_.get_token());
  digest(index, batch);
  batch.seconds = elapsed() - before;
  if (batch.result.visited < batch.size()) return;  // cut short: says nothing about the rate
  const double rate = static_cast<double>(std::max<Ordinal>(batch.size(), 1)) / std::max(batch.seconds, 1e-7);
  const double fitting = std::clamp(rate * batch_seconds, 1.0, static_cast<double>(greatest_dense));
  const Ordinal current = batch_size_.load();
  batch_size_ = std::min(static_cast<Ordinal>(fitting), current * 8);
}

results::Case RunSession::make_case(int level, Ordinal ordinal, Outcome outcome) const {
  const Space& space = campaign_.space_at(level);
  results::Case made;
  made.level = level;
  made.ordinal = ordinal;
  made.verdict = outcome.verdict;
  made.judgements = std::move(outcome.judgements);
  made.choices = space.choices(ordinal);
  made.seconds = outcome.seconds;
  if (auto input = space.render(ordinal)) made.input = bounded(std::move(*input));
  made.observed = std::move(outcome.observed);
  made.reproduction = reproduction(level, ordinal);
  return made;
}

std::string RunSession::reproduction(int level, Ordinal ordinal) const {
  const auto& program = options_.program;
  if (store_.file().empty() || program.empty()) return {};
  return fmt::format("{} replay {}{} {}{}", program.front(), store_.file().string(),
                     program.size() > 1 ? " --from " + program[1] : "", ordinal,
                     level > 0 ? fmt::format(" --merge-level {}", level) : "");
}

void RunSession::digest(std::size_t index, Batch& batch) const {
  const int level = schedule_.pass(index).pass.level;
  const bool repeats = schedule_.pass(index).pass.repeat;
  std::size_t next = 0;
  PortionResult& result = batch.result;
  const auto is_again = [&](Ordinal i) { return !batch.again.empty() && batch.again[i]; };
  for (Outcome& outcome : result.outcomes) {
    const Ordinal ordinal = batch.ordinal(outcome.index);
    if (is_again(outcome.index)) {
      if (outcome.verdict == Verdict::discarded) continue;
      if (known_cases_.contains(ordinal)) {
        batch.attempts.push_back(
            {level, ordinal, "repeat", outcome.verdict, std::move(outcome.judgements), outcome.seconds});
        continue;
      }
      // It passed before: the ordinal keeps one verdict, and that is flaky now.
      outcome.verdict = Verdict::flaky;
    } else if (outcome.verdict == Verdict::discarded) {
      batch.discards.rejected.push_back(ordinal);
      continue;
    }
    batch.case_indices.push_back(outcome.index);
    batch.cases.push_back(make_case(level, ordinal, std::move(outcome)));
  }
  if (batch.dense) {  // moved, because they may be many
    for (auto& [first, last] : result.filtered) first += batch.first, last += batch.first;
    batch.discards.filtered = std::move(result.filtered);
  } else {
    for (const auto& [first, last] : result.filtered)
      for (Ordinal i = first; i < last; ++i)
        if (!is_again(i)) batch.discards.filtered.emplace_back(batch.ordinals[i], batch.ordinals[i] + 1);
  }
  if (!repeats) return;
  // Failing before and passing now is an attempt too.
  for (Ordinal i = 0; i < result.visited; ++i) {
    while (next < result.outcomes.size() && result.outcomes[next].index < i) ++next;
    const bool spoke = next < result.outcomes.size() && result.outcomes[next].index == i;
    if (!spoke && is_again(i) && known_cases_.contains(batch.ordinal(i)))
      batch.attempts.push_back({level, batch.ordinal(i), "repeat", Verdict::pass, {}, 0});
  }
}

void RunSession::commit(std::size_t index, Batch& batch) {
  if (closed_) return;  // beyond the stopping position, or behind a gap
  if (batch.error) {
    error_ = batch.error;
    closed_ = ended_ = true;
    cancel_.request_stop();
    return;
  }
  ScheduledPass& scheduled = schedule_.pass(index);
  const Ordinal visited = batch.result.visited;
  const bool cut = visited < batch.size();
  pending_.pass = scheduled.pass.id;
  if (!pending_any_) pending_.begin = batch.first;
  pending_.done = batch.position_after(visited);
  if (batch.counted) pending_.counted = batch.counted;
  const auto end_of_visited = batch.again.begin() + static_cast<std::ptrdiff_t>(batch.again.empty() ? 0 : visited);
  pending_.executed += visited - static_cast<Ordinal>(std::count(batch.again.begin(), end_of_visited, true));
  bool failing = false;
  for (std::size_t i = 0; i < batch.cases.size(); ++i) {
    batch.cases[i].test = visits_ + batch.case_indices[i] + 1;
    failing |= oracles::is_failing(batch.cases[i].verdict);
    pending_.cases.push_back(std::move(batch.cases[i]));
  }
  std::move(batch.attempts.begin(), batch.attempts.end(), std::back_inserter(pending_.attempts));
  auto& filtered = pending_.discards.filtered;
  filtered.insert(filtered.end(), batch.discards.filtered.begin(), batch.discards.filtered.end());
  auto& rejected = pending_.discards.rejected;
  rejected.insert(rejected.end(), batch.discards.rejected.begin(), batch.discards.rejected.end());
  pending_any_ = true;
  visits_ += visited;
  summary_.visited += visited;
  const bool first_failure = failing && !failed_;  // somebody may be waiting for that
  failed_ |= failing;
  const bool heavy = pending_.cases.size() >= waiting_cases || filtered.size() + rejected.size() >= waiting_discards;
  if (first_failure || cut || heavy || elapsed() - submitted_at_ >= submit_seconds) submit_pending();
  closed_ = cut;
  if (failing && options_.first_failure) {
    closed_ = true;
    end(Stop::first_failure);
    cancel_.request_stop();
  }
}

void RunSession::submit_pending() {
  if (!pending_any_) return;
  const double now = elapsed();
  pending_.seconds = now - submitted_at_;
  submitted_at_ = now;
  results::Batch batch = std::move(pending_);
  pending_ = {};
  pending_any_ = false;
  writer_->submit(std::move(batch));
}

void RunSession::committed(const results::Batch& batch) {
  committed_pass_.done = batch.done;
  if (batch.counted) {
    committed_pass_.end = committed_pass_.size = *batch.counted;
    progress_.inputs = *batch.counted;
  }
  committed_pass_.executed += batch.executed;
  progress_.done = batch.done - committed_pass_.begin;
  progress_.visited += batch.executed;
  progress_.discarded += batch.discards.rejected.size();
  for (const auto& [first, last] : batch.discards.filtered) progress_.discarded += last - first;
  progress_.seconds = elapsed();
  for (const results::Case& committed_case : batch.cases) {
    if (oracles::is_failing(committed_case.verdict)) {
      if (progress_.failed++ == 0)
        store_.set_first_failure(
            {committed_case.ordinal, committed_case.test, progress_.seconds, committed_case.level});
    }
    observer_.case_committed(committed_case, progress_);
  }
  observer_.progress(progress_);
}

}  // namespace smallscope::runner
