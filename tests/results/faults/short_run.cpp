// SPDX-License-Identifier: Apache-2.0
#include "short_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace smallscope::results::short_run {

namespace {

namespace fs = std::filesystem;
using samples::dense_pass;
using samples::failing;

/// The size of the search, which is known when it ends.
constexpr Ordinal inputs = 60;
constexpr Ordinal batch_size = 10;
constexpr Ordinal unjudged = 33, merged_failure = 5;
constexpr double measured_seconds = 0.125;

/// Positions [from, from + 10) of the pass over level 0: some with cases, others without any.
Batch batch_from(int pass, Ordinal from) {
  const Ordinal to = from + batch_size;
  Batch batch = samples::dense_batch(pass, from, to, from % 20 == 0 ? 4 : inputs + 1);
  if (from == 0) batch.cases.back().observed.front().text.assign(9'000, 'x');  // on pages of its own
  batch.discards.rejected = {from + 1, from + 3};
  batch.discards.filtered = {{from + 5, from + 7}};
  batch.reasons.add({Verdict::discarded, "oracle", {"not valid"}, 2, from + 1});
  batch.tallies.add("oracle", Verdict::pass, 6);
  if (unjudged >= from && unjudged < to)
    batch.cases.push_back(failing(unjudged, unjudged + 1, Verdict::infrastructure));
  if (from == 20) batch.attempts = {{0, 4, "confirmation", Verdict::fail, failing(4, 5).judgements, 0.5}};
  if (to == inputs) batch.counted = inputs;
  return batch;
}

Pass search_pass() { return dense_pass(0, generators::uncounted); }

Pass listed_pass() {
  Pass pass = dense_pass(0, 2);
  pass.order = {.name = "listed", .listed = std::make_shared<const std::vector<Ordinal>>(std::vector<Ordinal>{7, 3})};
  pass.size = inputs;
  pass.repeat = true;
  return pass;
}

Done commit_merged(Store& store, const Pass& pass) {
  Batch batch{.pass = pass.id, .done = 10, .executed = 10, .seconds = 1.5};
  batch.cases = {failing(2, 3), failing(merged_failure, 6)};
  for (Case& added : batch.cases) added.level = 1;
  store.commit(batch);
  return Done::synced;
}

Done commit_next(Store& store, const Pass& pass) {
  std::vector<Batch> batches{batch_from(pass.id, pass.done)};
  // Two in one transaction, now and then.
  if (pass.done == 20) batches.push_back(batch_from(pass.id, pass.done + batch_size));
  store.commit(batches);
  const bool fails = std::any_of(batches.begin(), batches.end(), [](const Batch& batch) {
    return std::any_of(batch.cases.begin(), batch.cases.end(),
                       [](const Case& added) { return oracles::is_failing(added.verdict); });
  });
  return fails ? Done::synced : Done::handed_over;
}

/// The first line that is in no state of the undisturbed run, or "" if only the whole is wrong.
std::string odd_line(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto& states = undisturbed().states;
    if (std::none_of(states.begin(), states.end(),
                     [&](const std::string& state) { return state.find(line + "\n") != std::string::npos; }))
      return line;
  }
  return "";
}

}  // namespace

Manifest manifest() {
  Manifest manifest = samples::manifest(generators::uncounted);
  manifest.oracles = {"oracle", "other"};
  return manifest;
}

Store open(const fs::path& file) { return fs::exists(file) ? Store::open(file) : Store::create(file, manifest()); }

