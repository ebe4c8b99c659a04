// A store written for other tools, one format a file (report/src/formats).
//
// The command `export` chooses a format by name; a new one is a file and a row of formats(). Functions without state: may be
// called by several threads, each with a stream of its own.
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
  /// Writes the store and its clusters; what the stream refuses is left to its state. Cases are read one by one.
  void (*write)(const results::Store& store, const std::vector<clustering::Cluster>& clusters, std::ostream& output);
};

const std::vector<Format>& formats();

/// The format of this name, or null.
const Format* format_named(std::string_view name);

}  // namespace smallscope::report
