// SPDX-License-Identifier: Apache-2.0
// Values that are made of others: lists, subsets and permutations, joined by a separator.
#include <fmt/format.h>

#include <numeric>
#include <smallscope/generators/composition/arrangements.hpp>
#include <smallscope/generators/composition/selections.hpp>
#include <smallscope/generators/composition/sequences.hpp>

#include "alternatives.hpp"
#include "levels.hpp"

namespace smallscope::program::specification {
namespace {

namespace gen = generators;

constexpr std::int64_t most_items = 1'000;

std::string separator_of(const Section& section) {
  const Value* separator = section.find("separator");
  return separator == nullptr ? std::string() : string_of(*separator);
}

/// The items of a collection: the values of a hole, each item a choice of its own, or values that are written there.
Alternatives items_of(const Value& value, const Surrounding& surrounding) {
  if (!value.is_string()) return alternatives_of(value, surrounding);
  const std::size_t hole = surrounding.levels.hole(value.text);
  if (hole == no_hole)
    throw Mistake(value.line, fmt::format("`{}` names the unknown hole `{}`; {}", value.path, value.text,
                                          suggestion(value.text, surrounding.levels.names())));
  return surrounding.levels.values_of(hole, surrounding.around, value);
}

HoleValue joined(const std::vector<HoleValue>& items, const std::string& separator) {
  HoleValue whole;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) whole.text += separator;
    append(whole, items[i]);
  }
  return whole;
}

std::string description_of(std::string_view form, const Alternatives& items, const std::string& separator,
                           std::int64_t least, std::int64_t greatest) {
  std::string description = fmt::format("{} {} {} ", form, least, greatest);
  describe(description, separator);
  describe(description, items.description);
  return description;
}

}  // namespace

Alternatives list_form(const Section& section, const Surrounding& surrounding) {
  const Value& length = section.require("length", "the fewest and the most items: length = [0, 3]");
  const auto [least, greatest] = bounds_of(length, 0, most_items, "the fewest and the most items, such as [0, 3]");
  const Alternatives items = items_of(*section.find("list_of"), surrounding);
  const std::string separator = separator_of(section);
  const auto join = [separator](const std::vector<HoleValue>& list) { return joined(list, separator); };
  return {{gen::map(gen::lists_of(items.values.generator, static_cast<std::size_t>(least),
                                  static_cast<std::size_t>(greatest)),
                    join),
           {},
           true},
          description_of("list", items, separator, least, greatest)};
}

Alternatives subset_form(const Section& section, const Surrounding& surrounding) {
  const Alternatives items = items_of(*section.find("subset_of"), surrounding);
  const auto all = static_cast<std::int64_t>(std::min<gen::Ordinal>(items.values.size(), most_items));
  const Value* size = section.find("size");
  const auto [least, greatest] = size == nullptr
                                     ? std::pair<std::int64_t, std::int64_t>(0, all)
                                     : bounds_of(*size, 0, all, "the fewest and the most items, such as [0, 2]");
  const std::string separator = separator_of(section);
  const auto join = [separator](const std::vector<HoleValue>& list) { return joined(list, separator); };
  return {{gen::map(gen::sets_of(items.values.generator, static_cast<std::size_t>(least),
                                 static_cast<std::size_t>(greatest)),
                    join),
           {},
           true},
          description_of("subset", items, separator, least, greatest)};
}

Alternatives permutation_form(const Section& section, const Surrounding& surrounding) {
  const Value& list = *section.find("permutation_of");
  constexpr std::size_t most_permuted = 20;
  const std::vector<Value>& items = list_of(list, "a list of values such as [\"a\", \"b\", \"c\"]");
  if (items.empty() || items.size() > most_permuted)
    throw Mistake(list.line, fmt::format("`{}` has {} values; give 1 to {}", list.path, items.size(), most_permuted));
  std::vector<HoleValue> values;
  std::set<std::size_t> mentioned;
  std::string description = "permutation ";
  for (const Value& item : items) {
    if (!item.is_scalar()) wrong_type(item, "a string, an integer, a float or a boolean");
    values.push_back(
        referring(pieces_of_value(item.text, item, surrounding.levels.syntax(), surrounding.levels.text_names())));
    for (const Reference& reference : values.back().references) mentioned.insert(reference.hole);
    describe(description, item.text);
  }
  const std::string separator = separator_of(section);
  describe(description, separator);
  std::vector<std::size_t> positions(values.size());
  std::iota(positions.begin(), positions.end(), 0);
  const auto join = [values, separator](const std::vector<std::size_t>& order) {
    std::vector<HoleValue> ordered;
    for (const std::size_t position : order) ordered.push_back(values[position]);
    return joined(ordered, separator);
  };
  Alternatives permuted{{gen::map(gen::permutations(positions), join), {}, true}, std::move(description)};
  return surrounding.levels.opened(std::move(permuted), mentioned, surrounding.around);
}

}  // namespace smallscope::program::specification
