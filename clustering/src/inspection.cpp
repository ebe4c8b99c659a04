// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/inspection.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include <smallscope/clustering/causes/message_kind.hpp>

namespace smallscope::clustering {

namespace {

using Input = std::pair<int, results::Ordinal>;

/// The members of all clusters, as numbers that can be compared quickly.
class Failures {
 public:
  Failures(const results::Store& store, const Options& options, std::span<const Cluster> clusters) {
    for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster)
      for (const Input& member : clusters[cluster].members) inputs_.emplace_back(member, cluster);
    std::ranges::sort(inputs_);
    kinds_.resize(inputs_.size());
    choices_.resize(inputs_.size());
    Clustering signatures(options);
    const auto read = [&](const results::Case& found) {
      const auto index = index_of({found.level, found.ordinal});
      if (!index) return true;
      kinds_[*index] = signatures.number_of(found);
      for (const generators::Choice& choice : found.choices)
        choices_[*index].emplace_back(number(names_, choice.name), number(labels_, choice.label));
      std::ranges::sort(choices_[*index]);
      return true;
    };
    store.for_each_failure(read, false, {.observed = false});
    number_kinds(signatures);
  }

  std::size_t size() const { return inputs_.size(); }
  Input input(std::size_t index) const { return inputs_[index].first; }
  std::size_t cluster(std::size_t index) const { return inputs_[index].second; }
  std::optional<std::size_t> index_of(Input input) const {
    const auto place = std::ranges::lower_bound(inputs_, input, {}, &std::pair<Input, std::size_t>::first);
    if (place == inputs_.end() || place->first != input) return std::nullopt;
    return static_cast<std::size_t>(place - inputs_.begin());
  }
  bool same_kind(std::size_t a, std::size_t b) const { return kinds_[a] == kinds_[b]; }

  /// The choices that only one of them has, or that are not the same in both; and those of either.
  std::pair<std::size_t, std::size_t> differing(std::size_t a, std::size_t b) const {
    std::size_t differ = 0, all = 0;
    auto left = choices_[a].begin(), right = choices_[b].begin();
    while (left != choices_[a].end() || right != choices_[b].end()) {
      ++all;
      if (right == choices_[b].end() || (left != choices_[a].end() && left->first < right->first)) {
        ++left, ++differ;
      } else if (left == choices_[a].end() || right->first < left->first) {
        ++right, ++differ;
      } else {
        differ += left++->second != right++->second ? 1 : 0;
      }
    }
    return {differ, all};
  }
  double distance(std::size_t a, std::size_t b) const {
    const auto [differ, all] = differing(a, b);
    return (all == 0 ? 0 : static_cast<double>(differ) / static_cast<double>(all)) + (same_kind(a, b) ? 0 : 1);
  }

 private:
  /// Makes numbers of signatures those of their kinds.
  void number_kinds(const Clustering& signatures) {
    std::map<std::uint32_t, std::size_t> places;
    std::vector<const Signature*> different;
    for (const std::uint32_t signature : kinds_)
      if (places.try_emplace(signature, different.size()).second) different.push_back(&signatures.signature(signature));
    const std::vector<std::string> kinds = message_kinds(different);
    std::map<std::string, std::uint32_t> numbers;
    for (std::uint32_t& kind : kinds_) kind = number(numbers, kinds[places.at(kind)]);
  }
  template <class Numbers>
  static std::uint32_t number(Numbers& numbers, const std::string& text) {
    return numbers.try_emplace(text, static_cast<std::uint32_t>(numbers.size())).first->second;
  }

  std::vector<std::pair<Input, std::size_t>> inputs_;  // with their clusters; ascending
  std::vector<std::uint32_t> kinds_;
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> choices_;  // (name, label), ascending
  std::map<std::string, std::uint32_t> names_, labels_;
};

/// Which failures are explained by terms that explain none of those that were inspected.
class Unseen {
 public:
  Unseen(const Failures& failures, std::span<const std::vector<results::Ordinal>> terms)
      : terms_of_(failures.size()), is_seen_(terms.size()) {
    for (std::size_t term = 0; term < terms.size(); ++term)
      for (const results::Ordinal ordinal : terms[term])
        if (const auto index = failures.index_of({0, ordinal})) terms_of_[*index].push_back(term);
  }
  void see(std::size_t failure) {
    for (const std::size_t term : terms_of_[failure]) is_seen_[term] = true;
  }
  bool holds(std::size_t failure) const {
    return !terms_of_[failure].empty() &&
           std::ranges::none_of(terms_of_[failure], [&](std::size_t term) { return is_seen_[term]; });
  }

 private:
  std::vector<std::vector<std::size_t>> terms_of_;  // by failure
  std::vector<bool> is_seen_;                       // by term
};

}  // namespace

std::vector<Inspection> inspection_order(const results::Store& store, const Options& options,
                                         std::span<const Cluster> clusters, std::size_t budget,
                                         std::span<const std::vector<results::Ordinal>> terms) {
  if (budget == 0) return {};  // reading the store would be for nothing
  const Failures failures(store, options, clusters);
  Unseen unseen(failures, terms);
  std::vector<double> distances(failures.size(), std::numeric_limits<double>::infinity());
  std::vector<std::size_t> nearest(failures.size());
  std::vector<Inspection> order;
  std::vector<bool> taken(failures.size());
  const auto take = [&](std::size_t index, bool represents) {
    const bool is_first = order.empty();
    const std::size_t other = is_first ? index : nearest[index];
    order.push_back({.input = failures.input(index),
                     .cluster = failures.cluster(index),
                     .represents = represents,
                     .nearest = failures.input(other),
                     .differing = failures.differing(index, other).first,
                     .other_kind = !failures.same_kind(index, other),
                     .other_term = unseen.holds(index)});
    taken[index] = true;
    unseen.see(index);
    for (std::size_t i = 0; i < failures.size(); ++i)
      if (const double distance = failures.distance(i, index); distance < distances[i])
        distances[i] = distance, nearest[i] = index;
  };
  for (const Cluster& cluster : clusters)
    if (order.size() < budget) take(*failures.index_of(cluster.representative), true);
  while (order.size() < std::min(budget, failures.size())) {
    std::size_t furthest = failures.size();
    std::pair<bool, double> most;
    for (std::size_t i = 0; i < failures.size(); ++i) {
      if (taken[i]) continue;
      const std::pair worth(unseen.holds(i), distances[i]);
      if (furthest == failures.size() || worth > most) furthest = i, most = worth;
    }
    take(furthest, false);
  }
  return order;
}

}  // namespace smallscope::clustering
