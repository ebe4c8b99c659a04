// SPDX-License-Identifier: Apache-2.0
// MHS2: "M N", then N rows of M numbers, 0 for not covered, and an outcome. Elements are numbered from 1, as its output
// does.
#include <array>

#include <fmt/format.h>

#include "formats/formats.hpp"
#include "formats/lines.hpp"

namespace smallscope::diagnosis {

RecordedSpectrum parse_mhs2(std::string_view text, const std::string& file) {
  Lines lines(text, file);
  const std::string_view head = lines.require("the numbers of elements and tests");
  const auto sizes = words_of(head);
  if (sizes.size() != 2) lines.fail(head, "is not 'M N', the numbers of elements and of tests");
  const std::uint64_t columns = lines.number(sizes[0], most_declared_elements, "the number of elements");
  const std::uint64_t tests = lines.number(sizes[1], most_declared_tests, "the number of tests");
  std::vector<Element> elements;
  for (std::uint64_t i = 0; i < columns; ++i) elements.push_back({.name = std::to_string(i + 1)});
  RecordedSpectrum recorded{.name = {}, .spectrum = Spectrum(std::move(elements))};
  while (const auto line = lines.next()) {
    const auto words = words_of(*line);
    if (words.empty()) continue;
    if (words.size() != columns + 1)
      lines.fail(*line, fmt::format("has {} words: a row has {} numbers and an outcome", words.size(), columns));
    ElementSet covered;
    for (Column column = 0; column < columns; ++column)
      if (lines.number(words[column], std::numeric_limits<std::uint64_t>::max(), "a cell") != 0)
        covered.push_back(column);
    const std::string_view outcome = words.back();
    const bool is_passing = outcome == "." || outcome == "0" || outcome == "+";
    if (!is_passing && outcome != "x" && outcome != "X" && outcome != "-" && outcome != "1")
      lines.fail(outcome, "is no outcome: write x for a failing test, . for a passing one");
    recorded.spectrum.add(recorded.spectrum.tests(), is_passing ? Outcome::pass : Outcome::fail, covered);
  }
  if (recorded.spectrum.tests() != tests)
    lines.fail(sizes[1], fmt::format("tests are announced, but there are {}", recorded.spectrum.tests()));
  return recorded;
}

std::string mhs2_text(const RecordedSpectrum& recorded) {
  const Spectrum& spectrum = recorded.spectrum;
  std::string rows;
  std::size_t count = 0;
  for (std::size_t i = 0; i < spectrum.tests(); ++i) {
    const CoveredTest test = spectrum.test(i);
    if (test.outcome == Outcome::skip) continue;
    for (Column column = 0; column < spectrum.columns(); ++column)
      rows += spectrum.covers(test.row, column) ? "1 " : "0 ";
    rows += is_failing(test.outcome) ? "x\n" : ".\n";
    ++count;
  }
  return fmt::format("{} {}\n{}", spectrum.columns(), count, rows);
}

}  // namespace smallscope::diagnosis
