// SPDX-License-Identifier: Apache-2.0
// The ordinals of a space around one of them, nearest first.
//
// An ordinal is a row of levels, one for each independent choice (mixed_radix.hpp). Ring r has those ordinals that
// differ in r levels; within a ring, those whose levels are closer come first, then the lower ordinals. Nothing of the
// space is kept but one sum of differences at a time, so the nearest thousand of 10^18 inputs cost as little as those
// of a small space. Belongs to one thread.
//
// Example: Rings rings({2, 3}, 0); rings.next() is 1, then 3, 2, 4, 5, and then nothing.
#pragma once

#include <optional>
#include <vector>

#include <smallscope/generators/mixed_radix.hpp>

namespace smallscope::generators {

class Rings {
 public:
  /// Around `center`, an ordinal of the space with these factors. Throws GeneratorError if they multiply beyond 64
  /// bits, std::out_of_range if there is no such ordinal.
  Rings(std::vector<Ordinal> factors, Ordinal center);

  /// The next ordinal; none when every other ordinal of the space was given. Each is given once.
  std::optional<Ordinal> next();
  /// In how many levels the one that was given last differs from the center; 0 before the first.
  std::size_t ring() const { return ring_; }

 private:
  bool fill();
  void collect(std::size_t factor, std::size_t levels, Ordinal sum);

  MixedRadix radix_;
  LevelRow center_, levels_;
  std::vector<Ordinal> reach_;  ///< of each factor: the greatest difference
  std::vector<Ordinal> given_;  ///< of one ring and sum of differences, the next one last
  std::size_t ring_ = 0;
  Ordinal sum_ = 0, last_sum_ = 0;  ///< of the ring: where it is, and where it ends
};

}  // namespace smallscope::generators
