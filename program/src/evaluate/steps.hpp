// SPDX-License-Identifier: Apache-2.0
// What the tables of studies have in common that say how much is known after so many tests.
//
// Functions without state, for any thread.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

namespace smallscope::program {

/// The numbers of tests that tables show of a study of `tests` tests: 0, 1, 2, 5, 10, ..., and all.
inline std::vector<std::size_t> steps_up_to(std::size_t tests) {
  std::vector<std::size_t> all;
  for (const std::size_t step : {0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000})
    if (step < tests) all.push_back(step);
  all.push_back(tests);
  return all;
}

/// A number of faults, which is a mean if it is not whole: "32", "30.6".
inline std::string count_text(double count) {
  return fmt::format("{:.{}f}", count, count == static_cast<double>(static_cast<std::size_t>(count)) ? 0 : 1);
}

}  // namespace smallscope::program
