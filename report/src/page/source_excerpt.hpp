// SPDX-License-Identifier: Apache-2.0
// Which lines of a suspicious function the page shows: the most suspicious ones, and those around them.
#pragma once

#include <string>
#include <vector>

#include <smallscope/report/page/suspects.hpp>

namespace smallscope::report::page {

struct ExcerptRow {
  std::size_t left_out = 0;  ///< a gap of so many lines; the rest then says nothing
  std::uint32_t line = 0;
  const SuspectLine* suspect = nullptr;  ///< null: no test covers the line, or it has no code
  std::string text = {};                 ///< in one line, made visible, tabs as spaces
};

struct Excerpt {
  enum class Source {
    found,
    shorter,  ///< found, but it ends before a line that was covered
    missing   ///< neither lines around the suspicious ones nor gaps are shown
  };
  Source source = Source::found;
  std::vector<ExcerptRow> rows;  ///< ascending; empty if no failing test covers a line
  std::size_t suspicious = 0;    ///< lines of the function that a failing test covers
  std::size_t chosen = 0;        ///< of these, those that are shown for their own sake
};

/// The most suspicious lines and those around them, at most `most_lines`, gaps not counted. Lines with a score of at
/// most `unspecific` are shown for their own sake only if there is none above. Refers to the function.
/// O(lines log lines).
Excerpt excerpt_of(const SuspectFunction& function, const SourceLine& source, double unspecific,
                   std::size_t most_lines);

}  // namespace smallscope::report::page
