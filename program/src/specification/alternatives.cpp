// SPDX-License-Identifier: Apache-2.0
#include "alternatives.hpp"

#include <fmt/format.h>

#include <smallscope/generators/composition/sequences.hpp>
#include <unordered_map>

#include "section.hpp"

namespace smallscope::program::specification {
namespace {

namespace gen = generators;
using gen::Ordinal;

constexpr std::string_view forms =
    "a list of values, or a table with `range`, `strings`, `file`, `elements` or `depends`";
constexpr std::int64_t most_steps = 1 << 20;  // a range with a step is kept as a list

void append(std::string& description, std::string_view text) { description += fmt::format("{}:{}", text.size(), text); }

const std::string& scalar_of(const Value& value) {
  if (!value.is_scalar()) wrong_type(value, "a string, an integer, a float or a boolean");
  return value.text;
}

/// The listed values; `lines` has the line of each.
Alternatives listed_values(std::vector<HoleValue> values, const std::vector<std::size_t>& lines,
                           const std::string& path) {
  std::unordered_map<std::string, std::size_t> seen;
  std::vector<gen::Labelled<HoleValue>> content;
  std::string description = "listed ";
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto [first, fresh] = seen.emplace(values[i].label(), i);
    if (!fresh)
      throw Mistake(lines[i], fmt::format("`{}` has `{}` twice (the first is on line {}); list it once", path,
                                          values[i].label(), lines[first->second]));
    append(description, values[i].label());
    append(description, values[i].text);
    content.push_back({values[i].label(), std::move(values[i])});
  }
  return {gen::labelled_elements<HoleValue>(std::move(content)), std::move(description)};
}

Alternatives list(const Value& value, const Value* labels) {
  const std::vector<Value>& items = list_of(value, "a list of values");
  if (items.empty())
    throw Mistake(value.line, fmt::format("`{}` is empty, so that there would be no input at all; give at least one "
                                          "value",
                                          value.path));
  std::vector<HoleValue> values;
  std::vector<std::size_t> lines;
  for (const Value& item : items) {
    values.push_back({scalar_of(item)});
    lines.push_back(item.line);
  }
  if (labels != nullptr) {
    const std::vector<Value>& names = list_of(*labels, "a list of strings, one for each element");
    if (names.size() != values.size())
      throw Mistake(labels->line, fmt::format("`{}` has {} labels for {} elements; give one for each", labels->path,
                                              names.size(), values.size()));
    for (std::size_t i = 0; i < names.size(); ++i) {
      values[i].own_label = string_of(names[i]);
      lines[i] = names[i].line;
    }
  }
  return listed_values(std::move(values), lines, labels != nullptr ? labels->path : value.path);
}

std::pair<std::int64_t, std::int64_t> bounds_of(const Value& value, std::int64_t least, std::string_view example) {
  if (!value.is_list() || value.items.size() != 2) wrong_type(value, example);
  const std::int64_t first = integer_of(value.items[0], least, INT64_MAX);
  const std::int64_t last = integer_of(value.items[1], least, INT64_MAX);
  if (first > last)
    throw Mistake(value.line, fmt::format("`{}` is inverted: first {}, last {}; swap them (both bounds are included)",
                                          value.path, first, last));
  return {first, last};
}

HoleValue number(std::int64_t value) { return {std::to_string(value)}; }

Alternatives range(const Section& section) {
  const auto [first, last] = bounds_of(*section.find("range"), INT64_MIN, "the first and the last, such as [0, 7]");
  const Value* step_value = section.find("step");
  const std::int64_t step = step_value == nullptr ? 1 : integer_of(*step_value, 1, INT64_MAX);
  std::string description = fmt::format("range {} {} {}", first, last, step);
  if (step == 1) return {gen::map(gen::range(first, last), number), std::move(description)};

  const std::uint64_t steps =
      (static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first)) / static_cast<std::uint64_t>(step);
  if (steps >= most_steps)
    throw Mistake(step_value->line,
                  fmt::format("`{}` gives more than {} values; choose a wider step", step_value->path, most_steps));
  std::vector<HoleValue> values;
  for (std::uint64_t i = 0; i <= steps; ++i)
    values.push_back(
        number(static_cast<std::int64_t>(static_cast<std::uint64_t>(first) + i * static_cast<std::uint64_t>(step))));
  const std::vector<std::size_t> lines(values.size(), section.table().line);
  return {listed_values(std::move(values), lines, section.table().path).values, std::move(description)};
}

