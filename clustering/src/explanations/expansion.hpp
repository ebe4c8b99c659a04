// SPDX-License-Identifier: Apache-2.0
// Grows prime cubes from single inputs, by counting: no input that passed is visited.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "explanations/cover.hpp"

namespace smallscope::clustering {

/// Which attribute is widened next: one that can be dropped, the one that gains most rows, the first, or the last.
enum class Strategy { dropping, gaining, ascending, descending };

/// How many attributes keep a row out of a cube, and which: the exclusive or of these attributes, so the attribute
/// itself if it is the only one.
struct Missed {
  std::uint32_t attributes = 0, which = 0;
};

/// Rows of inputs, or of a table of the population, beside the cube of the modal values: of each attribute, the most
/// frequent one. Immutable; may be shared by threads.
class ModalRows {
 public:
  using ColumnOf = std::function<const Column&(std::size_t attribute)>;
  struct Modal {
    std::size_t attribute;
    Value value;
  };

  /// `column_of` gives the column of each of the attributes, all of `rows` rows. O(rows held by the columns).
  ModalRows(std::size_t rows, const std::vector<std::size_t>& attributes, ColumnOf column_of);
  const Column& column(std::size_t attribute) const { return column_of_(attribute); }
  const std::vector<Modal>& values() const { return values_; }
  const std::vector<Missed>& rows() const { return rows_; }

 private:
  ColumnOf column_of_;
  std::vector<Modal> values_;
  std::vector<Missed> rows_;
};

/// The same rows beside a cube that grows.
class Outside {
 public:
  explicit Outside(std::shared_ptr<const ModalRows> modal) : modal_(std::move(modal)) {}
  /// Begins with the cube of one input. `value_of` gives its value of each attribute. O(rows), and O(rows held) of each
  /// column of which it has another value than the modal one.
  void start(const std::function<Value(std::size_t attribute)>& value_of);
  /// Adds values of an attribute. Calls `use` with each row that then lies inside, or is missed by one attribute.
  template <class Use>
  void widen(std::size_t attribute, std::span<const std::uint8_t> added, Use&& use);
  const Missed& operator[](std::size_t row) const { return rows_[row]; }
  std::size_t size() const { return rows_.size(); }

 private:
  std::shared_ptr<const ModalRows> modal_;
  std::vector<Missed> rows_;
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

/// Which attribute is next: the first of those worth most. Worth is computed only where something has changed. Until
/// then, an attribute has no gain, and is dropped: so are nearly all of a tree.
class NextAttribute {
 public:
  void start(std::size_t attributes, Strategy strategy);
  /// The worth of the attribute may be another one now.
  void changed(std::size_t attribute) {
    if (state_[attribute] == State::current || state_[attribute] == State::untouched) {
      stale_.push_back(attribute);
      state_[attribute] = State::stale;
    }
  }
  /// Each attribute once. `worth_of` computes the worth of one.
  template <class WorthOf>
  std::size_t take(WorthOf&& worth_of);

 private:
  enum class State : std::uint8_t { untouched, stale, current, taken };
  struct Candidate {
    std::pair<Ordinal, Ordinal> key;
    std::size_t attribute = 0;
    std::uint32_t version = 0;
    bool operator<(const Candidate& other) const {
      return key != other.key ? key < other.key : attribute > other.attribute;
    }
  };
  Candidate candidate(std::size_t attribute, const Worth& worth) const;

  Strategy strategy_ = Strategy::dropping;
  std::size_t taken_ = 0;
  std::vector<State> state_;            ///< by attribute
  std::vector<std::uint32_t> version_;  ///< by attribute: of its last candidate
  std::size_t untouched_ = 0;           ///< those before are not untouched
  std::vector<std::size_t> stale_;
  std::priority_queue<Candidate> candidates_;  ///< of which those of an older version do not count
};

/// The inputs, and the rows of the tables, that cubes are grown among.
struct Grounds {
  Grounds(const Population& population, const CoverRows& rows);
  std::shared_ptr<const ModalRows> inputs;
  std::vector<std::shared_ptr<const ModalRows>> tables;
};

/// Grows cubes from single inputs. The population and the rows must outlive it.
class Expansion {
 public:
  Expansion(const Population& population, const CoverRows& rows, bool others_are_free)
      : Expansion(population, rows, Grounds(population, rows), others_are_free) {}
  Expansion(const Population& population, const CoverRows& rows, const Grounds& grounds, bool others_are_free);

  /// A cube that holds the row, and to which no value of any attribute can be added, but those that widen() leaves out.
  /// `fresh` says which rows no earlier cube holds. O(rows x attributes), where of a sparse column only the rare rows
  /// count.
  /// With a `hull`, which holds the seed, the cube holds it, too; all values of it must be allowed together.
  Cube grow(std::size_t seed, Strategy strategy, const std::vector<std::uint8_t>& fresh, const Cube* hull = nullptr);
  /// Whether the cube that was grown last holds the row.
  bool holds(std::size_t row) const { return outside_[row].attributes == 0; }

 private:
  void start(std::size_t seed, const std::vector<std::uint8_t>& fresh);
  void gain_row(std::size_t row, const std::vector<std::uint8_t>& fresh);
  void gain_row_of_table(std::size_t table, std::size_t row);
  void multiply_inside();
  Gain& gain_of(std::size_t attribute, Value value);
  std::span<const Gain> gains(std::size_t attribute) const {
    return std::span(gains_).subspan((*offsets_)[attribute], (*offsets_)[attribute + 1] - (*offsets_)[attribute]);
  }
  bool can_add(std::size_t attribute, Value value) const;
  Worth worth_of(std::size_t attribute) const;
  void widen(std::size_t attribute, const std::vector<std::uint8_t>& fresh);
  void add(std::size_t attribute, const std::vector<std::uint8_t>& fresh);

  const Population& population_;
  const CoverRows& rows_;
  const bool others_are_free_;
  const std::shared_ptr<const Offsets> offsets_;
  Cube cube_;
  Outside outside_;
  std::vector<Outside> tables_;
  std::vector<Ordinal> inside_;                    ///< by table: its rows in the cube
  std::vector<Ordinal> of_others_;                 ///< by table: the product of the others' rows in the cube
  std::vector<Gain> gains_;                        ///< by attribute and value; of attributes that are not widened yet
  std::vector<std::uint8_t> is_touched_;           ///< by attribute: whether a gain is not 0
  std::vector<std::vector<std::size_t>> touched_;  ///< these attributes by table
  std::vector<std::uint8_t> added_;
  NextAttribute next_;
};

}  // namespace smallscope::clustering
