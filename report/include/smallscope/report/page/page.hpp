// SPDX-License-Identifier: Apache-2.0
// A store as one HTML file for a browser: the account, the clusters with what explains them, a map of the space, and
// every failing input.
//
// The command `report` writes it. It works on values, so on a store written last week and on any clustering; what needs
// the campaign is optional. The page loads nothing, and what subjects printed is text in it, never markup.
// docs/report-page.md says how it is read. A function without state: any thread may call it.
// Example: report::write_page({.store = store, .clusters = clusters, .replay = "smallscope replay s.sqlite"}, file);
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/clustering/explanations/explainer.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::report {

/// How many clusters the page shows with their explanations, the largest. The inputs of the others are in its list.
inline constexpr std::size_t most_clusters_on_page = 500;

struct PageContents {
  const results::Store& store;
  std::span<const clustering::Cluster> clusters;
  /// What made each cluster one (causes_text()), in their order; "" or none where that is its message.
  std::span<const std::string> causes = {};
  /// Of each cluster, in their order, at least of the first most_clusters_on_page; those without terms and members are
  /// not shown. Empty: there are none.
  std::span<const clustering::Explanation> explanations = {};
  /// Why there are none, for the reader; empty if there are.
  std::string unexplained = {};
  /// With which the explanations were found: gives witnesses.
  const clustering::Explainer* explainer = nullptr;
  /// All inputs by their choices: gives the inputs behind each cell of the map. Need not be given beside an explainer.
  const clustering::Population* population = nullptr;
  /// The campaign's input of level 0; without it there are no witnesses.
  std::function<std::optional<subjects::Input>(results::Ordinal)> render = {};
  /// The choices of an input of level 0, beside its program.
  std::function<generators::Choices(results::Ordinal)> choices = {};
  /// The command that executes an input again, without its ordinal.
  std::string replay = {};
  /// How much of the page the programs of failing inputs take at most, in bytes. Every failing input is listed with its
  /// choices, messages and command; beyond this, the first ones of each cluster have their programs, too.
  std::size_t most_program_bytes = 6u << 20u;
};

/// Writes the page. Stores with equal canonical dumps and equal arguments give equal pages. Reads each failure once.
/// The memory is that of the page, and some 100 bytes for each failure. Errors of the stream are left in its state.
void write_page(const PageContents& contents, std::ostream& output);

}  // namespace smallscope::report