Alternatives strings(const Section& section) {
  const Value& alphabet = *section.find("strings");
  const Value& length = section.require("length", "the shortest and the longest: length = [0, 3]");
  const std::string& characters = string_of(alphabet);
  if (characters.empty())
    throw Mistake(alphabet.line, fmt::format("`{}` is an empty alphabet; give its characters", alphabet.path));
  for (const char c : characters)
    if (static_cast<unsigned char>(c) >= 0x80)
      throw Mistake(alphabet.line,
                    fmt::format("`{}` holds a character outside ASCII; list the strings instead", alphabet.path));
  auto [least, greatest] = length.kind == Value::Kind::integer
                               ? std::pair(integer_of(length, 0, INT64_MAX), length.integer)
                               : bounds_of(length, 0, "the shortest and the longest, such as [0, 3]");
  if (greatest > 10'000) wrong_type(length, "lengths up to 10000");
  return {gen::map(gen::strings(characters, static_cast<std::size_t>(least), static_cast<std::size_t>(greatest)),
                   [](const std::string& text) { return HoleValue{text}; }),
          fmt::format("strings {} {} {}", least, greatest, characters)};
}

Alternatives lines_of_file(const Section& section, const std::filesystem::path& directory) {
  const Value& name = *section.find("file");
  const std::string text =
      read_text(directory / string_of(name), name.line, fmt::format("`{}`, the file {},", name.path, name.text));
  std::vector<HoleValue> values;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.pop_back();
    values.push_back({std::move(line)});
    at = end + 1;
  }
  if (values.empty())
    throw Mistake(name.line,
                  fmt::format("`{}`: {} is empty; write one value on each of its lines", name.path, name.text));
  const std::vector<std::size_t> lines(values.size(), name.line);
  return listed_values(std::move(values), lines, name.path);
}

}  // namespace

Alternatives alternatives_of(const Value& value, const std::filesystem::path& directory) {
  if (value.is_list()) return list(value, nullptr);
  if (!value.is_table()) wrong_type(value, forms);
  struct Form {
    std::string_view key;
    std::vector<std::string_view> keys;
  };
  static const Form known[] = {{"range", {"range", "step"}},
                               {"strings", {"strings", "length"}},
                               {"file", {"file"}},
                               {"elements", {"elements", "labels"}}};
  for (const auto& [key, keys] : known) {
    if (value.find(key) == nullptr) continue;
    for (const Form& other : known)
      if (const Value* second = value.find(other.key); second != nullptr && other.key != key)
        throw Mistake(second->line,
                      fmt::format("`{}` stands beside `{}.{}`; keep one of them", second->path, value.path, key));
    const Section section(value, fmt::format("`{}`", value.path), keys);
    std::optional<Alternatives> result;
    at_line_of(value, [&, key = key] {
      if (key == "range") result = range(section);
      if (key == "strings") result = strings(section);
      if (key == "file") result = lines_of_file(section, directory);
      if (key == "elements") result = list(*section.find("elements"), section.find("labels"));
    });
    return *result;
  }
  if (const Value* depends = value.find("depends"))
    throw Mistake(depends->line, fmt::format("`{}` stands inside a case; let a hole of its own depend on `{}`",
                                             depends->path, depends->is_string() ? depends->text : "the other"));
  const Section nothing_known(
      value, fmt::format("`{}`", value.path),
      {"range", "step", "strings", "length", "file", "elements", "labels", "depends", "cases", "otherwise"});
  wrong_type(value, forms);
}

bool has_label(const HoleValues& values, std::string_view label) {
  return !values.walk(0, values.size(), [&](Ordinal, const HoleValue& value) { return value.label() != label; });
}

std::vector<std::string> labels_of(const HoleValues& values, std::size_t most) {
  std::vector<std::string> labels;
  values.walk(0, std::min<Ordinal>(values.size(), most), [&](Ordinal, const HoleValue& value) {
    labels.push_back(value.label());
    return true;
  });
  return labels;
}

void at_line_of(const Value& value, const std::function<void()>& build) {
  try {
    build();
  } catch (const generators::GeneratorError& error) {
    throw Mistake(value.line, fmt::format("`{}`: {}", value.path, error.what()));
  }
}

}  // namespace smallscope::program::specification
