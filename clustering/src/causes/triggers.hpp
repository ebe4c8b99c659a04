// SPDX-License-Identifier: Apache-2.0
// The choice whose values trigger failures that say the same, where other choices decide whether that shows.
//
// Where the faults are in what a program does with literals, say, a literal triggers a failure, and how it is used
// decides whether that is seen. Many literals then fail in the same *contexts*, which are the values of all other
// choices. No value fails in nearly all of its inputs, and one explanation covers all of them, though each may be a
// fault of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <smallscope/clustering/causes/causes.hpp>

#include "causes/alike_labels.hpp"
#include "causes/value_counts.hpp"

namespace smallscope::clustering {

struct Triggers {
  std::size_t attribute = 0;
  std::vector<std::vector<Value>> values;  ///< at least two lists, of values that belong together
};

class TriggerFinder {
 public:
  /// `messages` are those of the explainer's failing inputs, `counts` are by attribute. All must outlive it.
  TriggerFinder(const Explainer& explainer, std::span<const std::uint32_t> messages,
                std::span<const ValueCounts> counts, const CauseOptions& options);

  /// Of failing inputs, by their indices, that give one kind of message. The rarest choice may have triggers: that of
  /// whose values the smallest share suffices for nearly all members, if this share is at most half as large as that of
  /// any other choice. Its triggers are values that fail in mostly the same contexts, of which there must be several,
  /// if most members have one of them. Values belong together if their labels are alike, or if most of their failures
  /// give messages of the other. If they are more than CauseOptions::most_groups then, they tell nothing. O(members x
  /// (attributes + values) + values^2); where many belong together, values^3.
  std::optional<Triggers> find(std::span<const std::size_t> members) const;

 private:
  std::optional<std::size_t> rarest_choice(std::span<const std::size_t> members) const;
  double share_of(std::size_t attribute, std::span<const std::size_t> members) const;
  /// For each value of the attribute, the numbers of contexts in which members with it fail.
  std::vector<std::vector<std::size_t>> contexts_of(std::size_t attribute, std::span<const std::size_t> members) const;
  std::vector<std::vector<Value>> that_belong_together(std::size_t attribute, const std::vector<Value>& triggers,
                                                       const std::vector<std::vector<std::size_t>>& contexts,
                                                       std::span<const std::size_t> members) const;

  const Explainer& explainer_;
  std::span<const std::uint32_t> messages_;
  std::span<const ValueCounts> counts_;
  const CauseOptions options_;
  AlikeLabels alike_;
  std::vector<std::uint64_t> fingerprints_;  ///< of the values of all choices, by failing input
};

}  // namespace smallscope::clustering
