// What a judgement rests on: outputs that must have been observed. Without them an oracle cannot judge.
#pragma once

#include <smallscope/subjects/observation.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace smallscope::oracles {

/// The oracle could not judge: Bench makes an oracle_error of it.
struct CannotJudge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Whether the worker says that there is no output of this name for this input.
bool is_absent(const subjects::Observation& observation, std::string_view name);

/// CannotJudge for an output of this name: with the names that came, the nearest of them, and the remedy.
[[noreturn]] void miss_output(const subjects::Observation& observation, std::string_view name);

/// The output of this name; null when it is absent. Throws as miss_output() when it is simply not there.
const std::string* require_output(const subjects::Observation& observation, std::string_view name);

/// Throws CannotJudge when a worker did not report what the subject printed.
void require_streams(const subjects::Observation& observation);

}  // namespace smallscope::oracles
