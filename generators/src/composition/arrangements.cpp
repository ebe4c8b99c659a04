// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/composition/arrangements.hpp>

namespace smallscope::generators::arrangement {

SubsetIndex::SubsetIndex(std::size_t n, std::size_t least, std::size_t greatest)
    : n_(n), least_(least), greatest_(std::min(greatest, n)) {
  if (least > greatest)
    throw GeneratorError("subsets: the bounds are inverted: least size " + std::to_string(least) + ", greatest size " +
                         std::to_string(greatest) + "; swap them");
  // Pascal's triangle, row by row, up to the greatest size.
  binomials_.assign((n_ + 1) * (greatest_ + 1), 0);
  for (std::size_t row = 0; row <= n_; ++row)
    for (std::size_t k = 0; k <= std::min(row, greatest_); ++k)
      binomials_[row * (greatest_ + 1) + k] =
          k == 0 || k == row ? 1 : checked_add(binomial(row - 1, k - 1), binomial(row - 1, k), "subsets");
  offsets_.push_back(0);
  for (std::size_t k = least_; k <= greatest_; ++k)
    offsets_.push_back(checked_add(offsets_.back(), binomial(n_, k), "subsets"));
}

Ordinal SubsetIndex::binomial(std::size_t n, std::size_t k) const {
  return k > n || k > greatest_ ? 0 : binomials_[n * (greatest_ + 1) + k];
}

void SubsetIndex::at(Ordinal ordinal, std::vector<std::size_t>& members) const {
  std::size_t row = 0;
  while (ordinal >= offsets_[row + 1]) ++row;
  ordinal -= offsets_[row];
  const std::size_t k = least_ + row;
  members.clear();
  for (std::size_t candidate = 0; members.size() < k; ++candidate) {
    const Ordinal with = binomial(n_ - candidate - 1, k - members.size() - 1);
    if (ordinal < with)
      members.push_back(candidate);
    else
      ordinal -= with;
  }
}

Ordinal SubsetIndex::rank(const std::vector<std::size_t>& members) const {
  const std::size_t k = members.size();
  if (k < least_ || k > greatest_)
    throw GeneratorError("subsets: a subset of " + std::to_string(k) + " members is not between " +
                         std::to_string(least_) + " and " + std::to_string(greatest_));
  Ordinal ordinal = offsets_[k - least_];
  std::size_t candidate = 0;
  for (std::size_t i = 0; i < k; ++i)
    for (; candidate <= members[i]; ++candidate)
      if (candidate < members[i]) ordinal += binomial(n_ - candidate - 1, k - i - 1);
  return ordinal;
}

bool SubsetIndex::next(std::vector<std::size_t>& members) const {
  const std::size_t k = members.size();
  std::size_t i = k;
  while (i > 0 && members[i - 1] == n_ - k + i - 1) --i;
  if (i > 0) {
    ++members[i - 1];
    for (; i < k; ++i) members[i] = members[i - 1] + 1;
    return true;
  }
  if (k == greatest_) return false;
  members.resize(k + 1);
  for (std::size_t j = 0; j <= k; ++j) members[j] = j;
  return true;
}

Ordinal permutation_count(std::size_t n) {
  Ordinal count = 1;
  for (std::size_t factor = 2; factor <= n; ++factor) count = checked_multiply(count, factor, "permutations");
  return count;
}

void permutation_at(Ordinal ordinal, std::size_t n, std::vector<std::size_t>& permutation) {
  std::vector<std::size_t> left(n);
  for (std::size_t i = 0; i < n; ++i) left[i] = i;
  Ordinal stride = permutation_count(n);
  permutation.clear();
  for (std::size_t place = 0; place < n; ++place) {
    stride /= n - place;
    const auto digit = static_cast<std::ptrdiff_t>(ordinal / stride);
    ordinal %= stride;
    permutation.push_back(left[static_cast<std::size_t>(digit)]);
    left.erase(left.begin() + digit);
  }
}

}  // namespace smallscope::generators::arrangement
