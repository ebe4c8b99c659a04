// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/fault_places.hpp>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace smallscope::diagnosis {

namespace {

constexpr std::string_view header = "campaign,file,function,first_line,last_line";

std::string_view without_folders(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::vector<std::string> fields(std::string_view line) {
  std::vector<std::string> all(1);
  for (const char c : line)
    if (c == ',')
      all.emplace_back();
    else
      all.back() += c;
  return all;
}

bool is_around(const Element& function, const FaultPlace& place) {
  return without_folders(function.file) == place.file && function.function == place.function;
}

bool is_in(const FaultPlace& place, const Element& element, const std::vector<std::uint32_t>& lines) {
  if (element.kind == ElementKind::function) return is_around(element, place);
  return without_folders(element.file) == place.file && std::ranges::any_of(lines, [&](std::uint32_t line) {
           return place.first_line <= line && line <= place.last_line;
         });
}

}  // namespace

FaultPlaces parse_fault_places(std::string_view text, const std::string& file) {
  FaultPlaces places;
  std::size_t number = 0;
  const auto fail = [&](const std::string& what) { throw SpectrumError(fmt::format("{}:{}: {}", file, number, what)); };
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (line.ends_with('\r')) line.pop_back();  // as CSV writers end lines
    if (number == 1) {
      if (line != header) fail(fmt::format("`{}` is not the first line of places; write {}", line, header));
      continue;
    }
    if (line.empty()) continue;
    const std::vector<std::string> values = fields(line);
    if (values.size() != 5) fail(fmt::format("{} fields; give five: {}", values.size(), header));
    FaultPlace place{.file = values[1], .function = values[2]};
    for (auto [value, target] : {std::pair(&values[3], &place.first_line), std::pair(&values[4], &place.last_line)}) {
      const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), *target);
      if (error != std::errc{} || end != value->data() + value->size() || *target == 0)
        fail(fmt::format("`{}` is no number of a line; lines are numbered from 1", *value));
    }
    if (place.last_line < place.first_line)
      fail(fmt::format("lines {} to {}: the first comes first", place.first_line, place.last_line));
    places[values[0]].push_back(std::move(place));
  }
  if (number == 0) fail(fmt::format("the file is empty; write {}", header));
  return places;
}

FaultPlaces read_fault_places(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  if (!stream.good() && text.empty())
    throw SpectrumError(fmt::format("{}: the file of places cannot be read; name an existing one", path.string()));
  return parse_fault_places(text, path.string());
}

ElementSet faulty_elements(const StoredSpectrum& stored, const std::vector<FaultPlace>& places) {
  ElementSet faulty;
  const std::vector<Element>& elements = stored.spectrum.elements();
  for (Column column = 0; column < elements.size(); ++column)
    if (std::ranges::any_of(
            places, [&](const FaultPlace& place) { return is_in(place, elements[column], stored.lines[column]); }))
      faulty.push_back(column);
  return faulty;
}

ElementSet faulty_functions(const std::vector<Element>& functions, const std::vector<FaultPlace>& places) {
  ElementSet faulty;
  for (Column column = 0; column < functions.size(); ++column)
    if (std::ranges::any_of(places, [&](const FaultPlace& place) { return is_around(functions[column], place); }))
      faulty.push_back(column);
  return faulty;
}

}  // namespace smallscope::diagnosis
