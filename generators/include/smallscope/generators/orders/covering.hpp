// SPDX-License-Identifier: Apache-2.0
// Covering rows: few rows of level indices that hold every combination of levels of any `strength` factors.
//
// Most failures need only a few particular choices, and the covering rows of strength t show every failure that needs
// at most t. They are computed from level counts alone, so they exist also for spaces beyond 64 bits. CoveringOrder
// (covering_order.hpp) runs them first; CombinationCoverage says how much any other order has covered. The rows are a
// pure function of their arguments; the functions may be called from several threads. A CombinationCoverage belongs to
// one thread. Example: covering_rows({{3, 3, 3, 3}}, 2) gives 9 rows instead of 81.
#pragma once

#include <cstdint>
#include <memory>
#include <smallscope/generators/mixed_radix.hpp>
#include <span>
#include <vector>

namespace smallscope::generators {

/// The most combinations that covering_rows() and CombinationCoverage keep track of: a byte, or a bit, for each.
inline constexpr Ordinal combination_limit = Ordinal{1} << 26;

/// How many combinations of levels any `strength` factors have; the greatest ordinal if that exceeds 64 bits. O(factors
/// x strength).
Ordinal combination_count(std::span<const Ordinal> levels, std::size_t strength);

/// Limits of the search for few rows; a step takes about a nanosecond. With other limits the rows differ.
struct CoveringEffort {
  std::uint64_t search = std::uint64_t{1} << 27;     ///< steps of the greedy search, all attempts together
  std::uint64_t reduction = std::uint64_t{1} << 26;  ///< steps of the removal of rows, likewise
  Ordinal combinations = Ordinal{1} << 20;           ///< of a CoveringOrder: the most that its rows cover
};

/// Rows that together hold every combination of levels of any `strength` factors; 2 is pairwise. The next row is always
/// one that shows most new combinations among the remaining rows. Algebraic arrays (Bush 1952; recursively, Stevens and
/// Mendelsohn 1999; of two levels, Kleitman and Spencer 1973) are tried where they fit, and completed by a greedy
/// search in the manner of AETG (Cohen et al. 1997). Rows are then removed as by Nayeri, Colbourn and Konjevod (2013).
/// A count of steps bounds the effort, never a clock: the rows are the same everywhere. Stores rely on that: a change
/// of the rows is a new order. Throws GeneratorError for a strength of 0 or above the number of factors, for a factor
/// without levels, and for more than combination_limit combinations.
std::vector<LevelRow> covering_rows(std::span<const Ordinal> levels, std::size_t strength,
                                    const CoveringEffort& effort = {});

/// The rows `first`, followed by rows for the combinations of `strength` factors that they lack, the most useful first.
/// If `first` are covering rows of strength 2, all pairs are covered soon and all triples in the end. There are more
/// rows than covering_rows() finds, because `first` stays. Throws GeneratorError as covering_rows() and
/// CombinationCoverage::add() do.
std::vector<LevelRow> extended_rows(std::span<const Ordinal> levels, std::size_t strength,
                                    std::span<const LevelRow> first, const CoveringEffort& effort = {});

/// Counts exactly which combinations of levels of any `strength` factors are held by the rows added to it.
class CombinationCoverage {
 public:
  /// Throws GeneratorError as covering_rows() does. Memory: one bit per combination and 8 bytes per set of factors.
  CombinationCoverage(std::vector<Ordinal> levels, std::size_t strength);
  ~CombinationCoverage();
  CombinationCoverage(CombinationCoverage&&) noexcept;
  CombinationCoverage& operator=(CombinationCoverage&&) noexcept;

  /// Adds a row; returns how many combinations it is the first to hold. Throws GeneratorError for a row of another
  /// length or with a level that its factor does not have. O(number of sets of factors).
  Ordinal add(std::span<const Ordinal> row);
  Ordinal combinations() const;
  Ordinal covered() const { return covered_; }
  bool complete() const { return covered_ == combinations(); }
  /// How many combinations one row holds: the number of sets of `strength` factors, which is also the cost of add().
  Ordinal combinations_per_row() const;

 private:
  class Seen;
  std::unique_ptr<Seen> seen_;
  Ordinal covered_ = 0;
};

}  // namespace smallscope::generators
