// SPDX-License-Identifier: Apache-2.0
// The arithmetic of recursive types: how many values of each size a sort has, and which of them an ordinal denotes.
//
// A sort is a set of values described by rules that may contain sorts, including the sort itself. recursive.hpp adds
// functions and values to the rules; this header only counts. The size of a value is the sum of the weights of the
// rules that made it. Follows FEAT (Duregard, Jansson, Wang, Haskell 2012): counted sums and products with memoised
// cardinalities. Counts are immutable and may be shared by threads.
#pragma once

#include <optional>
#include <smallscope/generators/ordinal.hpp>
#include <string>
#include <vector>

namespace smallscope::generators {

/// Which sizes of values a recursive generator denotes, both bounds included.
struct SizeBounds {
  std::size_t least = 0, greatest = 0;
};
inline SizeBounds size_up_to(std::size_t greatest) { return {0, greatest}; }
inline SizeBounds size_exactly(std::size_t size) { return {size, size}; }
inline SizeBounds size_between(std::size_t least, std::size_t greatest) { return {least, greatest}; }

namespace recursion {

/// The greatest size that is counted. A value is as deep as it is large, and is made by functions that call one
/// another.
inline constexpr std::size_t size_limit = 2000;

/// The most values of one size of a sort that construction makes and keeps, and the most in all.
inline constexpr Ordinal kept_values = 8192;
inline constexpr Ordinal kept_in_all = 32768;

/// What a rule composes: a sort, or a payload. A payload is a generator of a given number of values and adds nothing to
/// the size.
struct Component {
  std::optional<std::size_t> sort;
  Ordinal payload = 0;
};
struct RuleShape {
  std::string label;
  std::size_t weight = 1;
  std::vector<Component> components;
};
struct SortShape {
  std::string name;
  std::vector<RuleShape> rules;
};

/// A value of a sort: its size, and its ordinal among the values of that size.
struct Place {
  std::size_t size = 0;
  Ordinal ordinal = 0;
};
/// The part of an ordinal that belongs to one component. The component has size `size` and is followed by `stride`
/// combinations of the others; `offset` is the first ordinal of that size.
struct Share {
  std::size_t size = 0;
  Ordinal offset = 0, stride = 0;
};

/// Immutable after construction. Each rule has tables of (arity + 1) x (greatest size + 1) numbers.
class Counts {
 public:
  /// Counts everything that the root needs. Throws GeneratorError if a sort has no rule or no value of finite size, if
  /// a sort contains itself without growing, if bounds are inverted or too large, or if a number exceeds 64 bits.
  /// O(total arity x greatest size^2).
  Counts(std::vector<SortShape> sorts, std::size_t root, SizeBounds bounds);

  const std::vector<SortShape>& sorts() const { return sorts_; }
  SizeBounds bounds() const { return bounds_; }
  /// How many values of this size the sort has.
  Ordinal values(std::size_t sort, std::size_t size) const { return values_[sort][size].number; }
  /// How many of these the rule makes; the rule's components together then have the size `size - weight`.
  Ordinal values_of_rule(std::size_t sort, std::size_t rule, std::size_t size) const {
    const std::size_t weight = sorts_[sort].rules[rule].weight;
    return size < weight ? 0 : rest(sort, rule, 0, size - weight);
  }
  /// How many combinations of the rule's components from this one on have sizes that add up to `size`.
  Ordinal rest(std::size_t sort, std::size_t rule, std::size_t component, std::size_t size) const {
    return rests_[sort][rule][component * (bounds_.greatest + 1) + size].number;
  }
  /// The least size of a sort's values.
  std::size_t least(std::size_t sort) const { return *least_[sort]; }
  /// Whether no later component is a sort, so that this one takes all of the size.
  bool takes_all(std::size_t sort, std::size_t rule, std::size_t component) const {
    return least_rest_[sort][rule][component + 1].last;
  }
  /// The share of component `component`, a sort, in ordinal `ordinal` of rest(sort, rule, component, size).
  Share share_of(std::size_t sort, std::size_t rule, std::size_t component, std::size_t size, Ordinal ordinal) const;
  /// The first ordinal of rest(...) in which component `component` has the size `part`.
  Ordinal offset_of(std::size_t sort, std::size_t rule, std::size_t component, std::size_t size,
                    std::size_t part) const;
  /// Throws GeneratorError if a value of this size lies beyond the bounds: the choices do not fit.
  void require_counted(std::size_t size) const;

 private:
  struct Cell {
    Ordinal number = 0;
    enum { unknown, in_progress, known } state = unknown;
  };
  struct LeastRest {
    std::size_t size = 0;  // of the components from here on
    bool last = true;      // none of them is a sort
  };
  void find_least_sizes();
  std::optional<std::size_t> least_of(const RuleShape& rule) const;
  Ordinal count_values(std::size_t sort, std::size_t size);
  Ordinal count_rest(std::size_t sort, std::size_t rule, std::size_t component, std::size_t size);

  std::vector<SortShape> sorts_;
  SizeBounds bounds_;
  std::vector<std::optional<std::size_t>> least_;
  std::vector<std::vector<std::vector<LeastRest>>> least_rest_;
  std::vector<std::vector<Cell>> values_;
  std::vector<std::vector<std::vector<Cell>>> rests_;  // by sort, rule, and component and size together
};

}  // namespace recursion
}  // namespace smallscope::generators
