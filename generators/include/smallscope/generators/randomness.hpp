// SPDX-License-Identifier: Apache-2.0
// Seeded draws that are the same on every machine: those of the standard library's distributions are not.
//
// Used wherever a choice is random and a run must be repeatable. A Randomness belongs to one thread.
//
// Example: Randomness random(7); random.shuffle(tests);
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <smallscope/generators/hash.hpp>

namespace smallscope::generators {

/// splitmix64 (hash.hpp), with the seed as its first state.
class Randomness {
 public:
  explicit Randomness(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() { return mixed(state_ += golden_gamma); }
  /// From 0 to bound - 1. Requires a bound above 0.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }
  /// At least 0 and below 1, a multiple of 2^-53.
  double fraction() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  template <class T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace smallscope::generators
