// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/directed/recorded_tests.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace smallscope::diagnosis::directed {

using concolic::Covered;

Element element_of(const Covered& covered) {
  const concolic::Place& place = covered.place;
  const std::string_view file = place.file.substr(place.file.rfind('/') + 1);
  Element element{.name = {},
                  .file = std::string(place.file),
                  .line = place.line,
                  .function = place.function_name(),
                  .kind = ElementKind::line};
  std::string what;
  if (covered.kind == Covered::Kind::outcome) {
    element.kind = ElementKind::branch;
    what = fmt::format(":{} {}", place.column, covered.outcome != 0);
  } else if (covered.kind == Covered::Kind::choice) {
    element.kind = ElementKind::value;
    what = fmt::format(":{} = {}", place.column, covered.outcome);
  }
  element.name =
      fmt::format("{}:{}{} ({})", file, place.line, what, element.function.substr(element.function.rfind(':') + 1));
  return element;
}

Column RecordedTests::number_of(const Covered& covered) {
  return numbers_.try_emplace(covered, static_cast<Column>(numbers_.size())).first->second;
}

void RecordedTests::add(Ordinal ordinal, Outcome outcome, const std::set<Covered>& covered) {
  Test test{.ordinal = ordinal, .outcome = outcome, .covered = {}};
  for (const Covered& each : covered) test.covered.push_back(number_of(each));
  tests_.push_back(std::move(test));
}

std::vector<Word> RecordedTests::row(const std::set<Covered>& covered) {
  std::vector<Column> columns;
  for (const Covered& each : covered) columns.push_back(number_of(each));
  return row_of(columns, static_cast<Column>(numbers_.size()));
}

Conditions RecordedTests::conditions() const {
  std::map<concolic::Place, std::vector<Column>> by_place;
  for (const auto& [covered, number] : numbers_)
    if (covered.kind != Covered::Kind::statement) by_place[covered.place].push_back(number);
  Conditions conditions;
  for (auto& [place, outcomes] : by_place) conditions.push_back(std::move(outcomes));
  return conditions;
}

std::vector<Column> RecordedTests::positions() const {
  std::vector<Column> positions(numbers_.size());
  Column next = 0;
  for (const auto& [covered, number] : numbers_) positions[number] = next++;
  return positions;
}

Spectrum RecordedTests::spectrum() const {
  std::vector<Element> elements;
  for (const auto& [covered, number] : numbers_) elements.push_back(element_of(covered));
  const std::vector<Column> position = positions();
  Spectrum spectrum(std::move(elements));
  for (const Test& test : tests_) {
    std::vector<Column> covered;
    for (const Column each : test.covered) covered.push_back(position[each]);
    spectrum.add(test.ordinal, test.outcome, covered);
  }
  return spectrum;
}

std::vector<Column> RecordedTests::elements_at(const std::set<concolic::Place>& places) const {
  std::vector<Column> found;
  Column next = 0;
  for (const auto& [covered, number] : numbers_) {
    const auto is_there = [&](const concolic::Place& place) {
      return place.line == covered.place.line && place.file == covered.place.file;
    };
    if (std::ranges::any_of(places, is_there)) found.push_back(next);
    ++next;
  }
  return found;
}

}  // namespace smallscope::diagnosis::directed
