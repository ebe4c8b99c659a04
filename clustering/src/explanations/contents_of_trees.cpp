// SPDX-License-Identifier: Apache-2.0
// Attributes that say what is somewhere in a tree.
#include <algorithm>
#include <cmath>
#include <functional>

#include <smallscope/clustering/explanations/population.hpp>

#include "explanations/choice_groups.hpp"
#include "explanations/columns.hpp"

namespace smallscope::clustering {

namespace {

/// What looking for telling contents may cost, a few seconds.
constexpr std::size_t most_looked_at = 1'000'000'000;

using Column = std::vector<Value>;  // by row of a table: whether some member has the label

/// By label, whether some member of the group has it in each row of the table.
std::vector<Column> contents(const ChoiceGroup& group, const std::vector<std::string>& labels,
                             const std::vector<Attribute>& attributes, const PopulationTable& table) {
  std::vector<Column> columns(labels.size(), Column(table.rows));
  for (const std::size_t member : group.members) {
    std::vector<Column*> of_value;
    for (const std::string& label : attributes[member].labels) {
      const auto found = std::ranges::find(labels, label);
      of_value.push_back(found == labels.end() ? nullptr : &columns[static_cast<std::size_t>(found - labels.begin())]);
    }
    const auto place = std::ranges::find(table.attributes, member) - table.attributes.begin();
    const Column& values = table.columns[static_cast<std::size_t>(place)];
    for (std::size_t row = 0; row < table.rows; ++row)
      if (Column* const column = of_value[values[row]]) (*column)[row] = 1;
  }
  return columns;
}

Attribute attribute_of(const std::string& group, const std::string& label) {
  const std::vector<std::string> said = said_of(group, label);
  return {.name = said[1], .labels = said, .are_statements = true, .in_tree = {{group, label}}};
}

/// By row of a table: inputs with a verdict, and those that fail.
struct Verdicts {
  std::vector<double> judged, failing;
};

/// Of the inputs with a label somewhere.
struct Share {
  double judged = 0, failing = 0;
  double failing_share() const { return judged > 0 ? failing / judged : 0; }
};

Share share_of(const Column& column, const Verdicts& verdicts) {
  Share share;
  for (std::size_t row = 0; row < column.size(); ++row)
    if (column[row] != 0) share.judged += verdicts.judged[row], share.failing += verdicts.failing[row];
  return share;
}

struct Telling {
  std::string group, label;
  Column column;
  Share share;
  double bits = 0;
};

/// What each label of the group tells, if `rate` is the share of judged inputs that fail.
std::vector<Telling> telling_of(const ChoiceGroup& group, const Population& population, const Verdicts& verdicts,
                                double rate) {
  const std::vector<std::string> labels = labels_of(group, population);
  const PopulationTable& table = population.tables()[population.table_of(group.members.front())];
  std::vector<Column> columns = contents(group, labels, population.attributes(), table);
  const double mention =
      std::log2(static_cast<double>(population.attributes().size() * std::max<std::size_t>(labels.size(), 2)));
  std::vector<Telling> telling;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Share share = share_of(columns[i], verdicts);
    const double bits =
        share.failing > 0 ? share.failing * std::log2(share.failing_share() / rate) - mention : -mention;
    telling.push_back({group.name, labels[i], std::move(columns[i]), share, bits});
  }
  return telling;
}

/// Whether the inputs of `wide` include the failing ones of `narrow`, and not more than twice the share of them passes.
bool says_as_well(const Telling& wide, const Telling& narrow, const Verdicts& verdicts) {
  for (std::size_t row = 0; row < wide.column.size(); ++row)
    if (narrow.column[row] != 0 && wide.column[row] == 0 && verdicts.failing[row] > 0) return false;
  return 2 * (1 - narrow.share.failing_share()) >= 1 - wide.share.failing_share();
}

}  // namespace

void Population::append(std::size_t table, Attribute attribute, Column column) {
  tables_[table].attributes.push_back(attributes_.size());
  tables_[table].columns.push_back(std::move(column));
  table_of_.push_back(table);
  attributes_.push_back(std::move(attribute));
}

Population Population::with_contents_of_trees() const {
  Population result = *this;
  for (const ChoiceGroup& group : groups_of(attributes_)) {
    const std::vector<std::string> labels = group.is_tree ? labels_of(group, *this) : std::vector<std::string>();
    if (labels.size() > group.members.size() || tables_of(group.members).size() > 1) continue;
    const std::size_t table = table_of_[group.members.front()];
    std::vector<Column> columns = contents(group, labels, attributes_, tables_[table]);
    for (std::size_t i = 0; i < labels.size(); ++i)
      if (!is_constant(columns[i])) result.append(table, attribute_of(group.name, labels[i]), std::move(columns[i]));
  }
  return result;
}

Population Population::with_telling_contents(std::span<const Ordinal> failing, std::span<const Ordinal> unjudged,
                                             std::span<const Ordinal> undecided) const {
  Population result = *this;
  const auto judged = static_cast<double>(size() - unjudged.size() - undecided.size());
  const double rate = static_cast<double>(failing.size()) / judged;
  if (failing.empty() || judged <= 0) return result;
  const std::vector<ChoiceGroup> groups = groups_of(attributes_);
  for (const ChoiceGroup& tree : groups) {
    const std::size_t number = tree.is_tree ? table_of_[tree.members.front()] : 0;
    if (!tree.is_tree || tables_of(tree.members).size() > 1) continue;
    const PopulationTable& table = tables_[number];
    const std::vector<ChoiceGroup> parts = parts_of_tree(tree, attributes_);
    std::size_t visits = 0;
    for (const ChoiceGroup& part : parts) visits += part.members.size() * table.rows;
    if (visits > most_looked_at) continue;
    Verdicts verdicts{std::vector<double>(table.rows, static_cast<double>(size() / table.rows)),
                      std::vector<double>(table.rows)};
    std::vector<std::size_t> places;
    const auto count = [&](std::span<const Ordinal> ordinals, std::vector<double>& into, double by) {
      for (const Ordinal ordinal : ordinals) {
        rows(ordinal, places);
        into[places[number]] += by;
      }
    };
    count(failing, verdicts.failing, 1);
    count(unjudged, verdicts.judged, -1);
    count(undecided, verdicts.judged, -1);
    std::vector<Telling> known = telling_of(tree, *this, verdicts, rate);
    std::vector<Telling> found;
    for (const ChoiceGroup& part : parts)
      for (Telling& each : telling_of(part, *this, verdicts, rate))
        if (2 * each.share.failing > each.share.judged && each.bits > 0) found.push_back(std::move(each));
    std::ranges::stable_sort(found, std::greater{}, &Telling::bits);
    std::size_t added = 0;
    for (Telling& each : found) {
      if (added == most_telling) break;
      if (std::ranges::any_of(known, [&](const Telling& other) { return says_as_well(other, each, verdicts); }))
        continue;
      result.append(number, attribute_of(each.group, each.label), each.column);
      known.push_back(std::move(each));
      ++added;
    }
  }
  return result;
}

}  // namespace smallscope::clustering
