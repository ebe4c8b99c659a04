// SPDX-License-Identifier: Apache-2.0
#include "section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace smallscope::program::specification {
namespace {

/// Edit distance with transpositions of neighbours ("rnage" is one edit from "range").
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        rows[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      rows[i][j] = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows.back().back();
}

std::string_view name(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::string:
      return "string";
    case Value::Kind::integer:
      return "integer";
    case Value::Kind::floating:
      return "float";
    case Value::Kind::boolean:
      return "boolean";
    case Value::Kind::date:
      return "date";
    case Value::Kind::list:
      return "list";
    case Value::Kind::table:
      return "table";
  }
  return "value";
}

struct Unit {
  std::string_view name;
  std::uint64_t factor;
};

/// A whole number followed by a unit; empty if the text is not that, or does not fit.
std::optional<std::uint64_t> quantity(std::string_view text, std::span<const Unit> units) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  for (const Unit& unit : units) {
    std::uint64_t product = 0;
    if (rest == unit.name && !__builtin_mul_overflow(number, unit.factor, &product)) return product;
  }
  return std::nullopt;
}

}  // namespace

Section::Section(const Value& table, std::string section_name, std::vector<std::string_view> keys)
    : table_(table), name_(std::move(section_name)) {
  if (!table.is_table()) {
    wrong_type(table, fmt::format("a table with {}", listed(std::vector<std::string>(keys.begin(), keys.end()))));
  }
  for (const Entry& entry : table.entries) {
    if (std::find(keys.begin(), keys.end(), entry.key) != keys.end()) continue;
    const std::vector<std::string> known(keys.begin(), keys.end());
    throw Mistake(entry.line, fmt::format("unknown key `{}`; {}", entry.value.path, suggestion(entry.key, known)));
  }
}

const Value& Section::require(std::string_view key, std::string_view example) const {
  const Value* value = find(key);
  if (value == nullptr)
    throw Mistake(table_.line, fmt::format("the key `{}` is missing in {}; add {}", key, name_, example));
  return *value;
}

void wrong_type(const Value& value, std::string_view expected) {
  std::string found = fmt::format("a {}", name(value.kind));
  if (value.is_list()) found = value.items.empty() ? "an empty list" : fmt::format("a list of {}", value.items.size());
  if (value.is_table()) {
    std::vector<std::string> keys;
    for (const Entry& entry : value.entries) keys.push_back(entry.key);
    found = keys.empty() ? "an empty table" : "a table with " + listed(keys);
  }
  if (value.is_string()) found = fmt::format("the string {}", value.raw.size() <= 60 ? value.raw : "");
  if (value.kind == Value::Kind::integer || value.kind == Value::Kind::floating || value.kind == Value::Kind::boolean)
    found = fmt::format("the {} {}", name(value.kind), value.raw);
  while (found.ends_with(' ')) found.pop_back();
  throw Mistake(value.line, fmt::format("`{}` is {}; give {}", value.path, found, expected));
}

const std::string& string_of(const Value& value) {
  if (!value.is_string()) wrong_type(value, "a string");
  return value.text;
}

bool boolean_of(const Value& value) {
  if (value.kind != Value::Kind::boolean) wrong_type(value, "true or false");
  return value.boolean;
}

std::int64_t integer_of(const Value& value, std::int64_t least, std::int64_t greatest) {
  const bool right = value.kind == Value::Kind::integer;
  if (!right || value.integer < least || value.integer > greatest)
    wrong_type(value, greatest != INT64_MAX ? fmt::format("an integer from {} to {}", least, greatest)
                      : least == INT64_MIN  ? std::string("an integer")
                                            : fmt::format("an integer from {} on", least));
  return value.integer;
}

const std::vector<Value>& list_of(const Value& value, std::string_view expected) {
  if (!value.is_list()) wrong_type(value, expected);
  return value.items;
}

std::chrono::milliseconds duration_of(const Value& value) {
  static constexpr Unit units[] = {{"ms", 1}, {"s", 1000}, {"min", 60'000}};
  const auto amount = value.is_string() ? quantity(value.text, units) : std::nullopt;
  if (!amount || *amount == 0 || *amount > 86'400'000)
    wrong_type(value, "a time above zero and up to a day with its unit, such as \"10s\", \"500ms\" or \"2min\"");
  return std::chrono::milliseconds(*amount);
}

std::uint64_t bytes_of(const Value& value) {
  static constexpr Unit units[] = {{"B", 1},         {"kB", 1000},        {"MB", 1000'000},   {"GB", 1000'000'000},
                                   {"KiB", 1 << 10}, {"MiB", 1ull << 20}, {"GiB", 1ull << 30}};
  const auto amount = value.is_string() ? quantity(value.text, units) : std::nullopt;
  if (!amount || *amount == 0) wrong_type(value, "a size above zero with its unit, such as \"512MiB\" or \"64KiB\"");
  return *amount;
}

std::string listed(std::span<const std::string> names) {
  constexpr std::size_t most = 12;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) {
    if (i > 0) text += ", ";
    text += "`" + names[i] + "`";
  }
  if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
  return text;
}

std::string suggestion(std::string_view wrong, std::span<const std::string> known) {
  const std::string* nearest = nullptr;
  std::size_t least = std::max<std::size_t>(1, wrong.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t edits = distance(wrong, candidate);
    if (edits >= least || edits >= candidate.size()) continue;
    least = edits;
    nearest = &candidate;
  }
  if (nearest != nullptr) return fmt::format("did you mean `{}`?", *nearest);
  return known.empty() ? std::string("there are none") : "known are " + listed(known);
}

}  // namespace smallscope::program::specification
