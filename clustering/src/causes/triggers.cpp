// SPDX-License-Identifier: Apache-2.0
#include "causes/triggers.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "explanations/fingerprint.hpp"

namespace smallscope::clustering {

namespace {

/// Numbers of which some are one: each has the least that it is one with as its leader.
class Union {
 public:
  explicit Union(std::size_t size) : leader_(size) { std::iota(leader_.begin(), leader_.end(), std::size_t{0}); }
  std::size_t find(std::size_t number) const {
    while (leader_[number] != number) number = leader_[number];
    return number;
  }
  void join(std::size_t a, std::size_t b) {
    const auto [less, more] = std::minmax({find(a), find(b)});
    leader_[more] = less;
  }

 private:
  std::vector<std::size_t> leader_;
};

/// How often each message was given.
using Said = std::map<std::uint32_t, std::size_t>;

/// The share of what was said here that was said there, too.
double share_said(const Said& here, const Said& there) {
  std::size_t all = 0, common = 0;
  for (const auto& [message, times] : here) {
    all += times;
    if (there.contains(message)) common += times;
  }
  return static_cast<double>(common) / static_cast<double>(std::max<std::size_t>(all, 1));
}

}  // namespace

TriggerFinder::TriggerFinder(const Explainer& explainer, std::span<const std::uint32_t> messages,
                             std::span<const ValueCounts> counts, const CauseOptions& options)
    : explainer_(explainer),
      messages_(messages),
      counts_(counts),
      options_(options),
      alike_(explainer.population().attributes()),
      fingerprints_(explainer.failing().size()) {
  const Attributes& attributes = explainer.population().attributes();
  for (std::size_t attribute = 0; attribute < attributes.size(); ++attribute) {
    if (!is_computed(attributes[attribute])) add_to(fingerprints_, explainer.columns()[attribute], attribute);
  }
}

/// Of the values that judged inputs have, the share that suffices for nearly all members.
double TriggerFinder::share_of(std::size_t attribute, std::span<const std::size_t> members) const {
  std::vector<std::size_t> with(counts_[attribute].judged.size());
  const Column& column = explainer_.columns()[attribute];
  for (const std::size_t member : members) ++with[column[member]];
  std::ranges::sort(with, std::greater{});
  std::size_t covered = 0, values = 0;
  while (static_cast<double>(covered) < options_.nearly_all * static_cast<double>(members.size()))
    covered += with[values++];
  return static_cast<double>(values) / static_cast<double>(counts_[attribute].values_judged());
}

std::optional<std::size_t> TriggerFinder::rarest_choice(std::span<const std::size_t> members) const {
  constexpr double unknown = std::numeric_limits<double>::infinity();
  const Attributes& attributes = explainer_.population().attributes();
  std::optional<std::size_t> rarest;
  double least = unknown, second = unknown;
  for (std::size_t attribute = 0; attribute < attributes.size(); ++attribute) {
    // What most inputs do not have is no context either.
    if (attributes[attribute].in_tree || explainer_.columns()[attribute].is_sparse()) continue;
    const double share = share_of(attribute, members);
    second = std::min(second, std::max(share, least));
    if (share >= least) continue;
    least = share;
    rarest = attribute;
  }
  if (!rarest || least > options_.most * second || is_computed(attributes[*rarest])) return std::nullopt;
  const std::size_t labels = attributes[*rarest].labels.size();
  return labels > 2 && labels <= most_labels_with_pieces ? rarest : std::nullopt;
}

std::vector<std::vector<std::size_t>> TriggerFinder::contexts_of(std::size_t attribute,
                                                                 std::span<const std::size_t> members) const {
  const Column& column = explainer_.columns()[attribute];
  std::unordered_map<std::uint64_t, std::size_t> numbers;
  std::vector<std::vector<std::size_t>> contexts(counts_[attribute].judged.size());
  for (const std::size_t member : members) {
    const Value value = column[member];
    const std::uint64_t context = fingerprints_[member] - fingerprint_of(attribute, value);
    contexts[value].push_back(numbers.try_emplace(context, numbers.size()).first->second);
  }
  for (std::vector<std::size_t>& of_value : contexts) {
    std::ranges::sort(of_value);
    of_value.erase(std::unique(of_value.begin(), of_value.end()), of_value.end());
  }
  return contexts;
}

std::optional<Triggers> TriggerFinder::find(std::span<const std::size_t> members) const {
  const std::optional<std::size_t> attribute = rarest_choice(members);
  if (!attribute) return std::nullopt;
  const std::vector<std::vector<std::size_t>> contexts = contexts_of(*attribute, members);
  std::vector<Value> failing;
  for (Value value = 0; value < contexts.size(); ++value)
    if (contexts[value].size() > 1) failing.push_back(value);  // one context in common says nothing
  Union same(contexts.size());
  for (std::size_t i = 0; i < failing.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const auto &a = contexts[failing[i]], &b = contexts[failing[j]];
      std::vector<std::size_t> both;
      std::ranges::set_intersection(a, b, std::back_inserter(both));
      const std::size_t either = a.size() + b.size() - both.size();
      if (static_cast<double>(both.size()) >= options_.most * static_cast<double>(either))
        same.join(failing[i], failing[j]);
    }
  std::map<std::size_t, std::vector<Value>> components;
  for (const Value value : failing) components[same.find(value)].push_back(value);
  std::vector<Value> triggers;
  std::size_t most = 0;
  for (auto& [leader, values] : components) {
    std::size_t fail = 0;
    for (const Value value : values) fail += contexts[value].size();
    if (fail <= most) continue;
    most = fail;
    triggers = std::move(values);
  }
  if (static_cast<double>(most) < options_.most * static_cast<double>(members.size())) return std::nullopt;
  Triggers found{*attribute, that_belong_together(*attribute, triggers, contexts, members)};
  const bool tells = found.values.size() > 1 && found.values.size() <= options_.most_groups;
  return tells ? std::optional(std::move(found)) : std::nullopt;
}

std::vector<std::vector<Value>> TriggerFinder::that_belong_together(
    std::size_t attribute, const std::vector<Value>& triggers, const std::vector<std::vector<std::size_t>>& contexts,
    std::span<const std::size_t> members) const {
  RowSet known(contexts.size());
  for (std::size_t value = 0; value < contexts.size(); ++value)
    if (!contexts[value].empty() || counts_[attribute].judged[value] == 0) known.insert(value);
  std::vector<Said> said(contexts.size());
  const Column& column = explainer_.columns()[attribute];
  for (const std::size_t member : members) ++said[column[member]][messages_[member]];

  struct Together {
    std::vector<Value> values;
    Said said;
  };
  std::vector<Together> all;
  for (const Value value : triggers) all.push_back({{value}, said[value]});
  const auto are_one = [&](const Together& a, const Together& b) {
    if (std::min(share_said(a.said, b.said), share_said(b.said, a.said)) > options_.most) return true;
    return std::ranges::any_of(a.values, [&](Value one) {
      return std::ranges::any_of(b.values, [&](Value other) { return alike_.are_alike(attribute, one, other, known); });
    });
  };
  for (std::size_t i = 1; i < all.size();) {
    const auto other = std::find_if(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i),
                                    [&](const Together& earlier) { return are_one(earlier, all[i]); });
    if (other == all.begin() + static_cast<std::ptrdiff_t>(i)) {
      ++i;
      continue;
    }
    other->values.insert(other->values.end(), all[i].values.begin(), all[i].values.end());
    for (const auto& [message, times] : all[i].said) other->said[message] += times;
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
    i = 1;  // what was joined may belong to more
  }
  std::vector<std::vector<Value>> values;
  for (Together& together : all) {
    std::ranges::sort(together.values);
    values.push_back(std::move(together.values));
  }
  return values;
}

}  // namespace smallscope::clustering
