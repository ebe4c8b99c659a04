// SPDX-License-Identifier: Apache-2.0
// Pairs of inputs that differ in one choice, and in nothing else.
//
// Choices are compared by what they say, so that those that depend on each other are not taken for equal, nor for
// changed, by their numbers. Not for several threads at once. Example:
// Neighbours(population, members).for_each(attribute, [](Ordinal member, Ordinal other) { return true; }).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <smallscope/clustering/explanations/population.hpp>

namespace smallscope::clustering {

class Neighbours {
 public:
  /// The population must outlive it. O(members x tables).
  Neighbours(const Population& population, std::span<const Ordinal> members);

  /// Calls `visit` for each member and each input of the population that has another value of this choice and the same
  /// of all others, until it returns false. `attribute` is no computed one: these follow from choices, and may differ.
  /// The first time for a table O(values held by it, and n log n for n rows), then O(values held by the column, members
  /// and pairs).
  void for_each(std::size_t attribute, const std::function<bool(Ordinal member, Ordinal other)>& visit);

 private:
  struct Table {
    std::vector<std::uint64_t> fingerprints;                       ///< by row, of its choices
    std::vector<std::pair<std::uint64_t, std::size_t>> ascending;  ///< the same with their rows, for sparse columns
  };
  /// What is empty in a table is not known yet.
  const Table& table_of(std::size_t number, bool ascending);

  const Population& population_;
  std::span<const Ordinal> members_;
  std::vector<std::vector<std::size_t>> rows_;  ///< by member: its rows
  std::vector<Table> tables_;
};

}  // namespace smallscope::clustering
