// SPDX-License-Identifier: Apache-2.0
// A store written for other tools, one file per format (report/src/formats).
//
// The command `export` chooses a format by name; a new format is a file and a row of formats(). Functions without
// state: several threads may call them, each with a stream of its own.
//
// Example:
//   report::format_named("csv")->write(store, clusters, std::cout);
#pragma once

#include <iosfwd>
#include <string_view>
#include <vector>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::report {

struct Format {
  std::string_view name;
  std::string_view holds;  ///< "one row per case"
  /// Writes the store and its clusters. Errors of the stream are left in its state. Cases are read one by one.
  void (*write)(const results::Store& store, const std::vector<clustering::Cluster>& clusters, std::ostream& output);
};

const std::vector<Format>& formats();

/// The format of this name, or null.
const Format* format_named(std::string_view name);

}  // namespace smallscope::report
