// SPDX-License-Identifier: Apache-2.0
#include "alternatives.hpp"

#include <fmt/format.h>

#include <smallscope/generators/composition/sequences.hpp>
#include <unordered_map>

#include "entry_list.hpp"
#include "levels.hpp"

namespace smallscope::program::specification {
namespace {

namespace gen = generators;
using gen::Ordinal;

constexpr std::string_view forms =
    "a list of values, or a table with `range`, `strings`, `file`, `elements`, `list_of`, `subset_of`, "
    "`permutation_of`, `nonterminal`, `skeleton` or `depends`";
constexpr std::int64_t most_steps = 1 << 20;  // a range with a step is kept as a list

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
    describe(description, values[i].label());
    describe(description, values[i].text);
    for (const Reference& reference : values[i].references)
      description += fmt::format("@{}={}", reference.at, reference.hole);
    content.push_back({values[i].label(), std::move(values[i])});
  }
  return {{gen::labelled_elements<HoleValue>(std::move(content))}, std::move(description)};
}

/// Entries with holes of their own; `values` refer to these, and `mentioned` says which each of them mentions.
Alternatives entries_with_holes(const std::vector<HoleValue>& values,
                                const std::vector<std::set<std::size_t>>& mentioned, std::string description,
                                const Surrounding& surrounding) {
  std::vector<ListEntry> entries;
  for (std::size_t i = 0; i < values.size(); ++i) {
    HoleValue text = values[i];
    text.own_label.reset();
    Alternatives alone{{gen::elements<HoleValue>(std::vector<HoleValue>{std::move(text)})}, ""};
    Alternatives opened = surrounding.levels.opened(std::move(alone), mentioned[i], surrounding.around);
    describe(description, opened.description);
    entries.push_back({values[i].label(), std::move(opened.values.generator)});
  }
  EntryList list(std::move(entries));
  std::vector<Ordinal> starts = list.starts();
  return {{std::move(list), std::move(starts)}, std::move(description)};
}

