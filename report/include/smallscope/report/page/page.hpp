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

#include <smallscope/report/findings.hpp>

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
};

/// Writes the page. Stores with equal canonical dumps and equal arguments give equal pages. Reads each failure once.
/// The memory is that of the page, and some 100 bytes for each failure. Errors of the stream are left in its state.
void write_page(const PageContents& contents, std::ostream& output);

}  // namespace smallscope::report
