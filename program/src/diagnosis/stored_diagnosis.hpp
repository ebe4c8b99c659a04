// SPDX-License-Identifier: Apache-2.0
// From a store to the spectrum of each of its clusters.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/diagnosis/background.hpp>
#include <smallscope/diagnosis/neighbours.hpp>
#include <smallscope/diagnosis/stored_spectrum.hpp>
#include <smallscope/runner/campaign.hpp>

#include "command_line/context.hpp"
#include "diagnosis/source_files.hpp"

namespace smallscope::program {

/// What is wanted of a store.
struct StoreArguments {
  std::string from;
  std::string cluster;                                                                    ///< "": every cluster
  std::string by = "code";                                                                ///< as for `clusters`
  std::optional<diagnosis::CodeElements> elements = diagnosis::CodeElements::predicates;  ///< empty: choices
  diagnosis::Others others = diagnosis::Others::skipped;
  std::vector<std::string> sources;     ///< folders
  std::vector<std::string> background;  ///< stores of other faults of the same code
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

/// The spectra of a store's clusters. What its tests covered is read once, for all clusters.
class ClusterSpectra {
 public:
  /// Refers to the store and the campaign. A campaign whose space has changed tells no choices, and that is said.
  /// Throws UsageError if choices are wanted, and none are known.
  ClusterSpectra(const results::Store& store, const std::optional<runner::Campaign>& campaign,
                 const StoreArguments& arguments);

  /// Empty for a cluster that was found at merged levels only. Throws results::StoreError, diagnosis::SpectrumError.
  std::optional<ClusterSpectrum> of(const clustering::Cluster& cluster);

 private:
  const results::Store& store_;
  diagnosis::ChoicesOf choices_of_;
  std::optional<diagnosis::CodeElements> elements_;
  diagnosis::Others others_;
  std::optional<diagnosis::StoredSpectra> spectra_;  ///< once a cluster is wanted
};

/// Calls `visit` with the spectrum of each wanted cluster that has inputs at level 0, the most failing inputs first,
/// until it returns false. Clusters are those of `clusters`, and if they are by messages for want of anything better,
/// that is said. Throws UsageError, results::StoreError, diagnosis::SpectrumError.
void for_each_cluster_spectrum(const Context& context, const std::string& file, const StoreArguments& arguments,
                               const std::function<bool(const results::Store&, ClusterSpectrum&)>& visit);

/// What the clusters of these stores need, each of which counts as a fault of the code. Throws UsageError for the
/// `diagnosed` store itself, results::StoreError, diagnosis::SpectrumError.
diagnosis::Background background_of(const std::vector<std::string>& stores, const std::string& diagnosed,
                                    diagnosis::CodeElements elements);
/// The scores of a cluster's elements for the faults of the background; empty without any. Throws UsageError if no
/// element has one, because the stores are of another build.
std::vector<double> scores_for_others(const diagnosis::Background& background, const ClusterSpectrum& cluster);

/// What a cluster's spectrum leaves out, a text each: "2 inputs failing in other ways left out".
std::vector<std::string> left_out_texts(const ClusterSpectrum& cluster, diagnosis::Others others);

/// The command that diagnoses a cluster of the store, without the name of the cluster:
/// "smallscope diagnose s.sqlite --from x.toml --cluster".
std::string diagnose_command(const Context& context, const std::string& file, const StoreArguments& arguments);

/// Where the user wants the source of code to be looked for: in folders that are named, and in the working directory.
SourcePlaces source_places(const std::vector<std::string>& sources);

enum class ForPage { no, yes };
/// The same, and where the source of a store's code was; of a page, only what its texts were there.
SourcePlaces source_places(const results::Store& store, const std::vector<std::string>& sources,
                           ForPage for_page = ForPage::no);

}  // namespace smallscope::program
