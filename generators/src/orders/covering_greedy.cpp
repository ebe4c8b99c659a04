// SPDX-License-Identifier: Apache-2.0
// Greedy covering rows in the manner of AETG (Cohen, Dalal, Fredman and Patton 1997).
#include <algorithm>
#include <smallscope/generators/orders/covering.hpp>
#include <utility>

#include "orders/covering_search.hpp"

namespace smallscope::generators {

namespace {

class Greedy {
 public:
  Greedy(const CombinationIndex& index, std::uint64_t seed)
      : index_(index), random_(seed), covered_(index.size(), 0), open_(index.size()), missing_(index.columns()) {
    for (std::size_t i = 0; i < open_.size(); ++i) open_[i] = i;
    // Every level of a column is in as many combinations as the other columns have combinations of strength - 1.
    std::vector<Ordinal> others;
    for (std::size_t column = 0; column < index.columns(); ++column) {
      others = index.levels();
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(column));
      missing_[column].assign(index.levels()[column],
                              static_cast<std::size_t>(combination_count(others, index.strength() - 1)));
    }
    uncovered_ = index.size();
  }

  bool complete() const { return uncovered_ == 0; }

  /// The best of `candidates` ways to fill the free levels of `start`. Its combinations are marked as covered.
  LevelRow next(const LevelRow& start, bool is_fresh, std::size_t candidates) {
    LevelRow best;
    std::size_t best_gain = 0;
    for (std::size_t candidate = 0; candidate < candidates; ++candidate) {
      row_ = start;
      if (is_fresh && candidate % 2 == 0) {
        set_open_combination();  // so that the row has something new in any case
      } else if (is_fresh) {
        set_most_missed_level();
      }
      const std::size_t gain = fill();
      if (best.empty() || gain > best_gain) {
        best = row_;
        best_gain = gain;
      }
    }
    take(best);
    return best;
  }

 private:
  void set_open_combination() {
    while (true) {
      const std::size_t at = random_.below(open_.size());
      if (covered_[open_[at]] == 0) {
        index_.decode(open_[at], columns_, levels_);
        break;
      }
      open_[at] = open_.back();
      open_.pop_back();
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) row_[columns_[i]] = levels_[i];
  }

  void set_most_missed_level() {
    std::size_t greatest = 0, ties = 0, column = 0, level = 0;
    for (std::size_t c = 0; c < missing_.size(); ++c) {
      for (std::size_t l = 0; l < missing_[c].size(); ++l) {
        if (missing_[c][l] < greatest) continue;
        ties = missing_[c][l] == greatest ? ties + 1 : 1;
        greatest = missing_[c][l];
        if (random_.below(ties) == 0) {
          column = c;
          level = l;
        }
      }
    }
    row_[column] = level;
  }

  /// Gives each free column, in random order, the level that adds most to the columns so far; returns the number of new
  /// combinations.
  std::size_t fill() {
    chosen_.clear();
    free_.clear();
    std::size_t gain = 0;
    for (std::size_t column = 0; column < row_.size(); ++column) {
      if (row_[column] == any_level) {
        free_.push_back(column);
      } else {
        index_.for_each_with(chosen_, row_, column, [&](std::size_t first, std::size_t stride) {
          gain += covered_[first + row_[column] * stride] == 0;
        });
        chosen_.push_back(column);
      }
    }
    random_.shuffle(free_);
    for (const std::size_t column : free_) {
      gains_.assign(index_.levels()[column], 0);
      index_.for_each_with(chosen_, row_, column, [&](std::size_t first, std::size_t stride) {
        for (std::size_t& gained : gains_) {
          gained += covered_[first] == 0;
          first += stride;
        }
      });
      std::size_t best = 0, ties = 1;
      for (std::size_t level = 1; level < gains_.size(); ++level) {
        const auto key = std::pair(gains_[level], missing_[column][level]);
        const auto best_key = std::pair(gains_[best], missing_[column][best]);
        if (key < best_key) continue;
        ties = key == best_key ? ties + 1 : 1;
        if (random_.below(ties) == 0) best = level;
      }
      row_[column] = best;
      gain += gains_[best];
      chosen_.insert(std::upper_bound(chosen_.begin(), chosen_.end(), column), column);
    }
    return gain;
  }

  void take(const LevelRow& row) {
    index_.for_each(row, [&](std::size_t number, const std::vector<std::size_t>& columns) {
      if (covered_[number] != 0) return;
      covered_[number] = 1;
      --uncovered_;
      for (const std::size_t column : columns) --missing_[column][row[column]];
    });
  }

  const CombinationIndex& index_;
  Randomness random_;
  std::vector<std::uint8_t> covered_;
  std::vector<std::size_t> open_;                  // the uncovered combinations, and some that are covered by now
  std::vector<std::vector<std::size_t>> missing_;  // by column and level: the uncovered combinations that contain it
  std::size_t uncovered_ = 0;
  // Buffers that every candidate uses again.
  LevelRow row_, levels_;
  std::vector<std::size_t> columns_, chosen_, free_, gains_;
};

}  // namespace

std::vector<LevelRow> greedy_rows(const CombinationIndex& index, const std::vector<LevelRow>& start,
                                  std::size_t candidates, std::uint64_t seed) {
  Greedy greedy(index, seed);
  std::vector<LevelRow> rows;
  for (const LevelRow& row : start) {
    const bool is_whole = std::find(row.begin(), row.end(), any_level) == row.end();
    rows.push_back(greedy.next(row, false, is_whole ? 1 : candidates));
  }
  const LevelRow fresh(index.columns(), any_level);
  while (!greedy.complete()) rows.push_back(greedy.next(fresh, true, candidates));
  return rows;
}

}  // namespace smallscope::generators
