// SPDX-License-Identifier: Apache-2.0
#include "orders/combinations.hpp"

#include <algorithm>
#include <limits>
#include <smallscope/generators/orders/covering.hpp>
#include <string>

namespace smallscope::generators {

namespace {
void check(std::span<const Ordinal> levels, std::size_t strength, std::string_view what) {
  const std::string begin(what);
  if (strength == 0)
    throw GeneratorError(begin +
                         ": the strength is 0; give how many factors a combination has, at least 1 (2 is pairwise)");
  if (strength > levels.size())
    throw GeneratorError(begin + ": the strength " + std::to_string(strength) + " is above the number of factors, " +
                         std::to_string(levels.size()) + "; reduce it");
  for (std::size_t i = 0; i < levels.size(); ++i)
    if (levels[i] == 0)
      throw GeneratorError(begin + ": factor " + std::to_string(i) +
                           " has no levels; leave it out, or nothing can be covered");
  if (const Ordinal count = combination_count(levels, strength); count > combination_limit)
    throw GeneratorError(begin + ": there are " +
                         (count == std::numeric_limits<Ordinal>::max() ? "2^64 or more" : std::to_string(count)) +
                         " combinations of strength " + std::to_string(strength) + ", more than the " +
                         std::to_string(combination_limit) +
                         " that are kept account of; reduce the strength or leave out the factors with most levels");
}
}  // namespace

Ordinal combination_count(std::span<const Ordinal> levels, std::size_t strength) {
  // Elementary symmetric polynomials: sums[j] over the factors so far, saturating.
  constexpr Ordinal greatest = std::numeric_limits<Ordinal>::max();
  if (strength > levels.size()) return 0;
  std::vector<Ordinal> sums(strength + 1, 0);
  sums[0] = 1;
  for (const Ordinal level : levels) {
    for (std::size_t j = strength; j > 0; --j) {
      Ordinal product = 0;
      if (__builtin_mul_overflow(sums[j - 1], level, &product)) product = greatest;
      if (__builtin_add_overflow(sums[j], product, &sums[j])) sums[j] = greatest;
    }
  }
  return sums[strength];
}

CombinationIndex::CombinationIndex(std::vector<Ordinal> levels, std::size_t strength, std::string_view what)
    : levels_(std::move(levels)), strength_(strength) {
  check(levels_, strength_, what);
  binomials_.assign((columns() + 1) * (strength_ + 1), 0);
  for (std::size_t n = 0; n <= columns(); ++n) {
    binomials_[n * (strength_ + 1)] = 1;
    for (std::size_t k = 1; k <= strength_ && n > 0; ++k)
      binomials_[n * (strength_ + 1) + k] = binomial(n - 1, k - 1) + binomial(n - 1, k);
  }
  // All sets in colexicographic order: the first column that can move moves, and those before it start again.
  offsets_.push_back(0);
  std::vector<std::size_t> set(strength_);
  for (std::size_t i = 0; i < strength_; ++i) set[i] = i;
  while (true) {
    std::size_t count = 1;
    for (const std::size_t column : set) count *= levels_[column];
    offsets_.push_back(offsets_.back() + count);
    std::size_t moving = 0;
    while (moving + 1 < strength_ && set[moving] + 1 == set[moving + 1]) ++moving;
    if (++set[moving] == columns()) break;
    for (std::size_t i = 0; i < moving; ++i) set[i] = i;
  }
}

void CombinationIndex::decode(std::size_t number, std::vector<std::size_t>& columns, LevelRow& levels) const {
  std::size_t rank =
      static_cast<std::size_t>(std::upper_bound(offsets_.begin(), offsets_.end(), number) - offsets_.begin()) - 1;
  number -= offsets_[rank];
  columns.resize(strength_);
  levels.resize(strength_);
  std::size_t column = this->columns();
  for (std::size_t i = strength_; i-- > 0;) {
    do --column;
    while (binomial(column, i + 1) > rank);
    rank -= binomial(column, i + 1);
    columns[i] = column;
    levels[i] = number % levels_[column];
    number /= levels_[column];
  }
}

}  // namespace smallscope::generators
