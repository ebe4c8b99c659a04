// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "formats/coverage.hpp"

namespace smallscope::diagnosis {

namespace {

[[noreturn]] void refuse(const Element& element, SpectrumFormat format, std::string_view reason) {
  throw FormatError(fmt::format("the element '{}' has no place in the format {}: {}; write compact", element.name,
                                name(format), reason));
}

/// Of digits without a zero before them, all of the text.
std::optional<std::uint32_t> whole(std::string_view digits) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool is_whole = error == std::errc{} && end == digits.data() + digits.size();
  return is_whole && (digits.size() == 1 || digits[0] != '0') ? std::optional(value) : std::nullopt;
}

/// Which outcome an element is: of gcov, its number in the line; of llvm-cov, the column and 0 for true, 1 for false.
struct Place {
  std::uint32_t column = 0, number = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

Place place_of(const Element& element, SpectrumFormat format) {
  const std::string line = fmt::format("{}:{}", element.file, element.line);
  std::string_view rest = element.name;
  const bool is_of_line = rest.starts_with(line);
  if (is_of_line) rest.remove_prefix(line.size());
  if (is_of_line && format == SpectrumFormat::gcov && rest.starts_with(" branch ")) {
    if (const auto number = whole(rest.substr(8)); number && *number < most_implied_lines) return {0, *number};
  } else if (is_of_line && format == SpectrumFormat::llvm && rest.starts_with(':')) {
    const std::size_t blank = std::min(rest.size(), rest.find(' '));
    const std::string_view outcome = rest.substr(blank);
    if (const auto column = whole(rest.substr(1, blank - 1)); column && (outcome == " true" || outcome == " false"))
      return {*column, outcome == " true" ? 0u : 1u};
  }
  refuse(element, format,
         format == SpectrumFormat::gcov ? "an outcome of a branch is named 'FILE:LINE branch NUMBER' there"
                                        : "an outcome of a branch is named 'FILE:LINE:COLUMN true' or 'false' there");
}

void require_line(const Element& element, SpectrumFormat format) {
  if ((element.kind != ElementKind::line && element.kind != ElementKind::branch) || element.file.empty() ||
      element.line == 0)
    refuse(element, format, "it is no line of a file and no outcome of a branch in one");
  if (element.kind == ElementKind::line && element.name != fmt::format("{}:{}", element.file, element.line))
    refuse(element, format, "a line is named 'FILE:LINE' there, so fold into lines first");
  if (format != SpectrumFormat::llvm) return;
  if (element.line > most_implied_lines)
    refuse(element, format, fmt::format("a file has at most {} lines there", most_implied_lines));
  if (plain_function(element.function, element.file) != element.function)
    refuse(element, format, "the file is left out before a colon in the name of a function there");
}

/// What is known of a line of a function.
struct LineParts {
  const Element* line = nullptr;
  bool is_covered = false;
  std::map<Place, std::pair<const Element*, bool>> outcomes;
};

WrittenLine written_line(const LineParts& parts, SpectrumFormat format) {
  if (parts.line == nullptr)
    refuse(*parts.outcomes.begin()->second.first, format, "the line of the branch is no element");
  WrittenLine written{
      .line = parts.line->line, .function = parts.line->function, .is_covered = parts.is_covered, .branches = {}};
  std::optional<Place> before;
  for (const auto& [place, outcome] : parts.outcomes) {
    const bool is_first = format == SpectrumFormat::llvm ? place.number == 0 : written.branches.empty();
    if (is_first) written.branches.push_back({.column = place.column, .covered = {}});
    const bool follows = is_first ? place.number == 0 : before == Place{place.column, place.number - 1};
    if (!follows) refuse(*outcome.first, format, "another outcome of the branch is no element");
    written.branches.back().covered.push_back(outcome.second);
    before = place;
  }
  if (format == SpectrumFormat::llvm)
    for (const WrittenBranch& branch : written.branches)
      if (branch.covered.size() != 2)
        refuse(*parts.outcomes.at({branch.column, 0}).first, format, "another outcome of the branch is no element");
  return written;
}

}  // namespace

std::vector<WrittenFile> written_files(const RecordedSpectrum& recorded, std::size_t test, SpectrumFormat format) {
  const Spectrum& spectrum = recorded.spectrum;
  const std::size_t row = spectrum.test(test).row;
  std::map<std::tuple<std::string, std::uint32_t, std::string>, LineParts> lines;
  for (Column column = 0; column < spectrum.columns(); ++column) {
    const Element& element = spectrum.elements()[column];
    require_line(element, format);
    LineParts& parts = lines[{element.file, element.line, element.function}];
    bool is_new = parts.line == nullptr;
    if (element.kind == ElementKind::line) {
      parts.line = &element;
      parts.is_covered = spectrum.covers(row, column);
    } else {
      is_new = parts.outcomes.try_emplace(place_of(element, format), &element, spectrum.covers(row, column)).second;
    }
    if (!is_new) refuse(element, format, "another element is equal to it");
  }
  std::vector<WrittenFile> files;
  for (const auto& [key, parts] : lines) {
    if (files.empty() || files.back().name != std::get<0>(key))
      files.push_back({.name = std::get<0>(key), .lines = {}});
    auto& written = files.back().lines;
    written.push_back(written_line(parts, format));
    if (format == SpectrumFormat::llvm && written.size() > 1 && written[written.size() - 2].line == written.back().line)
      refuse(*parts.line, format, "a line has one function there");
  }
  return files;
}

}  // namespace smallscope::diagnosis
