// SPDX-License-Identifier: Apache-2.0
// Mixed-radix numbers: an ordinal as one level index per factor of its space, and back.
//
// The factors of a space (factors() of its structure) multiply to its size; the first is the most significant, like the
// first component of a product. Covering orders, and the count of what they cover, read ordinals this way. Immutable,
// may be shared by threads.
#pragma once

#include <smallscope/generators/ordinal.hpp>
#include <span>
#include <vector>

namespace smallscope::generators {

/// One level index per factor.
using LevelRow = std::vector<Ordinal>;

/// Law: ordinal(levels(o)) == o for every o below size(). Without factors there is one number, 0. Example:
/// with factors {2, 3} the ordinal 4 has the levels {1, 1}.
class MixedRadix {
 public:
  /// Throws GeneratorError when the factors multiply beyond 64 bits. A factor of 0 makes the size 0.
  explicit MixedRadix(std::vector<Ordinal> factors);
  const std::vector<Ordinal>& factors() const { return factors_; }
  Ordinal size() const { return size_; }
  /// Replaces `levels` by those of the ordinal. O(factors). Throws std::out_of_range from size() on.
  void levels(Ordinal ordinal, LevelRow& levels) const;
  /// The ordinal with these levels. O(factors). Throws GeneratorError for a level that its factor does not have, or if
  /// the number of levels is not the number of factors.
  Ordinal ordinal(std::span<const Ordinal> levels) const;

 private:
  std::vector<Ordinal> factors_;
  Ordinal size_ = 1;
};

}  // namespace smallscope::generators
