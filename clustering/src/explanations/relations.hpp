// SPDX-License-Identifier: Apache-2.0
// Relations between choices, as attributes: equality and order of two choices, and what some item of a list, or node of
// a tree, is.
#pragma once

#include <string>
#include <vector>

#include <smallscope/clustering/explanations/population.hpp>

#include "explanations/choice_groups.hpp"

namespace smallscope::clustering {

/// Relations that would need a larger table are not tried.
inline constexpr Ordinal most_rows_of_a_relation = Ordinal{1} << 20;

/// One of PossibleRelations, which makes an attribute of it.
struct Relation {
  DerivedAttribute::Kind kind;
  std::size_t first, second;  ///< the two choices that are compared; of some_item, the numbers of a group and a label
};

/// Every comparison of two choices that have two labels in common or are both numbers, of nodes of a tree only in like
/// places; and for every group of choices and label that several of them can have, whether some have it.
class PossibleRelations {
 public:
  explicit PossibleRelations(const Population& population);
  const std::vector<Relation>& all() const { return all_; }
  DerivedAttribute derived(const Relation& relation) const;

 private:
  Attributes attributes_;
  std::vector<ChoiceGroup> groups_;
  std::vector<std::vector<std::string>> labels_;  ///< by group
  std::vector<Relation> all_;
};

}  // namespace smallscope::clustering
