// SPDX-License-Identifier: Apache-2.0
// Memory that ends where a test says so, under SQLite.
//
// The program that links this has the allocator from its start. It counts while armed. One thread at a time.
#pragma once

#include <cstdint>

namespace smallscope::results::faulty_memory {

struct Plan {
  std::uint64_t at = 0;   ///< the allocation that fails, counted from 1; 0: none
  bool for_ever = false;  ///< and all after it
};
/// Starts counting from 1.
void arm(const Plan& plan);
/// Ends the plan. Returns how many allocations there were.
std::uint64_t disarm();
/// How many allocations have failed since the process began.
std::uint64_t injected();

}  // namespace smallscope::results::faulty_memory
