// SPDX-License-Identifier: Apache-2.0
// Results as a person reads them: inputs, cluster tables, the representative of a cluster with before and after.
//
// The command line and the GoogleTest bridge print these texts. Functions without state: any thread may call them.
// Example: std::cout << report::cluster_table(clustering::cluster(store, options));
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/clustering/clearer_members.hpp>
#include <smallscope/generators/search/estimate.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::report {

/// The files, parameters and standard input of an input.
std::string shown(const subjects::Input& input);
/// What oracles said, one message per line.
std::string shown(const std::vector<oracles::Judgement>& judgements);
/// "700 of 2,700"; "700 of an uncounted search" until a run has reached its end. `noun` follows the number of inputs.
std::string executed_of_inputs(const results::Account& account, std::string_view noun = "");
/// A number that is not exact: its first three digits.
std::string rounded(double number);
/// "12,345 inputs"; "about 12,300 inputs (95% interval 11,800 to 12,900)"; "at least 12,000 inputs"; "an
/// unknown number of inputs". `noun` follows the number.
std::string estimate_text(const generators::Estimate& estimate, std::string_view noun);
/// The estimates of inputs and candidates.
std::string estimate_text(const generators::SearchEstimate& estimate);
/// The message of a cluster in one line; of several, the most frequent, how many there are, and of how many inputs
/// it is, if these are less than half.
std::string message_text(const clustering::Cluster& cluster, std::size_t width);
/// Whether a table of clusters has a column of their keys (clustering::key).
enum class Keys { hidden, shown };
/// A table: cluster, key, failing cases, first seen, the fault that each is known as if there are such texts, abstract
/// message.
std::string cluster_table(const std::vector<clustering::Cluster>& clusters, Keys keys = Keys::hidden,
                          const std::vector<std::string>& known_as = {});
/// A failing input, below a line that names it: before and after, what is wrong, and `again`, the command that runs it
/// again.
std::string case_text(const results::Case& failing, const std::string& again);
/// That the representative may show another cluster's fault, too, and which member is likelier to show its own alone:
/// `record` is that member as the store has it.
std::string clearer_text(const clustering::ClearerMember& clearer, std::span<const clustering::Cluster> clusters,
                         const results::Case& record);
/// The representative of a cluster: choices, then case_text(). Of the `remarks`, each a line, those that say something
/// stand between: its explanation, clearer_text().
std::string representative(const clustering::Cluster& cluster, const results::Case& failing, const std::string& again,
                           const std::vector<std::string>& remarks = {});
/// "#12"; for a merged input "M1 #12".
std::string short_name(const results::Case& record);
/// The arguments after `replay STORE` that run the input again.
std::string replay_arguments(const results::Case& record);
/// The path as a person would type it: relative to the working directory if that is shorter.
std::string short_path(const std::string& path);

}  // namespace smallscope::report
