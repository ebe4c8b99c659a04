// SPDX-License-Identifier: Apache-2.0
// The evidence of a judgement: outputs that must have been observed. Without them an oracle cannot judge. Pure
// functions.
#pragma once

#include <smallscope/subjects/observation.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace smallscope::oracles {

/// The oracle could not judge: Bench turns this into an oracle_error.
struct CannotJudge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The same, since a command that did not exit with 0 left no result: another oracle may have judged that.
struct NoResultOfFailure : CannotJudge {
  using CannotJudge::CannotJudge;
};

/// Whether the worker says that this input has no output of this name.
bool is_absent(const subjects::Observation& observation, std::string_view name);

/// 'declared: `after`; did you mean `after`?', for a message about an output of this name that is not there.
std::string outputs_there(std::string_view how, std::string_view name, const std::vector<std::string>& names);

/// For a command that did not exit with 0 and left no result: the remedy if that is a failure.
inline constexpr std::string_view if_it_failed = "if that is a failure, add an oracle `exit_status = 0`";
/// The same if that is how it refuses.
std::string if_it_refuses(const subjects::Observation& observation);

/// Throws CannotJudge for an output of this name, NoResultOfFailure if the command did not exit with 0; the message has
/// the names that came, the nearest of them, and the remedy.
[[noreturn]] void miss_output(const subjects::Observation& observation, std::string_view name);

/// The output of this name; null if the worker says that it is absent. Throws as miss_output() does if it is missing.
const std::string* require_output(const subjects::Observation& observation, std::string_view name);

/// Throws CannotJudge if a worker did not report what the subject printed.
void require_streams(const subjects::Observation& observation);

}  // namespace smallscope::oracles
