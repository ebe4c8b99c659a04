// SPDX-License-Identifier: Apache-2.0
// A store as one HTML file for a browser: the account, the clusters with what explains them, a map of the space, and
// every failing input.
//
// The command `report` writes it, from a Findings; what needs the campaign is optional. The page loads nothing, and
// what subjects printed is text in it, never markup.
// docs/report-page.md says how it is read. A function without state: any thread may call it.
// Example: report::write_page({.findings = {.store = store, .clusters = clusters}}, file);
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>

#include <smallscope/report/findings.hpp>
#include <smallscope/report/page/suspects.hpp>

namespace smallscope::report {

/// How many clusters the page shows with their explanations, the largest. The inputs of the others are in its list.
inline constexpr std::size_t most_clusters_on_page = 500;

struct PageContents {
  Findings findings;
  /// All inputs by their choices: gives the inputs behind each cell of the map. Need not be given beside an explainer.
  const clustering::Population* population = nullptr;
  /// The campaign's input of level 0; without it there are no witnesses.
  std::function<std::optional<subjects::Input>(results::Ordinal)> render = {};
  /// The choices of an input of level 0, beside its program.
  std::function<generators::Choices(results::Ordinal)> choices = {};
  /// How much of the page the programs of failing inputs take at most, in bytes. Every failing input is listed with its
  /// choices, messages and command; beyond this, the first ones of each cluster have their programs, too.
  std::size_t most_program_bytes = 6u << 20u;
  /// Where in the code the fault of each of the first clusters may be, in the order of the clusters; of one without
  /// functions, the notes say why. Empty: what tests covered was not collected.
  std::span<const Suspects> suspects = {};
  /// The source of the code under test; null: there are numbers of lines only.
  SourceLine source = {};
  /// The command that ranks the whole code for a cluster, without the name of the cluster.
  std::string diagnose = {};
  /// Why there are no suspects although coverage was collected, for the reader; empty if there are.
  std::string undiagnosed = {};
};

/// Writes the page. Stores with equal canonical dumps and equal arguments give equal pages. Reads each failure once.
/// The memory is that of the page, and some 100 bytes for each failure. Errors of the stream are left in its state.
void write_page(const PageContents& contents, std::ostream& output);

}  // namespace smallscope::report
