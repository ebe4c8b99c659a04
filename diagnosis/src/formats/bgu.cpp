// SPDX-License-Identifier: Apache-2.0
// The JSON of the diagnoser of Ben-Gurion University (sfl_diagnoser).
//
//     {"components_names": [[0, "name"], ...], "initial_tests": ["t1", ...], "bugs": ["name", ...],
//      "tests_details": [["t1", [component, ...], 1 if it fails], ...]}
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "formats/coverage.hpp"
#include "formats/formats.hpp"
#include "formats/lines.hpp"

namespace smallscope::diagnosis {

namespace {

class BguReader {
 public:
  explicit BguReader(std::string file) : file_(std::move(file)) {}

  RecordedSpectrum read(std::string_view text) {
    Json document;
    try {
      document = Json::parse(text);
    } catch (const Json::parse_error& error) {
      const auto before = text.substr(0, std::min(text.size(), error.byte));
      throw FormatError(fmt::format("{}:{}: the text is not JSON at byte {}: see whether it is complete", file_,
                                    1 + std::ranges::count(before, '\n'), error.byte));
    }
    if (!document.is_object()) fail("the document", document, "must be an object");
    if (is_gcov(document) || is_llvm(document))
      throw FormatError(
          fmt::format("{}: this is the coverage of one run: put one such file for each test into a folder, beside a "
                      "tests.csv with the line 'test,outcome' and a line for each test, and name the folder",
                      file_));
    read_components(list(document, "components_names"));
    read_tests(list(document, "tests_details"));
    for (const Json& test : list(document, "initial_tests"))
      if (!test.is_string() || !known_tests_.contains(test.get<std::string>()))
        fail("initial_tests", test, "must be the name of a test of tests_details");
    for (const Json& bug : list(document, "bugs")) recorded_.faults.push_back({component(bug, "bugs")});
    return std::move(recorded_);
  }

 private:
  [[noreturn]] void fail(const std::string& where, const Json& value, std::string_view problem) const {
    std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    if (text.size() > 80) text = text.substr(0, 80) + "...";
    throw FormatError(fmt::format("{}: {}: {} {}", file_, where, text, problem));
  }
  const Json& list(const Json& document, const char* key) const {
    const auto found = document.find(key);
    if (found == document.end()) throw FormatError(fmt::format("{}: '{}' is missing: it must be a list", file_, key));
    if (!found->is_array()) fail(key, *found, "must be a list");
    return *found;
  }

  void read_components(const Json& components) {
    std::vector<Element> elements;
    for (const Json& each : components) {
      if (!each.is_array() || each.size() != 2 || !each[0].is_number_integer() || !each[1].is_string())
        fail("components_names", each, "must be [number, \"name\"]");
      const auto column = static_cast<Column>(elements.size());
      if (!by_number_.emplace(each[0].get<std::int64_t>(), column).second)
        fail("components_names", each, "has the number of an earlier component");
      elements.push_back({.name = each[1].get<std::string>()});
      by_name_.emplace(elements.back().name, column);
    }
    recorded_.spectrum = Spectrum(std::move(elements));
  }

  Column component(const Json& value, const std::string& where) const {
    if (value.is_number_integer())
      if (const auto found = by_number_.find(value.get<std::int64_t>()); found != by_number_.end())
        return found->second;
    if (value.is_string())
      if (const auto found = by_name_.find(value.get<std::string>()); found != by_name_.end()) return found->second;
    fail(where, value, "must be a component of components_names");
  }

  void read_tests(const Json& tests) {
    for (std::size_t i = 0; i < tests.size(); ++i) {
      const std::string where = fmt::format("tests_details[{}]", i);
      const Json& test = tests[i];
      if (!test.is_array() || test.size() != 3 || !test[0].is_string() || !test[1].is_array())
        fail(where, test, "must be [\"name\", [components], 0 or 1]");
      if (test[2] != 0 && test[2] != 1) fail(where, test[2], "must be 0 for a passing test or 1 for a failing one");
      ElementSet covered;
      for (const Json& each : test[1]) covered.push_back(component(each, where));
      recorded_.test_names.push_back(test[0].get<std::string>());
      if (!known_tests_.insert(recorded_.test_names.back()).second)
        fail(where, test[0], "is the name of an earlier test");
      recorded_.spectrum.add(i, test[2] == 1 ? Outcome::fail : Outcome::pass, covered);
    }
  }

  std::string file_;
  RecordedSpectrum recorded_;
  std::map<std::int64_t, Column> by_number_;
  std::map<std::string, Column> by_name_;
  std::set<std::string> known_tests_;
};

}  // namespace

RecordedSpectrum parse_bgu(std::string_view text, const std::string& file) { return BguReader(file).read(text); }

std::string bgu_text(const RecordedSpectrum& recorded) {
  const Spectrum& spectrum = recorded.spectrum;
  Json components = Json::array(), initial = Json::array(), bugs = Json::array(), details = Json::array();
  for (Column column = 0; column < spectrum.columns(); ++column)
    components.push_back({column, spectrum.elements()[column].name});
  for (std::size_t i = 0; i < spectrum.tests(); ++i) {
    const CoveredTest test = spectrum.test(i);
    if (test.outcome == Outcome::skip) continue;
    Json covered = Json::array();
    for_each_bit(spectrum.row(test.row), [&](Column column) { covered.push_back(column); });
    initial.push_back(test_name(recorded, i));
    details.push_back({initial.back(), covered, is_failing(test.outcome) ? 1 : 0});
  }
  for (const Column column : faulty_elements(recorded)) bugs.push_back(spectrum.elements()[column].name);
  const Json document{
      {"components_names", components}, {"initial_tests", initial}, {"bugs", bugs}, {"tests_details", details}};
  return document.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace smallscope::diagnosis
