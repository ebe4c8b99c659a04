// SPDX-License-Identifier: Apache-2.0
// A folder about one failure that needs neither smallscope nor the store: the files of its input, bug.json, a script.
// `bugreport` and `reduce` write such folders.
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/results/store.hpp>
#include <smallscope/runner/run.hpp>

namespace smallscope::program {

/// The smallest input of the cluster, executed again, so that it is what the present subject does. Throws UsageError if
/// it does not fail with the key that is recorded any more, or if it is a merged input. Empty if a stop was requested.
std::optional<results::Case> execute_smallest(runner::Engine& engine, const runner::Campaign& campaign,
                                              const results::Store& store, const clustering::Cluster& cluster,
                                              const std::stop_token& stop);

/// Makes a new directory, or takes an empty one, so that a folder never mixes with another. Throws UsageError.
void make_directory(const std::string& directory);

/// Where a failure comes from.
struct Origin {
  std::string campaign;
  std::string version;  ///< of the subject
  std::string key;
};

/// Writes the files of the failing input, bug.json with the facts, and the script and its files if the campaign has
/// them. Throws UsageError, before it writes anything, if two of them have one name.
void write_failure(const std::filesystem::path& directory, const Origin& origin, const results::Case& failing,
                   const std::optional<runner::Reproduction>& reproduction);
/// Writes the visible text. Throws results::StoreError.
void write_text(const std::filesystem::path& file, std::string_view text);

/// A run of the script in the folder, as the reader will run it.
struct Reproduced {
  std::string command;  ///< a line, without the directory of the program
  std::string output;
  bool is_shown = false;  ///< it says that the failure is there; if not, the user has been told
};
Reproduced run_script(const runner::Reproduction& reproduction, const std::filesystem::path& directory,
                      const std::stop_token& stop);

}  // namespace smallscope::program
