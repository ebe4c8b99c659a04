// How results are shown to a person: inputs, cluster tables, the representative of a cluster with before and after.
#pragma once

#include <string>
#include <vector>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::program {

/// The files, parameters and standard input of an input.
std::string shown(const subjects::Input& input);
/// What oracles said, a line a message.
std::string shown(const std::vector<oracles::Judgement>& judgements);
/// A table: cluster, failing cases, first seen, abstract message.
std::string cluster_table(const std::vector<clustering::Cluster>& clusters);
/// The representative of a cluster: choices, before and after, what is wrong, the command that replays it.
std::string representative(const clustering::Cluster& cluster, const results::Case& failing, const std::string& replay);
/// "#12", of a merged input "M1 #12".
std::string short_name(const results::Case& record);
/// What follows `replay STORE` to run the input again.
std::string replay_arguments(const results::Case& record);
/// The path as a person would type it: relative to the working directory when that is shorter.
std::string short_path(const std::string& path);

}  // namespace smallscope::program
