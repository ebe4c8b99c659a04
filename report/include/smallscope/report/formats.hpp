// SPDX-License-Identifier: Apache-2.0
// A store written for other tools, one file per format (report/src/formats).
//
// The command `export` chooses a format by name; a new format is a file and a row of formats(). What subjects printed
// is made visible and is never markup of the format. Functions without state: several threads may call them, each with
// a stream of its own.
//
// Example:
//   report::format_named("csv")->write({.findings = {.store = store, .clusters = clusters}}, std::cout);
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/report/findings.hpp>

namespace smallscope::report {

/// A line of a file to which tools attach a cluster.
struct Place {
  std::string file;  ///< relative to the root of the sources, or absolute
  std::size_t line = 1;
  std::size_t end_column = 1;  ///< behind its last character, from 1
};

/// The most characters that GitHub takes as an issue or a comment.
inline constexpr std::size_t most_bytes_of_comment = 65'536;

struct ExportContents {
  Findings findings;
  std::size_t left_out = 0;        ///< clusters that known faults account for, and that `findings` does not have
  std::vector<Place> places = {};  ///< of each cluster; for formats with places
  Place campaign_place = {};       ///< of the campaign
  std::size_t limit = most_bytes_of_comment;  ///< of formats with a limit, in bytes
};

struct Format {
  std::string_view name;
  std::string_view holds;  ///< "one row per case"
  /// Errors of the stream are left in its state. Cases are read one by one.
  void (*write)(const ExportContents& contents, std::ostream& output);
  bool has_cases = false;   ///< every failing input, not only clusters
  bool has_places = false;  ///< it needs ExportContents::places
  bool has_limit = false;   ///< it obeys ExportContents::limit
};

const std::vector<Format>& formats();

/// The format of this name, or null.
const Format* format_named(std::string_view name);

}  // namespace smallscope::report
