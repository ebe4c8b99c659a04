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
#include <smallscope/report/bug_report.hpp>
#include <smallscope/results/store.hpp>
#include <smallscope/runner/run.hpp>

namespace smallscope::program {

/// A failing input as it was executed just now.
struct ExecutedFailure : results::Case {
  std::optional<runner::Ended> ended = {};  ///< of an observed campaign
};
/// A failing input of level 0, executed again, so that it is what the present subject does. Empty if it does not fail
/// with the key that is recorded any more or is no input any more, and if a stop was requested.
std::optional<ExecutedFailure> execute_again(runner::Engine& engine, const runner::Campaign& campaign,
                                             const results::Store& store, results::Ordinal ordinal,
                                             const std::stop_token& stop);
/// The smallest input of the cluster, executed again, so that it is what the present subject does. Throws UsageError if
/// it does not fail with the key that is recorded any more, or if it is a merged input. Empty if a stop was requested.
std::optional<ExecutedFailure> execute_smallest(runner::Engine& engine, const runner::Campaign& campaign,
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
  std::string complaint;  ///< for the user, if it does not show the failure
  bool is_shown = false;  ///< it says that the failure is there
};

/// How the reader of a folder sees the failure again.
struct WrittenFailure {
  std::optional<runner::Reproduction> reproduction;  ///< the campaign's script, or one that was made for its commands
  std::optional<Reproduced> reproduced;              ///< if the script was run
  bool has_no_script = false;                        ///< none could be made
  bool can_say_fixed = true;                         ///< the script knows what is right
  std::string commands;                              ///< command_lines(), or "" beside the campaign's script
};
/// What a report says about the script.
report::ReproducingScript script_of(const WrittenFailure& written);
/// The same as write_failure(); then runs the script. For commands without one it writes a script
/// (script/failure_script.hpp). The user is told if none can be made, or if it does not show the failure; it is removed
/// then. After a stop request nothing is run.
WrittenFailure write_and_try(const std::filesystem::path& directory, const Origin& origin,
                             const ExecutedFailure& failure, const runner::Campaign& campaign,
                             const std::stop_token& stop);

}  // namespace smallscope::program
