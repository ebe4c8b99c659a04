// SPDX-License-Identifier: Apache-2.0
// "siemens-spectra 1": the versions of one program. For each: the elements, which are its lines; the faulty ones;
// distinct rows as hexadecimal numbers, bit i for element i; the row of each test; run-length outcomes.
#include <algorithm>

#include <fmt/format.h>

#include "formats/formats.hpp"
#include "formats/lines.hpp"

namespace smallscope::diagnosis {

namespace {

ElementSet covered_by(const Lines& lines, std::string_view hexadecimal, std::size_t columns) {
  ElementSet covered;
  for (std::size_t digit = 0; digit < hexadecimal.size(); ++digit) {
    const char c = hexadecimal[hexadecimal.size() - 1 - digit];
    const std::size_t value = std::string_view("0123456789abcdef").find(c);
    if (value == std::string_view::npos) lines.fail(hexadecimal, "is no row: it has hexadecimal digits only");
    for (std::size_t bit = 0; bit < 4; ++bit)
      if ((value >> bit & 1u) != 0) covered.push_back(static_cast<Column>(4 * digit + bit));
  }
  if (hexadecimal.size() != (columns + 3) / 4 || (!covered.empty() && covered.back() >= columns))
    lines.fail(hexadecimal, fmt::format("is no row of {} elements: four of them make a digit", columns));
  return covered;
}

std::vector<Outcome> outcomes_of(const Lines& lines, std::string_view line, std::size_t tests) {
  std::vector<Outcome> outcomes;
  for (const std::string_view word : words_of(line)) {
    const std::size_t letter = std::string_view("PFCH").find(word[0]);
    if (letter == std::string_view::npos) lines.fail(word, "is no outcome: P, F, C or H, and how many follow");
    const std::uint64_t count = lines.number(word.substr(1), tests - outcomes.size(), "the number of outcomes");
    outcomes.insert(outcomes.end(), count, static_cast<Outcome>(letter));
  }
  if (outcomes.size() != tests) lines.fail(line, fmt::format("has {} outcomes for {} tests", outcomes.size(), tests));
  return outcomes;
}

RecordedSpectrum parse_version(Lines& lines, const std::string& program, std::string_view version) {
  std::vector<Element> elements;
  std::vector<std::uint64_t> source_lines;
  for (const std::string_view word : words_of(lines.require_word("elements"))) {
    const std::uint64_t line = lines.number(word, std::numeric_limits<std::uint32_t>::max(), "a line of the source");
    if (!source_lines.empty() && line <= source_lines.back()) lines.fail(word, "is out of order: lines ascend");
    source_lines.push_back(line);
    elements.push_back({.name = fmt::format("{}.c:{}", program, line),
                        .file = program + ".c",
                        .line = static_cast<std::uint32_t>(line),
                        .kind = ElementKind::line});
  }
  RecordedSpectrum recorded{.name = fmt::format("{} {}", program, version), .spectrum = Spectrum(std::move(elements))};
  ElementSet fault;
  for (const std::string_view word : words_of(lines.require_word("faults"))) {
    if (word == "approx") continue;  // a fault without a line of its own, at the nearest one
    const std::uint64_t line = lines.number(word, std::numeric_limits<std::uint32_t>::max(), "a line of the source");
    const auto found = std::ranges::lower_bound(source_lines, line);
    if (found == source_lines.end() || *found != line) lines.fail(word, "is a faulty line, but no element");
    fault.push_back(static_cast<Column>(found - source_lines.begin()));
  }
  std::ranges::sort(fault);
  if (!fault.empty()) recorded.faults.push_back(std::move(fault));
  lines.require_word("rawdiff");
  const std::uint64_t count = lines.number(lines.require_word("rows"), lines.size_left(), "the number of rows");
  std::vector<std::vector<Word>> rows;
  for (std::uint64_t i = 0; i < count; ++i)
    rows.push_back(row_of(covered_by(lines, lines.require("a row"), source_lines.size()), recorded.spectrum.columns()));
  std::vector<std::size_t> row_of_test;
  for (const std::string_view word : words_of(lines.require_word("tests"))) {
    if (rows.empty()) lines.fail(word, "is a row, but there are none");
    row_of_test.push_back(lines.number(word, rows.size() - 1, "the number of a row"));
  }
  const auto outcomes = outcomes_of(lines, lines.require_word("outcomes"), row_of_test.size());
  for (std::size_t test = 0; test < outcomes.size(); ++test)
    recorded.spectrum.add(test, outcomes[test], std::span<const Word>(rows[row_of_test[test]]));
  lines.require_word("end");
  return recorded;
}

}  // namespace

std::vector<RecordedSpectrum> parse_siemens(std::string_view text, const std::string& file) {
  Lines lines(text, file);
  lines.require_word("siemens-spectra");
  const std::string program(lines.require_word("program"));
  std::vector<RecordedSpectrum> all;
  while (!lines.at_end()) all.push_back(parse_version(lines, program, lines.require_word("version")));
  return all;
}

}  // namespace smallscope::diagnosis
