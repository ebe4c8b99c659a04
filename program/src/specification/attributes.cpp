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

/// `name` is that of the operand.
std::string missing_number(std::string_view path, const std::string& label, const Operand& operand,
                           const std::string& name) {
  if (label.empty() && !operand.choice.empty())
    return fmt::format("`{}` has no number for inputs without the choice `{}`; add one for \"\"", path, name);
  return fmt::format("`{}` has no number for the value `{}` of `{}`; add one", path, label, name);
}

/// Finds out the values of operands from the choices of an input. A choice within a value that an input does not make
/// has the label "". A hole with a single value makes no choice, also where it is single only for a value of the hole
/// that it depends on. Then that hole is read, too.
class Reading {
 public:
  explicit Reading(const HoleTable& holes) : holes_(holes.holes) {}

  void add(const Operand& operand) {
    if (operand.choice.empty())
      add(operand.hole);
    else
      add(operand.choice);
  }
  void add(const std::string& choice) {
    if (!place_of(choice)) from_.push_back(choice);
  }
  void add(std::size_t hole) {
    const std::vector<HoleValues>& cases = holes_[hole].cases;
    if (!std::ranges::all_of(cases, is_single)) add(holes_[hole].name);
    if (std::ranges::any_of(cases, is_single))
      for (const std::size_t parent : holes_[hole].links.parents) add(parent);
  }
  /// The choices that are read.
  const std::vector<std::string>& from() const { return from_; }
  /// The label that an added operand has in an input with these labels of from().
  std::string label(const Operand& operand, Labels labels) const {
    return operand.choice.empty() ? label(operand.hole, labels) : labels[*place_of(operand.choice)];
  }
  std::string label(std::size_t hole, Labels labels) const {
    const std::vector<HoleValues>& cases = holes_[hole].cases;
    if (std::ranges::any_of(cases, is_single))
      if (const HoleValues& values = cases[case_of(hole, labels)]; is_single(values)) return values.label_of(0);
    return labels[*place_of(holes_[hole].name)];
  }

 private:
  static bool is_single(const HoleValues& values) { return values.alternatives() == 1; }
  /// Equal labels of a hole that it depends on have the same class, so the first is as good as any.
  std::size_t case_of(std::size_t hole, Labels labels) const {
    const Links& links = holes_[hole].links;
    if (links.parents.empty()) return 0;
    std::size_t place = 0;
    for (std::size_t p = 0; p < links.parents.size(); ++p)
      place = place * links.class_counts[p] + class_of(links, p, label(links.parents[p], labels));
    return links.cases[place];
  }
  std::size_t class_of(const Links& links, std::size_t p, const std::string& decisive) const {
    const std::vector<HoleValues>& cases = holes_[links.parents[p]].cases;
    for (std::size_t one = 0; one < cases.size(); ++one)
      for (std::size_t alternative = 0; alternative < links.classes[p][one].size(); ++alternative)
        if (cases[one].label_of(alternative) == decisive) return links.classes[p][one][alternative];
    return 0;
  }
  std::optional<std::size_t> place_of(const std::string& choice) const {
    const auto place = std::ranges::find(from_, choice);
    return place == from_.end() ? std::nullopt : std::optional<std::size_t>(place - from_.begin());
  }
  std::vector<Hole> holes_;
  std::vector<std::string> from_;
};

/// An attribute reads choices. A value that is made of others, such as a list, is no choice itself.
void require_choice(std::size_t line, const std::string& path, const Operand& operand, const InnerChoices& holes) {
  const Hole& hole = holes.table().holes[operand.hole];
  if (!operand.choice.empty() || std::ranges::none_of(hole.cases, &HoleValues::composed)) return;
  const auto& labels = holes.of(operand.hole).labels;
  throw Mistake(line, fmt::format("`{}` names `{}`, whose values are made of several choices; name one of these, such "
                                  "as \"{}\"",
                                  path, hole.name, labels.empty() ? hole.name + "[0]" : labels.begin()->first));
}

/// The name by which an operand is known.
const std::string& name_of(const Operand& operand, const HoleTable& holes) {
  return operand.choice.empty() ? holes.holes[operand.hole].name : operand.choice;
}

/// The labels that an operand can have, at most so many of each case of a hole; "" if inputs may not make the choice.
std::vector<std::string> labels_of(const Operand& operand, const InnerChoices& holes, std::size_t most) {
  std::vector<std::string> labels;
  if (!operand.choice.empty()) {
    const HoleChoices& choices = holes.of(operand.hole);
    labels.assign(choices.labels.at(operand.choice).begin(), choices.labels.at(operand.choice).end());
    if (!choices.everywhere.contains(operand.choice)) labels.emplace_back();
    return labels;
  }
  for (const HoleValues& values : holes.table().holes[operand.hole].cases)
    std::ranges::move(specification::labels_of(values, most), std::back_inserter(labels));
  return labels;
}

std::vector<Operand> operands_read(const Section& section, const InnerChoices& holes) {
  const Value& from = section.require("from", "the holes that it reads: from = [\"first\", \"second\"]");
  constexpr std::string_view expected = "a list of holes such as [\"first\", \"second\"]";
  std::vector<Operand> read;
  for (const Value& name : list_of(from, expected)) {
    read.push_back(operand_of(name.line, from.path, string_of(name), holes));
    require_choice(name.line, from.path, read.back(), holes);
  }
  if (read.empty()) wrong_type(from, expected);
  return read;
}

