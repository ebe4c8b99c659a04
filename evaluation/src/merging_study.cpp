// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/merging_study.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace smallscope::evaluation {

namespace {

using Messages = std::set<std::string>;

/// What a store's failing cases show, by level.
struct Shown {
  std::map<int, std::set<Messages>> merged;              ///< the messages of every failing merged input
  std::map<int, std::set<clustering::Signature>> whole;  ///< their signatures
  std::map<int, std::set<clustering::Signature>> parts;  ///< of the single parts that un-merging found
};

Messages messages_of(const results::Case& failing, const clustering::Options& options) {
  const std::vector<std::string> messages = clustering::messages(failing.judgements, options);
  return {messages.begin(), messages.end()};
}

Shown shown_by(const results::Store& store, const clustering::Options& options) {
  Shown shown;
  store.for_each_case([&](const results::Case& found) {
    if (found.level == 0 || !oracles::is_failing(found.verdict)) return true;
    shown.merged[found.level].insert(messages_of(found, options));
    shown.whole[found.level].insert(clustering::signature(found.verdict, found.judgements, options, found.ordinal));
    return true;
  });
  store.for_each_unmerging([&](const results::Unmerging& unmerging) {
    for (const auto& [selection, found] : unmerging.parts)
      if (found.level == 0 && oracles::is_failing(found.verdict))
        shown.parts[unmerging.level].insert(
            clustering::signature(found.verdict, found.judgements, options, found.ordinal));
    return true;
  });
  return shown;
}

/// Whether one of these failing inputs shows everything that the cluster's cases show.
bool is_among(const Messages& cluster, const std::set<Messages>& merged) {
  return std::any_of(merged.begin(), merged.end(), [&](const Messages& whole) {
    return std::includes(whole.begin(), whole.end(), cluster.begin(), cluster.end());
  });
}

/// Which labelled faults inputs of level 0 show.
struct FaultsShown {
  std::set<std::size_t> alone;                 ///< executed by themselves
  std::map<int, std::set<std::size_t>> parts;  ///< of each merged level
};

FaultsShown faults_shown_by(const results::Store& store, const clustering::Faults& faults,
                            const clustering::Options& options) {
  FaultsShown shown;
  const std::vector<std::size_t> candidates = faults.of_campaign(store.manifest().campaign);
  const auto add = [&](std::set<std::size_t>& seen, const results::Case& found) {
    if (!oracles::is_failing(found.verdict)) return;
    for (const std::size_t fault : candidates)
      if (!seen.contains(fault) && faults.shows(fault, found, options)) seen.insert(fault);
  };
  store.for_each_case([&](const results::Case& found) {
    if (found.level == 0) add(shown.alone, found);
    return true;
  });
  store.for_each_unmerging([&](const results::Unmerging& unmerging) {
    for (const auto& [selection, found] : unmerging.parts)
      if (found.level == 0) add(shown.parts[unmerging.level], found);
    return true;
  });
  return shown;
}

/// How many of `wanted` are not in `seen`.
std::size_t missing(const std::set<std::size_t>& wanted, const std::set<std::size_t>& seen) {
  return static_cast<std::size_t>(
      std::count_if(wanted.begin(), wanted.end(), [&](std::size_t fault) { return !seen.contains(fault); }));
}

void study_faults(MergingStudy& study, const results::Store& store, const clustering::Faults& faults,
                  const clustering::Options& options) {
  FaultsShown shown = faults_shown_by(store, faults, options);
  const std::set<std::size_t>& wanted = shown.alone;
  std::set<std::size_t> found;
  for (MergedLevelStudy& level : study.levels) {
    const std::set<std::size_t>& parts = shown.parts[level.account.level];
    found.insert(parts.begin(), parts.end());
    level.faults_masked = missing(wanted, parts);
    level.faults_so_far = wanted.size() - missing(wanted, found);
  }
  for (const std::size_t fault : wanted) {
    study.faults.push_back(faults.all()[fault].name);
    if (!found.contains(fault)) study.missed_faults.push_back(faults.all()[fault].name);
  }
}

void require_levels(const results::Store& store, const results::Account& account) {
  if (account.merged.empty())
    throw EvaluationError(fmt::format("{} has no merged levels; make one that has by `run {} --ladder`",
                                      store.file().string(), store.manifest().campaign));
  for (const results::LevelAccount& level : account.merged)
    if (level.executed < level.inputs)
      throw EvaluationError(
          fmt::format("{}: {} of {} merged inputs of level {} were executed; complete it with `run {} "
                      "--resume --ladder --store {}`",
                      store.file().string(), level.executed, level.inputs, level.level, store.manifest().campaign,
                      store.file().string()));
}

}  // namespace

double MergingStudy::merged_seconds() const {
  double sum = 0;
  for (const MergedLevelStudy& level : levels) sum += level.seconds + level.account.probe_seconds;
  return sum;
}

Ordinal MergingStudy::merged_executions() const {
  Ordinal sum = 0;
  for (const MergedLevelStudy& level : levels) sum += level.account.executed + level.account.probes;
  return sum;
}

MergingStudy study_merging(const results::Store& store, const clustering::Options& options,
                           const clustering::Faults& faults) {
  require_complete(store);
  const results::Account account = store.account();
  require_levels(store, account);
  const auto clusters = unmerged_clusters(store, options);
  Shown shown = shown_by(store, options);
  std::vector<Messages> cluster_messages;
  MergingStudy study{store.manifest().campaign, account.inputs, 0, clusters.size(), account.seconds, {}, {}, {}, {}};
  for (const clustering::Cluster& cluster : clusters) {
    study.failing += cluster.members.size();
    cluster_messages.push_back(messages_of(*store.find_case(0, cluster.members.front().second), options));
  }

  std::set<clustering::Signature> found;
  for (const results::LevelAccount& level : account.merged) {
    const auto& merged = shown.merged[level.level];
    const auto& parts = shown.parts[level.level];
    found.insert(parts.begin(), parts.end());
    MergedLevelStudy entry{.account = level, .seconds = level.seconds};
    entry.signatures = shown.whole[level.level].size();
    for (std::size_t i = 0; i < clusters.size(); ++i) {
      entry.masked_merged += is_among(cluster_messages[i], merged) ? 0 : 1;
      entry.masked_unmerged += parts.contains(clusters[i].signature) ? 0 : 1;
      entry.found_so_far += found.contains(clusters[i].signature) ? 1 : 0;
    }
    study.seconds -= level.seconds;
    study.levels.push_back(std::move(entry));
  }
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    if (found.contains(clusters[i].signature)) continue;
    const auto at = std::find_if(account.merged.begin(), account.merged.end(), [&](const results::LevelAccount& level) {
      return is_among(cluster_messages[i], shown.merged[level.level]);
    });
    study.missed.push_back({clustering::to_string(clusters[i].signature), clusters[i].members.size(),
                            clusters[i].members.front().second,
                            at == account.merged.end() ? std::nullopt : std::optional(at->level)});
  }
  study_faults(study, store, faults, options);
  return study;
}

}  // namespace smallscope::evaluation
