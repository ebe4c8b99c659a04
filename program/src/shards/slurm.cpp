// SPDX-License-Identifier: Apache-2.0
#include "shards/slurm.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sstream>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::program {

namespace {

/// What the command prints on standard output. Throws StoreError with all that it prints if it fails.
std::string output_of(const std::vector<std::string>& command) {
  std::string line;
  for (const std::string& word : command) line += report::shell_word(word) + " ";
  std::fflush(nullptr);
  FILE* const pipe = popen((line + "2>&1").c_str(), "re");
  if (pipe == nullptr) throw results::StoreError(fmt::format("{}: {}", command.front(), std::strerror(errno)));
  std::string text;
  char buffer[4096];
  for (std::size_t count = 0; (count = fread(buffer, 1, sizeof buffer, pipe)) > 0;) text.append(buffer, count);
  const int status = pclose(pipe);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return text;
  const bool is_missing = WIFEXITED(status) && WEXITSTATUS(status) == 127;
  throw results::StoreError(
      is_missing ? fmt::format("{} is not installed here; submit on a machine of the cluster, or execute the script "
                               "`shard` by another scheduler (docs/many-machines.md)",
                               command.front())
                 : fmt::format("{} failed: {}", command.front(), report::one_line(text, 500)));
}

/// Whether Slurm will do nothing more for a job in this state.
bool has_ended(std::string_view state) {
  static constexpr std::array ended{"BOOT_FAIL", "CANCELLED", "COMPLETED",     "DEADLINE", "FAILED",
                                    "NODE_FAIL", "PREEMPTED", "OUT_OF_MEMORY", "TIMEOUT"};
  return std::ranges::find(ended, state) != ended.end();
}

}  // namespace

std::string ranges_of(const std::set<std::uint64_t>& shards) {
  std::string text;
  for (auto first = shards.begin(); first != shards.end();) {
    auto last = first, next = std::next(first);
    while (next != shards.end() && *next == *last + 1) last = next++;
    if (!text.empty()) text += ",";
    text += first == last ? std::to_string(*first) : fmt::format("{}-{}", *first, *last);
    first = next;
  }
  return text;
}

std::vector<std::string> sbatch_command(const std::filesystem::path& directory, const Submission& submission,
                                        const std::set<std::uint64_t>& shards) {
  std::vector<std::string> command{"sbatch",
                                   "--parsable",
                                   "--array=" + ranges_of(shards),
                                   "--requeue",
                                   "--open-mode=append",
                                   "--job-name=" + directory.filename().string(),
                                   "--output=" + (directory / "log" / "%a.txt").string()};
  command.insert(command.end(), submission.sbatch.begin(), submission.sbatch.end());
  command.push_back((directory / "shard").string());
  return command;
}

std::string submit_to_slurm(const std::filesystem::path& directory, const Submission& submission,
                            const std::set<std::uint64_t>& shards) {
  // "123" or, in a federation, "123;cluster".
  const std::string text = output_of(sbatch_command(directory, submission, shards));
  const std::string job = text.substr(0, text.find_first_not_of("0123456789"));
  if (job.empty()) throw results::StoreError(fmt::format("sbatch names no job: {}", report::one_line(text, 300)));
  return job;
}

QueuedShards queued_in_slurm(const Submission& submission) {
  QueuedShards queued;
  if (submission.jobs.empty()) return queued;
  // A job that the controller has forgotten would be an error if it were named; a user's queue is short.
  std::istringstream lines(output_of({"squeue", "--noheader", "--array", "--me", "--states=all", "--format=%F %K %T"}));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string job, state;
    std::uint64_t shard = 0;
    if (!(words >> job >> shard >> state)) continue;  // not an element of an array
    if (std::ranges::find(submission.jobs, job) == submission.jobs.end() || has_ended(state)) continue;
    queued[shard] = state;
  }
  return queued;
}

}  // namespace smallscope::program
