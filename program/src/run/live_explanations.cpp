// SPDX-License-Identifier: Apache-2.0
#include "run/live_explanations.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <exception>
#include <limits>
#include <span>

#include <smallscope/clustering/explanations/stored.hpp>
#include <smallscope/report/explanation_text.hpp>

#include "run/combinations_covered.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr unsigned times_until_settled = 3;
constexpr Seconds shortest_pause(2);
/// The thread pauses so many times as long as it worked.
constexpr int pause_for_work = 20;
constexpr int low_priority = 10;

/// The run ends before a look at it does.
class Ending : public std::exception {};

/// The processor time of this thread: at low priority, it may wait much longer than it works.
Seconds worked() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// The whole explanation, without the numbers that change as long as inputs match.
std::string identity_of(const clustering::Explanation& explanation) {
  constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
  return (explanation.exceptions ? "except " : "") + report::conditions_text(explanation, {all, all});
}

std::string text_of(const clustering::Explanation& explanation) {
  const std::string opening = report::explanation_parts(explanation).opening;
  const std::string conditions = report::conditions_text(explanation);
  return conditions.empty() ? opening : opening + " " + conditions;
}

}  // namespace

bool Settling::seen(const std::string& key, const std::string& explanation, results::Ordinal tests, bool is_complete) {
  Unchanged& unchanged = unchanged_[key];
  if (unchanged.times == 0 || unchanged.explanation != explanation)
    unchanged = {.explanation = explanation, .since = tests, .times = 0};
  ++unchanged.times;
  return is_complete || (unchanged.times >= times_until_settled && tests / 2 >= unchanged.since);
}

LiveExplanations::LiveExplanations(std::filesystem::path file, runner::Campaign campaign, clustering::Options options,
                                   std::size_t strength)
    : file_(std::move(file)),
      campaign_(std::move(campaign)),
      options_(std::move(options)),
      strength_(strength),
      thread_([this] { keep_up(); }) {}

LiveExplanations::~LiveExplanations() {
  {
    const std::lock_guard lock(mutex_);
    ending_.request_stop();
  }
  ended_.notify_all();
  thread_.join();
}

LiveFindings LiveExplanations::latest() const {
  const std::lock_guard lock(mutex_);
  return latest_;
}

void LiveExplanations::keep_up() {
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), low_priority);  // of this thread alone
  Seconds pause = shortest_pause;
  results::Ordinal executed = 0;
  for (;;) {
    std::unique_lock lock(mutex_);
    if (ended_.wait_for(lock, pause, [&] { return ending_.stop_requested(); })) return;
    lock.unlock();
    const Seconds before = worked();
    LiveFindings findings;
    try {
      const results::Store store = results::Store::snapshot(file_);
      const results::Account account = store.account();
      pause = shortest_pause;
      if (account.executed == executed) continue;
      executed = account.executed;
      findings = find(store, account);
    } catch (const std::exception& error) {
      findings.obstacle = error.what();
    }
    lock.lock();
    latest_ = std::move(findings);
    lock.unlock();
    pause = std::max(shortest_pause, pause_for_work * (worked() - before));
  }
}

LiveFindings LiveExplanations::find(const results::Store& store, const results::Account& account) {
  LiveFindings findings;
  if (const auto covered = combinations_covered(store, *campaign_.space, strength_))
    findings.covered = to_string(*covered);
  findings.obstacle = clustering::obstacle_to_explaining(store, structure_of(campaign_), clustering::Partial::allowed);
  if (findings.obstacle.empty() && account.failed() > 0) explain(store, account, findings);
  return findings;
}

void LiveExplanations::explain(const results::Store& store, const results::Account& account, LiveFindings& findings) {
  // A million failures are read for seconds, for which the end of the run must not wait.
  clustering::Clustering failures(options_);
  store.for_each_failure(
      [&](const results::Case& failing) {
        failures.add(failing);
        return !ending_.stop_requested();
      },
      false, {.choices = false, .observed = false});
  const auto choices = [&, of = choices_of(campaign_)](results::Ordinal ordinal) {
    if (ending_.stop_requested()) throw Ending();
    return of(ordinal);
  };
  if (ending_.stop_requested()) return;
  const std::vector<clustering::Cluster> clusters = std::move(failures).clusters();
  const clustering::Explainer explainer = clustering::explainer_of(store, structure_of(campaign_), choices,
                                                                   campaign_.attributes, clustering::Partial::allowed);
  const std::size_t quick = clustering::quick_explanations(explainer);
  if (quick == 0 && !clusters.empty()) {
    findings.obstacle = "they would take too long; `explain` makes them when the run has ended";
    return;
  }
  const clustering::ExplainOptions options = report::options_of_lines(explainer, ending_.get_token());
  for (const clustering::Cluster& cluster : std::span(clusters).first(std::min(quick, clusters.size()))) {
    const std::vector<results::Ordinal> members = clustering::explained_members(cluster);
    if (members.empty()) continue;
    const clustering::Explanation explanation = explainer.explain(members, options);
    if (ending_.stop_requested()) return;
    const bool is_settled = settling_.seen(cluster.key, identity_of(explanation), account.executed, account.complete);
    if (!report::short_explanation(explanation).empty())
      findings.explanations[cluster.key] = {text_of(explanation), is_settled};
  }
}

}  // namespace smallscope::program
