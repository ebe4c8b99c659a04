// SPDX-License-Identifier: Apache-2.0
#include "marks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "section.hpp"
#include "template.hpp"

namespace smallscope::program::specification {
namespace {

/// How a place is named: by the characters, or the bytes, before it, all or those of its line.
struct Way {
  std::string_view name;
  std::size_t (*number)(std::string_view before);
};

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::size_t lines(std::string_view text) { return static_cast<std::size_t>(std::ranges::count(text, '\n')); }

/// The beginning of the text that has so many characters.
std::string_view first_characters(std::string_view text, std::size_t number) {
  std::size_t at = 0;
  for (; at < text.size(); ++at)
    if ((text[at] & 0xC0) != 0x80 && number-- == 0) break;
  return text.substr(0, at);
}

std::string_view last_line(std::string_view text) { return text.substr(text.find_last_of('\n') + 1); }

constexpr std::string_view characters_name = "characters";
constexpr Way ways[] = {
    {"offset", [](std::string_view before) { return before.size(); }},
    {characters_name, characters},
    {"line", [](std::string_view before) { return lines(before) + 1; }},
    {"line0", lines},
    {"column", [](std::string_view before) { return characters(last_line(before)) + 1; }},
    {"column0", [](std::string_view before) { return characters(last_line(before)); }},
};

}  // namespace

Marks::Marks(const Value* table, Names& names) {
  if (table == nullptr) return;
  if (!table->is_table()) wrong_type(*table, "a table of marks such as { cursor = \"‸\" }");
  if (names.merged)
    throw Mistake(table->line, fmt::format("`{}` stands beside [inputs.merging]; the place of a mark would be another "
                                           "one in each merged input, so use one of them",
                                           table->path));
  for (const Entry& entry : table->entries) {
    Mark mark{entry.key, {}, no_hole};
    if (!is_hole_name(entry.key))
      throw Mistake(entry.line, fmt::format("`{}` cannot name a mark; use letters, digits, - and _", entry.value.path));
    const Value* text = &entry.value;
    if (entry.value.is_table()) {
      const Section section(entry.value, fmt::format("`{}`", entry.value.path), {"text", "occurrence"});
      text = &section.require("text", "what marks the place: text = \"‸\"");
      if (const Value* occurrence = section.find("occurrence")) {
        const auto hole = std::ranges::find(names.holes, string_of(*occurrence));
        if (hole == names.holes.end())
          throw Mistake(occurrence->line, fmt::format("`{}` names the unknown hole `{}`; {}", occurrence->path,
                                                      occurrence->text, suggestion(occurrence->text, names.holes)));
        mark.occurrence = static_cast<std::size_t>(hole - names.holes.begin());
        names.used.insert(*hole);
      }
    }
    mark.text = string_of(*text);
    if (mark.text.empty()) wrong_type(*text, "a text that stands nowhere else, such as \"‸\"");
    for (const Mark& other : marks_)
      if (other.text.find(mark.text) != std::string::npos || mark.text.find(other.text) != std::string::npos)
        throw Mistake(text->line, fmt::format("`{}` and the mark `{}` have text in common; choose another text for one",
                                              text->path, other.name));
    for (const Way& way : ways) names.marked.push_back(fmt::format("{}.{}", mark.name, way.name));
    names.marked.push_back(mark.name + ".file");
    marks_.push_back(std::move(mark));
  }
}

std::vector<std::vector<Marks::Place>> Marks::taken_out(subjects::Input& input) const {
  std::vector<std::vector<Place>> places(marks_.size());
  for (subjects::NamedText& file : input.files) {
    std::string text;
    for (std::size_t at = 0; at < file.text.size();) {
      const auto mark = std::ranges::find_if(
          marks_, [&](const Mark& each) { return file.text.compare(at, each.text.size(), each.text) == 0; });
      if (mark == marks_.end()) {
        text += file.text[at++];
        continue;
      }
      places[static_cast<std::size_t>(mark - marks_.begin())].push_back({file.name, &file.text, text.size()});
      at += mark->text.size();
    }
    file.text = std::move(text);
  }
  return places;
}

std::optional<std::size_t> Marks::occurrence(const Mark& mark, const Combination& combination, const Places& places) {
  if (mark.occurrence == no_hole) return 1;
  HoleValue value;
  append(value, combination[places[mark.occurrence]], combination, places);
  std::size_t number = 0;
  const char* const last = value.text.data() + value.text.size();
  const auto [end, error] = std::from_chars(value.text.data(), last, number);
  if (error != std::errc() || end != last || number == 0) return std::nullopt;
  return number;
}

bool Marks::place(subjects::Input& input, const Combination& combination, const Places& places) const {
  const std::vector<std::vector<Place>> found = taken_out(input);
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    const std::optional<std::size_t> number = occurrence(marks_[i], combination, places);
    if (!number || *number > found[i].size() || (marks_[i].occurrence == no_hole && found[i].size() != 1)) return false;
    const Place& place = found[i][*number - 1];
    const std::string_view before = std::string_view(*place.text).substr(0, place.offset);
    for (const Way& way : ways)
      input.parameters.push_back({fmt::format("{}.{}", marks_[i].name, way.name), std::to_string(way.number(before))});
    input.parameters.push_back({marks_[i].name + ".file", std::string(place.file)});
  }
  return true;
}

std::string Marks::misplaced(subjects::Input input, const Combination& combination, const Places& places) const {
  const std::vector<std::vector<Place>> found = taken_out(input);
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    const Mark& mark = marks_[i];
    if (found[i].empty()) return fmt::format("the mark `{}` ({}) is in no file", mark.name, mark.text);
    if (mark.occurrence == no_hole && found[i].size() > 1)
      return fmt::format("the mark `{}` ({}) is there more than once", mark.name, mark.text);
    if (!occurrence(mark, combination, places))
      return fmt::format("which mark `{}` counts is no number from 1 on", mark.name);
  }
  return {};
}

std::vector<std::string> Marks::positions() const {
  std::vector<std::string> names;
  for (const Mark& mark : marks_) names.push_back(fmt::format("{}.{}", mark.name, characters_name));
  return names;
}

void Marks::follow(subjects::Input& input) const {
  // An input of a store that is older than the mark has no such parameters.
  const auto parameter = [&](const Mark& mark, std::string_view way) -> std::string* {
    const auto found =
        std::ranges::find(input.parameters, fmt::format("{}.{}", mark.name, way), &subjects::NamedText::name);
    return found == input.parameters.end() ? nullptr : &found->text;
  };
  for (const Mark& mark : marks_) {
    const std::string* const characters = parameter(mark, characters_name);
    if (characters == nullptr || input.files.empty()) continue;
    std::size_t number = 0;
    std::from_chars(characters->data(), characters->data() + characters->size(), number);
    const std::string_view before = first_characters(input.files.front().text, number);
    for (const Way& way : ways)
      if (std::string* const text = parameter(mark, way.name)) *text = std::to_string(way.number(before));
  }
}

}  // namespace smallscope::program::specification
