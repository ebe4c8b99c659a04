// SPDX-License-Identifier: Apache-2.0
#include "triage/stored_clusters.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/clustering/explanations/stored.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/context.hpp"
#include "command_line/print.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

clustering::Options options_of(const results::Store& store) {
  clustering::Options options;
  options.rules = clustering::rules_of(store.manifest());
  return options;
}

std::vector<std::string> limit_texts(const clustering::Options& options,
                                     const std::vector<clustering::Cluster>& clusters) {
  std::vector<std::string> texts;
  if (const std::size_t given_up = options.rules.given_up(); given_up > 0) {
    std::string rules;
    for (const auto& [pattern, messages] : options.rules.given_up_rules())
      rules += fmt::format("{}`{}`{}", rules.empty() ? "" : ", ", report::one_line(pattern, 60),
                           messages < clustering::most_given_up ? "" : ", left out after so many");
    texts.push_back(fmt::format(
        "message rules took too long and left messages unchanged ({} {}): {}; change them, or cut the messages with "
        "--rule of clusters",
        given_up, given_up == 1 ? "time" : "times", rules));
  }
  if (const std::size_t failing = clustering::with_further_messages(clusters); failing > 0)
    texts.push_back(fmt::format(
        "more than {} different messages: {} failing input{} with further ones {} clustered without them; message "
        "rules would make them fewer (`rules` learns some)",
        report::grouped(options.most_signatures), report::grouped(failing), failing == 1 ? "" : "s",
        failing == 1 ? "is" : "are"));
  return texts;
}

void note_limits(const clustering::Options& options, const std::vector<clustering::Cluster>& clusters) {
  for (const std::string& text : limit_texts(options, clusters)) complain("warning: " + text);
}

std::string few_of_clusters(std::string_view few, std::size_t number, std::size_t all) {
  if (number == 0) return fmt::format("none of the {} clusters is", report::grouped(all));
  return fmt::format("only {}{} of {} clusters {}", few, report::grouped(number), report::grouped(all),
                     number == 1 ? "is" : "are");
}

void note_unexplained(const clustering::Triage& triage, const results::Store& store, const std::string& from,
                      const std::stop_token& stop) {
  if (!triage.explainer) return;
  const std::string remedy =
      fmt::format("`explain {}{}` explains all of them", report::shell_word(store.file().string()),
                  from.empty() ? "" : " --from " + report::shell_word(from));
  if (stop.stop_requested()) {
    complain("note: interrupted while clusters were explained; " + remedy);
    return;
  }
  const std::size_t quick = clustering::quick_explanations(*triage.explainer), all = triage.clusters.size();
  if (quick < all)
    complain(
        fmt::format("note: {} explained here, because that takes long; {}", few_of_clusters("", quick, all), remedy));
}

std::vector<clustering::Cluster> clusters_of(const results::Store& store) {
  const clustering::Options options = options_of(store);
  std::vector<clustering::Cluster> clusters = clustering::cluster(store, options);
  note_limits(options, clusters);
  return clusters;
}

std::vector<clustering::Cluster> clusters_of(const results::Store& store, const runner::Campaign& campaign) {
  const clustering::Options options = options_of(store);
  clustering::Triage triaged = triage(store, options, campaign);
  note_limits(options, triaged.clusters);
  if (!triaged.by_causes && !has_space_of(campaign, store.manifest()))
    complain(fmt::format(
        "note: clusters are by messages, so that an id such as C1 may be another one than before: {}; name a "
        "cluster by its key",
        triaged.obstacle));
  return std::move(triaged.clusters);
}

clustering::Triage triage_by(const std::string& by, const results::Store& store, const clustering::Options& options,
                             const std::optional<runner::Campaign>& campaign) {
  if (campaign) return triage(store, options, *campaign, by_named(by));
  return {.clusters = clustering::cluster(store, options),
          .explainer = {},
          .by_causes = {},
          .obstacle = fmt::format("they need the campaign; name its program or specification with --from FILE; {}",
                                  maker_of(store.manifest()))};
}

std::vector<clustering::Cluster> wanted_clusters(const results::Store& store,
                                                 const std::vector<clustering::Cluster>& clusters,
                                                 const std::string& wanted) {
  if (wanted.empty()) return clusters;
  const bool is_number = wanted.find_first_not_of("0123456789") == std::string::npos;
  const std::string id = is_number ? "C" + wanted : wanted;
  const auto found = std::ranges::find_if(
      clusters, [&](const clustering::Cluster& cluster) { return cluster.id == id || cluster.key == wanted; });
  if (found != clusters.end()) return {*found};
  const std::vector<clustering::Cluster> by_messages = clusters_of(store);
  const auto same = std::ranges::find(by_messages, wanted, &clustering::Cluster::key);
  if (same != by_messages.end()) return {*same};
  throw UsageError(fmt::format("--cluster {}: the store has no such cluster; `clusters {}` lists the {} that it has",
                               wanted, store.file().string(), clusters.size()));
}

}  // namespace smallscope::program
