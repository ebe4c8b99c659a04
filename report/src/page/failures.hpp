// SPDX-License-Identifier: Apache-2.0
// Every failing input of the store as the page keeps it: columns that lists, filters and the map read at once, and the
// programs in chunks that are opened one by one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <smallscope/report/page/page.hpp>

#include "page/html.hpp"
#include "page/shown_cluster.hpp"

namespace smallscope::report::page {

using clustering::Value;

/// One name of a choice, and the value that each failing input has.
struct ChoiceColumn {
  std::string name;
  std::vector<std::string> labels;  ///< "" where an input does not make this choice, or its value is the empty text
  std::vector<Value> values;        ///< by failing input
  std::string_view nothing;         ///< what "" is shown as: clustering::Attribute::nothing
};

struct Failures {
  static constexpr std::size_t members_of_chunk = 100;

  std::vector<results::Ordinal> ordinals;
  std::vector<int> levels;
  std::vector<std::uint32_t> clusters;  ///< by failing input: the place of its cluster
  std::vector<results::Ordinal> tests;
  std::vector<std::string> messages;  ///< distinct; what the oracles said of an input, one line each
  std::vector<std::uint32_t> message_of;
  std::vector<ChoiceColumn> choices;  ///< those of the population first, if there is one
  /// By cluster: the programs of so many members together, in the order of the store, packed; "" where the page has no
  /// room for them.
  std::vector<std::vector<std::string>> chunks;
  std::size_t programs = 0;  ///< how many failing inputs have theirs in the page

  std::size_t size() const { return ordinals.size(); }
};

/// The population that was given, if any.
const clustering::Population* population_of(const PageContents& contents);
/// Reads the failures of the store once.
Failures read_failures(const PageContents& contents);
/// The elements that hold them.
Markup data_elements(const Failures& failures, const std::vector<ShownCluster>& clusters, const std::string& replay);

}  // namespace smallscope::report::page
