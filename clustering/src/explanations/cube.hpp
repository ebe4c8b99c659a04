// SPDX-License-Identifier: Apache-2.0
// The values that each attribute of a matching input has: cube[attribute][value] is 0 or 1.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <smallscope/clustering/explanations/attributes.hpp>

namespace smallscope::clustering {

/// Where the values of each attribute begin in a list of the values of all; and their end.
using Offsets = std::vector<std::size_t>;

inline std::shared_ptr<const Offsets> offsets_of(const std::vector<Attribute>& attributes) {
  auto offsets = std::make_shared<Offsets>(1);
  for (const Attribute& attribute : attributes) offsets->push_back(offsets->back() + attribute.labels.size());
  return offsets;
}

/// The values that are not allowed.
inline std::vector<std::uint8_t> excluded_by(std::span<const std::uint8_t> allowed) {
  std::vector<std::uint8_t> excluded(allowed.begin(), allowed.end());
  for (std::uint8_t& each : excluded) each ^= 1;
  return excluded;
}

/// All in one piece, because a tree has tens of thousands of attributes. Cubes of the same attributes can be compared.
class Cube {
 public:
  Cube() = default;
  Cube(std::shared_ptr<const Offsets> offsets, std::uint8_t each)
      : offsets_(std::move(offsets)), values_(offsets_->back(), each) {}

  /// The number of attributes.
  std::size_t size() const { return offsets_ ? offsets_->size() - 1 : 0; }
  std::span<std::uint8_t> operator[](std::size_t attribute) {
    return {values_.data() + (*offsets_)[attribute], values_.data() + (*offsets_)[attribute + 1]};
  }
  std::span<const std::uint8_t> operator[](std::size_t attribute) const {
    return {values_.data() + (*offsets_)[attribute], values_.data() + (*offsets_)[attribute + 1]};
  }
  /// Whether every value of the attribute is in it, so that the attribute is not constrained.
  bool allows_all(std::size_t attribute) const {
    const std::span<const std::uint8_t> values = (*this)[attribute];
    return std::ranges::find(values, std::uint8_t{0}) == values.end();
  }

  friend bool operator==(const Cube& one, const Cube& other) { return one.values_ == other.values_; }
  friend auto operator<=>(const Cube& one, const Cube& other) { return one.values_ <=> other.values_; }

 private:
  std::shared_ptr<const Offsets> offsets_;
  std::vector<std::uint8_t> values_;
};

}  // namespace smallscope::clustering
