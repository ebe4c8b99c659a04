// SPDX-License-Identifier: Apache-2.0
// Grows cubes from many seeds; where there are many rows, on several threads. Who grows a cube changes nothing.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "explanations/expansion.hpp"

namespace smallscope::clustering {

/// Belongs to one thread, and starts others while it grows. The population and the rows must outlive it; not movable.
class Growers {
 public:
  Growers(const Population& population, const CoverRows& rows, bool others_are_free);

  struct Seed {
    std::size_t row;
    Strategy strategy;
    const Cube* hull = nullptr;  ///< as for Expansion::grow()
  };
  /// Called with the number of a seed, its cube, and the expansion that has just grown it, on any thread; calls with
  /// different numbers at the same time.
  using Use = std::function<void(std::size_t number, Cube cube, const Expansion& grown)>;
  /// Grows each seed once. `fresh` as for Expansion::grow().
  void grow(std::span<const Seed> seeds, const std::vector<std::uint8_t>& fresh, const Use& use);

 private:
  std::vector<std::unique_ptr<Expansion>> expansions_;  ///< one for each thread
};

}  // namespace smallscope::clustering
