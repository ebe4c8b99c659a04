// SPDX-License-Identifier: Apache-2.0
// Joins groups of failing inputs whose descriptions have much in common, unless a choice decides about their messages.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <smallscope/clustering/causes/causes.hpp>

#include "causes/deciding.hpp"
#include "causes/description.hpp"

namespace smallscope::clustering {

class Joining {
 public:
  /// `kinds` and `verdicts` are those of the explainer's failing inputs; without `messages_tell`, kinds count for
  /// nothing. All must outlive it.
  Joining(const Explainer& explainer, std::span<const std::uint32_t> kinds, std::span<const std::uint32_t> verdicts,
          const Description& description, bool messages_tell)
      : explainer_(explainer),
        kinds_(kinds),
        verdicts_(verdicts),
        description_(description),
        messages_tell_(messages_tell) {}

  /// What a group is compared by.
  struct Side {
    RowSet rows;                 ///< of the description
    std::vector<RowSet> values;  ///< by attribute
    double bits = 0;             ///< the length of its description
  };
  /// The members of the group ascend, and its kinds are set. O(members x attributes + terms x rows).
  Side side_of(const CauseGroup& group) const;

  /// Joins the first `tried` groups: the pair that shares most, again and again, as long as that is at least
  /// `least_shared`. A group takes the place of the first of its parts, and the others lose their members. Sets the
  /// bits of groups. O(tried^2 x terms x rows).
  void join(std::vector<CauseGroup>& groups, std::size_t tried, double least_shared) const;

  /// What would speak for making two groups one, and against.
  GroupComparison compare(const CauseGroup& a, const CauseGroup& b) const;

 private:
  double shared(const Side& a, const Side& b, double joined) const;
  bool may_join(const CauseGroup& a, const Side& of_a, const CauseGroup& b, const Side& of_b,
                const std::vector<bool>& echoes) const;
  std::optional<std::size_t> deciding(const Side& a, const Side& b, const std::vector<bool>& echoes) const;
  bool is_echo(const Side& a, const Side& b, const std::vector<bool>& echoes) const;
  std::vector<bool> echoed_by(std::span<const std::size_t> members) const;

  const Explainer& explainer_;
  std::span<const std::uint32_t> kinds_, verdicts_;
  const Description& description_;
  const bool messages_tell_;
};

/// Sorts the members, and lists their kinds of messages.
void list_kinds(CauseGroup& group, std::span<const std::uint32_t> kinds);

}  // namespace smallscope::clustering
