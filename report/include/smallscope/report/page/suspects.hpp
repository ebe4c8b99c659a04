// SPDX-License-Identifier: Apache-2.0
// Where in the code the fault of a cluster may be, as the page shows it: functions by suspicion, and the lines of the
// first ones.
//
// The command `report` makes a Suspects of what the tests of a cluster covered (docs/diagnosis.md); the page shows it
// beside the source. The page knows nothing else of spectra. Values, for any thread.
// Example: Suspects{.functions = {{.name = "gen_cast", .file = "tccgen.c"}}}
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace smallscope::report {

// What the page shows at most, so that it stays small. It says what it left out.
inline constexpr std::size_t most_clusters_with_suspects = 20;  ///< the first ones
inline constexpr std::size_t most_suspects = 10;                ///< functions of a cluster
inline constexpr std::size_t most_suspects_with_source = 5;     ///< of these
inline constexpr std::size_t most_lines_of_suspect = 60;        ///< of the source of a function
inline constexpr std::size_t most_characters_of_source = 160;   ///< of a line

/// The ranks that an item can have among those with its score, from 1.
struct RankInterval {
  std::size_t first = 1, last = 1;
};

/// A line that some test covered, by its most suspicious element: a block, or an outcome of a comparison.
struct SuspectLine {
  std::uint32_t line = 0;                  ///< from 1
  double score = 0;                        ///< from 0 to 1
  RankInterval rank;                       ///< of the element among all
  std::uint32_t failing = 0, passing = 0;  ///< tests that cover the element
  std::string outcome = {};                ///< of a comparison: "<", "=", ">"; of a block: ""
};

struct SuspectFunction {
  std::string name, file;
  RankInterval rank;                ///< among all functions
  std::vector<RankInterval> views;  ///< in each view
  std::vector<SuspectLine> lines;   ///< ascending, each once; those of functions without source are not read
};

/// Of one cluster.
struct Suspects {
  std::size_t failing = 0, passing = 0;    ///< tests that count
  std::size_t elements = 0;                ///< how many blocks and outcomes of comparisons have a rank
  double greatest = 0;                     ///< the score of the most suspicious of them
  double unspecific = 0;                   ///< the score of what all tests cover, which says nothing
  std::string measure;                     ///< its name: "ochiai"
  std::vector<std::string> views;          ///< their names: "block"
  std::size_t all_functions = 0;           ///< how many have a rank
  std::vector<SuspectFunction> functions;  ///< the first ones, at most most_suspects are shown
  std::vector<std::string> notes;          ///< what was left out of the tests, a text each
};

/// A line of a file of the source, as a store names it, without its end; empty if there is no such file or line.
using SourceLine = std::function<std::optional<std::string>(const std::string& file, std::uint32_t line)>;

}  // namespace smallscope::report
