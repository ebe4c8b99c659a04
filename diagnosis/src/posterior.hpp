// SPDX-License-Identifier: Apache-2.0
// What every posterior of diagnoses needs: the odds of a fault, what a row says of a diagnosis, and probabilities from
// logarithms. Pure functions.
#pragma once

#include <vector>

#include <smallscope/diagnosis/barinel.hpp>

namespace smallscope::diagnosis {

inline constexpr std::size_t most_elements = 64;  ///< of a diagnosis: its projections are words

/// The log-odds of a fault in each element. Factors that all diagnoses share cancel, and only these remain. Throws
/// SpectrumError for a prior that is not between 0 and 1, or priors for another number of elements.
std::vector<double> log_odds(const Prior& prior, Column columns);

/// Bit i says whether the row covers the i-th of the elements.
inline std::uint64_t projected(std::span<const Column> elements, std::span<const Word> row) {
  std::uint64_t covered = 0;
  for (std::size_t i = 0; i < elements.size(); ++i)
    covered |= static_cast<std::uint64_t>(row[elements[i] / word_bits] >> (elements[i] % word_bits) & 1u) << i;
  return covered;
}

/// The probabilities whose logarithms are these but for a constant, by log-sum-exp. They do not depend on the order of
/// the logarithms. If all are minus infinity, they are equal.
std::vector<double> normalised(const std::vector<double>& logs);

/// The order of Diagnoses::all.
inline bool is_before(const Diagnosis& a, const Diagnosis& b) {
  return a.probability != b.probability ? a.probability > b.probability : a.elements < b.elements;
}

}  // namespace smallscope::diagnosis
