// SPDX-License-Identifier: Apache-2.0
// The ordered pipeline under every run: tasks are produced in sequence, executed concurrently, committed in sequence.
//
// Private to the runner. One interface with three carriers (oneTBB, std::thread, serial), which the tests run side by
// side.
#pragma once

#include <functional>
#include <memory>

#include <smallscope/runner/run.hpp>

namespace smallscope::runner {

struct Task {
  virtual ~Task() = default;
};

struct Pipeline {
  std::function<std::unique_ptr<Task>()> produce;  ///< the next task, or null at the end; one thread at a time
  std::function<void(Task&)> execute;              ///< several threads at once, at most `jobs`
  std::function<void(Task&)> commit;               ///< in the order of production; one thread at a time
};

/// Runs the pipeline until `produce` returns null and everything produced is committed. At most 2 * jobs tasks exist at
/// once. The first exception of any stage ends the pipeline and is rethrown here.
void run_pipeline(Scheduler scheduler, unsigned jobs, const Pipeline& pipeline);

}  // namespace smallscope::runner
