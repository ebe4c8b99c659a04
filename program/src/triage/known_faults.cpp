// SPDX-License-Identifier: Apache-2.0
#include "triage/known_faults.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include <smallscope/report/known_faults_text.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/context.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"

namespace smallscope::program {

namespace {

using clustering::FaultState;

const std::vector<std::string> events{"new", "grown", "expired", "shrunk", "changed", "fixed", "any", "none"};

bool has_happened(const std::string& event, const KnownFaults& known, const results::Account& account) {
  if (event == "any") return account.failed() > 0;
  if (event == "new") return !known.comparison.unknown.empty();
  return std::ranges::any_of(known.comparison.faults, [&](const FaultState& state) {
    return event == "expired" ? state.expired : event == clustering::name(state.progress);
  });
}

/// New failures, then grown and expired faults, then the rest.
int rank(const clustering::ClusterState& state) {
  return state.unknown > 0 ? 0 : clustering::is_settled(state) ? 2 : 1;
}

template <class T>
void permute(std::vector<T>& items, const std::vector<std::size_t>& order) {
  if (items.empty()) return;
  std::vector<T> permuted;
  for (const std::size_t place : order) permuted.push_back(std::move(items[place]));
  items = std::move(permuted);
}

}  // namespace

CLI::Option* add_today(CLI::App& command, std::string& today) {
  return command
      .add_option("--today", today, "The day on which decisions may have expired (default: that of the clock)")
      ->check(not_empty());
}

CLI::Option* add_faults(CLI::App& command, std::vector<std::string>& files) {
  return command
      .add_option("--faults", files, "File of known faults; says what is new, and what has become of each fault")
      ->check(not_empty());
}

void add_fault_options(CLI::App& command, FaultArguments& arguments, const std::string& group) {
  add_faults(command, arguments.files)->group(group);
  command
      .add_option("--fail-on", arguments.fail_on,
                  "With --faults: exit with 1 only for these, separated by commas: new, grown, expired, shrunk, "
                  "changed, fixed; any (failure) or none")
      ->delimiter(',')
      ->check(CLI::IsMember(events))
      ->group(group);
  add_today(command, arguments.today)->group(group);
}

clustering::Day day_of(const std::string& today) {
  if (today.empty()) return clustering::day_at(std::chrono::system_clock::now());
  if (const auto day = clustering::day_named(today)) return *day;
  throw UsageError(fmt::format("--today: `{}` is not a day; write one such as 2026-12-31", today));
}

std::optional<clustering::Faults> faults_of(const FaultArguments& arguments) {
  const std::vector<std::string>& events_given = arguments.fail_on;
  if (arguments.files.empty()) {
    if (!events_given.empty())
      throw UsageError("--fail-on compares with known faults; name their file with --faults FILE");
    return std::nullopt;
  }
  for (const char* alone : {"any", "none"})
    if (events_given.size() > 1 && std::ranges::find(events_given, alone) != events_given.end())
      throw UsageError(fmt::format("--fail-on: `{}` stands alone; leave the others out", alone));
  return clustering::Faults::read({arguments.files.begin(), arguments.files.end()});
}

KnownFaults compare_with(clustering::Faults faults, const results::Store& store, const clustering::Options& options,
                         clustering::Day today, std::vector<clustering::Cluster>& clusters,
                         std::vector<std::string>& explanations) {
  KnownFaults known{std::move(faults), {}, {}, {}};
  known.comparison = clustering::compare(store, known.faults, options, today);
  known.states = clustering::cluster_states(clusters, known.comparison);
  std::vector<std::size_t> order(clusters.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t place) { return rank(known.states[place]); });
  permute(clusters, order);
  permute(explanations, order);
  permute(known.states, order);
  known.questions = clustering::undecided(store, clusters, known.comparison);
  return known;
}

bool is_failed(const FaultArguments& arguments, const std::vector<std::string>& otherwise, const KnownFaults& known,
               const results::Account& account) {
  return std::ranges::any_of(arguments.fail_on.empty() ? otherwise : arguments.fail_on,
                             [&](const std::string& event) { return has_happened(event, known, account); });
}

std::vector<std::string> known_as(const KnownFaults& known, const std::vector<clustering::Cluster>& clusters) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < clusters.size(); ++i)
    texts.push_back(
        report::cluster_state_text(known.states[i], clusters[i].members.size(), known.faults, known.comparison));
  return texts;
}

void print_faults(const KnownFaults& known) {
  print_visible("\n{}\n", report::comparison_text(known.comparison));
  if (const std::string table = report::fault_table(known.faults, known.comparison); !table.empty())
    print_visible("\n{}", table);
  for (const auto& [key, note] : known.comparison.notes)
    print_visible("note on {}: {}\n", key, report::one_line(known.faults.all()[note].note, 120));
}

}  // namespace smallscope::program
