// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/places_text.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace smallscope::report {

namespace {

/// Names by line and column, both from 0.
using Places = std::map<std::size_t, std::map<std::size_t, std::string>>;

/// The value of the parameter `place`.`what`; null without one.
const std::string* parameter_of(const subjects::Input& input, std::string_view place, std::string_view what) {
  const auto found = std::ranges::find_if(input.parameters, [&](const subjects::NamedText& parameter) {
    return parameter.name.size() == place.size() + 1 + what.size() && parameter.name.starts_with(place) &&
           parameter.name[place.size()] == '.' && parameter.name.ends_with(what);
  });
  return found == input.parameters.end() ? nullptr : &found->text;
}

std::optional<std::size_t> number_of(const std::string* text) {
  std::size_t number = 0;
  if (text == nullptr) return std::nullopt;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc() || end != text->data() + text->size()) return std::nullopt;
  return number;
}

/// A place that an input names.
struct NamedPlace {
  std::string_view name, file;
  std::size_t line, column;  ///< from 0
};

/// The place of which this is the parameter NAME.column0, if the others are there that say where it is.
std::optional<NamedPlace> place_at(const subjects::Input& input, const subjects::NamedText& parameter) {
  constexpr std::string_view ending = ".column0";
  if (!parameter.name.ends_with(ending)) return std::nullopt;
  const std::string_view name = std::string_view(parameter.name).substr(0, parameter.name.size() - ending.size());
  const std::string* const file = parameter_of(input, name, "file");
  const auto line = number_of(parameter_of(input, name, "line0")), column = number_of(&parameter.text);
  if (file == nullptr || !line || !column) return std::nullopt;
  return NamedPlace{name, *file, *line, *column};
}

std::vector<NamedPlace> places_of(const subjects::Input& input) {
  std::vector<NamedPlace> places;
  for (const subjects::NamedText& parameter : input.parameters)
    if (const auto place = place_at(input, parameter)) places.push_back(*place);
  return places;
}

Places places_in(const subjects::Input& input, std::string_view file) {
  Places places;
  for (const NamedPlace& place : places_of(input)) {
    if (place.file != file) continue;
    std::string& names = places[place.line][place.column];
    names += (names.empty() ? "^" : ", ") + std::string(place.name);
  }
  return places;
}

/// What says where a place is: the parameters that a mark of a specification gives.
constexpr std::array<std::string_view, 7> ways{"offset", "characters", "line", "line0", "column", "column0", "file"};

bool says_where(const subjects::NamedText& parameter, const NamedPlace& place) {
  const std::string_view name = parameter.name;
  return name.size() > place.name.size() && name.starts_with(place.name) && name[place.name.size()] == '.' &&
         std::ranges::find(ways, name.substr(place.name.size() + 1)) != ways.end();
}

/// As wide as the first characters of the line.
std::string space_before(std::string_view line, std::size_t column) {
  std::string space;
  for (const char c : line)
    if ((c & 0xC0) != 0x80 && space.size() < column) space += c == '\t' ? '\t' : ' ';
  return space;
}

/// In as few lines as there is room for.
std::vector<std::string> lines_below(std::string_view line, const std::map<std::size_t, std::string>& places) {
  std::vector<std::string> lines;
  for (const auto& [column, names] : places) {
    const std::string space = space_before(line, column);
    const auto room = std::ranges::find_if(lines, [&](const std::string& each) { return each.size() < space.size(); });
    if (room == lines.end())
      lines.push_back(space + names);
    else
      *room += space.substr(room->size()) + names;
  }
  return lines;
}

}  // namespace

std::string with_places(const subjects::Input& input, const subjects::NamedText& file) {
  const Places places = places_in(input, file.name);
  if (places.empty()) return file.text;
  std::string text;
  std::size_t begin = 0;
  for (std::size_t number = 0; begin < file.text.size(); ++number) {
    const std::size_t end = std::min(file.text.find('\n', begin), file.text.size());
    const std::string_view line = std::string_view(file.text).substr(begin, end - begin);
    text.append(line) += '\n';
    if (const auto here = places.find(number); here != places.end())
      for (const std::string& below : lines_below(line, here->second)) text += below + "\n";
    begin = end + 1;
  }
  return text;
}

std::vector<subjects::NamedText> parameters_with_places(const subjects::Input& input) {
  const std::vector<NamedPlace> places = places_of(input);
  std::vector<bool> is_told(places.size(), false);
  std::vector<subjects::NamedText> parameters;
  for (const subjects::NamedText& parameter : input.parameters) {
    const auto place =
        std::ranges::find_if(places, [&](const NamedPlace& each) { return says_where(parameter, each); });
    if (place == places.end()) {
      parameters.push_back(parameter);
    } else if (const auto number = static_cast<std::size_t>(place - places.begin()); !is_told[number]) {
      is_told[number] = true;
      parameters.push_back({std::string(place->name),
                            fmt::format("line {}, column {} of {}", place->line + 1, place->column + 1, place->file)});
    }
  }
  return parameters;
}

}  // namespace smallscope::report
