// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/flitsr.hpp>

#include <algorithm>
#include <optional>

#include <smallscope/diagnosis/ambiguity_groups.hpp>

namespace smallscope::diagnosis {

namespace {

/// Which failing tests are left, and how many of them cover each ambiguity group. Passing ones all stay.
class Reduction {
 public:
  Reduction(const Spectrum& spectrum, const Measure& measure)
      : measure_(measure), groups_(ambiguity_groups(spectrum).groups()), failing_(spectrum.failing()) {
    const std::vector<Counts> all = spectrum.counts();
    std::vector<std::optional<Column>> group_of_first(spectrum.columns());
    for (Column group = 0; group < groups_.size(); ++group) {
      group_of_first[groups_[group].front()] = group;
      on_whole_suite_.push_back(all[groups_[group].front()]);
      failing_of_.push_back(on_whole_suite_.back().ef);
    }
    rows_of_.resize(groups_.size());
    for (std::size_t number = 0; number < spectrum.rows(); ++number) {
      const std::uint32_t failing = spectrum.weight(number).failing;
      if (failing == 0) continue;
      Row row{.failing = failing, .groups = {}};
      for_each_bit(spectrum.row(number), [&](Column column) {
        if (group_of_first[column]) row.groups.push_back(*group_of_first[column]);
      });
      if (row.groups.empty()) unexplained_ = failing;
      for (const Column group : row.groups) rows_of_[group].push_back(rows_.size());
      if (!row.groups.empty()) rows_.push_back(std::move(row));
    }
    is_taken_.resize(groups_.size());
    is_left_.assign(rows_.size(), true);
  }

  const std::vector<ElementSet>& groups() const { return groups_; }
  std::size_t unexplained() const { return unexplained_; }

  /// The groups of a basis of the failing rows that are left; none if there are none.
  std::vector<Column> next_basis() {
    struct Step {
      Column group;
      std::vector<std::size_t> removed;
    };
    std::vector<Step> steps;
    while (const auto suspect = most_suspicious()) {
      Step step{.group = *suspect, .removed = {}};
      for (const std::size_t row : rows_of_[step.group])
        if (is_left_[row]) {
          remove(row);
          step.removed.push_back(row);
        }
      steps.push_back(std::move(step));
    }
    // From the last step to the first: what later ones explain, too, did not need the earlier one.
    std::vector<Column> basis;
    std::vector<bool> is_explained(rows_.size());
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      if (std::ranges::all_of(step->removed, [&](std::size_t row) { return is_explained[row]; })) continue;
      basis.push_back(step->group);
      for (const std::size_t row : rows_of_[step->group]) is_explained[row] = true;
    }
    for (const Step& step : steps)
      for (const std::size_t row : step.removed) restore(row);
    return basis;
  }

  /// Goes on without these groups, and without failing rows that have no others.
  void take(const std::vector<Column>& basis) {
    for (const Column group : basis) is_taken_[group] = true;
    for (const Column group : basis)
      for (const std::size_t row : rows_of_[group])
        if (is_left_[row] && std::ranges::all_of(rows_[row].groups, [&](Column each) { return is_taken_[each]; }))
          remove(row);
  }

 private:
  struct Row {
    std::uint32_t failing;
    std::vector<Column> groups;
  };

  /// Of the groups that a row which is left covers.
  std::optional<Column> most_suspicious() const {
    std::optional<Column> best;
    Score best_score;
    for (Column group = 0; group < groups_.size(); ++group) {
      if (is_taken_[group] || failing_of_[group] == 0) continue;
      const Score score = score_of(group);
      const auto order = best ? score <=> best_score : std::weak_ordering::greater;
      if (order > 0 ||
          (order == 0 && measure_.score(on_whole_suite_[group]) > measure_.score(on_whole_suite_[*best]))) {
        best = group;
        best_score = score;
      }
    }
    return best;
  }

  void remove(std::size_t row) {
    is_left_[row] = false;
    failing_ -= rows_[row].failing;
    for (const Column group : rows_[row].groups) failing_of_[group] -= rows_[row].failing;
  }
  void restore(std::size_t row) {
    is_left_[row] = true;
    failing_ += rows_[row].failing;
    for (const Column group : rows_[row].groups) failing_of_[group] += rows_[row].failing;
  }

  Score score_of(Column group) const {
    Counts counts = on_whole_suite_[group];
    counts.ef = failing_of_[group];
    counts.nf = failing_ - counts.ef;
    return measure_.score(counts);
  }

  const Measure& measure_;
  std::vector<ElementSet> groups_;
  std::vector<Counts> on_whole_suite_;     // of each group
  std::vector<std::uint32_t> failing_of_;  // the failing tests that are left and cover the group
  std::uint32_t failing_;                  // that are left
  std::vector<Row> rows_;                  // of failing tests that cover something
  std::vector<std::vector<std::size_t>> rows_of_;
  std::vector<bool> is_taken_, is_left_;
  std::size_t unexplained_ = 0;
};

/// The bases above the order of the measure.
Ranking with_bases_first(const Ranking& by_measure, const std::vector<Basis>& bases) {
  Ranking ranking{.order = {}, .position = std::vector<std::size_t>(by_measure.order.size())};
  std::vector<bool> is_placed(by_measure.order.size());
  const auto place = [&](std::span<const Column> tied) {
    const std::size_t first = ranking.order.size() + 1, last = ranking.order.size() + tied.size();
    for (const Column element : tied) {
      is_placed[element] = true;
      ranking.position[element] = ranking.order.size();
      ranking.order.push_back({element, by_measure.order[by_measure.position[element]].score, first, last});
    }
  };
  for (const Basis& basis : bases)
    for (const ElementSet& group : basis) place(group);
  for (std::size_t i = 0; i < by_measure.order.size();) {
    const std::size_t end = by_measure.order[i].last;
    ElementSet rest;
    for (; i < end; ++i)
      if (!is_placed[by_measure.order[i].element]) rest.push_back(by_measure.order[i].element);
    place(rest);
  }
  return ranking;
}

}  // namespace

Flitsr flitsr(const Spectrum& spectrum, const Measure& measure, std::size_t rounds) {
  Reduction reduction(spectrum, measure);
  Flitsr result;
  result.unexplained = reduction.unexplained();
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::vector<Column> found = reduction.next_basis();
    if (found.empty()) break;
    Basis basis;
    for (const Column group : found) basis.push_back(reduction.groups()[group]);
    result.bases.push_back(std::move(basis));
    reduction.take(found);
  }
  result.ranking = with_bases_first(rank(spectrum.counts(), measure), result.bases);
  return result;
}

}  // namespace smallscope::diagnosis
