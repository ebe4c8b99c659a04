// SPDX-License-Identifier: Apache-2.0
// Reduction: the texts of a failing input, made smaller beyond the space while they fail in the same way.
//
// Engine::reduce() removes lines, then tokens (words, numbers, strings, single other characters, runs of blanks) from
// every file and from standard input, by ddmin (Zeller and Hildebrandt, 2002) without its tests of subsets. It ends
// when no single line and no single token can be removed. Candidates of a worker share its processes until one fails,
// which is then executed alone in a fresh one; others are executed alone. Several are at the same time; the result is
// the same for any number of jobs, as far as inputs do not depend on those before them. An Engine belongs to one
// thread.
// Example: engine.reduce(*space.render(7), {.failure = key_of}).input is smaller than input 7.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include <smallscope/runner/run.hpp>

namespace smallscope::runner {

/// How far a reduction has come.
struct ReduceProgress {
  Ordinal tests = 0;      ///< candidates judged
  std::size_t bytes = 0;  ///< of the smallest texts so far
  double seconds = 0;
};

struct ReduceOptions {
  /// The name of the failure that an outcome with a failing verdict shows. Texts are kept if it is that of the input.
  std::function<std::string(const Outcome&)> failure;
  /// If it is given, the input must show this failure.
  std::optional<std::string> expected = {};
  std::optional<Ordinal> max_tests;
  std::optional<std::chrono::duration<double>> budget;
  /// Called after each candidate that was judged, in sequence, from one thread at a time.
  std::function<void(const ReduceProgress&)> progress = {};
};

/// Texts, and what they do.
struct JudgedTexts {
  subjects::Input input;
  Outcome outcome;
};

struct Reduced {
  JudgedTexts smallest;    ///< fails like the input
  bool is_stable = false;  ///< the same is said of it each time that it is executed
  std::string failure;     ///< its name
  Ordinal tests = 0;       ///< candidates judged, each once; the input itself is not counted
  /// finished: no line and no token can be removed. max_tests, budget or interrupted: the smallest so far.
  Stop stop = Stop::finished;
  /// The smallest texts seen that fail differently, by the name of the failure: possibly other faults. Of several, the
  /// first that was tried.
  std::map<std::string, JudgedTexts> slipped;
};

/// The bytes of an input's files and standard input: what a reduction makes smaller.
std::size_t text_bytes(const subjects::Input& input);

/// Why the texts of such a failure of the campaign cannot be made smaller, with the remedy; empty if they can.
std::optional<std::string> obstacle_to_reducing(const Campaign& campaign, const subjects::Input& input,
                                                const Outcome& failing);

}  // namespace smallscope::runner
