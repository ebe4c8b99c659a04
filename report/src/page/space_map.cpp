// SPDX-License-Identifier: Apache-2.0
#include "page/space_map.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace smallscope::report::page {

namespace {

using clustering::Population;
using clustering::PopulationTable;
using results::Ordinal;
using Counts = std::vector<Ordinal>;

constexpr std::size_t most_axes = 40;
constexpr Ordinal most_walked = 5'000'000;

MapAxis axis_of(const Failures& failures, std::size_t choice) {
  const ChoiceColumn& column = failures.choices[choice];
  Counts failing(column.labels.size(), 0);
  for (std::size_t i = 0; i < failures.size(); ++i)
    if (failures.levels[i] == 0) ++failing[column.values[i]];
  MapAxis axis{.choice = choice};
  axis.shown.resize(column.labels.size());
  std::iota(axis.shown.begin(), axis.shown.end(), Value{0});
  const auto without_failures = static_cast<std::size_t>(std::ranges::count(failing, Ordinal{0}));
  if (axis.shown.size() > MapAxis::few_values && without_failures > 1)
    std::erase_if(axis.shown, [&](Value value) { return failing[value] == 0; });
  if (axis.shown.size() > MapAxis::most_values) {
    std::ranges::stable_sort(axis.shown, std::greater(), [&](Value value) { return failing[value]; });
    axis.shown.resize(MapAxis::most_values - 1);
    std::ranges::sort(axis.shown);
  }
  axis.folded = column.labels.size() - axis.shown.size();
  axis.place.assign(column.labels.size(), static_cast<Value>(axis.shown.size()));
  for (std::size_t place = 0; place < axis.shown.size(); ++place)
    axis.place[axis.shown[place]] = static_cast<Value>(place);
  return axis;
}

std::size_t pair_number(std::size_t first, std::size_t second) { return second * (second - 1) / 2 + first; }

/// All inputs by the places of one axis, or of two.
Counts inputs_by(const Population& population, const MapAxis& axis) {
  const Ordinal each = population.size() / population.tables()[population.table_of(axis.choice)].rows;
  Counts inputs(axis.size(), 0);
  const std::vector<std::size_t> rows = population.column_of(axis.choice).counts(axis.place.size());
  for (std::size_t value = 0; value < rows.size(); ++value) inputs[axis.place[value]] += rows[value] * each;
  return inputs;
}

Counts inputs_by(const Population& population, const MapAxis& first, const MapAxis& second) {
  Counts inputs(first.size() * second.size(), 0);
  const std::size_t table = population.table_of(first.choice);
  if (table == population.table_of(second.choice)) {
    const Ordinal each = population.size() / population.tables()[table].rows;
    std::vector<Value> of_first;
    population.column_of(first.choice).for_each([&](std::size_t, Value value) {
      of_first.push_back(first.place[value]);
    });
    population.column_of(second.choice).for_each([&](std::size_t row, Value value) {
      inputs[of_first[row] * second.size() + second.place[value]] += each;
    });
    return inputs;
  }
  // Independent: of the inputs with a value of the first, the same part has each value of the second.
  const Counts a = inputs_by(population, first), b = inputs_by(population, second);
  const Ordinal rows = population.tables()[table].rows, each = population.size() / rows;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) inputs[i * b.size() + j] = a[i] / each * (b[j] / rows);
  return inputs;
}

/// Calls visit(ordinal) for every executed input of level 0 that neither passed nor failed.
template <class Visit>
void for_each_unjudged(const results::Store& store, Visit visit) {
  for (const auto& [level, ordinal] : store.open_cases())
    if (level == 0) visit(ordinal);
  const results::Discards discards = store.discards(0);
  for (const auto& [first, last] : discards.filtered)
    for (Ordinal ordinal = first; ordinal < last; ++ordinal) visit(ordinal);
  for (const auto* part : {&discards.rejected, &discards.refused, &discards.not_applicable})
    for (const Ordinal ordinal : *part) visit(ordinal);
}

/// Adds `number` to the cells of one input.
void add_input(SpaceMap& map, const std::vector<Value>& values, Ordinal number) {
  for (std::size_t j = 0; j < map.axes.size(); ++j) {
    const Value place = map.axes[j].place[values[map.axes[j].choice]];
    map.judged_by_axis[j][place] += number;
    for (std::size_t i = 0; i < j; ++i) {
      const Value row = map.axes[i].place[values[map.axes[i].choice]];
      map.judged[pair_number(i, j)][row * map.axes[j].size() + place] += number;
    }
  }
}

