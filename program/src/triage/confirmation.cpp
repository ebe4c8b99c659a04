// SPDX-License-Identifier: Apache-2.0
#include "triage/confirmation.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>
#include <smallscope/runner/isolated.hpp>

#include "command_line/interrupt.hpp"
#include "command_line/options.hpp"
#include "run/message_hooks.hpp"
#include "triage/stored_campaign.hpp"
#include "triage/stored_clusters.hpp"

namespace smallscope::program {

namespace {

using results::Ordinal;

/// A round asks for at most one in so many of the tests that are left, so that a refuted explanation wastes few.
constexpr Ordinal rounds_at_least = 4;
constexpr Ordinal least_of_a_round = 32;

/// The inputs that match and were not executed.
std::vector<Ordinal> open_questions(const clustering::Explainer& explainer,
                                    const clustering::Explanation& explanation) {
  std::vector<Ordinal> open;
  if (explanation.matches.undecided == 0) return open;
  for (const Ordinal ordinal : explainer.undecided()) {
    const std::vector<clustering::Value> values = values_of(explanation, explainer.population(), ordinal);
    if (matches(explanation, values)) open.push_back(ordinal);
  }
  return open;
}

/// An equal share of `most` for each explanation, spread over what it leaves open.
std::vector<Ordinal> next_inputs(const clustering::Explainer& explainer,
                                 const std::vector<clustering::Explanation>& explanations, Ordinal most) {
  std::vector<std::vector<Ordinal>> open;
  for (const clustering::Explanation& explanation : explanations)
    if (auto questions = open_questions(explainer, explanation); !questions.empty())
      open.push_back(std::move(questions));
  std::ranges::stable_sort(open, {}, [](const auto& questions) { return questions.size(); });
  std::set<Ordinal> chosen;
  std::vector<Ordinal> inputs;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Ordinal left = most - std::min<Ordinal>(most, inputs.size());
    const Ordinal share = std::min<Ordinal>(std::max<Ordinal>(left / (open.size() - i), 1), open[i].size());
    for (Ordinal j = 0; j < share && inputs.size() < most; ++j)
      if (const Ordinal ordinal = open[i][j * open[i].size() / share]; chosen.insert(ordinal).second)
        inputs.push_back(ordinal);
  }
  return inputs;
}

/// The cluster of a failing input, which may be another one by now.
clustering::Cluster cluster_with(const std::vector<clustering::Cluster>& clusters,
                                 const std::pair<int, Ordinal>& member) {
  const auto found = std::ranges::find_if(clusters, [&](const clustering::Cluster& cluster) {
    return std::ranges::binary_search(cluster.members, member);
  });
  if (found == clusters.end()) throw std::logic_error("a failing input has lost its cluster");
  return *found;
}

/// Throws UsageError if more inputs were not executed than an explanation counts.
void require_countable(const results::Account& account) {
  const Ordinal undecided = account.inputs - account.executed;
  if (undecided > clustering::most_undecided)
    throw UsageError(
        fmt::format("--confirm: {} inputs were not executed; at most {} can be looked through for those "
                    "that match. Execute more with `run --resume`",
                    report::grouped(undecided), report::grouped(clustering::most_undecided)));
}

}  // namespace

void add_confirmation(CLI::App& command, ConfirmationArguments& arguments) {
  command
      .add_flag("--confirm", arguments.wanted,
                "Of a store that is not complete: execute inputs that match an explanation, keep the results in the "
                "store, and explain again, until every input that matches was executed")
      ->group("Confirmation");
  command.add_option("--max-tests", arguments.max_tests, "Most inputs that --confirm executes")
      ->transform(whole_number(1))
      ->capture_default_str()
      ->group("Confirmation");
  add_execution(command, arguments.execution);
}

Confirmation confirm_explanations(const Context& context, const std::string& file, const runner::Campaign& campaign,
                                  const std::string& from, const std::string& cluster,
                                  const ConfirmationArguments& arguments) {
  const auto budget = budget_of(arguments.execution);
  const auto start = std::chrono::steady_clock::now();
  const runner::Campaign executed = runner::isolated(campaign);
  const Interrupt interrupt;
  runner::Engine engine(executed, arguments.execution.engine);
  results::Store store = results::Store::open(file);
  store.require_same_campaign(engine.manifest());
  if (store.account().complete) return {.cluster = cluster, .is_settled = true};
  const clustering::Options options = options_of(store);
  require_countable(store.account());
  std::vector<clustering::Cluster> clusters = wanted_clusters(store, clusters_of(store, campaign), cluster);
  clustering::Clustering known(options, clustering::Members::counted);
  store.for_each_failure([&](const results::Case& failing) {
    known.add(failing);
    return true;
  });
  ProgressObserver observer(arguments.execution.progress, std::move(known), replay_command(context, file, from));
  // Ids and keys follow what fails, and that changes.
  const std::pair<int, Ordinal> member = cluster.empty() ? std::pair(0, Ordinal{0}) : clusters.front().representative;
  Confirmation result{.cluster = cluster.empty() ? "" : clusters.front().key};
  while (true) {
    const clustering::Explainer explainer = clustering::explainer_of(
        store, structure_of(campaign), choices_of(campaign), campaign.attributes, clustering::Partial::counted);
    const std::vector<clustering::Explanation> explanations = explain_clusters(explainer, clusters);
    const Ordinal left = arguments.max_tests - result.executed;
    const std::vector<Ordinal> inputs =
        next_inputs(explainer, explanations, std::min(left, std::max(left / rounds_at_least, least_of_a_round)));
    if (inputs.empty()) {
      result.is_settled = left > 0;
      result.stop = left > 0 ? runner::Stop::finished : runner::Stop::max_tests;
      return result;
    }
    runner::RunOptions run;
    run.first = inputs;
    run.only_first = true;
    run.program = store.manifest().program;
    use_message_rules(run, options);
    if (budget) run.budget = *budget - (std::chrono::steady_clock::now() - start);
    const runner::Summary summary = engine.run(store, run, observer, interrupt.token());
    ++result.rounds;
    result.executed += summary.visited;
    result.stop = summary.stop;
    clusters = triage_unnoted(store, options, campaign).clusters;
    if (!cluster.empty()) {
      clusters = {cluster_with(clusters, member)};
      result.cluster = clusters.front().key;
    }
    if (summary.stop != runner::Stop::finished) return result;
  }
}

std::string confirmation_text(const Confirmation& confirmation) {
  const std::string_view end = confirmation.is_settled ? "every input that matches was executed"
                               : confirmation.stop == runner::Stop::interrupted ? "interrupted"
                               : confirmation.stop == runner::Stop::budget      ? "stopped at the end of --budget"
                                                                                : "stopped at --max-tests";
  return fmt::format("{} input{} executed in {} round{}; {}", report::grouped(confirmation.executed),
                     confirmation.executed == 1 ? "" : "s", confirmation.rounds, confirmation.rounds == 1 ? "" : "s",
                     end);
}

}  // namespace smallscope::program
