// SPDX-License-Identifier: Apache-2.0
// What carries a run's jobs: every runner test runs under each of these, and must leave the same store.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "campaigns.hpp"

namespace smallscope::runner {

struct Carrier {
  Scheduler scheduler;
  unsigned jobs;
};

class EveryCarrier : public testing::TestWithParam<Carrier> {
 protected:
  RunOptions options(std::string order = "golden") const {
    RunOptions options;
    options.order.name = std::move(order);
    return options;
  }
  static EngineOptions carried() { return {.jobs = GetParam().jobs, .scheduler = GetParam().scheduler}; }
  static Ran run_in_memory(const Campaign& campaign, const RunOptions& options) {
    return runner::run_in_memory(campaign, options, carried());
  }
  /// What the serial scheduler leaves in the store.
  static std::string expected(const Campaign& campaign, const RunOptions& options) {
    return runner::run_in_memory(campaign, options, {.jobs = 1, .scheduler = Scheduler::serial}).store.canonical_dump();
  }
};

inline std::string name_of_carrier(const testing::TestParamInfo<Carrier>& test) {
  static const char* const names[] = {"automatic", "onetbb", "threads", "serial"};
  return std::string(names[static_cast<int>(test.param.scheduler)]) + "_" + std::to_string(test.param.jobs);
}

inline const Carrier carriers[] = {{Scheduler::serial, 1}, {Scheduler::threads, 1}, {Scheduler::threads, 4},
                                   {Scheduler::onetbb, 1}, {Scheduler::onetbb, 2},  {Scheduler::onetbb, 4}};

}  // namespace smallscope::runner