Numbers numbers_of(const Value& table, const std::vector<Operand>& read, const InnerChoices& holes) {
  if (!table.is_table()) wrong_type(table, "a table with a number for each value, such as { int = 4, char = 1 }");
  Numbers numbers;
  for (const Entry& entry : table.entries) {
    const auto has_it = [&](const Operand& operand) {
      if (operand.choice.empty()) return has_label(holes.table().holes[operand.hole], entry.key);
      return holes.has_label(operand.hole, operand.choice, entry.key) ||
             (entry.key.empty() && !holes.of(operand.hole).everywhere.contains(operand.choice));
    };
    if (std::ranges::none_of(read, has_it)) {
      constexpr std::size_t most_suggested = 64;
      std::vector<std::string> known;
      for (const Operand& operand : read)
        for (std::string& label : labels_of(operand, holes, most_suggested))
          if (std::ranges::find(known, label) == known.end()) known.push_back(std::move(label));
      throw Mistake(entry.line, fmt::format("`{}` is not a value of any hole in `from`; {}", entry.value.path,
                                            suggestion(entry.key, known)));
    }
    numbers.emplace(entry.key, integer_of(entry.value, INT64_MIN, INT64_MAX));
  }
  for (const Operand& operand : read)
    for (const std::string& label : labels_of(operand, holes, most_values_checked))
      if (!number_of(numbers, label))
        throw Mistake(table.line, missing_number(table.path, label, operand, name_of(operand, holes.table())));
  return numbers;
}

/// `of` over the numbers of the holes in `from`.
void compute(DeclaredAttribute& attribute, const Section& section, const Arithmetic& arithmetic,
             const InnerChoices& holes) {
  if (const Value* otherwise = section.find("otherwise"))
    throw Mistake(otherwise->line, fmt::format("`{}` has no meaning beside `{}`, only beside `cases`; remove it",
                                               otherwise->path, arithmetic.key));
  const std::vector<Operand> read = operands_read(section, holes);
  const Value& table = *section.find(arithmetic.key);
  Reading reading(holes.table());
  std::vector<std::string> names;
  for (const Operand& operand : read) {
    reading.add(operand);
    names.push_back(name_of(operand, holes.table()));
  }
  attribute.from = reading.from();
  attribute.label = [numbers = numbers_of(table, read, holes), of = arithmetic.of, path = table.path, read,
                     names = std::move(names), reading = std::move(reading)](Labels labels) {
    std::optional<std::int64_t> result;
    for (std::size_t i = 0; i < read.size(); ++i) {
      const std::string label = reading.label(read[i], labels);
      const auto number = number_of(numbers, label);
      if (!number) throw std::runtime_error(missing_number(path, label, read[i], names[i]));
      const auto next = result ? of(*result, *number) : number;
      if (!next) throw std::runtime_error(fmt::format("`{}` exceeds 64 bits", path));
      result = next;
    }
    return std::to_string(*result);
  };
}

/// A partial assignment of the holes, and the attribute of the inputs that agree with it.
struct Case {
  std::vector<Condition> when;
  std::string is;
};

const std::string& label_of_scalar(const Value& value) {
  if (!value.is_scalar()) wrong_type(value, "a string or a number");
  return value.text;
}

/// The first case that applies.
void choose(DeclaredAttribute& attribute, const Section& section, const InnerChoices& holes) {
  if (const Value* from = section.find("from"))
    throw Mistake(from->line,
                  fmt::format("`{}` has no meaning beside `cases`, which names its holes; remove it", from->path));
  constexpr std::string_view expected =
      "a list of tables such as [{ when = { first = \"int\", second = [\"int\", \"char\"] }, is = \"small\" }]";
  const Value& list = *section.find("cases");
  std::vector<Case> cases;
  Reading reading(holes.table());
  for (const Value& row : list_of(list, expected)) {
    const Section one(row, fmt::format("`{}`", list.path), {"when", "is"});
    const Value& when = one.require("when", "the values that it needs: when = { first = \"int\" }");
    cases.push_back(
        {conditions_of(when, holes), label_of_scalar(one.require("is", "what the attribute is then: is = \"small\""))});
    for (const Condition& condition : cases.back().when) {
      require_choice(when.line, when.path, condition.operand, holes);
      reading.add(condition.operand);
    }
  }
  if (cases.empty()) wrong_type(list, expected);
  std::optional<std::string> otherwise;
  if (const Value* value = section.find("otherwise")) otherwise = label_of_scalar(*value);
  attribute.from = reading.from();
  attribute.label = [cases = std::move(cases), otherwise = std::move(otherwise), path = list.path,
                     reading = std::move(reading)](Labels labels) {
    const auto agrees = [&](const Condition& when) { return when.holds(reading.label(when.operand, labels)); };
    for (const Case& one : cases)
      if (std::ranges::all_of(one.when, agrees)) return one.is;
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

std::vector<DeclaredAttribute> attributes_of(const Value* tables, const InnerChoices& holes) {
  std::vector<DeclaredAttribute> attributes;
  if (tables == nullptr) return attributes;
  for (const Value& table : list_of(*tables, "[[attributes]], a list of tables")) {
    const Section section(table, "[[attributes]]",
                          {"name", "from", "cases", "otherwise", "sum", "product", "least", "greatest"});
    const Value& given = section.require("name", "what explanations call it: name = \"bytes\"");
    if (string_of(given).empty() || given.text.find('\n') != std::string::npos) wrong_type(given, "one line of text");
    if (holes.table().index(given.text) != HoleTable::npos)
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
