// How results are shown to a person: inputs, cluster tables, the representative of a cluster with before and after.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/generators/search/decisions.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::report {

/// The files, parameters and standard input of an input.
std::string shown(const subjects::Input& input);
/// What oracles said, a line a message.
std::string shown(const std::vector<oracles::Judgement>& judgements);
/// "700 of 2,700"; "700 of an uncounted search" while no run has met its end. `noun` goes behind the number of inputs.
std::string executed_of_inputs(const results::Account& account, std::string_view noun = "");
/// A number that is not exact: three digits of a great one.
std::string rounded(double number);
/// How many random paths the size of a search is estimated by.
inline constexpr std::size_t estimate_paths = 10'000;
/// "about 12,000 (standard error 300)", or that the probes met none.
std::string estimate_text(const generators::Estimate& estimate);
/// A table: cluster, failing cases, first seen, abstract message.
std::string cluster_table(const std::vector<clustering::Cluster>& clusters);
/// The representative of a cluster: choices, before and after, what is wrong, and `again`, the command that runs it again.
std::string representative(const clustering::Cluster& cluster, const results::Case& failing, const std::string& again);
/// "#12", of a merged input "M1 #12".
std::string short_name(const results::Case& record);
/// What follows `replay STORE` to run the input again.
std::string replay_arguments(const results::Case& record);
/// The path as a person would type it: relative to the working directory when that is shorter.
std::string short_path(const std::string& path);

}  // namespace smallscope::report
