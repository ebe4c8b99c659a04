// SPDX-License-Identifier: Apache-2.0
// Attributes that say what is somewhere in a tree.
#include <algorithm>
#include <cmath>
#include <functional>

#include <smallscope/clustering/explanations/population.hpp>

#include "explanations/choice_groups.hpp"

namespace smallscope::clustering {

namespace {

/// What looking for telling contents may cost, a few seconds.
constexpr std::size_t most_looked_at = 1'000'000'000;

/// By label, whether some member of the group has it in each row of their table.
std::vector<Column> contents(const ChoiceGroup& group, const std::vector<std::string>& labels,
                             const Population& population) {
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::vector<std::vector<std::uint32_t>> rows(labels.size());
  for (const std::size_t member : group.members) {
    std::vector<std::size_t> of_value;
    std::vector<std::uint8_t> wanted;
    for (const std::string& label : population.attributes()[member].labels) {
      const auto found = std::ranges::lower_bound(labels, label);
      const bool is_known = found != labels.end() && *found == label;
      of_value.push_back(is_known ? static_cast<std::size_t>(found - labels.begin()) : none);
      wanted.push_back(is_known);
    }
    population.column_of(member).for_each_with(wanted, [&](std::size_t row, Value value) {
      rows[of_value[value]].push_back(static_cast<std::uint32_t>(row));
    });
  }
  const std::size_t size = population.tables()[population.table_of(group.members.front())].rows;
  std::vector<Column> columns;
  for (std::vector<std::uint32_t>& in : rows) {
    std::ranges::sort(in);
    in.erase(std::ranges::unique(in).begin(), in.end());
    std::vector<Value> some(in.size(), 1);
    columns.emplace_back(size, Value{0}, std::move(in), std::move(some));
  }
  return columns;
}

/// How many rows contents() visits.
std::size_t visits_of(const ChoiceGroup& group, const Population& population) {
  std::size_t visits = 0;
  for (const std::size_t member : group.members) visits += population.column_of(member).held();
  return visits;
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
  column.for_each_of(1, [&](std::size_t row) {
    share.judged += verdicts.judged[row];
    share.failing += verdicts.failing[row];
  });
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
  std::vector<Column> columns = contents(group, labels, population);
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
  bool has_all = true;
  narrow.column.for_each_of(
      1, [&](std::size_t row) { has_all = has_all && (verdicts.failing[row] <= 0 || wide.column[row] != 0); });
  return has_all && 2 * (1 - narrow.share.failing_share()) >= 1 - wide.share.failing_share();
}

}  // namespace

Population Population::with_contents_of_trees() const {
  Population result = *this;
  for (const ChoiceGroup& group : groups_of(attributes_)) {
    const std::vector<std::string> labels = group.is_tree ? labels_of(group, *this) : std::vector<std::string>();
    if (labels.size() > group.members.size() || tables_of(group.members).size() > 1) continue;
    const std::size_t table = table_of_[group.members.front()];
    std::vector<Column> columns = contents(group, labels, *this);
    for (std::size_t i = 0; i < labels.size(); ++i)
      if (!columns[i].is_constant()) result.append(table, attribute_of(group.name, labels[i]), std::move(columns[i]));
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
    for (const ChoiceGroup& part : parts) visits += visits_of(part, *this);
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
