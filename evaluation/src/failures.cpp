// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/failures.hpp>
#include <smallscope/subjects/text_encoding.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace smallscope::evaluation {

Ordinal FailureTable::failing() const {
  std::vector<Ordinal> all;
  for (const FailureGroup& group : groups) all.insert(all.end(), group.members.begin(), group.members.end());
  std::sort(all.begin(), all.end());
  return static_cast<Ordinal>(std::unique(all.begin(), all.end()) - all.begin());
}

void require_complete(const results::Store& store) {
  const results::Account account = store.account();
  if (account.complete) return;
  throw EvaluationError(
      fmt::format("{}: {} of {} inputs have a verdict, and a study needs all of them; complete it with "
                  "`run {} --resume --store {}`",
                  store.file().string(), account.executed, generators::size_text(account.inputs),
                  subjects::shell_word(store.manifest().campaign), subjects::shell_word(store.file().string())));
}

std::vector<clustering::Cluster> unmerged_clusters(const results::Store& store, const clustering::Options& options) {
  clustering::Clustering clustering(options);
  store.for_each_case([&](const results::Case& found) {
    if (found.level == 0) clustering.add(found);
    return found.level == 0;  // cases of level 0 come first
  });
  return clustering.clusters();
}

FailureTable failures_of(const results::Store& store, const clustering::Options& options) {
  require_complete(store);
  FailureTable table{store.manifest().campaign, store.manifest().inputs, {}};
  for (const clustering::Cluster& cluster : unmerged_clusters(store, options)) {
    FailureGroup& group = table.groups.emplace_back(FailureGroup{clustering::to_string(cluster.signature), {}});
    group.members.reserve(cluster.members.size());
    for (const auto& [level, ordinal] : cluster.members) group.members.push_back(ordinal);
  }
  if (table.groups.empty())
    throw EvaluationError(
        fmt::format("{}: none of the {} inputs fails, so that no order finds anything; give a store "
                    "with failures",
                    store.file().string(), table.inputs));
  return table;
}

}  // namespace smallscope::evaluation
