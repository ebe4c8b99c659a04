// SPDX-License-Identifier: Apache-2.0
// How much of a space some inputs have shown: which combinations of a few choices they hold.
//
// As CombinationCoverage, for factors of which some have alternatives with choices of their own. A ChoiceCoverage
// belongs to one thread. Example: for {2, Factor({{3, 4}, {5}})} and pairs there are 2 x 2 of a level and an
// alternative, and 3 x 4 within the first alternative.
#pragma once

#include <smallscope/generators/factor.hpp>
#include <smallscope/generators/mixed_radix.hpp>
#include <smallscope/generators/orders/covering.hpp>

#include <memory>
#include <vector>

namespace smallscope::generators {

/// Combinations of levels of any `strength` factors, or of as many as there are, if there are two at least. A factor
/// with alternatives has these as its levels; the combinations within each of them are counted likewise. These are what
/// a CoveringOrder shows first.
class ChoiceCoverage {
 public:
  /// How many combinations there are: the greatest ordinal if that exceeds 64 bits.
  static Ordinal combinations(const std::vector<Factor>& factors, std::size_t strength);
  /// The most factors of several levels, or alternatives, that stand beside each other.
  static std::size_t most_beside(const std::vector<Factor>& factors);

  /// Throws GeneratorError as CombinationCoverage does, of what is combined: for a strength of 0, and for more than
  /// combination_limit combinations in one alternative. Memory: one bit per combination, 8 bytes per set of factors.
  ChoiceCoverage(const std::vector<Factor>& factors, std::size_t strength);

  /// Adds an input, by its ordinal; returns how many combinations it is the first to hold. O(sets of factors). The
  /// ordinal must be one of the space.
  Ordinal add(Ordinal ordinal);
  Ordinal combinations() const { return combinations_; }
  Ordinal covered() const { return covered_; }
  bool complete() const { return covered_ == combinations_; }
  /// The most combinations that one input holds, which is also the cost of add().
  Ordinal most_per_input() const { return most_per_input_; }

 private:
  /// A factor of the inputs: where its alternatives begin, and what is within each.
  struct Digit {
    std::vector<Ordinal> starts;
    std::vector<ChoiceCoverage> within;
  };

  MixedRadix radix_;
  std::vector<Digit> digits_;                    ///< by factor
  std::vector<std::size_t> varying_;             ///< the factors with several levels, or alternatives
  std::unique_ptr<CombinationCoverage> beside_;  ///< of these; none if there are fewer than two
  LevelRow levels_, row_;                        ///< reused
  Ordinal combinations_ = 0;
  Ordinal covered_ = 0;
  Ordinal most_per_input_ = 0;
};

}  // namespace smallscope::generators
