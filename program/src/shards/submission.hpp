// SPDX-License-Identifier: Apache-2.0
// A campaign divided into shards for a scheduler: a directory with the script that executes one of them, and a place
// for their stores.
//
//   DIRECTORY/submission.json   what was divided, and how
//   DIRECTORY/shard             executes one shard: its number is the argument, or that which the scheduler gives
//   DIRECTORY/done/K.sqlite     the store of shard K, when it is whole
//   DIRECTORY/begun/            stores that are being written, and what killed attempts have left
//   DIRECTORY/log/K.txt         what the attempts of shard K have printed
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace smallscope::program {

struct Submission {
  std::string campaign;  ///< a name, or an absolute path
  std::uint64_t shards = 1;
  std::vector<std::string> options;  ///< of `run`
  std::string program;               ///< an absolute path
  std::string working_directory;     ///< in which the shards are executed
  std::vector<std::string> sbatch;   ///< options of sbatch
  std::vector<std::string> jobs;     ///< of Slurm: its numbers of what was submitted so far
};

/// Throws UsageError if the directory has no submission, or one that is not understood.
Submission read_submission(const std::filesystem::path& directory);
bool has_submission(const std::filesystem::path& directory);
/// Makes the directory, the script and the record. Throws UsageError if it exists and is another's.
void write_submission(const std::filesystem::path& directory, const Submission& submission);

std::filesystem::path store_of(const std::filesystem::path& directory, std::uint64_t shard);
/// The shards whose stores are whole.
std::set<std::uint64_t> done_shards(const std::filesystem::path& directory, const Submission& submission);
/// The last thing that an attempt of the shard has said; empty if nothing is known.
std::string last_words(const std::filesystem::path& directory, std::uint64_t shard);

}  // namespace smallscope::program
