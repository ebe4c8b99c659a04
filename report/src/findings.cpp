// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/findings.hpp>

#include <algorithm>
#include <map>
#include <string_view>

#include <fmt/format.h>

namespace smallscope::report {

const clustering::Explanation* explanation_of(const Findings& findings, std::size_t cluster) {
  if (cluster >= findings.explanations.size()) return nullptr;
  const clustering::Explanation& explanation = findings.explanations[cluster];
  return explanation.matches.members == 0 && explanation.terms.empty() ? nullptr : &explanation;
}

std::string_view causes_of(const Findings& findings, std::size_t cluster) {
  return cluster < findings.causes.size() ? findings.causes[cluster] : std::string_view();
}

Smallest smallest_of(const Findings& findings, std::size_t cluster) {
  const clustering::Cluster& whole = findings.clusters[cluster];
  const Smallest smallest{whole.representative, "the smallest"};
  if (!findings.known) return smallest;
  const auto question = std::ranges::find_if(
      findings.known->questions, [&](const clustering::Undecided& each) { return each.cluster.id == whole.id; });
  if (question == findings.known->questions.end() || question->cluster.representative == whole.representative)
    return smallest;
  return {question->cluster.representative, "the smallest that needs a decision"};
}

bool is_settled(const Findings& findings, std::size_t cluster) {
  return findings.known && clustering::is_settled(findings.known->states[cluster]);
}

std::vector<std::string> known_words(const Findings& findings, std::size_t cluster) {
  if (!findings.known) return {};
  const clustering::ClusterState& state = findings.known->states[cluster];
  if (clustering::is_settled(state)) return {"known"};
  std::vector<std::string> words;
  if (state.unknown > 0) words.emplace_back("new");
  if (state.grown > 0) words.emplace_back("grown");
  if (state.has_expired) words.emplace_back("expired");
  return words;
}

std::vector<std::string> stable_names(std::span<const clustering::Cluster> clusters) {
  std::map<std::string_view, std::size_t> with_key;
  for (const clustering::Cluster& cluster : clusters) ++with_key[cluster.key];
  std::vector<std::string> names;
  for (const clustering::Cluster& cluster : clusters) {
    std::string& name = names.emplace_back(cluster.key);
    if (with_key[cluster.key] == 1) continue;
    const auto [level, ordinal] = cluster.members.front();
    name += level == 0 ? fmt::format("-{}", ordinal) : fmt::format("-M{}-{}", level, ordinal);
  }
  return names;
}

}  // namespace smallscope::report
