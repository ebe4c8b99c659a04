// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/clustering_study.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include <smallscope/clustering/clearer_members.hpp>
#include <smallscope/clustering/explanations/stored.hpp>
#include <smallscope/clustering/inspection.hpp>

namespace smallscope::evaluation {

namespace {

using clustering::Abstraction;
using FaultSet = std::vector<std::size_t>;

bool share_a_fault(const FaultSet& a, const FaultSet& b) {
  return std::ranges::any_of(a, [&](std::size_t fault) { return std::ranges::binary_search(b, fault); });
}

double pairs_of(double count) { return count * (count - 1) / 2; }

/// The pairs of these inputs that have a fault in common.
template <class Inputs>
double related_pairs(const Inputs& inputs, const FaultsOfInputs& faults) {
  std::map<FaultSet, double> counts;
  for (const std::size_t input : inputs) ++counts[faults[input]];
  double pairs = 0;
  for (auto one = counts.begin(); one != counts.end(); ++one) {
    if (!one->first.empty()) pairs += pairs_of(one->second);
    for (auto other = std::next(one); other != counts.end(); ++other)
      if (share_a_fault(one->first, other->first)) pairs += one->second * other->second;
  }
  return pairs;
}

std::size_t number_of_faults(const FaultsOfInputs& faults) {
  std::size_t number = 0;
  for (const FaultSet& set : faults)
    if (!set.empty()) number = std::max(number, set.back() + 1);
  return number;
}

std::size_t shown_faults(const Partition& clusters, const FaultsOfInputs& faults) {
  std::set<std::size_t> known;
  for (const auto& members : clusters) known.insert(faults[members.front()].begin(), faults[members.front()].end());
  return known.size();
}

SampleMean sampled_faults(const Partition& clusters, const FaultsOfInputs& faults, std::size_t picks) {
  std::vector<double> counts;
  for (std::uint64_t seed = 1; seed <= picks; ++seed) {
    std::mt19937_64 random(seed);
    std::set<std::size_t> seen;
    for (const auto& members : clusters) {
      const FaultSet& shown = faults[members[random() % members.size()]];
      seen.insert(shown.begin(), shown.end());
    }
    counts.push_back(static_cast<double>(seen.size()));
  }
  return sample_mean(counts);
}

ClusteringRow row_of(std::string name, const Partition& clusters, const FaultsOfInputs& faults, std::size_t picks) {
  return {.clustering = std::move(name),
          .clusters = clusters.size(),
          .pure = pure_clusters(clusters, faults),
          .rand_index = adjusted_rand_index(clusters, faults),
          .expected_faults = expected_faults(clusters, faults),
          .sampled_faults = sampled_faults(clusters, faults, picks),
          .seen = shown_faults(clusters, faults),
          .inspected = {}};
}

/// The labelled failing inputs, ascending.
struct Labels {
  std::vector<Ordinal> ordinals;
  FaultsOfInputs faults;
};

Labels labels_of(const LabelledFailures& labelled) {
  std::map<Ordinal, FaultSet> by_input;
  for (std::size_t fault = 0; fault < labelled.faults.groups.size(); ++fault)
    for (const Ordinal ordinal : labelled.faults.groups[fault].members) by_input[ordinal].push_back(fault);
  Labels labels;
  for (auto& [ordinal, faults] : by_input) {
    labels.ordinals.push_back(ordinal);
    labels.faults.push_back(std::move(faults));
  }
  return labels;
}

/// The labelled members of a cluster, the shown one first.
std::vector<std::size_t> labelled_members(const clustering::Cluster& cluster, const Labels& labels) {
  std::vector<std::size_t> members;
  for (const auto& [level, ordinal] : cluster.members) {
    const auto place = std::ranges::lower_bound(labels.ordinals, ordinal);
    if (place == labels.ordinals.end() || *place != ordinal) continue;
    members.push_back(static_cast<std::size_t>(place - labels.ordinals.begin()));
    if (ordinal == cluster.representative.second) std::swap(members.front(), members.back());
  }
  return members;
}

/// The clusters of the store without their unlabelled members.
Partition partition_of(const std::vector<clustering::Cluster>& clusters, const Labels& labels) {
  Partition partition;
  for (const clustering::Cluster& cluster : clusters)
    if (auto members = labelled_members(cluster, labels); !members.empty()) partition.push_back(std::move(members));
  return partition;
}

/// The faults that an input shows.
FaultSet faults_of(const Labels& labels, Ordinal ordinal) {
  const auto place = std::ranges::lower_bound(labels.ordinals, ordinal);
  if (place == labels.ordinals.end() || *place != ordinal) return {};
  return labels.faults[static_cast<std::size_t>(place - labels.ordinals.begin())];
}

std::vector<ClusterFaults> faults_by_cluster(const results::Store& store,
                                             const std::vector<clustering::Cluster>& clusters, const Labels& labels) {
  std::vector<ClusterFaults> found;
  const auto clearer = clustering::clearer_members(store, clusters);
  for (const clustering::Cluster& cluster : clusters) {
    const std::vector<std::size_t> members = labelled_members(cluster, labels);
    if (members.empty()) continue;
    std::map<std::size_t, std::size_t> counts;
    for (const std::size_t member : members)
      for (const std::size_t fault : labels.faults[member]) ++counts[fault];
    ClusterFaults& of_cluster = found.emplace_back(cluster.id, members.size());
    of_cluster.faults.assign(counts.begin(), counts.end());
    std::ranges::stable_sort(of_cluster.faults, std::greater{}, &std::pair<std::size_t, std::size_t>::second);
    const auto is_alone = [&](Ordinal ordinal) {
      return faults_of(labels, ordinal) == FaultSet{of_cluster.faults.front().first};
    };
    const auto& clearer_member = clearer[static_cast<std::size_t>(&cluster - clusters.data())];
    of_cluster.smallest_alone = is_alone(cluster.representative.second);
    of_cluster.clearer_alone = clearer_member ? is_alone(clearer_member->input.second) : of_cluster.smallest_alone;
  }
  return found;
}

/// The faults seen after each of the first inspections. Inputs without a labelled fault are inspected, too. Without an
/// explainer, no terms decide.
std::vector<std::size_t> faults_inspected(const results::Store& store, const clustering::Options& options,
                                          const std::vector<clustering::Cluster>& clusters, const Labels& labels,
                                          const clustering::Explainer* explainer) {
  constexpr std::size_t inspections = 20;
  std::vector<std::vector<Ordinal>> terms;
  if (explainer) terms = clustering::members_by_term(*explainer, clusters);
  std::set<std::size_t> known;
  std::vector<std::size_t> seen;
  for (const clustering::Inspection& shown :
       clustering::inspection_order(store, options, clusters, inspections, terms)) {
    const FaultSet faults = faults_of(labels, shown.input.second);
    known.insert(faults.begin(), faults.end());
    seen.push_back(known.size());
  }
  return seen;
}

}  // namespace

double adjusted_rand_index(const Partition& clusters, const FaultsOfInputs& faults) {
  std::vector<std::size_t> all(faults.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  double together = 0, agreeing = 0;
  for (const auto& members : clusters) {
    together += pairs_of(static_cast<double>(members.size()));
    agreeing += related_pairs(members, faults);
  }
  const double related = related_pairs(all, faults), pairs = pairs_of(static_cast<double>(all.size()));
  const double expected = pairs > 0 ? together * related / pairs : 0;
  const double greatest = (together + related) / 2;
  return greatest == expected ? 1 : (agreeing - expected) / (greatest - expected);
}

std::size_t pure_clusters(const Partition& clusters, const FaultsOfInputs& faults) {
  return static_cast<std::size_t>(std::ranges::count_if(clusters, [&](const auto& members) {
    FaultSet common = faults[members.front()];
    for (const std::size_t member : members)
      std::erase_if(common, [&](std::size_t fault) { return !std::ranges::binary_search(faults[member], fault); });
    return !common.empty();
  }));
}

double expected_faults(const Partition& clusters, const FaultsOfInputs& faults) {
  std::vector<double> unseen(number_of_faults(faults), 1);  // the probability
  for (const auto& members : clusters) {
    std::map<std::size_t, double> showing;
    for (const std::size_t member : members)
      for (const std::size_t fault : faults[member]) ++showing[fault];
    for (const auto& [fault, count] : showing) unseen[fault] *= 1 - count / static_cast<double>(members.size());
  }
  double seen = 0;
  for (const double probability : unseen) seen += 1 - probability;
  return seen;
}

ClusteringStudy study_clustering(const results::Store& store, const clustering::Options& options,
                                 const clustering::Faults& faults, std::size_t picks,
                                 const clustering::Explainer* explainer, const clustering::PartsOf& parts_of_failures) {
  return study_clustering(store, options, labelled_failures(store, faults, options), picks, explainer,
                          parts_of_failures);
}

ClusteringStudy study_clustering(const results::Store& store, const clustering::Options& options,
                                 LabelledFailures labelled, std::size_t picks, const clustering::Explainer* explainer,
                                 const clustering::PartsOf& parts_of_failures) {
  const Labels labels = labels_of(labelled);
  const results::Account account = store.account();
  ClusteringStudy study{.campaign = store.manifest().campaign,
                        .executed = account.executed,
                        .inputs = account.inputs,
                        .unlabelled = std::move(labelled.unlabelled)};
  study.labelled = labels.ordinals.size();
  if (study.labelled == 0 && study.unlabelled.empty()) return study;
  if (study.labelled == 0)
    throw EvaluationError(
        fmt::format("{}: none of the failing inputs of {} shows a labelled fault; give its faults with --faults",
                    store.file().string(), study.campaign));
  for (const FailureGroup& fault : labelled.faults.groups) study.faults.push_back(fault.name);
  const auto add = [&](std::string_view name, const std::vector<clustering::Cluster>& clusters,
                       const clustering::Explainer* with = nullptr) {
    ClusteringRow row = row_of(std::string(name), partition_of(clusters, labels), labels.faults, picks);
    row.inspected = faults_inspected(store, options, clusters, labels, with);
    if (study.rows.empty()) study.clusters = faults_by_cluster(store, clusters, labels);
    study.rows.push_back(std::move(row));
  };
  if (parts_of_failures) {
    const auto by_code = [&](const clustering::Explainer* with) {
      return clustering::cluster_by_code(clustering::read_messages(store, options, clustering::By::code),
                                         parts_of_failures, with)
          .clusters;
    };
    if (explainer) add("code", by_code(explainer), explainer);
    add("code alone", by_code(nullptr));
  }
  if (explainer) add("cause", clustering::cluster_by_causes(store, options, *explainer).clusters, explainer);
  clustering::Options at = options;
  for (const Abstraction abstraction :
       {Abstraction::abstract, Abstraction::concrete, Abstraction::oracle_name, Abstraction::random}) {
    at.abstraction = abstraction;
    add(abstraction == Abstraction::abstract ? "message" : clustering::name(abstraction), unmerged_clusters(store, at));
    if (abstraction == Abstraction::abstract) at.random_clusters = study.rows.back().clusters;
  }
  return study;
}

std::vector<ClusteringTotal> totals(std::span<const ClusteringStudy> studies) {
  std::vector<std::string> names;  // of clusterings that every study with failures has
  std::vector<const ClusteringStudy*> failing;
  for (const ClusteringStudy& study : studies)
    if (!study.rows.empty()) failing.push_back(&study);
  const auto row_of = [](const ClusteringStudy& study, const std::string& name) {
    return std::ranges::find(study.rows, name, &ClusteringRow::clustering);
  };
  for (const ClusteringStudy* study : failing)
    for (const ClusteringRow& row : study->rows)
      if (std::ranges::find(names, row.clustering) == names.end() &&
          std::ranges::all_of(failing,
                              [&](const auto* other) { return row_of(*other, row.clustering) != other->rows.end(); }))
        names.push_back(row.clustering);
  std::vector<ClusteringTotal> totals;
  for (const std::string& name : names) {
    ClusteringTotal& total = totals.emplace_back();
    total.clustering = name;
    std::size_t most = 0;
    for (const ClusteringStudy* study : failing) {
      const ClusteringRow& row = *row_of(*study, name);
      total.clusters += row.clusters;
      total.pure += row.pure;
      total.faults += study->faults.size();
      total.rand_index += row.rand_index / static_cast<double>(failing.size());
      total.expected_faults += row.expected_faults;
      total.seen += row.seen;
      most = std::max(most, row.inspected.size());
    }
    total.inspected.assign(most, 0);
    for (const ClusteringStudy* study : failing) {
      const std::vector<std::size_t>& inspected = row_of(*study, name)->inspected;
      for (std::size_t k = 0; k < most; ++k) total.inspected[k] += inspected[std::min(k, inspected.size() - 1)];
    }
  }
  return totals;
}

}  // namespace smallscope::evaluation
