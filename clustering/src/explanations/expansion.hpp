// SPDX-License-Identifier: Apache-2.0
// Grows prime cubes from single inputs, by counting: no input that passed is visited.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explanations/cover.hpp"

namespace smallscope::clustering {

/// Which attribute is widened next.
enum class Strategy { dropping, gaining, ascending, descending };

/// Rows of inputs, or of a table of the population, beside a cube: how many attributes keep a row out, and which. `sum`
/// is the exclusive or of these attributes: the attribute itself if it is the only one.
struct Outside {
  std::vector<std::uint16_t> misses, sum;

  void start(std::size_t rows);
  void narrow(std::span<const Value> column, Value value, std::size_t attribute);
  void widen(std::span<const Value> column, const std::vector<std::uint8_t>& added, std::size_t attribute);
};

/// What a cube would also hold if one value were added to one attribute.
struct Gain {
  Ordinal inputs = 0;  ///< of the population
  std::uint32_t fresh = 0, covered = 0, others = 0, unjudged = 0;
};

/// Grows cubes from single inputs. The population and the rows must outlive it.
class Expansion {
 public:
  Expansion(const Population& population, const CoverRows& rows, bool others_are_free);

  /// A cube that holds the row, and to which no value of any attribute can be added, but those that widen() leaves out.
  /// `fresh` says which rows no earlier cube holds.
  Cube grow(std::size_t seed, Strategy strategy, const std::vector<std::uint8_t>& fresh);
  /// Whether the cube that was grown last holds the row.
  bool holds(std::size_t row) const { return outside_.misses[row] == 0; }

 private:
  void start(std::size_t seed);
  void measure(const std::vector<std::uint8_t>& fresh);
  bool can_add(const Gain& gain) const;
  bool can_drop(std::size_t attribute) const;
  std::vector<std::size_t>::iterator choose(std::vector<std::size_t>& left, Strategy strategy) const;
  void widen(std::size_t attribute);

  const Population& population_;
  const CoverRows& rows_;
  const bool others_are_free_;
  Cube cube_;
  Outside outside_;
  std::vector<Outside> tables_;
  std::vector<std::vector<Gain>> gains_;            ///< by attribute and value
  std::vector<const std::vector<Value>*> columns_;  ///< of the tables, by attribute
};

}  // namespace smallscope::clustering
