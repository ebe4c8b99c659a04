// SPDX-License-Identifier: Apache-2.0
// TCM, as FLITSR reads and writes it: sections that a blank line ends.
//
//     #tests                  a line for each test: its name, then PASSED, FAILED or ERROR
//     #uuts                   a line for each element: its name, then " | " and the number of each fault that it is of
//     #matrix                 a line for each test: element, number of executions, element, ...; empty if none
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "formats/formats.hpp"
#include "formats/lines.hpp"

namespace smallscope::diagnosis {

namespace {

/// "file:function:line", where it is that; the name in any case.
Element tcm_element(std::string_view name) {
  Element element{.name = std::string(name)};
  const std::string_view file = take_until(name, ':'), function = take_until(name, ':');
  std::uint32_t line = 0;
  const bool is_number = !name.empty() && name.size() < 10 && name.find_first_not_of("0123456789") == name.npos;
  for (const char digit : is_number ? name : std::string_view())
    line = line * 10 + static_cast<std::uint32_t>(digit - '0');
  if (line == 0) return element;
  element.file = file;
  element.function = function;
  element.line = line;
  element.kind = ElementKind::line;
  return element;
}

class TcmReader {
 public:
  TcmReader(std::string_view text, const std::string& file) : lines_(text, file) {}

  RecordedSpectrum read() {
    bool has_matrix = false;
    while (const auto line = lines_.next()) {
      if (line->empty()) continue;
      if (line->starts_with("#tests")) {
        for_each_line([this](std::string_view each) { read_test(each); });
      } else if (line->starts_with("#uuts")) {
        for_each_line([this](std::string_view each) { read_element(each); });
      } else if (line->starts_with("#matrix")) {
        read_matrix();
        has_matrix = true;
      } else if (line->starts_with("#")) {
        for_each_line([](std::string_view) {});
      } else {
        lines_.fail(*line, "is in no section: a section begins with #tests, #uuts or #matrix");
      }
    }
    if (!has_matrix) lines_.fail("", "there is no section #matrix: the file is incomplete");
    for (const auto& [key, elements] : faults_) recorded_.faults.push_back(elements);
    return std::move(recorded_);
  }

 private:
  template <class Sink>
  void for_each_line(const Sink& sink) {
    for (auto line = lines_.next(); line && !line->empty(); line = lines_.next()) sink(*line);
  }

  void read_test(std::string_view line) {
    const std::size_t blank = line.rfind(' ');
    const std::string_view outcome = blank == line.npos ? line : line.substr(blank + 1);
    if (outcome == "PASSED")
      outcomes_.push_back(Outcome::pass);
    else if (outcome == "FAILED")
      outcomes_.push_back(Outcome::fail);
    else if (outcome == "ERROR")
      outcomes_.push_back(Outcome::crash);
    else
      lines_.fail(outcome, "is no outcome: write PASSED, FAILED or ERROR behind the name of the test");
    recorded_.test_names.emplace_back(line.substr(0, blank == line.npos ? 0 : blank));
  }

  void read_element(std::string_view line) {
    const std::size_t bar = std::min(line.size(), line.find(" | "));
    const auto column = static_cast<Column>(elements_.size());
    elements_.push_back(tcm_element(line.substr(0, bar)));
    for (std::string_view rest = line.substr(bar); !rest.empty();) {
      rest.remove_prefix(3);
      const std::string_view fault = rest.substr(0, rest.find(" | "));
      rest.remove_prefix(fault.size());
      if (fault.empty()) lines_.fail(line, "has an empty fault: write its number behind the bar");
      ElementSet& elements = faults_[{fault.size(), std::string(fault)}];
      if (elements.empty() || elements.back() != column) elements.push_back(column);
    }
  }

  void read_matrix() {
    recorded_.spectrum = Spectrum(std::move(elements_));
    Spectrum& spectrum = recorded_.spectrum;
    for (const Outcome outcome : outcomes_) {
      // A blank line is a test that covers nothing; the last one may have lost its line end.
      const auto line = lines_.next();
      if (!line && spectrum.tests() + 1 < outcomes_.size()) lines_.require("a row of the matrix");
      const auto words = words_of(line.value_or(""));
      if (words.size() % 2 != 0) lines_.fail(*line, "is no row: an element and its number of executions, in turns");
      ElementSet covered;
      for (std::size_t i = 0; i < words.size(); i += 2) {
        if (spectrum.columns() == 0) lines_.fail(words[i], "is an element, but there are none in #uuts");
        const auto column =
            static_cast<Column>(lines_.number(words[i], spectrum.columns() - 1, "the number of an element"));
        if (lines_.number(words[i + 1], std::numeric_limits<std::uint64_t>::max(), "a number of executions") != 0)
          covered.push_back(column);
      }
      spectrum.add(spectrum.tests(), outcome, covered);
    }
  }

  Lines lines_;
  RecordedSpectrum recorded_;
  std::vector<Outcome> outcomes_;
  std::vector<Element> elements_;
  std::map<std::pair<std::size_t, std::string>, ElementSet>
      faults_;  // numbers in their order: by digits, then by value
};

}  // namespace

RecordedSpectrum parse_tcm(std::string_view text, const std::string& file) { return TcmReader(text, file).read(); }

std::string tcm_text(const RecordedSpectrum& recorded) {
  const Spectrum& spectrum = recorded.spectrum;
  std::string tests, matrix, elements;
  for (std::size_t i = 0; i < spectrum.tests(); ++i) {
    const CoveredTest test = spectrum.test(i);
    if (test.outcome == Outcome::skip) continue;
    const char* const outcome = test.outcome == Outcome::pass    ? "PASSED"
                                : test.outcome == Outcome::crash ? "ERROR"
                                                                 : "FAILED";
    tests += fmt::format("{} {}\n", require_plain(test_name(recorded, i), " ", "tcm"), outcome);
    std::string row;
    for_each_bit(spectrum.row(test.row),
                 [&](Column column) { row += fmt::format("{}{} 1", row.empty() ? "" : " ", column); });
    matrix += row + '\n';
  }
  for (Column column = 0; column < spectrum.columns(); ++column) {
    elements += require_plain(spectrum.elements()[column].name, "|", "tcm");
    for (std::size_t fault = 0; fault < recorded.faults.size(); ++fault)
      if (std::ranges::binary_search(recorded.faults[fault], column)) elements += fmt::format(" | {}", fault);
    elements += '\n';
  }
  return fmt::format("#tests\n{}\n#uuts\n{}\n#matrix\n{}", tests, elements, matrix);
}

}  // namespace smallscope::diagnosis
