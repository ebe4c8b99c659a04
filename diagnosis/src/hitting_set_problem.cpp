// SPDX-License-Identifier: Apache-2.0
#include "hitting_set_problem.hpp"

#include <algorithm>

#include <smallscope/diagnosis/ambiguity_groups.hpp>

namespace smallscope::diagnosis {

namespace {

bool is_subset(std::span<const Word> part, std::span<const Word> whole) {
  return std::ranges::equal(part, whole, [](Word a, Word b) { return (a & ~b) == 0; });
}

/// The conflicts that contain no other one, smallest first.
std::vector<std::vector<Word>> least(std::span<const ElementSet> conflicts, Column columns) {
  std::vector<ElementSet> sorted(conflicts.begin(), conflicts.end());
  for (ElementSet& conflict : sorted) {
    std::ranges::sort(conflict);
    conflict.erase(std::unique(conflict.begin(), conflict.end()), conflict.end());
  }
  std::ranges::sort(sorted, [](const ElementSet& a, const ElementSet& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  std::vector<std::vector<Word>> kept;
  for (const ElementSet& conflict : sorted) {
    std::vector<Word> row = row_of(conflict, columns);
    if (std::ranges::none_of(kept, [&](const auto& smaller) { return is_subset(smaller, row); }))
      kept.push_back(std::move(row));
  }
  return kept;
}

}  // namespace

HittingSetProblem reduced(std::span<const ElementSet> conflicts) {
  HittingSetProblem problem;
  Column columns = 0;
  for (const ElementSet& conflict : conflicts) {
    problem.has_empty_conflict |= conflict.empty();
    for (const Column column : conflict) columns = std::max(columns, column + 1);
  }
  if (conflicts.empty() || problem.has_empty_conflict) return problem;
  const std::vector<std::vector<Word>> rows = least(conflicts, columns);
  AmbiguityGroups groups(columns);
  groups.refine(std::vector<std::span<const Word>>(rows.begin(), rows.end()));
  const auto covers = [](const std::vector<Word>& row, Column column) {
    return (row[column / word_bits] >> (column % word_bits) & 1u) != 0;
  };
  for (std::vector<Column>& group : groups.groups()) {
    std::vector<Column> hit;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (covers(rows[i], group[0])) hit.push_back(static_cast<Column>(i));
    if (hit.empty()) continue;
    problem.hits.push_back(row_of(hit, static_cast<Column>(rows.size())));
    problem.groups.push_back(std::move(group));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<Column> members;
    for (std::size_t group = 0; group < problem.groups.size(); ++group)
      if (covers(rows[i], problem.groups[group][0])) members.push_back(static_cast<Column>(group));
    problem.conflicts.push_back(row_of(members, static_cast<Column>(problem.groups.size())));
  }
  return problem;
}

}  // namespace smallscope::diagnosis