Done step(Store& store) {
  const std::vector<Pass> passes = store.passes();
  if (passes.empty()) {
    store.add_pass(search_pass());
    return Done::handed_over;
  }
  if (passes[0].done < inputs) {
    const auto first = store.first_failure();
    if (!first || first->seconds == measured_seconds) return commit_next(store, passes[0]);
    store.set_first_failure({.ordinal = 0, .tests = 1, .seconds = measured_seconds});
    return Done::handed_over;
  }
  if (!store.open_cases().empty()) {
    const Retry retry{failing(unjudged, unjudged + 1, Verdict::crashed), {}};
    store.add_retries({&retry, 1});
    return Done::synced;
  }
  if (store.attempts(0, 8).empty()) {
    store.add_attempts({{0, 8, "confirmation", Verdict::pass, {}, 2.0}});
    return Done::handed_over;
  }
  if (passes.size() == 1) {
    store.add_pass(dense_pass(0, 10, 1));
    return Done::handed_over;
  }
  if (passes[1].done == 0) return commit_merged(store, passes[1]);
  if (!store.find_unmerging(1, merged_failure)) {
    const Unmerging unmerging{.level = 1, .ordinal = merged_failure, .probes = 9, .parts = {{{{1}}, failing(21, 6)}}};
    store.add_unmergings({&unmerging, 1});
    return Done::handed_over;
  }
  if (passes.size() == 2) {
    store.add_pass(listed_pass());
    return Done::handed_over;
  }
  if (passes[2].done == 0) {
    // Executes 7 and 3 again: one fails now, which had passed.
    Batch batch{.pass = passes[2].id, .done = 2, .seconds = 0.5};
    batch.cases = {failing(7, 62)};
    store.commit(batch);
    return Done::synced;
  }
  store.certify();
  return Done::nothing_left;
}

void to_the_end(const fs::path& file) {
  Store store = open(file);
  while (step(store) != Done::nothing_left) {
  }
}

std::string contents(const Store& store) {
  std::ostringstream text;
  text << store.canonical_dump();
  const auto add = [&](const Case& found) {
    text << found.level << ' ' << found.ordinal << ' ' << found.test << ' ' << static_cast<int>(found.verdict) << ' '
         << found.seconds << ' ' << found.reproduction << "\n";
    for (const Attempt& attempt : store.attempts(found.level, found.ordinal))
      text << attempt.kind << static_cast<int>(attempt.verdict) << attempt.seconds << attempt.judgements.size() << "\n";
    return true;
  };
  store.for_each_case(add);
  store.for_each_failure(add, true);
  const Account account = store.account();
  text << account.inputs << ' ' << account.executed << ' ' << account.failed() << ' ' << account.seconds << ' '
       << account.complete << "\n";
  for (const Pass& pass : store.passes())
    text << pass.id << ' ' << pass.end << ' ' << pass.done << ' ' << pass.size << ' '
         << (pass.order.listed ? pass.order.listed->size() : 0) << "\n";
  if (const auto first = store.first_failure())
    text << first->level << ' ' << first->ordinal << ' ' << first->tests << ' ' << first->seconds << "\n";
  return text.str();
}

const Undisturbed& undisturbed() {
  static const Undisturbed run = [] {
    Undisturbed made;
    const TemporaryDirectory directory;
    Store store = open(directory / "undisturbed.sqlite");
    Done done = Done::synced;
    for (; done != Done::nothing_left; done = step(store)) {
      made.states.push_back(contents(store));
      made.steps.push_back(done);
    }
    return made;
  }();
  return run;
}

std::size_t Undisturbed::last_synced(std::size_t step) const {
  while (step > 0 && steps[step] != Done::synced) --step;
  return step;
}

namespace {

std::optional<std::size_t> state_of(const Store& store, const Integrity& integrity) {
  const std::vector<std::string>& states = undisturbed().states;
  for (const std::string& damage : integrity.damage) ADD_FAILURE() << damage;
  const std::string now = contents(store);
  const auto found = std::find(states.begin(), states.end(), now);
  if (found != states.end()) return static_cast<std::size_t>(found - states.begin());
  ADD_FAILURE() << "the store is in no state of the undisturbed run; in none is the line\n" << odd_line(now);
  return std::nullopt;
}

}  // namespace

std::optional<std::size_t> state_of(const fs::path& file) {
  const Store store = Store::snapshot(file);
  return state_of(store, store.integrity());
}

void expect_complete(const fs::path& file) {
  const Store store = Store::snapshot(file);
  const Integrity integrity = store.integrity();
  EXPECT_EQ(state_of(store, integrity), undisturbed().states.size() - 1);
  EXPECT_NE(integrity.certificate, "") << "it is not certified";
}

}  // namespace smallscope::results::short_run
