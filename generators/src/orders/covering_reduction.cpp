// SPDX-License-Identifier: Apache-2.0
// Fewer rows, in the best sequence (Nayeri, Colbourn and Konjevod 2013: post-optimisation of covering arrays).
#include <algorithm>
#include <queue>
#include <utility>

#include "orders/covering_search.hpp"

namespace smallscope::generators {

namespace {

class Reduction {
 public:
  Reduction(const CombinationIndex& index, std::vector<LevelRow>& rows, std::uint64_t steps, std::uint64_t seed)
      : index_(index), rows_(rows), steps_(steps), random_(seed), times_(index.size(), 0) {
    for (const LevelRow& row : rows_) count(row, 1);
  }

  void run(std::size_t least) {
    while (steps_ > 0 && rows_.size() > least) {
      if (!remove_one()) stir();
    }
    while (remove_one(true)) {
    }
  }

 private:
  struct Combination {
    std::size_t number;
    std::vector<std::size_t> columns;
    LevelRow levels;
  };

  void spend(std::uint64_t steps) { steps_ -= std::min(steps_, steps); }

  void count(const LevelRow& row, int change) {
    spend(index_.sets());
    index_.for_each(row,
                    [&](std::size_t number, const auto&) { times_[number] += static_cast<std::uint32_t>(change); });
  }

  /// The combinations that only this row holds.
  std::vector<Combination> own(const LevelRow& row) {
    spend(index_.sets());
    std::vector<Combination> own;
    index_.for_each(row, [&](std::size_t number, const std::vector<std::size_t>& columns) {
      if (times_[number] > 1) return;
      own.push_back({number, columns, {}});
      for (const std::size_t column : columns) own.back().levels.push_back(row[column]);
    });
    return own;
  }

  /// Removes a row; one with fewest combinations of its own comes first. False if none can be removed.
  bool remove_one(bool only_redundant = false) {
    std::vector<std::pair<std::size_t, std::size_t>> sequence;
    for (std::size_t i = 0; i < rows_.size(); ++i) sequence.emplace_back(own(rows_[i]).size(), i);
    std::sort(sequence.begin(), sequence.end());
    for (const auto& [size, i] : sequence) {
      if (size > 0 && (only_redundant || steps_ == 0)) return false;
      if (!hand_over(i)) continue;
      rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    return false;
  }

  /// Lets other rows take over the combinations that only row `i` holds, and stops counting row `i`. If they cannot
  /// take over all of them, changes nothing and returns false.
  bool hand_over(std::size_t i) {
    const std::vector<Combination> own = this->own(rows_[i]);
    count(rows_[i], -1);  // first, so that no other row relies on it
    std::vector<std::pair<std::size_t, LevelRow>> before;
    for (const Combination& combination : own) {
      if (times_[combination.number] > 0) continue;  // a change for another combination has already added it
      if (take_over(combination, i, before)) continue;
      while (!before.empty()) {
        replace(before.back().first, before.back().second);
        before.pop_back();
      }
      count(rows_[i], 1);
      return false;
    }
    return true;
  }

  /// Changes another row so that it holds the combination, if a row can change without losing its own combinations.
  bool take_over(const Combination& combination, std::size_t i, std::vector<std::pair<std::size_t, LevelRow>>& before) {
    const std::size_t start = random_.below(rows_.size());
    for (std::size_t step = 0; step < rows_.size(); ++step) {
      const std::size_t other = (start + step) % rows_.size();
      if (other == i || !is_free(rows_[other], combination)) continue;
      before.emplace_back(other, rows_[other]);
      LevelRow changed = rows_[other];
      for (std::size_t j = 0; j < combination.columns.size(); ++j)
        changed[combination.columns[j]] = combination.levels[j];
      replace(other, changed);
      return true;
    }
    return false;
  }
  void replace(std::size_t i, const LevelRow& row) {
    count(rows_[i], -1);
    rows_[i] = row;
    count(rows_[i], 1);
  }
  /// Whether every column in which the row differs from the combination is outside the combinations that only the row
  /// holds.
  bool is_free(const LevelRow& row, const Combination& combination) {
    for (std::size_t j = 0; j < combination.columns.size(); ++j) {
      const std::size_t column = combination.columns[j];
      if (row[column] != combination.levels[j] && !is_free(row, column)) return false;
    }
    return true;
  }
  bool is_free(const LevelRow& row, std::size_t column) {
    others_.clear();
    for (std::size_t other = 0; other < row.size(); ++other)
      if (other != column) others_.push_back(other);
    bool free = true;
    std::uint64_t visited = 0;
    index_.for_each_with(others_, row, column, [&](std::size_t first, std::size_t stride) {
      free = free && times_[first + row[column] * stride] > 1;
      ++visited;
    });
    spend(visited);
    return free;
  }

  /// Gives free places other levels, at random, so that other rows can be removed.
  void stir() {
    for (std::size_t i = 0; i < rows_.size() && steps_ > 0; ++i) {
      const std::size_t column = random_.below(index_.columns());
      for (std::size_t step = 0; step < index_.columns(); ++step) {
        const std::size_t at = (column + step) % index_.columns();
        if (!is_free(rows_[i], at)) continue;
        LevelRow changed = rows_[i];
        changed[at] = random_.below(index_.levels()[at]);
        replace(i, changed);
      }
    }
    random_.shuffle(rows_);
  }

  const CombinationIndex& index_;
  std::vector<LevelRow>& rows_;
  std::uint64_t steps_;
  Randomness random_;
  std::vector<std::uint32_t> times_;  // how many rows have the combination
  std::vector<std::size_t> others_;
};

}  // namespace

void remove_rows(const CombinationIndex& index, std::vector<LevelRow>& rows, std::size_t least, std::uint64_t steps,
                 std::uint64_t seed) {
  Reduction(index, rows, steps, seed).run(least);
}

void sort_rows(const CombinationIndex& index, std::vector<LevelRow>& rows, std::size_t kept) {
  // The gain of a row only shrinks as others are taken. So an old gain at the head of the queue is computed again; if
  // it is still at the head, it is the greatest (Minoux 1978). Of equal gains the first row wins.
  std::vector<bool> covered(index.size(), false);
  std::vector<LevelRow> sorted;
  const auto take = [&](LevelRow& row) {
    index.for_each(row, [&](std::size_t number, const auto&) { covered[number] = true; });
    sorted.push_back(std::move(row));
  };
  for (std::size_t i = 0; i < kept; ++i) take(rows[i]);
  using Entry = std::pair<std::size_t, std::size_t>;  // gain, and distance from the last row
  std::priority_queue<Entry> queue;
  for (std::size_t i = kept; i < rows.size(); ++i) queue.emplace(index.sets(), rows.size() - i);
  while (!queue.empty()) {
    Entry leading = queue.top();
    queue.pop();
    LevelRow& row = rows[rows.size() - leading.second];
    leading.first = 0;
    index.for_each(row, [&](std::size_t number, const auto&) { leading.first += covered[number] ? 0 : 1; });
    if (!queue.empty() && leading < queue.top())
      queue.push(leading);
    else
      take(row);
  }
  rows = std::move(sorted);
}

}  // namespace smallscope::generators
