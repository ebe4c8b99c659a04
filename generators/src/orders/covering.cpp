// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/orders/covering.hpp>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "orders/covering_arrays.hpp"
#include "orders/covering_search.hpp"

namespace smallscope::generators {

namespace {

constexpr std::uint64_t reduction_share = std::uint64_t{1} << 12;  // steps of the removal of rows, for each combination
constexpr std::size_t greatest_candidates = 50;                    // AETG's number
constexpr Ordinal greatest_algebraic = Ordinal{1} << 14;           // rows of an algebraic array
constexpr Ordinal greatest_field = 256;                            // the levels of an algebraic array

/// The columns with most levels first: algebraic arrays cover the first of these.
std::vector<std::size_t> by_levels(const std::vector<Ordinal>& levels) {
  std::vector<std::size_t> columns(levels.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  std::stable_sort(columns.begin(), columns.end(), [&](std::size_t a, std::size_t b) { return levels[a] > levels[b]; });
  return columns;
}

/// Puts an array's columns in the place of those with most levels. Levels that a column lacks are left free.
std::vector<LevelRow> spread(const UniformArray& array, const std::vector<Ordinal>& levels) {
  const std::vector<std::size_t> columns = by_levels(levels);
  std::vector<LevelRow> rows(array.rows.size(), LevelRow(levels.size(), any_level));
  for (std::size_t i = 0; i < std::min(columns.size(), array.columns); ++i)
    for (std::size_t row = 0; row < rows.size(); ++row)
      if (array.rows[row][i] < levels[columns[i]]) rows[row][columns[i]] = array.rows[row][i];
  return rows;
}

/// The least possible number of rows: the combinations of the `strength` columns with most levels.
std::size_t least_rows(const CombinationIndex& index) {
  std::vector<Ordinal> levels = index.levels();
  std::sort(levels.rbegin(), levels.rend());
  std::size_t product = 1;
  for (std::size_t i = 0; i < index.strength(); ++i) product *= levels[i];
  return product;
}

/// What a row costs the greedy search: every level of every column with every set of others.
double steps_of_row(const CombinationIndex& index) {
  const Ordinal greatest = *std::max_element(index.levels().begin(), index.levels().end());
  return static_cast<double>(index.sets()) * static_cast<double>(greatest);
}

/// The algebraic arrays to begin with: for the greatest number of levels or a little above, with more and more columns.
std::vector<std::vector<LevelRow>> algebraic_starts(const CombinationIndex& index) {
  const std::vector<Ordinal>& levels = index.levels();
  const Ordinal greatest = *std::max_element(levels.begin(), levels.end());
  std::vector<std::vector<LevelRow>> starts;
  if (index.strength() == 2 && greatest == 2 && levels.size() > 1)
    starts.push_back(spread(binary_array(levels.size()), levels));
  Ordinal q = greatest;
  while (q <= greatest_field && !is_field_size(q)) ++q;
  if (q > greatest_field) return starts;
  Ordinal count = 1;
  for (std::size_t i = 0; i < index.strength(); ++i) count = std::min(count * q, greatest_algebraic + 1);
  if (count > std::min<Ordinal>(greatest_algebraic, 2 * least_rows(index)))
    return starts;  // the levels differ too much
  UniformArray array = orthogonal_array(q, index.strength());
  starts.push_back(spread(array, levels));
  while (index.strength() == 2 && array.columns < levels.size() &&
         array.rows.size() + q * q - q <= greatest_algebraic) {
    array = product_array(array, q);
    starts.push_back(spread(array, levels));
  }
  return starts;
}

/// How many candidates for a row this many attempts can afford to try.
std::size_t affordable_candidates(const CombinationIndex& index, std::size_t attempts, std::uint64_t steps) {
  const double rows = 2 * static_cast<double>(least_rows(index) * attempts);
  return static_cast<std::size_t>(std::clamp(static_cast<double>(steps) / (rows * steps_of_row(index)), 1.0,
                                             static_cast<double>(greatest_candidates)));
}

/// The smallest result of several attempts. Columns have at least two levels each.
std::vector<LevelRow> search(const CombinationIndex& index, const CoveringEffort& effort) {
  std::vector<std::vector<LevelRow>> starts = algebraic_starts(index);
  starts.insert(starts.begin(), std::vector<LevelRow>());
  const std::size_t least = least_rows(index);
  const std::size_t candidates = affordable_candidates(index, starts.size(), effort.search);
  std::vector<std::vector<LevelRow>> found;
  for (const std::vector<LevelRow>& start : starts) {
    found.push_back(greedy_rows(index, start, candidates, 1));
    if (found.back().size() == least) return std::move(found.back());
  }
  const std::uint64_t steps = std::min(effort.reduction, reduction_share * index.size()) / found.size();
  for (std::size_t i = 0; i < found.size(); ++i) remove_rows(index, found[i], least, steps, i + 1);
  return *std::min_element(found.begin(), found.end(),
                           [](const auto& a, const auto& b) { return a.size() < b.size(); });
}

void check_row(const CombinationIndex& index, std::span<const Ordinal> row, const std::string& what) {
  const std::vector<Ordinal>& levels = index.levels();
  if (row.size() != levels.size())
    throw GeneratorError(what + ": the row has " + std::to_string(row.size()) + " levels for " +
                         std::to_string(levels.size()) + " factors; give one for each");
  for (std::size_t i = 0; i < row.size(); ++i)
    if (row[i] >= levels[i])
      throw GeneratorError(what + ": factor " + std::to_string(i) + " has no level " + std::to_string(row[i]) +
                           "; its levels are below " + std::to_string(levels[i]));
}

}  // namespace

std::vector<LevelRow> covering_rows(std::span<const Ordinal> levels, std::size_t strength,
                                    const CoveringEffort& effort) {
  const CombinationIndex whole({levels.begin(), levels.end()}, strength, "covering rows");
  // Columns of one level are the same in every row, so only the others matter.
  std::vector<std::size_t> branching;
  std::vector<Ordinal> counts;
  for (std::size_t column = 0; column < levels.size(); ++column) {
    if (levels[column] == 1) continue;
    branching.push_back(column);
    counts.push_back(levels[column]);
  }
  if (branching.empty()) return {LevelRow(levels.size(), 0)};
  const CombinationIndex index(counts, std::min(strength, branching.size()), "covering rows");
  std::vector<LevelRow> rows;
  for (const LevelRow& found : search(index, effort)) {
    rows.emplace_back(levels.size(), 0);
    for (std::size_t i = 0; i < branching.size(); ++i) rows.back()[branching[i]] = found[i];
  }
  sort_rows(whole, rows);
  return rows;
}

std::vector<LevelRow> extended_rows(std::span<const Ordinal> levels, std::size_t strength,
                                    std::span<const LevelRow> first, const CoveringEffort& effort) {
  const CombinationIndex index({levels.begin(), levels.end()}, strength, "covering rows");
  for (const LevelRow& row : first) check_row(index, row, "covering rows");
  std::vector<LevelRow> rows =
      greedy_rows(index, {first.begin(), first.end()}, affordable_candidates(index, 1, effort.search), 1);
  sort_rows(index, rows, first.size());
  return rows;
}

class CombinationCoverage::Seen {
 public:
  Seen(std::vector<Ordinal> levels, std::size_t strength)
      : index(std::move(levels), strength, "combination coverage"), combinations(index.size(), false) {}
  CombinationIndex index;
  std::vector<bool> combinations;
};

CombinationCoverage::CombinationCoverage(std::vector<Ordinal> levels, std::size_t strength)
    : seen_(std::make_unique<Seen>(std::move(levels), strength)) {}
CombinationCoverage::~CombinationCoverage() = default;
CombinationCoverage::CombinationCoverage(CombinationCoverage&&) noexcept = default;
CombinationCoverage& CombinationCoverage::operator=(CombinationCoverage&&) noexcept = default;

Ordinal CombinationCoverage::add(std::span<const Ordinal> row) {
  check_row(seen_->index, row, "combination coverage");
  Ordinal added = 0;
  seen_->index.for_each(row, [&](std::size_t number, const auto&) {
    if (seen_->combinations[number]) return;
    seen_->combinations[number] = true;
    ++added;
  });
  covered_ += added;
  return added;
}

Ordinal CombinationCoverage::combinations() const { return seen_->index.size(); }
Ordinal CombinationCoverage::combinations_per_row() const { return seen_->index.sets(); }

}  // namespace smallscope::generators
