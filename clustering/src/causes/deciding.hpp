// SPDX-License-Identifier: Apache-2.0
// Which choices decide what kind of message failing inputs give.
//
// Inputs with some values of a choice give some kinds of messages, and inputs with its other values give others: so
// two faults look, of which one needs these values and one the others. If there are more than two such classes of
// values, the messages more likely say what the choice is.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <smallscope/clustering/explanations/explainer.hpp>

#include "causes/row_set.hpp"

namespace smallscope::clustering {

class DecidingChoices {
 public:
  /// `kinds` are those of the explainer's failing inputs; both must outlive it.
  DecidingChoices(const Explainer& explainer, std::span<const std::uint32_t> kinds)
      : explainer_(explainer), kinds_(kinds) {}

  /// The values of an attribute that the members, failing inputs by their indices, have. O(members).
  RowSet values_of(std::span<const std::size_t> members, std::size_t attribute) const;
  /// These values in classes: values with which members give the same kind of message are in one. O(members log kinds).
  std::vector<RowSet> classes(std::span<const std::size_t> members, std::size_t attribute) const;

  /// The attribute that has two classes of values, each of at least two members, and of at least two values unless
  /// there are no more than two; of several that which divides the members most evenly. Leaves out what `is_ruled_out`
  /// says.
  struct Division {
    std::size_t attribute = 0;
    RowSet first;  ///< the values of one class
  };
  std::optional<Division> division(std::span<const std::size_t> members, const std::vector<bool>& is_ruled_out) const;

 private:
  const Explainer& explainer_;
  std::span<const std::uint32_t> kinds_;
};

}  // namespace smallscope::clustering
