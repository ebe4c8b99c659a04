// SPDX-License-Identifier: Apache-2.0
// A suite of tests that began with one failing test, and what a further test would change in it.
//
// Criteria of fault-diagnosis capability (criteria.hpp) ask which test to add, by what it covers. A suite keeps what
// they need: ambiguity groups, counts, equal rows. It is refined by each test, never made anew. One thread may change a
// suite, or several may read it.
//
// Example: Suite suite(spectrum.columns(), spectrum.row(0));
//          suite.add(spectrum.row(1), false);
//          suite.prospect(spectrum.row(2)).split
#pragma once

#include <map>
#include <span>
#include <vector>

#include <smallscope/diagnosis/ranking.hpp>

namespace smallscope::diagnosis::capability {

/// What would hold if a test were added. Elements that the first failing test covers are suspects.
struct Prospect {
  std::size_t covered = 0;        ///< elements that it covers
  std::size_t split = 0;          ///< groups of which it covers some elements but not all
  std::size_t repeated = 0;       ///< tests of the suite that cover the same
  std::uint64_t suspect_cut = 0;  ///< the sum over groups of suspects: its size times its smaller part, covered or not
  double likeness = 0;            ///< Jaccard's index with the first failing test
  double failing_likeness = 0;    ///< the mean of the index over all failing tests
  /// Of groups and of covered elements, each weighed by Ochiai's score in the suite: FDG's split and cover, 0 to 1.
  double weighted_split = 0, weighted_cover = 0;
};

class Suite {
 public:
  /// Throws SpectrumError without elements, for a row of another width or with a bit beyond the last element.
  Suite(Column columns, std::span<const Word> failing);

  /// A row of the same width. Linear in the elements that it covers, and in the groups.
  void add(std::span<const Word> covered, bool is_failing);

  Column columns() const { return static_cast<Column>(group_of_.size()); }
  std::size_t tests() const { return tests_; }
  std::size_t suspects() const { return suspects_; }
  /// Ambiguity groups: elements that the same tests cover.
  std::size_t groups() const { return groups_.size(); }
  std::size_t suspect_groups() const { return suspect_groups_; }
  /// Pairs of a test and an element that it covers.
  std::size_t ones() const { return ones_; }
  /// Ordered pairs of two tests that cover the same.
  std::size_t equal_pairs() const { return equal_pairs_; }

  Prospect prospect(std::span<const Word> covered) const;
  /// Of several rows. Each costs one operation for each element that it covers and each group.
  std::vector<Prospect> prospects(std::span<const std::span<const Word>> rows) const;

  /// The counts of each element.
  std::vector<Counts> counts() const;
  /// rank(counts(), ochiai), linear in the elements.
  Ranking ranking() const;
  /// The worst rank, by Ochiai, at which a reader meets one of these elements: as rank_of_first() with Ties::max, but
  /// linear in the groups. Throws SpectrumError for none, or an element that there is not.
  double worst_rank_of_first(std::span<const Column> faulty) const;

 private:
  struct Group {
    std::size_t size = 0;
    std::uint32_t ef = 0, ep = 0;
    bool is_suspect = false;
    double weight = 0;  // Ochiai's score of each of its elements
  };
  struct RowLess {
    using is_transparent = void;
    bool operator()(std::span<const Word> a, std::span<const Word> b) const;
  };
  void require_row(std::span<const Word> covered) const;
  Counts counts_of(const Group& group) const;
  void count_in_groups(std::span<const Word> covered, std::vector<std::uint32_t>& counts) const;
  Prospect prospect(std::span<const Word> covered, std::vector<std::uint32_t>& in_group) const;
  std::vector<Score> scores() const;
  void weigh();

  std::size_t tests_ = 0, ones_ = 0, equal_pairs_ = 0, suspects_ = 0, suspect_groups_ = 0;
  std::uint32_t failing_ = 0;
  std::vector<std::uint32_t> group_of_;  // of each element
  std::vector<Group> groups_;
  std::vector<std::vector<Word>> failing_rows_;              // the first one is that of the first test
  std::vector<std::size_t> failing_sizes_;                   // elements of each
  std::map<std::vector<Word>, std::size_t, RowLess> times_;  // how many tests have a row
  double weight_ = 0, unsplit_ = 0;  // sums over groups: weight x size, weight x size x (size - 1)
};

}  // namespace smallscope::diagnosis::capability
