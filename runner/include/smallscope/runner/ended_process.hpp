// SPDX-License-Identifier: Apache-2.0
// What is said of an input that ended its process, by whatever means the run survives it: a store does not tell them
// apart.
//
// Pure functions, for any thread. Example: ended_process(0, Verdict::crashed, text_of_end(status)).
#pragma once

#include <chrono>
#include <string>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::runner {

/// How a process ended, by its status for waitpid(): "killed by SIGSEGV", "ended the process with status 0".
std::string text_of_end(int status);
/// The same of one that was killed because a test took longer: "did not end within 10 s".
std::string text_of_time_out(std::chrono::duration<double> limit);
/// The outcome of the input: the verdict is crashed or timed out, the message one of these texts.
Outcome ended_process(Ordinal index, oracles::Verdict verdict, std::string message);

}  // namespace smallscope::runner
