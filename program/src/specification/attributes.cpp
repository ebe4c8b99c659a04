// SPDX-License-Identifier: Apache-2.0
#include "attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <ranges>
#include <stdexcept>

#include "section.hpp"

namespace smallscope::program::specification {
namespace {

using generators::DeclaredAttribute;
using Labels = std::span<const std::string>;

/// Numbers of larger holes are looked for when explanations need them.
constexpr generators::Ordinal most_values_checked = 10'000;

/// What is computed from numbers; empty if it exceeds 64 bits.
struct Arithmetic {
  std::string_view key;
  std::optional<std::int64_t> (*of)(std::int64_t, std::int64_t);
};
constexpr Arithmetic arithmetics[] = {
    {"sum",
     [](std::int64_t a, std::int64_t b) {
       std::int64_t result = 0;
       return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
     }},
    {"product",
     [](std::int64_t a, std::int64_t b) {
       std::int64_t result = 0;
       return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
     }},
    {"least", [](std::int64_t a, std::int64_t b) { return std::optional(std::min(a, b)); }},
    {"greatest", [](std::int64_t a, std::int64_t b) { return std::optional(std::max(a, b)); }}};

using Numbers = std::map<std::string, std::int64_t, std::less<>>;

/// The number of a value: that of the table, otherwise its own.
std::optional<std::int64_t> number_of(const Numbers& numbers, const std::string& label) {
  if (const auto found = numbers.find(label); found != numbers.end()) return found->second;
  std::int64_t number = 0;
  const char* const end = label.data() + label.size();
  const auto [rest, error] = std::from_chars(label.data(), end, number);
  return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

std::string missing_number(std::string_view path, const std::string& label, const std::string& hole) {
  return fmt::format("`{}` has no number for the value `{}` of `{}`; add one", path, label, hole);
}

std::vector<std::size_t> holes_read(const Section& section, const HoleTable& holes) {
  const Value& from = section.require("from", "the holes that it reads: from = [\"first\", \"second\"]");
  constexpr std::string_view expected = "a list of holes such as [\"first\", \"second\"]";
  std::vector<std::size_t> read;
  for (const Value& name : list_of(from, expected)) {
    const std::size_t hole = holes.index(string_of(name));
    if (hole == HoleTable::npos)
      throw Mistake(name.line, fmt::format("`{}` names the unknown hole `{}`; {}", from.path, name.text,
                                           suggestion(name.text, holes.names())));
    read.push_back(hole);
  }
  if (read.empty()) wrong_type(from, expected);
  return read;
}

Numbers numbers_of(const Value& table, const std::vector<std::size_t>& read, const HoleTable& holes) {
  if (!table.is_table()) wrong_type(table, "a table with a number for each value, such as { int = 4, char = 1 }");
  Numbers numbers;
  for (const Entry& entry : table.entries) {
    const auto has_it = [&](std::size_t hole) { return has_label(holes.holes[hole], entry.key); };
    if (std::ranges::none_of(read, has_it)) {
      std::vector<std::string> known;
      for (const std::size_t hole : read)
        for (std::string& label : labels_of(holes.holes[hole]))
          if (std::ranges::find(known, label) == known.end()) known.push_back(std::move(label));
      throw Mistake(entry.line, fmt::format("`{}` is not a value of any hole in `from`; {}", entry.value.path,
                                            suggestion(entry.key, known)));
    }
    numbers.emplace(entry.key, integer_of(entry.value, INT64_MIN, INT64_MAX));
  }
  for (const std::size_t hole : read)
    for (const HoleValues& values : holes.holes[hole].cases)
      values.walk(0, std::min(values.size(), most_values_checked), [&](generators::Ordinal, const HoleValue& value) {
        if (!number_of(numbers, value.label()))
          throw Mistake(table.line, missing_number(table.path, value.label(), holes.holes[hole].name));
        return true;
      });
  return numbers;
}

/// `of` over the numbers of the holes in `from`.
void compute(DeclaredAttribute& attribute, const Section& section, const Arithmetic& arithmetic,
             const HoleTable& holes) {
  if (const Value* otherwise = section.find("otherwise"))
    throw Mistake(otherwise->line, fmt::format("`{}` has no meaning beside `{}`, only beside `cases`; remove it",
                                               otherwise->path, arithmetic.key));
  const std::vector<std::size_t> read = holes_read(section, holes);
  const Value& table = *section.find(arithmetic.key);
  for (const std::size_t hole : read) attribute.from.push_back(holes.holes[hole].name);
  attribute.label = [numbers = numbers_of(table, read, holes), of = arithmetic.of, path = table.path,
                     from = attribute.from](Labels labels) {
    std::optional<std::int64_t> result;
    for (std::size_t place = 0; place < labels.size(); ++place) {
      const auto number = number_of(numbers, labels[place]);
      if (!number) throw std::runtime_error(missing_number(path, labels[place], from[place]));
      const auto next = result ? of(*result, *number) : number;
      if (!next) throw std::runtime_error(fmt::format("`{}` exceeds 64 bits", path));
      result = next;
    }
    return std::to_string(*result);
  };
}

/// An assignment of the holes in `from`, and the attribute of the inputs that agree with it.
struct Case {
  std::vector<std::pair<std::size_t, Condition>> when;  ///< by the place in `from`
  std::string is;
};

const std::string& scalar_of(const Value& value) {
  if (!value.is_scalar()) wrong_type(value, "a string or a number");
  return value.text;
}

/// The first case that applies.
void choose(DeclaredAttribute& attribute, const Section& section, const HoleTable& holes) {
  if (const Value* from = section.find("from"))
    throw Mistake(from->line,
                  fmt::format("`{}` has no meaning beside `cases`, which names its holes; remove it", from->path));
  constexpr std::string_view expected =
      "a list of tables such as [{ when = { first = \"int\", second = [\"int\", \"char\"] }, is = \"small\" }]";
  const Value& list = *section.find("cases");
  std::vector<Case> cases;
  for (const Value& row : list_of(list, expected)) {
    const Section one(row, fmt::format("`{}`", list.path), {"when", "is"});
    Case& added = cases.emplace_back();
    for (Condition& condition :
         conditions_of(one.require("when", "the values that it needs: when = { first = \"int\" }"), holes)) {
      const std::string& hole = holes.holes[condition.hole].name;
      const auto place = std::ranges::find(attribute.from, hole) - attribute.from.begin();
      if (place == std::ssize(attribute.from)) attribute.from.push_back(hole);
      added.when.emplace_back(place, std::move(condition));
    }
    added.is = scalar_of(one.require("is", "what the attribute is then: is = \"small\""));
  }
  if (cases.empty()) wrong_type(list, expected);
  std::optional<std::string> otherwise;
  if (const Value* value = section.find("otherwise")) otherwise = scalar_of(*value);
  attribute.label = [cases = std::move(cases), otherwise = std::move(otherwise), path = list.path](Labels labels) {
    for (const Case& one : cases)
      if (std::ranges::all_of(one.when, [&](const auto& when) { return when.second.holds(labels[when.first]); }))
        return one.is;
    if (!otherwise) throw std::runtime_error(fmt::format("`{}` has no case for it; add one, or `otherwise`", path));
    return *otherwise;
  };
}

/// How the attribute is computed: "cases", or the key of an arithmetic.
std::string way_of(const Section& section, const std::string& name) {
  std::vector<std::string> ways{"cases"}, given;
  for (const Arithmetic& arithmetic : arithmetics) ways.emplace_back(arithmetic.key);
  for (const std::string& way : ways)
    if (section.find(way) != nullptr) given.push_back(way);
  if (given.empty())
    throw Mistake(section.table().line,
                  fmt::format("the attribute `{}` does not say how it is computed; add one of {}", name, listed(ways)));
  if (given.size() > 1)
    throw Mistake(section.find(given[1])->line,
                  fmt::format("the attribute `{}` is computed in several ways: {}; keep one", name, listed(given)));
  return given.front();
}

}  // namespace

std::vector<DeclaredAttribute> attributes_of(const Value* tables, const HoleTable& holes) {
  std::vector<DeclaredAttribute> attributes;
  if (tables == nullptr) return attributes;
  for (const Value& table : list_of(*tables, "[[attributes]], a list of tables")) {
    const Section section(table, "[[attributes]]",
                          {"name", "from", "cases", "otherwise", "sum", "product", "least", "greatest"});
    const Value& given = section.require("name", "what explanations call it: name = \"bytes\"");
    if (string_of(given).empty() || given.text.find('\n') != std::string::npos) wrong_type(given, "one line of text");
    if (holes.index(given.text) != HoleTable::npos)
      throw Mistake(given.line, fmt::format("the attribute `{}` has the name of a hole; give it another", given.text));
    if (std::ranges::find(attributes, given.text, &DeclaredAttribute::name) != attributes.end())
      throw Mistake(given.line,
                    fmt::format("the attribute `{}` has the name of another attribute; give it another", given.text));
    DeclaredAttribute& attribute = attributes.emplace_back();
    attribute.name = given.text;
    const std::string way = way_of(section, given.text);
    const auto arithmetic = std::ranges::find(arithmetics, way, &Arithmetic::key);
    if (arithmetic == std::end(arithmetics))
      choose(attribute, section, holes);
    else
      compute(attribute, section, *arithmetic, holes);
  }
  return attributes;
}

}  // namespace smallscope::program::specification
