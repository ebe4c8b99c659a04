// SPDX-License-Identifier: Apache-2.0
// What a test may take, and in which process it runs: options of `run`.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include <smallscope/runner/isolated.hpp>
#include <smallscope/runner/run.hpp>

namespace smallscope::program {

struct LimitArguments {
  bool one_process = false;
  bool isolate = false;
  std::uint64_t memory_bytes = 0;  ///< of a test; 0: the default
  std::string timeout;             ///< of a test, or "learned"; "": that of the campaign, in process none
};

void add_limits(CLI::App& command, LimitArguments& arguments, runner::RunOptions& options);

/// How long a test may take in process; empty: as long as it likes. Throws UsageError.
std::optional<std::chrono::duration<double>> time_in_process(const LimitArguments& arguments);

/// Throws UsageError for options that contradict each other, or that the campaign's way of execution cannot follow.
void check(const LimitArguments& arguments, const runner::Campaign& campaign);

/// The campaign with the limits of the arguments; one that is executed in process is isolated if that is asked for.
/// Throws UsageError if the subject has no limits that can be changed; subjects::SubjectUnavailable.
runner::Campaign limited(runner::Campaign campaign, const LimitArguments& arguments);

}  // namespace smallscope::program
