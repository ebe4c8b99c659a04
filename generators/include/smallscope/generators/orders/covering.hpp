// Covering rows: few rows of level indices that hold every combination of levels of any `strength` factors.
//
// Most failures need only a few particular choices, and the covering rows of strength t show every failure
// that needs at most t. They are computed from level counts alone, so they exist for spaces beyond 64 bits,
// too. CoveringOrder (covering_order.hpp) runs them first; CombinationCoverage says how far any other order
// has come. The rows are a pure function of their arguments. A CombinationCoverage belongs to one thread.
// Example: covering_rows({{3, 3, 3, 3}}, 2) are 9 rows instead of 81.
#pragma once

#include <cstdint>
#include <memory>
#include <smallscope/generators/mixed_radix.hpp>
#include <span>
#include <vector>

namespace smallscope::generators {

/// The most combinations that covering_rows() and CombinationCoverage keep account of: a byte, or a bit,
/// each.
inline constexpr Ordinal combination_limit = Ordinal{1} << 26;

/// How many combinations of levels there are of any `strength` factors; the greatest ordinal when that is
/// beyond 64 bits. O(factors x strength).
Ordinal combination_count(std::span<const Ordinal> levels, std::size_t strength);

/// How many steps the search for few rows may take, each about a nanosecond. Other steps give other rows.
struct CoveringEffort {
  std::uint64_t search = std::uint64_t{1} << 27;     ///< of the greedy search, all attempts together
  std::uint64_t reduction = std::uint64_t{1} << 26;  ///< of the removal of rows, likewise
};

/// Rows that together hold every combination of levels of any `strength` factors; 2 is pairwise. Of the rows
/// that are left, the next is always one that shows most new combinations.
/// Algebraic arrays (Bush 1952; recursively, Stevens and Mendelsohn 1999; of two levels, Kleitman and Spencer
/// 1973) are tried where they fit, and completed by a greedy search in the manner of AETG (Cohen et al. 1997);
/// rows are then removed as by Nayeri, Colbourn and Konjevod (2013). The effort is bounded by a count of steps,
/// never by a clock: the rows are the same everywhere. Stores rely on that: a change of the rows is a new order.
/// Throws GeneratorError for a strength of 0 or above the number of factors, a factor without levels, and more
/// than combination_limit combinations.
std::vector<LevelRow> covering_rows(std::span<const Ordinal> levels, std::size_t strength,
                                    const CoveringEffort& effort = {});

/// The rows `first`, then rows for the combinations of `strength` factors that these do not hold, the most
/// useful first: what begins with covering rows of strength 2 covers all pairs soon and all of three factors
/// in the end. More rows than covering_rows() finds, as `first` stays. Throws GeneratorError as
/// covering_rows() and CombinationCoverage::add() do.
std::vector<LevelRow> extended_rows(std::span<const Ordinal> levels, std::size_t strength,
                                    std::span<const LevelRow> first, const CoveringEffort& effort = {});

/// Counts exactly which combinations of levels of any `strength` factors the rows fed to it hold.
class CombinationCoverage {
 public:
  /// Throws GeneratorError as covering_rows() does. Memory: a bit a combination and 8 bytes a set of factors.
  CombinationCoverage(std::vector<Ordinal> levels, std::size_t strength);
  ~CombinationCoverage();
  CombinationCoverage(CombinationCoverage&&) noexcept;
  CombinationCoverage& operator=(CombinationCoverage&&) noexcept;

  /// Takes a row into account; returns how many combinations it is the first to hold. Throws GeneratorError
  /// for a row of another length or with a level that its factor does not have. O(number of sets of factors).
  Ordinal add(std::span<const Ordinal> row);
  Ordinal combinations() const;
  Ordinal covered() const { return covered_; }
  bool complete() const { return covered_ == combinations(); }
  /// How many combinations one row holds: the number of sets of `strength` factors, and the cost of add().
  Ordinal combinations_per_row() const;

 private:
  class Seen;
  std::unique_ptr<Seen> seen_;
  Ordinal covered_ = 0;
};

}  // namespace smallscope::generators
