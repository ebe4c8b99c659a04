// SPDX-License-Identifier: Apache-2.0
// From a store to the spectrum of each of its clusters.
#pragma once

#include <string>
#include <vector>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/diagnosis/neighbours.hpp>
#include <smallscope/diagnosis/stored_spectrum.hpp>

#include "command_line/context.hpp"

namespace smallscope::program {

/// What is wanted of a store.
struct StoreArguments {
  std::string from;
  std::string cluster;                                                                    ///< "": every cluster
  std::optional<diagnosis::CodeElements> elements = diagnosis::CodeElements::predicates;  ///< empty: choices
  diagnosis::Others others = diagnosis::Others::skipped;
  std::vector<std::string> sources;  ///< folders
};

/// The spectrum in which one cluster's inputs are those that fail.
struct ClusterSpectrum {
  std::string id;  ///< "C1"
  std::string key;
  std::string messages;  ///< in one line
  diagnosis::StoredSpectrum stored;
  diagnosis::ChoicesOf choices_of;  ///< null without the campaign
};

/// Whether the file is a store, by what it begins with.
bool is_store(const std::string& file);

/// The failing inputs of a cluster at level 0, ascending.
std::vector<results::Ordinal> failing_inputs(const clustering::Cluster& cluster);

/// Calls `visit` with the spectrum of each wanted cluster that has inputs at level 0, the most failing inputs first,
/// until it returns false. Clusters are by causes if the campaign is known, as for `clusters`. Throws UsageError,
/// results::StoreError, diagnosis::SpectrumError.
void for_each_cluster_spectrum(const Context& context, const std::string& file, const StoreArguments& arguments,
                               const std::function<bool(const results::Store&, ClusterSpectrum&)>& visit);

/// The folders in which the source of a store's code is looked for: those that are named, the working directory, and
/// that of each module.
std::vector<std::filesystem::path> source_folders(const results::Store& store, const StoreArguments& arguments);

}  // namespace smallscope::program
