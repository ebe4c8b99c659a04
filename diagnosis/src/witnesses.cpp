// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include <smallscope/diagnosis/ambiguity_groups.hpp>
#include <smallscope/diagnosis/single_fault.hpp>

namespace smallscope::diagnosis {

namespace {

/// A distinct row of failing tests.
struct FailingRow {
  std::size_t test;  ///< the first that fails with it
  std::span<const Word> covered;
};

/// How many of these elements the row lacks.
std::size_t lacking(std::span<const Word> elements, std::span<const Word> covered) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < elements.size(); ++i)
    count += static_cast<std::size_t>(std::popcount(elements[i] & ~covered[i]));
  return count;
}

/// Whether the row lacks all of these elements that the other one lacks.
bool lacks_all_of(std::span<const Word> covered, std::span<const Word> other, std::span<const Word> elements) {
  for (std::size_t i = 0; i < elements.size(); ++i)
    if ((elements[i] & ~other[i] & covered[i]) != 0) return false;
  return true;
}

bool is_empty(std::span<const Word> row) {
  return std::ranges::all_of(row, [](Word word) { return word == 0; });
}

/// Each distinct row of failing tests that covers something, by its first failing test.
std::vector<FailingRow> failing_rows(const Spectrum& spectrum) {
  std::vector<FailingRow> rows;
  std::vector<bool> is_known(spectrum.rows());
  for (std::size_t number = 0; number < spectrum.tests(); ++number) {
    const CoveredTest test = spectrum.test(number);
    if (!is_failing(test.outcome) || is_known[test.row]) continue;
    is_known[test.row] = true;
    if (!is_empty(spectrum.row(test.row))) rows.push_back({number, spectrum.row(test.row)});
  }
  return rows;
}

/// What is to be removed, and with which rows.
class Problem {
 public:
  Problem(const Spectrum& spectrum, std::optional<std::size_t> start)
      : columns_(spectrum.columns()), rows_(failing_rows(spectrum)) {
    CommonElements common(spectrum.columns());
    superfluous_.assign(common.row().begin(), common.row().end());
    for (const FailingRow& row : rows_) common.add(row.covered, {.passing = 0, .failing = 1});
    if (start) {
      take(start_row(spectrum, *start));
      chosen_.front() = *start;  // also if it is not the first with its row
    }
    for (std::size_t i = 0; i < superfluous_.size(); ++i) superfluous_[i] &= ~common.row()[i];
  }

  /// In the order in which they were chosen.
  const std::vector<std::size_t>& chosen() const { return chosen_; }
  const std::vector<FailingRow>& rows() const { return rows_; }
  Column columns() const { return columns_; }
  std::span<const Word> superfluous() const { return superfluous_; }
  bool is_solved() const { return rows_.empty() || (!chosen_.empty() && is_empty(superfluous_)); }

  void take_first() {
    for (std::size_t i = 0; i < rows_.size() && !is_solved(); ++i)
      if (chosen_.empty() || lacking(superfluous_, rows_[i].covered) > 0) take(i);
  }
  void take_greedily() {
    while (!is_solved()) {
      std::size_t best = 0, most = 0;
      for (std::size_t i = 0; i < rows_.size(); ++i)
        if (const std::size_t removed = lacking(superfluous_, rows_[i].covered); removed > most) {
          most = removed;
          best = i;
        }
      take(best);
    }
  }

 private:
  void take(std::size_t row) {
    chosen_.push_back(rows_[row].test);
    for (std::size_t i = 0; i < superfluous_.size(); ++i) superfluous_[i] &= rows_[row].covered[i];
  }
  std::size_t start_row(const Spectrum& spectrum, std::size_t start) const {
    if (start >= spectrum.tests() || !is_failing(spectrum.test(start).outcome))
      throw SpectrumError(
          fmt::format("test {} is not a failing one of the {}: begin with a failing test", start, spectrum.tests()));
    const std::span<const Word> row = spectrum.row(spectrum.test(start).row);
    const auto found =
        std::ranges::find_if(rows_, [&](const FailingRow& each) { return each.covered.data() == row.data(); });
    if (found == rows_.end())
      throw SpectrumError(fmt::format("test {} covers nothing: begin with a failing test that does", start));
    return static_cast<std::size_t>(found - rows_.begin());
  }

