// SPDX-License-Identifier: Apache-2.0
// "multi-spectra 1": spectra of several faults. For each "spectrum NAME components M tests N bugs i j ...", then for
// each distinct trace and outcome P or F, how many tests had it, and the gaps between ascending elements, from 0.
#include <algorithm>

#include <fmt/format.h>

#include "formats/formats.hpp"
#include "formats/lines.hpp"

namespace smallscope::diagnosis {

namespace {

RecordedSpectrum parse_system(Lines& lines) {
  const std::string_view head = lines.require_word("spectrum");
  const auto words = words_of(head);
  if (words.size() < 6 || words[1] != "components" || words[3] != "tests" || words[5] != "bugs")
    lines.fail(head, "is not NAME components M tests N bugs ...");
  const std::uint64_t columns = lines.number(words[2], most_declared_elements, "the number of components");
  const std::uint64_t tests = lines.number(words[4], most_declared_tests, "the number of tests");
  std::vector<Element> elements;
  for (std::uint64_t i = 0; i < columns; ++i) elements.push_back({.name = std::to_string(i)});
  RecordedSpectrum recorded{.name = std::string(words[0]), .spectrum = Spectrum(std::move(elements))};
  const auto element = [&](std::string_view word, std::uint64_t first) {
    if (first >= columns) lines.fail(word, fmt::format("leads beyond the {} components", columns));
    return static_cast<Column>(first + lines.number(word, columns - 1 - first, "the number of a component"));
  };
  for (std::size_t i = 6; i < words.size(); ++i) recorded.faults.push_back({element(words[i], 0)});
  for (std::string_view line = lines.require("a trace or 'end'"); line != "end";
       line = lines.require("a trace or 'end'")) {
    const auto gaps = words_of(line);
    if (gaps.empty() || (gaps[0][0] != 'P' && gaps[0][0] != 'F'))
      lines.fail(line, "is no trace: it begins with P or F and the number of tests");
    const std::uint64_t count =
        lines.number(gaps[0].substr(1), tests - recorded.spectrum.tests(), "the number of tests");
    ElementSet covered;
    for (std::size_t i = 1; i < gaps.size(); ++i)
      covered.push_back(element(gaps[i], covered.empty() ? 0 : covered.back()));
    const std::vector<Word> row = row_of(covered, recorded.spectrum.columns());
    for (std::uint64_t i = 0; i < count; ++i)
      recorded.spectrum.add(recorded.spectrum.tests(), gaps[0][0] == 'P' ? Outcome::pass : Outcome::fail,
                            std::span<const Word>(row));
  }
  if (recorded.spectrum.tests() != tests)
    lines.fail("end", fmt::format("follows {} tests, but {} are announced", recorded.spectrum.tests(), tests));
  return recorded;
}

}  // namespace

std::vector<RecordedSpectrum> parse_multi(std::string_view text, const std::string& file) {
  Lines lines(text, file);
  lines.require_word("multi-spectra");
  std::vector<RecordedSpectrum> all;
  while (!lines.at_end()) all.push_back(parse_system(lines));
  return all;
}

}  // namespace smallscope::diagnosis
