// SPDX-License-Identifier: Apache-2.0
#include "merging.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "section.hpp"
#include "suspects.hpp"

namespace smallscope::program::specification {
namespace {

using generators::Ordinal;

constexpr std::int64_t most_together = 100'000;

/// The rows of `exclude` that concern one of the tables. A row that names holes of both is a mistake.
Value rows_for(const Value& exclude, const InnerChoices& table, const InnerChoices& other) {
  Value rows = exclude;
  rows.items.clear();
  for (const Value& row : list_of(exclude, "a list of tables such as [{ op = \"<<\", value = [\"-1\", \"-2\"] }]")) {
    const auto count = std::ranges::count_if(
        row.entries, [&](const Entry& entry) { return table.hole_of(entry.key) != HoleTable::npos; });
    const auto beside = std::ranges::count_if(
        row.entries, [&](const Entry& entry) { return other.hole_of(entry.key) != HoleTable::npos; });
    if (count > 0 && beside > 0)
      throw Mistake(row.line, fmt::format("`{}` names a hole of the fragments and one outside them, so that it cannot "
                                          "tell whether a merged input is excluded; use both between the marks of "
                                          "fragments",
                                          row.path));
    if (beside == 0) rows.items.push_back(row);
  }
  return rows;
}

}  // namespace

MergingTable merging_of(const Value& table, const std::vector<std::string>& texts, std::vector<std::string> hiding) {
  const Section section(table, "[inputs.merging]",
                        {"at_a_time", "from_level", "hiding", "suspects", "suspect_lines", "hopeless"});
  MergingTable made;
  const Value& together = section.require("at_a_time", "how many fragments are merged: at_a_time = 50");
  made.merging.at_a_time.clear();
  const std::vector<Value> single{together};
  for (const Value& count : together.is_list() ? together.items : single)
    made.merging.at_a_time.push_back(static_cast<Ordinal>(integer_of(count, 2, most_together)));
  if (made.merging.at_a_time.empty())
    wrong_type(together, "a number such as 50, or one for each level such as [5, 50]");
  if (const Value* level = section.find("from_level"))
    made.merging.from_level = static_cast<int>(integer_of(*level, 1, 100));
  if (const Value* list = section.find("hiding"))
    for (const Value& text : list_of(*list, "a list of beginnings such as [\"differential: tcc says exit\"]"))
      hiding.push_back(string_of(text));
  made.hooks.hiding = std::move(hiding);
  read_suspects(section, texts, made.hooks);
  return made;
}

generators::AnyGenerator<Filling> fillings_of(const Levels& levels, HoleTable frame, HoleTable fragment,
                                              const generators::Merging& merging, const Value& inputs) {
  const InnerChoices in_frame(levels, frame), in_fragment(levels, fragment);
  const Value* exclude = inputs.find("exclude");
  std::optional<Value> of_frame, of_fragment;
  if (exclude != nullptr) {
    of_frame = rows_for(*exclude, in_frame, in_fragment);
    of_fragment = rows_for(*exclude, in_fragment, in_frame);
  }
  const auto rows = [](const std::optional<Value>& value) {
    return value && !value->items.empty() ? &*value : nullptr;
  };
  Exclusions frame_rows(rows(of_frame), in_frame), fragment_rows(rows(of_fragment), in_fragment);
  const auto frames = combinations_of(std::move(frame), std::move(frame_rows), inputs);
  const auto alone = generators::map(combinations_of(std::move(fragment), std::move(fragment_rows), inputs),
                                     [](const Combination& combination) {
                                       Fragments one{{0, combination}};
                                       one.front().combination.push_back({"0"});
                                       return one;
                                     });
  const auto together = [](const std::vector<generators::Fragment<Fragments>>& fragments) {
    Fragments all;
    for (const auto& [number, value] : fragments) {
      all.push_back({number, value.front().combination});
      all.back().combination.back().text = std::to_string(number);
    }
    return all;
  };
  std::optional<generators::AnyGenerator<Filling>> made;
  at_line_of(*inputs.find("merging"), [&] {
    made.emplace(
        generators::product<Filling>(frames, FragmentGroups::of(generators::merged(alone, together, merging))));
  });
  return *made;
}

HoleTable joined(const HoleTable& frame, const HoleTable& fragment) {
  HoleTable whole = frame;
  for (Hole hole : fragment.holes) {
    for (std::size_t& parent : hole.links.parents) parent += frame.holes.size();
    whole.holes.push_back(std::move(hole));
  }
  whole.values.insert(whole.values.end(), fragment.values.begin(), fragment.values.end());
  whole.descriptions.insert(whole.descriptions.end(), fragment.descriptions.begin(), fragment.descriptions.end());
  whole.declared.insert(whole.declared.end(), fragment.declared.begin(), fragment.declared.end());
  std::erase_if(whole.inner, [&](const std::string& name) { return whole.index(name) != HoleTable::npos; });
  return whole;
}

}  // namespace smallscope::program::specification
