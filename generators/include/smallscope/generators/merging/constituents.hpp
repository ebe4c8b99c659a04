// SPDX-License-Identifier: Apache-2.0
// Constituents: which inputs of level 0 one merged input stands for, and which part of it a probe executes.
//
// A merged input (merge.hpp) combines fragments. Each merged node in it spans one axis. The constituents are the box of
// all combinations of one fragment per axis: a few numbers, never a list. A Selection keeps some fragments of each
// axis; with one fragment per axis it denotes a single input of level 0. All of these are values; AxisWriter and
// SelectionReader belong to one thread.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <smallscope/generators/choice.hpp>
#include <smallscope/generators/ordinal.hpp>

namespace smallscope::generators {

/// One merged node in a merged input.
struct Axis {
  std::string name;    ///< the path of the node, as in choices
  Ordinal first = 0;   ///< the alternative of the node that the first fragment is
  Ordinal count = 0;   ///< how many fragments are combined, 1 or more
  Ordinal stride = 0;  ///< how much the next fragment adds to the ordinal at level 0
  friend bool operator==(const Axis&, const Axis&) = default;
};

/// Kept fragments by axis: their numbers, from 0, ascending and non-empty.
using Selection = std::vector<std::vector<Ordinal>>;
/// "0-3,7 | 2": for reports and stores.
std::string to_string(const Selection& selection);

/// The inputs of level 0 that a merged input stands for: base + the sum of stride x fragment over the axes.
struct Constituents {
  Ordinal base = 0;
  std::vector<Axis> axes = {};

  /// How many inputs of level 0 there are.
  Ordinal count() const;
  /// All fragments of every axis.
  Selection all() const;
  /// The ordinal at level 0 of the combination of `fragments`, one per axis.
  Ordinal at(std::span<const Ordinal> fragments) const;
  /// Whether the input of level 0 is one of the constituents. Visits them one by one: O(count()).
  bool contains(Ordinal ordinal) const;
  /// Calls visit(ordinal) for each constituent, last axis fastest, until it returns false; returns whether it reached
  /// the end.
  template <class Visit>
  bool for_each(Visit&& visit) const {
    return for_each_from(0, base, visit);
  }
  friend bool operator==(const Constituents&, const Constituents&) = default;

 private:
  template <class Visit>
  bool for_each_from(std::size_t axis, Ordinal ordinal, Visit& visit) const {
    if (axis == axes.size()) return visit(ordinal);
    for (Ordinal fragment = 0; fragment < axes[axis].count; ++fragment)
      if (!for_each_from(axis + 1, ordinal + fragment * axes[axis].stride, visit)) return false;
    return true;
  }
};

/// Throws GeneratorError unless `merge_levels` is 0: the generator that `what` names cannot contain a merged node.
void require_unmerged(int merge_levels, std::string_view what);

/// The first kept fragment of every axis: for a selection of one fragment per axis, its only combination.
std::vector<Ordinal> first_of(const Selection& selection);

/// Collects the axes of one merged input. Strides are relative to the node that writes them; each product on the way up
/// multiplies the strides that its component added.
class AxisWriter {
 public:
  void add(Ordinal first, Ordinal count) { axes_.push_back({path.text(), first, count, 1}); }
  std::size_t size() const { return axes_.size(); }
  void scale_from(std::size_t axis, Ordinal stride) {
    for (; axis < axes_.size(); ++axis) axes_[axis].stride *= stride;
  }
  std::vector<Axis> take() { return std::move(axes_); }
  ChoicePath path;

 private:
  std::vector<Axis> axes_;
};

/// Hands the axes of a selection to the merged nodes in the order in which an AxisWriter collected them.
class SelectionReader {
 public:
  explicit SelectionReader(const Selection& selection) : rest_(selection) {}
  /// The kept fragments of the next axis. GeneratorError when there is none, or when one is not below `count`.
  std::span<const Ordinal> next(Ordinal count);
  /// GeneratorError when axes are left over.
  void finish() const;

 private:
  std::span<const std::vector<Ordinal>> rest_;
};

}  // namespace smallscope::generators
