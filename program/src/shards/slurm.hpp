// SPDX-License-Identifier: Apache-2.0
// What is asked of Slurm: to queue an array of jobs, and what has become of it. Its own programs do that.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "shards/submission.hpp"

namespace smallscope::program {

/// Slurm's word for the state of a job in its queue: RUNNING, PENDING, ...
using QueuedShards = std::map<std::uint64_t, std::string>;

/// "1-4,7"
std::string ranges_of(const std::set<std::uint64_t>& shards);

/// The command that queues these shards, for people and for submit_to_slurm().
std::vector<std::string> sbatch_command(const std::filesystem::path& directory, const Submission& submission,
                                        const std::set<std::uint64_t>& shards);

/// Queues these shards; the number of the job. Throws results::StoreError with what sbatch says.
std::string submit_to_slurm(const std::filesystem::path& directory, const Submission& submission,
                            const std::set<std::uint64_t>& shards);

/// The shards of the submission that are queued or running. Throws results::StoreError with what squeue says.
QueuedShards queued_in_slurm(const Submission& submission);

}  // namespace smallscope::program
