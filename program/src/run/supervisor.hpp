// SPDX-License-Identifier: Apache-2.0
// A run in a process of its own, which an input may end: the parent finds out which, and the run goes on without it.
//
// For campaigns that execute inputs in process. The child is a copy of this process, made before it has a second
// thread. When it ends in the middle of tests, the parent starts another one, which goes on from the store and executes
// what was in flight input by input; the input that ends that one, too, is a failure. A passing test costs nothing.
// Example: supervise(options, [&](const Supervision& supervision) { return run(arguments, supervision); }).
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include <smallscope/runner/run.hpp>

namespace smallscope::program {

/// What a child is told.
struct Supervision {
  runner::InFlight* in_flight = nullptr;
  std::vector<runner::Suspects> suspects;
  std::vector<runner::FatalInput> fatal;
  bool goes_on = false;           ///< an earlier child has made the store
  std::filesystem::path scratch;  ///< of the children; the parent removes it
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
};

struct SupervisorOptions {
  bool can_go_on = true;                               ///< there is a store
  std::filesystem::path scratch = {};                  ///< as runner::EngineOptions
  std::optional<std::chrono::duration<double>> limit;  ///< of one test
  unsigned patience = 1;                               ///< as runner::RunOptions
  unsigned patient_in_vain = 0;
};

/// Calls `run` in a child process, again and again if inputs end it, and returns its result; in the child, that of
/// `run`. SIGINT, SIGTERM and SIGHUP are passed on; a child that executes one and the same test for five seconds after
/// that is killed. Throws std::system_error, and in the child what `run` throws.
int supervise(const SupervisorOptions& options, const std::function<int(const Supervision&)>& run);

}  // namespace smallscope::program
