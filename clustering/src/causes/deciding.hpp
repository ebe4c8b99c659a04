// SPDX-License-Identifier: Apache-2.0
// Which choices decide what kind of message failing inputs give.
//
// Inputs with some values of a choice give some kinds of messages, and inputs with its other values give others: so
// two faults look, of which one needs these values and one the others. If there are more than two such classes of
// values, the messages more likely say what the choice is.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include <smallscope/clustering/explanations/explainer.hpp>

#include "causes/row_set.hpp"

namespace smallscope::clustering {

/// Some of the failing inputs.
struct MarkedMembers {
  /// `members` are their indices; they must outlive it. O(failing + unjudged + undecided).
  MarkedMembers(std::span<const std::size_t> members, const Explainer& explainer, std::span<const std::uint32_t> kinds);

  std::span<const std::size_t> list;
  std::vector<std::uint8_t> marked;              ///< by row of the explainer's columns
  std::map<std::uint32_t, std::size_t> of_kind;  ///< how many give each kind of message
};

class DecidingChoices {
 public:
  /// `kinds` are those of the explainer's failing inputs; both must outlive it.
  DecidingChoices(const Explainer& explainer, std::span<const std::uint32_t> kinds)
      : explainer_(explainer), kinds_(kinds) {}

  /// The values of an attribute that the members have. O(members), or O(rare rows) of a sparse column.
  RowSet values_of(const MarkedMembers& members, std::size_t attribute) const;
  /// These values in classes: values with which members give the same kind of message are in one. O(n log kinds) for n
  /// members, or rare rows of a sparse column and kinds.
  std::vector<RowSet> classes(const MarkedMembers& members, std::size_t attribute) const;

  /// The attribute that has two classes of values, each of at least two members, and of at least two values unless
  /// there are no more than two; of several that which divides the members most evenly. Leaves out what `is_ruled_out`
  /// says.
  struct Division {
    std::size_t attribute = 0;
    RowSet first;  ///< the values of one class
  };
  std::optional<Division> division(const MarkedMembers& members, const std::vector<bool>& is_ruled_out) const;

 private:
  std::map<std::uint32_t, RowSet> values_by_kind(const MarkedMembers& members, std::size_t attribute) const;

  const Explainer& explainer_;
  std::span<const std::uint32_t> kinds_;
};

}  // namespace smallscope::clustering
