// SPDX-License-Identifier: Apache-2.0
// The text folder of GZoltar 1.7.
//
//     matrix.txt     a row for each test: 0 and 1 for the elements, then + for pass or - for fail
//     spectra.csv    "name", then the elements: package$Class#method(parameters):line
//     tests.csv      "name,outcome,runtime,stacktrace", then the tests: PASS or FAIL
#include <algorithm>

#include <fmt/format.h>

#include "formats/formats.hpp"
#include "formats/lines.hpp"

namespace smallscope::diagnosis {

namespace {

Element gzoltar_element(std::string_view name) {
  Element element{.name = std::string(name)};
  const std::size_t hash = name.find('#'), colon = name.rfind(':');
  if (hash == name.npos || colon == name.npos || colon < hash) return element;
  const std::string_view digits = name.substr(colon + 1);
  if (digits.empty() || digits.size() > 9 || digits.find_first_not_of("0123456789") != digits.npos) return element;
  element.file = name.substr(0, hash);
  element.function = name.substr(0, colon);
  for (const char digit : digits) element.line = element.line * 10 + static_cast<std::uint32_t>(digit - '0');
  element.kind = element.line == 0 ? ElementKind::unknown : ElementKind::line;
  return element;
}

struct NamedTests {
  std::vector<std::string> names;
  std::vector<bool> is_passing;
};

NamedTests parse_tests(std::string_view text, const std::string& file) {
  Lines lines(text, file);
  const std::string_view head = lines.require("the line 'name,outcome,runtime,stacktrace'");
  if (!head.starts_with("name,outcome")) lines.fail(head, "is not the head of the table: it begins with name,outcome");
  NamedTests tests;
  while (const auto line = lines.next()) {
    if (line->empty()) continue;
    // Names of parameterised tests may have commas, stack traces have what they like.
    const std::size_t pass = line->find(",PASS"), fail = line->find(",FAIL"), end = std::min(pass, fail);
    if (end == line->npos) lines.fail(*line, "has no outcome: PASS or FAIL stands behind the name of the test");
    tests.names.emplace_back(line->substr(0, end));
    tests.is_passing.push_back(pass < fail);
  }
  return tests;
}

std::vector<Element> parse_elements(std::string_view text, const std::string& file) {
  Lines lines(text, file);
  const std::string_view head = lines.require("the line 'name'");
  if (head != "name") lines.fail(head, "is not the head of the table: it is the word name");
  std::vector<Element> elements;
  while (const auto line = lines.next())
    if (!line->empty()) elements.push_back(gzoltar_element(*line));
  return elements;
}

}  // namespace

RecordedSpectrum parse_gzoltar(const GzoltarTexts& texts, const std::string& folder) {
  RecordedSpectrum recorded{.name = {}, .spectrum = Spectrum(parse_elements(texts.spectra, folder + "/spectra.csv"))};
  Spectrum& spectrum = recorded.spectrum;
  const auto tests = texts.tests ? std::optional(parse_tests(*texts.tests, folder + "/tests.csv")) : std::nullopt;
  Lines lines(texts.matrix, folder + "/matrix.txt");
  while (const auto line = lines.next()) {
    const auto words = words_of(*line);
    if (words.empty()) continue;
    if (words.size() != spectrum.elements().size() + 1)
      lines.fail(*line, fmt::format("has {} words: spectra.csv has {} elements, and a row has one word more",
                                    words.size(), spectrum.columns()));
    ElementSet covered;
    for (Column column = 0; column < spectrum.columns(); ++column)
      if (lines.number(words[column], 1, "a cell") != 0) covered.push_back(column);
    if (words.back() != "+" && words.back() != "-") lines.fail(words.back(), "is no outcome: write + or -");
    const bool is_passing = words.back() == "+";
    const std::size_t number = spectrum.tests();
    if (tests && number >= tests->names.size())
      lines.fail("", fmt::format("this is row {}, but tests.csv has {} tests", number + 1, tests->names.size()));
    if (tests && tests->is_passing[number] != is_passing)
      lines.fail(tests->names[number], "has another outcome in tests.csv: the files are of different runs");
    spectrum.add(number, is_passing ? Outcome::pass : Outcome::fail, covered);
  }
  if (tests && tests->names.size() != spectrum.tests())
    lines.fail("", fmt::format("the matrix has {} rows, but tests.csv has {} tests: the files are of different runs",
                               spectrum.tests(), tests->names.size()));
  if (tests) recorded.test_names = tests->names;
  return recorded;
}

GzoltarTexts gzoltar_texts(const RecordedSpectrum& recorded) {
  const Spectrum& spectrum = recorded.spectrum;
  GzoltarTexts texts{.matrix = {}, .spectra = "name\n", .tests = "name,outcome,runtime,stacktrace\n"};
  for (const Element& element : spectrum.elements()) texts.spectra += require_plain(element.name, "", "gzoltar") + '\n';
  for (std::size_t i = 0; i < spectrum.tests(); ++i) {
    const CoveredTest test = spectrum.test(i);
    if (test.outcome == Outcome::skip) continue;
    const bool is_passing = test.outcome == Outcome::pass;
    for (Column column = 0; column < spectrum.columns(); ++column)
      texts.matrix += spectrum.covers(test.row, column) ? "1 " : "0 ";
    texts.matrix += is_passing ? "+\n" : "-\n";
    *texts.tests +=
        fmt::format("{},{},0,\n", require_plain(test_name(recorded, i), "", "gzoltar"), is_passing ? "PASS" : "FAIL");
  }
  return texts;
}

}  // namespace smallscope::diagnosis
