// SPDX-License-Identifier: Apache-2.0
#include "explore/search_size.hpp"

#include <chrono>
#include <ctime>

namespace smallscope::program {

generators::SearchEstimate quick_estimate(const runner::PathSampler& search, const std::stop_token& stop) {
  using Clock = std::chrono::steady_clock;
  // Processor time, so that a busy machine does not make estimates worse; the wall clock is for functions that wait.
  const std::clock_t processor_end = std::clock() + CLOCKS_PER_SEC;
  const Clock::time_point end = Clock::now() + std::chrono::seconds(10);
  return search.estimate(
      {.stop = [&] { return stop.stop_requested() || std::clock() >= processor_end || Clock::now() >= end; }});
}

}  // namespace smallscope::program
