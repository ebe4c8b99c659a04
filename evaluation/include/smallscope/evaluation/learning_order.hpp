// SPDX-License-Identifier: Apache-2.0
// An order that learns from verdicts, as an experiment on recorded ones: docs/decisions/0004-learning-order.md.
//
// Until the first failure it is the order that it is given. Then it plans batches: first what holds values, and pairs
// of values, that passing tests have seldom shown, and last what holds a value or a pair with which nearly everything
// failed so far, because a known fault accounts for it. It only reorders: every input comes once. It belongs to one
// thread. Example: LearningOrder order(population, base); for (Ordinal o : order.next()) order.add(o, fails(o));
#pragma once

#include <cstdint>
#include <smallscope/clustering/explanations/population.hpp>
#include <smallscope/generators/ordinal.hpp>
#include <vector>

namespace smallscope::evaluation {

using generators::Ordinal;

class LearningOrder {
 public:
  static constexpr std::size_t batch = 32;
  /// Attributes with more values than this are not looked at: most pairs of their values never repeat.
  static constexpr std::size_t most_values = 1000;

  /// `base` has every ordinal of the population once. Memory: 4 bytes for each input and attribute, and 12 for each
  /// pair of values.
  LearningOrder(const clustering::Population& population, std::vector<Ordinal> base);
  /// What is executed next; empty at the end. O(inputs left x pairs of attributes).
  std::vector<Ordinal> next();
  /// Every input of the last batch must be added before the next one.
  void add(Ordinal ordinal, bool failed);

 private:
  /// Of the values of one attribute, or of the pairs of values of two: how often they were executed, passed, and were
  /// chosen for the batch that is planned.
  struct Cells {
    std::size_t first = 0, second = 0;  ///< places of attributes; equal for a single one
    double weight = 1;
    std::vector<std::uint32_t> executed, passed, planned;
  };
  std::size_t cell_of(const Cells& cells, std::size_t place) const;
  double known(std::size_t place) const;
  double novelty(std::size_t place) const;
  void plan(std::size_t place);

  std::vector<Ordinal> base_;
  std::vector<std::size_t> place_of_;  ///< by ordinal: its place in `base_`
  std::vector<std::size_t> sizes_;     ///< by attribute that is looked at: how many values it has
  std::vector<std::uint32_t> values_;  ///< by place, then by attribute
  std::vector<Cells> cells_;
  std::vector<bool> done_;
  std::size_t unplanned_ = 0;  ///< before the first failure: the next place
  bool failed_ = false;
};

}  // namespace smallscope::evaluation
