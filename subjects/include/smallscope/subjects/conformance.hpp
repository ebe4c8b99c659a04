// SPDX-License-Identifier: Apache-2.0
// Whether a worker keeps to docs/worker-protocol.md, also where a campaign would rarely notice that it does not: other
// descriptors, every character, long and divided requests, two at once, state that leaks, an end in the middle.
//
// check_worker() may be called by several threads, each with a directory of its own.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/subjects/command.hpp>
#include <smallscope/subjects/subject.hpp>

namespace smallscope::subjects {

enum class Conformance {
  kept,
  broken,   ///< a campaign would lose observations, or judge wrong ones
  advised,  ///< allowed, but likely to be a mistake
  skipped,  ///< nothing could be said
};

struct ConformanceCheck {
  std::string_view name;  ///< "two requests at once"
  Conformance result = Conformance::kept;
  std::string says = {};  ///< what the worker did and what it should do; empty if kept
};

struct ConformanceOptions {
  Input sample;                             ///< an input that the worker can do
  Limits limits;                            ///< `time` bounds each reply
  std::chrono::milliseconds start{30'000};  ///< bounds each first line
};

/// Starts the worker a few times and plays every case. `seen` is called after each, in order. Returns fewer cases only
/// if stopped. `scratch` is an existing directory. Throws SubjectUnavailable if the worker cannot be started at all,
/// std::invalid_argument if the sample has names that are not UTF-8.
std::vector<ConformanceCheck> check_worker(const Command& command, const ConformanceOptions& options,
                                           const std::filesystem::path& scratch, std::stop_token stop,
                                           const std::function<void(const ConformanceCheck&)>& seen);

}  // namespace smallscope::subjects
