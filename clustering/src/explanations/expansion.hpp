// SPDX-License-Identifier: Apache-2.0
// Grows prime cubes from single inputs, by counting: no input that passed is visited.
#pragma once

#include <cstdint>
#include <queue>
#include <utility>
#include <vector>

#include "explanations/cover.hpp"

namespace smallscope::clustering {

/// Which attribute is widened next: one that can be dropped, the one that gains most rows, the first, or the last.
enum class Strategy { dropping, gaining, ascending, descending };

/// Rows of inputs, or of a table of the population, beside a cube: how many attributes keep a row out, and which. `sum`
/// is the exclusive or of these attributes: the attribute itself if it is the only one.
struct Outside {
  std::vector<std::uint32_t> misses, sum;

  void start(std::size_t rows);
  void narrow(const Column& column, Value value, std::size_t attribute);
  /// Calls `use` with each row that then lies inside, or has one attribute left that keeps it out.
  template <class Use>
  void widen(const Column& column, const std::vector<std::uint8_t>& added, std::size_t attribute, Use&& use);
};

/// What a cube would also hold if one value were added to one attribute.
struct Gain {
  Ordinal inputs = 0;  ///< of the table that the attribute is in
  std::uint32_t fresh = 0, covered = 0, others = 0, unjudged = 0;
};

/// What widening an attribute would bring.
struct Worth {
  Ordinal fresh = 0;   ///< rows that no earlier cube holds
  bool drops = false;  ///< every value can be added, so that the attribute is not needed
};

/// Which attribute is next: the first of those worth most. Worth is computed again only where something has changed.
class NextAttribute {
 public:
  void start(std::size_t attributes, Strategy strategy);
  /// The worth of the attribute may be another one now.
  void changed(std::size_t attribute) {
    if (is_current_[attribute]) stale_.push_back(attribute);
    is_current_[attribute] = false;
  }
  /// Each attribute once. `worth_of` computes the worth of one.
  template <class WorthOf>
  std::size_t take(WorthOf&& worth_of);

 private:
  struct Candidate {
    std::pair<Ordinal, Ordinal> key;
    std::size_t attribute = 0;
    std::uint32_t version = 0;
    bool operator<(const Candidate& other) const {
      return key != other.key ? key < other.key : attribute > other.attribute;
    }
  };

  Strategy strategy_ = Strategy::dropping;
  std::size_t taken_ = 0;
  std::vector<std::uint8_t> is_taken_, is_current_;  ///< by attribute
  std::vector<std::uint32_t> version_;               ///< by attribute: of its last candidate
  std::vector<std::size_t> stale_;
  std::priority_queue<Candidate> candidates_;  ///< of which those of an older version do not count
};

/// Grows cubes from single inputs. The population and the rows must outlive it.
class Expansion {
 public:
  Expansion(const Population& population, const CoverRows& rows, bool others_are_free);

  /// A cube that holds the row, and to which no value of any attribute can be added, but those that widen() leaves out.
  /// `fresh` says which rows no earlier cube holds. O(rows x attributes), where of a sparse column only the rare rows
  /// count.
  Cube grow(std::size_t seed, Strategy strategy, const std::vector<std::uint8_t>& fresh);
  /// Whether the cube that was grown last holds the row.
  bool holds(std::size_t row) const { return outside_.misses[row] == 0; }

 private:
  void start(std::size_t seed, const std::vector<std::uint8_t>& fresh);
  void gain_row(std::size_t row, const std::vector<std::uint8_t>& fresh);
  void gain_row_of_table(std::size_t table, std::size_t row);
  void multiply_inside();
  bool can_add(std::size_t attribute, Value value) const;
  Worth worth_of(std::size_t attribute) const;
  void widen(std::size_t attribute, const std::vector<std::uint8_t>& fresh);

  const Population& population_;
  const CoverRows& rows_;
  const bool others_are_free_;
  Cube cube_;
  Outside outside_;
  std::vector<Outside> tables_;
  std::vector<Ordinal> inside_;           ///< by table: its rows in the cube
  std::vector<Ordinal> of_others_;        ///< by table: the product of the others' rows in the cube
  std::vector<std::vector<Gain>> gains_;  ///< by attribute and value; of attributes that are not widened yet
  NextAttribute next_;
};

}  // namespace smallscope::clustering