Alternatives list(const Value& value, const Value* labels, const Surrounding& surrounding) {
  const std::vector<Value>& items = list_of(value, "a list of values");
  if (items.empty())
    throw Mistake(value.line, fmt::format("`{}` is empty, so that there would be no input at all; give at least one "
                                          "value",
                                          value.path));
  std::vector<HoleValue> values;
  std::vector<std::size_t> lines;
  std::vector<std::set<std::size_t>> mentioned;
  bool opens = false;
  for (const Value& item : items) {
    const Pieces pieces =
        pieces_of_value(scalar_of(item), item, surrounding.levels.syntax(), surrounding.levels.text_names());
    values.push_back(referring(pieces));
    if (!values.back().references.empty()) values.back().own_label = item.text;
    std::set<std::size_t>& holes = mentioned.emplace_back();
    for (const Reference& reference : values.back().references) holes.insert(reference.hole);
    opens = opens || std::ranges::any_of(holes, [&](std::size_t hole) { return !surrounding.around.has[hole]; });
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
  const std::string& path = labels != nullptr ? labels->path : value.path;
  Alternatives plain = listed_values(values, lines, path);
  if (!opens) return plain;
  return entries_with_holes(values, mentioned, std::move(plain.description), surrounding);
}

HoleValue number(std::int64_t value) { return {std::to_string(value)}; }

Alternatives range(const Section& section) {
  if (!section.find("range")->is_list()) wrong_type(*section.find("range"), "the first and the last, such as [0, 7]");
  const auto [first, last] =
      bounds_of(*section.find("range"), INT64_MIN, INT64_MAX, "the first and the last, such as [0, 7]");
  const Value* step_value = section.find("step");
  const std::int64_t step = step_value == nullptr ? 1 : integer_of(*step_value, 1, INT64_MAX);
  std::string description = fmt::format("range {} {} {}", first, last, step);
  if (step == 1) return {{gen::map(gen::range(first, last), number)}, std::move(description)};

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
  const auto [least, greatest] = bounds_of(length, 0, 10'000, "the shortest and the longest, such as [0, 3]");
  return {{gen::map(gen::strings(characters, static_cast<std::size_t>(least), static_cast<std::size_t>(greatest)),
                    [](const std::string& text) { return HoleValue{text}; })},
          fmt::format("strings {} {} {}", least, greatest, characters)};
}

Alternatives lines_of_file(const Section& section, Files& files) {
  const Value& name = *section.find("file");
  const std::string text = files.read(files.directory() / string_of(name), name.line,
                                      fmt::format("`{}`, the file {},", name.path, name.text));
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

/// How a table says its values: the key that names the form, those beside it, and what reads it.
struct Form {
  std::string_view key;
  std::vector<std::string_view> keys;
  Alternatives (*read)(const Section& section, const Surrounding& surrounding);
};
const std::vector<Form>& all_forms() {
  static const std::vector<Form> known{
      {"range", {"range", "step"}, [](const Section& section, const Surrounding&) { return range(section); }},
      {"strings", {"strings", "length"}, [](const Section& section, const Surrounding&) { return strings(section); }},
      {"file",
       {"file"},
       [](const Section& section, const Surrounding& surrounding) {
         return lines_of_file(section, surrounding.levels.files());
       }},
      {"elements",
       {"elements", "labels"},
       [](const Section& section, const Surrounding& surrounding) {
         return list(*section.find("elements"), section.find("labels"), surrounding);
       }},
      {"list_of", {"list_of", "length", "separator"}, list_form},
      {"subset_of", {"subset_of", "size", "separator"}, subset_form},
      {"permutation_of", {"permutation_of", "separator"}, permutation_form},
      {"nonterminal", {"nonterminal", "size", "separator", "weights"}, grammar_form},
      {"skeleton", {"skeleton"}, skeleton_form}};
  return known;
}

}  // namespace

std::pair<std::int64_t, std::int64_t> bounds_of(const Value& value, std::int64_t least, std::int64_t most,
                                                std::string_view example) {
  if (value.kind == Value::Kind::integer) return std::pair(integer_of(value, least, most), value.integer);
  if (!value.is_list() || value.items.size() != 2) wrong_type(value, example);
  const std::int64_t first = integer_of(value.items[0], least, most);
  const std::int64_t last = integer_of(value.items[1], least, most);
  if (first > last)
    throw Mistake(value.line, fmt::format("`{}` is inverted: first {}, last {}; swap them (both bounds are included)",
                                          value.path, first, last));
  return {first, last};
}

void describe(std::string& description, std::string_view text) {
  description += fmt::format("{}:{}", text.size(), text);
}

Alternatives alternatives_of(const Value& value, const Surrounding& surrounding) {
  if (value.is_list()) return list(value, nullptr, surrounding);
  if (!value.is_table()) wrong_type(value, forms);
  for (const Form& form : all_forms()) {
    if (value.find(form.key) == nullptr) continue;
    for (const Form& other : all_forms())
      if (const Value* second = value.find(other.key); second != nullptr && other.key != form.key)
        throw Mistake(second->line,
                      fmt::format("`{}` stands beside `{}.{}`; keep one of them", second->path, value.path, form.key));
    const Section section(value, fmt::format("`{}`", value.path), form.keys);
    std::optional<Alternatives> result;
    at_line_of(value, [&] { result = form.read(section, surrounding); });
    return *result;
  }
  if (const Value* depends = value.find("depends"))
    throw Mistake(depends->line, fmt::format("`{}` stands inside a case; let a hole of its own depend on `{}`",
                                             depends->path, depends->is_string() ? depends->text : "the other"));
  std::vector<std::string_view> keys{"depends", "cases", "otherwise"};
  for (const Form& form : all_forms()) keys.insert(keys.end(), form.keys.begin(), form.keys.end());
  const Section nothing_known(value, fmt::format("`{}`", value.path), keys);
  wrong_type(value, forms);
}

void at_line_of(const Value& value, const std::function<void()>& build) {
  try {
    build();
  } catch (const generators::GeneratorError& error) {
    throw Mistake(value.line, fmt::format("`{}`: {}", value.path, error.what()));
  }
}

}  // namespace smallscope::program::specification
