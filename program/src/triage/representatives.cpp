// SPDX-License-Identifier: Apache-2.0
#include "triage/representatives.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/report/known_faults_text.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/print.hpp"

namespace smallscope::program {

namespace {

void print_representative(const results::Store& store, const clustering::Cluster& cluster,
                          const std::vector<std::string>& remarks, const std::string& replay) {
  const auto [level, ordinal] = cluster.representative;
  const results::Case failing = *store.find_failure(level, ordinal);
  print_visible(
      "\n{}", report::representative(cluster, failing, fmt::format("{} {}", replay, report::replay_arguments(failing)),
                                     remarks));
}

/// A cluster without a condition: the choices of its only input, or which few inputs it has.
std::string inputs_of(const results::Store& store, const clustering::Cluster& cluster) {
  constexpr std::size_t few = 4;
  if (cluster.failing() > few) return {};
  std::vector<results::Case> cases;
  for (const auto& [level, ordinal] : cluster.members) cases.push_back(*store.find_failure(level, ordinal));
  if (cases.size() == 1)
    return fmt::format("of {} alone: {}", report::short_name(cases.front()),
                       report::one_line(generators::to_string(cases.front().choices)));
  std::vector<std::string> names;
  std::ranges::transform(cases, std::back_inserter(names), report::short_name);
  return fmt::format("of {}", fmt::join(names, ", "));
}

/// "C1   fails exactly when ...", for each of the first clusters that has an explanation, and what other small ones
/// consist of. Nothing if no cluster has an explanation.
std::string explanation_lines(const results::Store& store, const std::vector<clustering::Cluster>& clusters,
                              const std::vector<std::string>& explanations) {
  constexpr std::size_t most = 20;
  if (std::ranges::all_of(explanations, &std::string::empty)) return {};
  std::string lines;
  std::size_t shown = 0, left_out = 0;
  for (std::size_t i = 0; i < explanations.size(); ++i) {
    if (shown == most) {
      left_out += explanations[i].empty() ? 0 : 1;
      continue;
    }
    const std::string text = explanations[i].empty() ? inputs_of(store, clusters[i]) : explanations[i];
    if (!text.empty()) lines += fmt::format("{}{:<4} {}\n", shown++ == 0 ? "\n" : "", clusters[i].id, text);
  }
  return left_out == 0 ? lines : lines + fmt::format("and {} more; `explain` shows all\n", left_out);
}

}  // namespace

void print_representatives(const results::Store& store, const std::vector<clustering::Cluster>& clusters,
                           const std::vector<std::string>& explanations, const KnownFaults* known, std::size_t most,
                           const std::string& replay) {
  if (known == nullptr) print_visible("{}", explanation_lines(store, clusters, explanations));
  if (most == 0) return;
  const auto clearer = clustering::clearer_members(store, clusters);
  const auto clearer_of = [&](std::size_t cluster) {
    if (!clearer[cluster]) return std::string();
    const auto [level, ordinal] = clearer[cluster]->input;
    return report::clearer_text(*clearer[cluster], clusters, *store.find_failure(level, ordinal));
  };
  if (known == nullptr) {
    for (std::size_t i = 0; i < std::min(most, clusters.size()); ++i)
      print_representative(store, clusters[i], {clearer_of(i)}, replay);
    return;
  }
  const auto explanation_of = [&](std::size_t cluster) {
    return cluster < explanations.size() ? explanations[cluster] : std::string();
  };
  for (std::size_t i = 0; i < std::min(most, known->questions.size()); ++i) {
    const clustering::Undecided& question = known->questions[i];
    clustering::Cluster shown = question.cluster;
    shown.id += fmt::format(" ({})", report::question_text(question, known->faults, known->comparison));
    // That of the cluster is not about some of its failures.
    const bool is_whole = question.cluster.members.size() == question.failures;
    const auto place = static_cast<std::size_t>(
        std::ranges::find(clusters, question.cluster.id, &clustering::Cluster::id) - clusters.begin());
    std::vector<std::string> remarks;
    if (is_whole) remarks = {explanation_of(place), clearer_of(place)};
    print_representative(store, shown, remarks, replay);
  }
}

}  // namespace smallscope::program
