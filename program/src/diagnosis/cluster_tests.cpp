// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/cluster_tests.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>
#include <smallscope/runner/isolated.hpp>

#include "command_line/counted.hpp"
#include "diagnosis/stored_diagnosis.hpp"
#include "run/coverage.hpp"
#include "run/message_hooks.hpp"
#include "run/progress.hpp"
#include "triage/stored_campaign.hpp"
#include "triage/stored_clusters.hpp"

namespace smallscope::program {

using diagnosis::Outcome;
using diagnosis::Word;
using results::Ordinal;

namespace {

clustering::Cluster cluster_to_diagnose(std::string_view command, const results::Store& store,
                                        const runner::Campaign& campaign, const std::string& wanted,
                                        std::optional<Ordinal> input) {
  const std::vector<clustering::Cluster> clusters = clusters_of(store, campaign);
  if (clusters.empty())
    throw UsageError(fmt::format(
        "{}: nothing in the store fails, so there is nothing to diagnose; run more of the campaign", command));
  if (wanted.empty() && input)
    for (const clustering::Cluster& each : clusters)
      if (std::ranges::binary_search(failing_inputs(each), *input)) return each;
  if (wanted.empty() && clusters.size() > 1)
    throw UsageError(fmt::format("{}: the store has {} clusters; name one with --cluster C1 (`clusters` lists them)",
                                 command, clusters.size()));
  clustering::Cluster cluster = wanted_clusters(store, clusters, wanted).front();
  if (failing_inputs(cluster).empty())
    throw UsageError(fmt::format("{}: {} was found at merged levels only; run level 0", command, cluster.id));
  return cluster;
}

const runner::Campaign& require_index(std::string_view command, const runner::Campaign& campaign) {
  if (campaign.space->is_search())
    throw UsageError(
        fmt::format("{}: {} is a search without an index, whose inputs have no neighbours", command, campaign.name));
  return campaign;
}

results::Store opened(const std::string& file, const results::Manifest& manifest) {
  results::Store store = results::Store::open(file);
  store.require_same_campaign(manifest);
  return store;
}

}  // namespace

std::vector<std::string> lines_of(const SkippedTests& skipped, const std::string& what) {
  std::vector<std::string> lines;
  const auto line = [&](std::size_t inputs, const std::string& why) {
    if (inputs > 0) lines.push_back(fmt::format("skipped: {} that {}", counted(inputs, what), why));
  };
  line(skipped.excluded, "are no tests, because the campaign filters or rejects them");
  line(skipped.other, "failed in another way");
  line(skipped.not_judged, "neither passed nor failed, or are flaky");
  line(skipped.uncovered, "reported nothing of what they cover: is the subject the one with coverage?");
  for (const std::string& remark : skipped.remarks)
    lines.push_back(fmt::format("warning: {}", report::one_line(remark, 400)));
  return lines;
}

std::string text(const SkippedTests& skipped, const std::string& what) {
  std::string text;
  for (const std::string& line : lines_of(skipped, what)) text += line + '\n';
  return text;
}

void add_to_json(report::Json& json, const SkippedTests& skipped) {
  json["excluded"] = skipped.excluded;
  json["failing_in_other_ways"] = skipped.other;
  json["not_judged"] = skipped.not_judged;
  json["without_coverage"] = skipped.uncovered;
  json["remarks"] = report::Json::array();
  for (const std::string& remark : skipped.remarks) json["remarks"].push_back(report::text_json(remark));
}

ClusterTests::ClusterTests(std::string_view command, const Context& context, const runner::Campaign& campaign,
                           const std::string& store, const std::string& from, const std::string& wanted,
                           const ExecutionArguments& execution, std::optional<Ordinal> input)
    : budget_(budget_of(execution)),
      start_(std::chrono::steady_clock::now()),
      executed_(with_coverage(runner::isolated(require_index(command, campaign)))),
      engine_(executed_, execution.engine),
      store_(opened(store, engine_.manifest())),
      options_(options_of(store_)),
      cluster_(cluster_to_diagnose(command, store_, campaign, wanted, input)),
      choices_of_(program::choices_of(campaign)),
      factors_(generators::factors(structure_of(campaign))),
      failing_(failing_inputs(cluster_)),
      replay_(replay_command(context, store, from)) {
  store_.for_each_case([&](const results::Case& found) {
    if (found.level == 0 && std::ranges::binary_search(failing_, found.ordinal))
      signatures_.insert(clustering::signature(found.verdict, found.judgements, options_, found.ordinal));
    return true;
  });
}

bool ClusterTests::execute(const std::vector<Ordinal>& ordinals) {
  ProgressObserver observer(ProgressStyle::none, clustering::Clustering(options_, clustering::Members::counted),
                            replay_);
  runner::RunOptions run;
  run.first = ordinals;
  run.only_first = run.repeat = true;
  run.program = store_.manifest().program;
  use_message_rules(run, options_);
  run.budget = time_left();
  const runner::Summary summary = engine_.run(store_, run, observer, interrupt_.token());
  skipped_.remarks.insert(summary.remarks.begin(), summary.remarks.end());
  run_ = summary.stop;
  return run_ == runner::Stop::finished;
}

std::optional<std::chrono::duration<double>> ClusterTests::time_left() const {
  if (!budget_) return std::nullopt;
  return *budget_ - (std::chrono::steady_clock::now() - start_);
}

runner::Stop ClusterTests::stop() const {
  if (interrupt_.token().stop_requested()) return runner::Stop::interrupted;
  const auto left = time_left();
  return left && left->count() <= 0 ? runner::Stop::budget : runner::Stop::finished;
}

Ordinal ClusterTests::failing_input(std::optional<Ordinal> wanted) const {
  if (!wanted) {
    const auto [level, ordinal] = cluster_.representative;
    return level == 0 ? ordinal : failing_.front();
  }
  if (!std::ranges::binary_search(failing_, *wanted))
    throw UsageError(
        fmt::format("--input {}: no failing input of {}; `clusters` shows some of them", *wanted, cluster_.id));
  return *wanted;
}

ClusterTests::Result ClusterTests::result(Ordinal ordinal, std::optional<std::vector<Word>> covered) {
  Result result;
  if (covered)
    result.covered = *std::move(covered);
  else
    store_.for_each_spectrum(0, [&](Ordinal test, std::span<const std::uint64_t> of_test) {
      if (test == ordinal) result.covered.assign(of_test.begin(), of_test.end());
      return test != ordinal;  // the latest comes first
    });
  if (store_.verdict(0, ordinal).value_or(results::Verdict::discarded) == results::Verdict::discarded) {
    ++skipped_.excluded;
    result.is_test = false;
    return result;
  }
  result.outcome = outcome_of(ordinal, std::ranges::any_of(result.covered, [](Word word) { return word != 0; }));
  if (diagnosis::is_failing(result.outcome) && !std::ranges::binary_search(failing_, ordinal))
    failing_.insert(std::ranges::lower_bound(failing_, ordinal), ordinal);
  return result;
}

Outcome ClusterTests::outcome_of(Ordinal ordinal, bool is_covered) {
  const Outcome outcome = diagnosis::outcome_of(store_.verdict(0, ordinal).value_or(results::Verdict::discarded));
  std::size_t* skipped = nullptr;
  if (outcome == Outcome::skip || (diagnosis::is_failing(outcome) && passed_again(ordinal)))
    skipped = &skipped_.not_judged;
  else if (!is_covered)
    skipped = &skipped_.uncovered;
  else if (diagnosis::is_failing(outcome) && !is_of_cluster(ordinal))
    skipped = &skipped_.other;
  if (skipped == nullptr) return outcome;
  ++*skipped;
  return Outcome::skip;
}

bool ClusterTests::passed_again(Ordinal ordinal) const {
  return std::ranges::any_of(store_.attempts(0, ordinal), [](const results::Attempt& attempt) {
    return attempt.kind == "repeat" && !oracles::is_failing(attempt.verdict);
  });
}

bool ClusterTests::is_of_cluster(Ordinal ordinal) const {
  if (std::ranges::binary_search(failing_, ordinal)) return true;
  const std::optional<results::Case> found = store_.find_case(0, ordinal);
  return found &&
         signatures_.contains(clustering::signature(found->verdict, found->judgements, options_, found->ordinal));
}

}  // namespace smallscope::program
