// SPDX-License-Identifier: Apache-2.0
#include "page/source_excerpt.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include <smallscope/report/text.hpp>

namespace smallscope::report::page {

namespace {

constexpr std::uint32_t lines_around = 2;
constexpr std::size_t tab_width = 8;

/// The line as it is shown. A line can be a whole file, of which only the beginning is looked at.
std::string shown_line(const std::string& line) {
  constexpr std::size_t enough_bytes = 8 * most_characters_of_source;  // more than enough, whatever its characters are
  std::string text;
  for (const char character : line.substr(0, enough_bytes)) {
    if (character == '\t')
      text.append(tab_width - text.size() % tab_width, ' ');
    else
      text += character;
  }
  if (text.ends_with('\r')) text.pop_back();
  text.resize(text.find_last_not_of(' ') + 1);
  return one_line(text, most_characters_of_source);
}

/// Lines that a failing test covers, the most suspicious first.
std::vector<const SuspectLine*> by_suspicion(const SuspectFunction& function) {
  std::vector<const SuspectLine*> lines;
  for (const SuspectLine& line : function.lines)
    if (line.failing > 0) lines.push_back(&line);
  std::ranges::stable_sort(lines, [](const SuspectLine* a, const SuspectLine* b) { return a->score > b->score; });
  return lines;
}

struct Chosen {
  std::set<std::uint32_t> lines;  ///< with those around
  std::size_t first = 0;          ///< how many of the most suspicious ones
};

/// Those of them that have room together with the lines around them.
Chosen chosen_lines(const std::vector<const SuspectLine*>& lines, double unspecific, std::uint32_t around,
                    std::size_t most_lines) {
  constexpr std::uint64_t greatest = std::numeric_limits<std::uint32_t>::max();
  Chosen chosen;
  for (const SuspectLine* each : lines) {
    if (each->score <= unspecific && lines.front()->score > unspecific) break;
    std::set<std::uint32_t> more = chosen.lines;
    const std::uint64_t first = each->line > around ? each->line - around : 1;
    const std::uint64_t last = std::min(greatest, std::uint64_t{each->line} + around);
    for (std::uint64_t line = first; line <= last; ++line) more.insert(static_cast<std::uint32_t>(line));
    if (more.size() > most_lines) break;
    chosen.lines = std::move(more);
    ++chosen.first;
  }
  if (around > 0)  // a gap of one line would take as much room as that line
    for (const std::uint32_t line : std::vector(chosen.lines.begin(), chosen.lines.end()))
      if (chosen.lines.size() < most_lines && line < greatest - 1 && chosen.lines.contains(line + 2))
        chosen.lines.insert(line + 1);
  return chosen;
}

}  // namespace

Excerpt excerpt_of(const SuspectFunction& function, const SourceLine& source, double unspecific,
                   std::size_t most_lines) {
  const auto line_of = [&](std::uint32_t line) { return source ? source(function.file, line) : std::nullopt; };
  const std::vector<const SuspectLine*> lines = by_suspicion(function);
  Excerpt excerpt{.suspicious = lines.size()};
  if (lines.empty()) return excerpt;
  if (!line_of(1)) excerpt.source = Excerpt::Source::missing;
  const bool has_source = excerpt.source != Excerpt::Source::missing;
  std::map<std::uint32_t, const SuspectLine*> covered;
  for (const SuspectLine& each : function.lines) covered.emplace(each.line, &each);
  const Chosen chosen = chosen_lines(lines, unspecific, has_source ? lines_around : 0, most_lines);
  excerpt.chosen = chosen.first;
  std::uint32_t before = function.lines.front().line - 1;  // the line behind which a gap would begin
  const auto add_gap = [&](std::uint32_t end) {
    if (has_source && end > before + 1) excerpt.rows.push_back({.left_out = end - before - 1});
  };
  for (const std::uint32_t line : chosen.lines) {
    const auto known = covered.find(line);
    const SuspectLine* const suspect = known == covered.end() ? nullptr : known->second;
    const std::optional<std::string> text = line_of(line);
    if (!text && suspect == nullptr) continue;  // behind the end, or around a line of which the source is missing
    if (!text && has_source) excerpt.source = Excerpt::Source::shorter;
    add_gap(line);
    excerpt.rows.push_back({.line = line, .suspect = suspect, .text = text ? shown_line(*text) : ""});
    before = line;
  }
  add_gap(function.lines.back().line + 1);
  return excerpt;
}

}  // namespace smallscope::report::page
