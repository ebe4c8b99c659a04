// SPDX-License-Identifier: Apache-2.0
#include <smallscope/runner/ended_process.hpp>

#include <sys/wait.h>

#include <fmt/format.h>

#include <smallscope/subjects/observation.hpp>

namespace smallscope::runner {

std::string text_of_end(int status) {
  if (WIFSIGNALED(status)) return "killed by " + subjects::signal_name(WTERMSIG(status));
  return fmt::format("ended the process with status {}", WEXITSTATUS(status));
}

std::string text_of_time_out(std::chrono::duration<double> limit) {
  return fmt::format("did not end within {} s", limit.count());
}

Outcome ended_process(Ordinal index, oracles::Verdict verdict, std::string message) {
  Outcome outcome;
  outcome.index = index;
  outcome.verdict = verdict;
  outcome.judgements = {{"no crash", verdict, {std::move(message)}}};
  return outcome;
}

}  // namespace smallscope::runner