  Column columns_;
  std::vector<FailingRow> rows_;
  std::vector<Word> superfluous_;  ///< common to the chosen rows, not to all
  std::vector<std::size_t> chosen_;
};

/// The rows that can be of use: no other one removes the same and more.
std::vector<FailingRow> useful(const std::vector<FailingRow>& rows, std::span<const Word> superfluous) {
  std::vector<std::size_t> removed;
  for (const FailingRow& row : rows) removed.push_back(lacking(superfluous, row.covered));
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (removed[i] > 0) order.push_back(i);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return removed[a] > removed[b]; });
  std::vector<std::size_t> kept;
  for (const std::size_t row : order)
    if (std::ranges::none_of(kept, [&](std::size_t better) {
          return lacks_all_of(rows[better].covered, rows[row].covered, superfluous);
        }))
      kept.push_back(row);
  std::ranges::sort(kept);
  std::vector<FailingRow> result;
  for (const std::size_t row : kept) result.push_back(rows[row]);
  return result;
}

/// The rows that remove a superfluous element, for one of those that the same rows remove.
std::vector<ElementSet> removers(const std::vector<FailingRow>& rows, std::span<const Word> superfluous,
                                 Column columns) {
  AmbiguityGroups groups(columns);
  std::vector<std::span<const Word>> covered;
  for (const FailingRow& row : rows) covered.push_back(row.covered);
  groups.refine(covered);
  const std::vector<Column> group_of = groups.group_of();
  std::vector<bool> is_known(groups.size());
  std::vector<ElementSet> removers;
  for_each_bit(superfluous, [&](Column element) {
    if (is_known[group_of[element]]) return;
    is_known[group_of[element]] = true;
    removers.emplace_back();
    for (Column row = 0; row < rows.size(); ++row)
      if ((covered[row][element / word_bits] >> (element % word_bits) & 1u) == 0) removers.back().push_back(row);
  });
  return removers;
}

/// Replaces the greedy set by smaller ones until there is none.
Witnesses fewest(const Problem& problem, std::vector<std::size_t> greedy, const WitnessBounds& bounds) {
  Witnesses best{.tests = std::move(greedy)};
  const std::vector<std::size_t>& start = problem.chosen();
  const std::size_t least = start.size() + 1;  // a greedy set that is no larger needs no proof
  best.is_fewest = best.tests.size() <= least;
  if (best.is_fewest || problem.rows().size() > bounds.rows) return best;
  const std::vector<FailingRow> rows = useful(problem.rows(), problem.superfluous());
  const std::vector<ElementSet> conflicts = removers(rows, problem.superfluous(), problem.columns());
  while (!best.is_fewest) {
    std::vector<std::size_t> smaller;
    const Enumeration end = for_each_minimal_hitting_set(
        conflicts, {.cardinality = best.tests.size() - least, .steps = bounds.steps, .stop = bounds.stop},
        [&](std::span<const Column> set) {
          smaller = start;
          for (const Column row : set) smaller.push_back(rows[row].test);
          return false;
        });
    if (smaller.empty()) {
      best.is_fewest = end == Enumeration::complete || end == Enumeration::cut_by_cardinality;
      break;
    }
    best.is_fewest = smaller.size() <= least;
    best.tests = std::move(smaller);
  }
  std::ranges::sort(best.tests.begin() + static_cast<std::ptrdiff_t>(start.size()), best.tests.end());
  return best;
}

}  // namespace

std::string_view name(WitnessRule rule) {
  static constexpr std::string_view names[] = {"first", "greedy", "fewest"};
  return names[static_cast<std::size_t>(rule)];
}

Witnesses witnesses(const Spectrum& spectrum, WitnessRule rule, std::optional<std::size_t> start,
                    const WitnessBounds& bounds) {
  Problem problem(spectrum, start);
  if (rule == WitnessRule::first) {
    problem.take_first();
    return {.tests = problem.chosen(), .is_fewest = problem.chosen().size() <= 1};
  }
  Problem greedy = problem;
  greedy.take_greedily();
  if (rule == WitnessRule::greedy) return {.tests = greedy.chosen(), .is_fewest = greedy.chosen().size() <= 1};
  return fewest(problem, greedy.chosen(), bounds);
}

}  // namespace smallscope::diagnosis
