// SPDX-License-Identifier: Apache-2.0
// Sets of rows, as bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace smallscope::clustering {

class RowSet {
 public:
  RowSet() = default;
  explicit RowSet(std::size_t rows) : words_((rows + 63) / 64) {}

  void insert(std::size_t row) { words_[row / 64] |= std::uint64_t{1} << (row % 64); }
  bool contains(std::size_t row) const { return (words_[row / 64] >> (row % 64) & 1) != 0; }
  bool empty() const {
    for (const std::uint64_t word : words_)
      if (word != 0) return false;
    return true;
  }
  std::size_t size() const {
    std::size_t size = 0;
    for (const std::uint64_t word : words_) size += ones(word);
    return size;
  }
  std::size_t size_with(const RowSet& other) const {
    std::size_t size = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) size += ones(words_[i] & other.words_[i]);
    return size;
  }
  RowSet& operator|=(const RowSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  RowSet& operator-=(const RowSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  friend RowSet operator&(RowSet a, const RowSet& b) {
    for (std::size_t i = 0; i < a.words_.size(); ++i) a.words_[i] &= b.words_[i];
    return a;
  }
  friend RowSet operator|(RowSet a, const RowSet& b) { return a |= b; }
  bool is_subset_of(const RowSet& other) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if ((words_[i] & ~other.words_[i]) != 0) return false;
    return true;
  }
  friend bool operator==(const RowSet&, const RowSet&) = default;
  friend auto operator<=>(const RowSet&, const RowSet&) = default;

  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1)
        visit(i * 64 + static_cast<std::size_t>(std::countr_zero(word)));
  }

 private:
  /// Sums of neighbouring bits, pairs, and so on. std::popcount is a call for processors that may not count bits.
  static std::size_t ones(std::uint64_t word) {
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return word * 0x0101010101010101 >> 56;
  }

  std::vector<std::uint64_t> words_;
};

}  // namespace smallscope::clustering
