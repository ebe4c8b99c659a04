#include "search_size.hpp"

#include <chrono>

namespace smallscope::program {

generators::SearchEstimate quick_estimate(const runner::Probes& search, const std::stop_token& stop) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + std::chrono::seconds(1);
  return search.estimate({.stop = [&] { return stop.stop_requested() || Clock::now() >= end; }});
}

}  // namespace smallscope::program
