// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/clearer_members.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>

namespace smallscope::clustering {

namespace {

using Input = std::pair<int, results::Ordinal>;
using ValueNumber = std::uint32_t;  ///< of one value of one choice

/// The choices of the members of clusters, as numbers.
class ChosenValues {
 public:
  struct Member {
    Input input;
    std::size_t size = 0;  ///< text_size() of the input
    std::size_t first = 0, end = 0;
  };

  ChosenValues(const results::Store& store, std::span<const Cluster> clusters) : members_(clusters.size()) {
    std::vector<std::pair<Input, std::size_t>> cluster_of;
    for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster)
      for (const Input& member : clusters[cluster].members) cluster_of.emplace_back(member, cluster);
    std::ranges::sort(cluster_of);
    const auto read = [&](const results::Case& found) {
      const Input input(found.level, found.ordinal);
      const auto place = std::ranges::lower_bound(cluster_of, input, {}, &std::pair<Input, std::size_t>::first);
      if (place == cluster_of.end() || place->first != input) return true;
      Member member{.input = input, .size = text_size(found.input), .first = numbers_.size()};
      for (const generators::Choice& choice : found.choices) numbers_.push_back(number_of(choice));
      member.end = numbers_.size();
      members_[place->second].push_back(member);
      return true;
    };
    store.for_each_failure(read, false, {.judgements = false, .observed = false});
  }

  std::size_t values() const { return values_; }
  const std::vector<Member>& members(std::size_t cluster) const { return members_[cluster]; }
  std::span<const ValueNumber> of(const Member& member) const {
    return std::span(numbers_).subspan(member.first, member.end - member.first);
  }
  /// How many members of a cluster have all of these.
  std::size_t having(std::size_t cluster, std::span<const ValueNumber> wanted) const {
    return static_cast<std::size_t>(std::ranges::count_if(members_[cluster], [&](const Member& member) {
      return std::ranges::all_of(
          wanted, [&](ValueNumber value) { return std::ranges::find(of(member), value) != of(member).end(); });
    }));
  }
  /// Those that all members of a cluster have, ascending.
  std::vector<ValueNumber> common(std::size_t cluster) const {
    std::vector<ValueNumber> common;
    for (const Member& member : members_[cluster]) {
      std::vector<ValueNumber> own(of(member).begin(), of(member).end()), both;
      std::ranges::sort(own);
      if (&member == &members_[cluster].front()) {
        common = std::move(own);
        continue;
      }
      std::ranges::set_intersection(common, own, std::back_inserter(both));
      common = std::move(both);
    }
    return common;
  }

 private:
  ValueNumber number_of(const generators::Choice& choice) {
    const auto [place, is_new] = numbers_of_[choice.name].try_emplace(choice.label, static_cast<ValueNumber>(values_));
    values_ += is_new ? 1 : 0;
    return place->second;
  }

  std::vector<std::vector<Member>> members_;  // by cluster
  std::vector<ValueNumber> numbers_;
  std::size_t values_ = 0;
  std::map<std::string, std::map<std::string, ValueNumber>> numbers_of_;  // by name and label
};

/// The clusters of which all inputs have a value.
struct Sharers {
  std::vector<std::uint32_t> clusters;  ///< ascending
  std::size_t failing = 0;              ///< how many inputs they have
};

/// The cluster that shares most with these values, of several the first, and what it shares.
std::pair<std::size_t, std::vector<ValueNumber>> most_alike(std::span<const ValueNumber> values,
                                                            const std::vector<Sharers>& sharers) {
  std::map<std::uint32_t, std::vector<ValueNumber>> shared;
  for (const ValueNumber value : values)
    for (const std::uint32_t cluster : sharers[value].clusters) shared[cluster].push_back(value);
  return *std::ranges::max_element(shared, {}, [](const auto& entry) { return entry.second.size(); });
}

}  // namespace

std::vector<std::optional<ClearerMember>> clearer_members(const results::Store& store,
                                                          std::span<const Cluster> clusters) {
  const ChosenValues values(store, clusters);
  std::vector<Sharers> sharers(values.values());
  std::vector<std::vector<ValueNumber>> common(clusters.size());
  for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster) {
    common[cluster] = values.common(cluster);
    const std::size_t members = values.members(cluster).size();
    if (members < 2) continue;  // all that an input has would be common
    for (const ValueNumber value : common[cluster]) {
      sharers[value].clusters.push_back(static_cast<std::uint32_t>(cluster));
      sharers[value].failing += members;
    }
  }
  std::map<std::vector<ValueNumber>, std::size_t> having;  // how many failing inputs have all of these
  std::vector<std::optional<ClearerMember>> clearer(clusters.size());
  for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster) {
    const auto foreign = [&](ValueNumber value) {
      return std::ranges::binary_search(common[cluster], value) ? 0 : sharers[value].failing;
    };
    const auto rank = [&](const ChosenValues::Member& member) {
      std::size_t shared = 0;
      for (const ValueNumber value : values.of(member)) shared += foreign(value);
      return std::tuple(shared, member.size, member.input);
    };
    const auto& members = values.members(cluster);
    const auto smallest = std::ranges::find(members, clusters[cluster].representative, &ChosenValues::Member::input);
    const auto clearest = std::ranges::min_element(members, {}, rank);
    if (smallest == members.end() || std::get<0>(rank(*clearest)) == std::get<0>(rank(*smallest))) continue;
    std::vector<ValueNumber> of_smallest;
    std::ranges::copy_if(values.of(*smallest), std::back_inserter(of_smallest), foreign);
    const auto [other, shared] = most_alike(of_smallest, sharers);
    const auto [place, is_new] = having.try_emplace(shared);
    if (is_new)
      for (std::size_t any = 0; any < clusters.size(); ++any) place->second += values.having(any, shared);
    const std::size_t elsewhere = place->second - values.having(cluster, shared);
    if (2 * values.members(other).size() < elsewhere) continue;
    ClearerMember& found = clearer[cluster].emplace(clearest->input, other);
    const auto [level, ordinal] = smallest->input;
    const generators::Choices choices = store.find_failure(level, ordinal)->choices;  // in the order of their numbers
    for (std::size_t i = 0; i < choices.size(); ++i)
      if (std::ranges::find(shared, values.of(*smallest)[i]) != shared.end()) found.shared.push_back(choices[i]);
  }
  return clearer;
}

}  // namespace smallscope::clustering
