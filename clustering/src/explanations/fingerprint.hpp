// SPDX-License-Identifier: Apache-2.0
// Fingerprints of sets of values, as sums: what one value adds can be taken away again.
//
// Two sets of values have the same fingerprint with a probability of 2^-64. Pure functions, for any thread.
// Example: fingerprint - fingerprint_of(attribute, value) is that of all other values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <smallscope/clustering/explanations/column.hpp>
#include <smallscope/generators/hash.hpp>

namespace smallscope::clustering {

/// What a value adds.
inline std::uint64_t fingerprint_of(std::size_t attribute, Value value) {
  return generators::mixed((static_cast<std::uint64_t>(attribute) << 32 | value) + generators::golden_gamma);
}

/// The same in this column, where the common value of a sparse column adds nothing.
inline std::uint64_t fingerprint_in(const Column& column, std::size_t attribute, Value value) {
  return column.is_sparse() && value == column.common() ? 0 : fingerprint_of(attribute, value);
}

/// Adds the values of a column to the fingerprints of its first rows. O(values held).
inline void add_to(std::vector<std::uint64_t>& fingerprints, const Column& column, std::size_t attribute) {
  column.for_each_held([&](std::size_t row, Value value) {
    if (row < fingerprints.size()) fingerprints[row] += fingerprint_of(attribute, value);
  });
}

}  // namespace smallscope::clustering
