// SPDX-License-Identifier: Apache-2.0
// Rows of spectra as a store keeps them: those of many tests together, each distinct row once, compressed.
//
// Tests that follow each other cover much the same, so a row is kept as its difference from the one before.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/generators/ordinal.hpp>

namespace smallscope::results {

using Word = std::uint64_t;

/// Which elements a test covered: bit i % 64 of word i / 64. Without zero words at the end.
struct SpectrumRow {
  generators::Ordinal ordinal = 0;
  std::vector<Word> covered;
};

/// What is not rows that pack() has written. The message says why.
struct BadRows : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Linear in the words of all rows.
std::string pack(std::span<const SpectrumRow> rows);

/// Visits the rows in the order of pack(); stops when the visitor returns false. Words of a row follow its last
/// covered element at will. Throws BadRows; needs memory for the distinct rows, at most a thousand times the bytes.
void unpack(std::string_view packed, const std::function<bool(generators::Ordinal, std::span<const Word>)>& visit);

}  // namespace smallscope::results