void count_judged(SpaceMap& map, const results::Store& store, const Population& population) {
  const results::Account account = store.account();
  if (!account.complete && account.executed > most_walked) return;
  for (std::size_t j = 0; j < map.axes.size(); ++j) {
    map.judged_by_axis.push_back(account.complete ? inputs_by(population, map.axes[j]) : Counts(map.axes[j].size(), 0));
    for (std::size_t i = 0; i < j; ++i)
      map.judged.push_back(account.complete ? inputs_by(population, map.axes[i], map.axes[j])
                                            : Counts(map.axes[i].size() * map.axes[j].size(), 0));
  }
  std::vector<Value> values;
  const auto add = [&](Ordinal ordinal, Ordinal number) {
    population.values(ordinal, values);
    add_input(map, values, number);
  };
  if (!account.complete)
    store.for_each_executed(0, [&](Ordinal first, Ordinal last) {
      for (Ordinal ordinal = first; ordinal < last; ++ordinal) add(ordinal, 1);
      return true;
    });
  for_each_unjudged(store, [&](Ordinal ordinal) { add(ordinal, Ordinal(0) - 1); });
}

Counts failing_by(const Failures& failures, const MapAxis& first, const MapAxis& second) {
  Counts failing(first.size() * second.size(), 0);
  const auto &a = failures.choices[first.choice].values, &b = failures.choices[second.choice].values;
  for (std::size_t i = 0; i < failures.size(); ++i)
    if (failures.levels[i] == 0) ++failing[first.place[a[i]] * second.size() + second.place[b[i]]];
  return failing;
}

double bits(double part, double all) { return part == 0 ? 0 : -part * std::log2(part / all); }

/// How many bits less the verdicts of all inputs take when their cell is known.
double information(const Counts& failing, const Counts& judged) {
  double failed = 0, all = 0, within = 0;
  for (std::size_t i = 0; i < judged.size(); ++i) {
    const auto bad = static_cast<double>(failing[i]), inputs = static_cast<double>(judged[i]);
    within += bits(bad, inputs) + bits(inputs - bad, inputs);
    failed += bad;
    all += inputs;
  }
  return bits(failed, all) + bits(all - failed, all) - within;
}

void choose_opening(SpaceMap& map, const Failures& failures) {
  if (map.axes.size() < 2) return;
  map.columns = 1;
  if (map.judged.empty()) return;
  double most = -1;
  for (std::size_t j = 1; j < map.axes.size(); ++j)
    for (std::size_t i = 0; i < j; ++i) {
      const double told = information(failing_by(failures, map.axes[i], map.axes[j]), map.judged[pair_number(i, j)]);
      if (told < most + 1e-6) continue;  // the first of equal ones, whatever the rounding
      most = told;
      map.rows = i;
      map.columns = j;
    }
  // A table reads better high than wide.
  if (map.axes[map.columns].size() > map.axes[map.rows].size()) std::swap(map.rows, map.columns);
}

}  // namespace

SpaceMap space_map(const PageContents& contents, const Failures& failures) {
  SpaceMap map;
  const Population* population = population_of(contents);
  const std::size_t choices = population == nullptr ? failures.choices.size() : population->attributes().size();
  for (std::size_t choice = 0; choice < std::min(choices, most_axes); ++choice)
    map.axes.push_back(axis_of(failures, choice));
  if (population != nullptr) count_judged(map, contents.findings.store, *population);
  choose_opening(map, failures);
  return map;
}

void drop_unused_labels(Failures& failures, SpaceMap& map) {
  std::vector<MapAxis*> axis_of_choice(failures.choices.size(), nullptr);
  for (MapAxis& axis : map.axes) axis_of_choice[axis.choice] = &axis;
  for (std::size_t choice = 0; choice < failures.choices.size(); ++choice) {
    ChoiceColumn& column = failures.choices[choice];
    std::vector<bool> used(column.labels.size(), false);
    for (const Value value : column.values) used[value] = true;
    if (axis_of_choice[choice] != nullptr)
      for (const Value value : axis_of_choice[choice]->shown) used[value] = true;
    std::vector<Value> number(used.size());
    std::vector<std::string> labels;
    for (std::size_t value = 0; value < used.size(); ++value) {
      if (!used[value]) continue;
      number[value] = static_cast<Value>(labels.size());
      labels.push_back(std::move(column.labels[value]));
    }
    column.labels = std::move(labels);
    for (Value& value : column.values) value = number[value];
    if (axis_of_choice[choice] == nullptr) continue;
    for (Value& value : axis_of_choice[choice]->shown) value = number[value];
    axis_of_choice[choice]->place.clear();
  }
}

Json to_json(const SpaceMap& map) {
  Json axes = Json::array();
  for (std::size_t i = 0; i < map.axes.size(); ++i)
    axes.push_back({{"choice", map.axes[i].choice},
                    {"shown", map.axes[i].shown},
                    {"folded", map.axes[i].folded},
                    {"judged", map.judged_by_axis.empty() ? Json(nullptr) : Json(map.judged_by_axis[i])}});
  return {{"axes", std::move(axes)},
          {"judged", map.judged.empty() ? Json(nullptr) : Json(map.judged)},
          {"rows", map.rows},
          {"columns", map.columns}};
}

}  // namespace smallscope::report::page
