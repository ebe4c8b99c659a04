// SPDX-License-Identifier: Apache-2.0
// Criteria of fault-diagnosis capability (FDC): how much a test would help to locate the fault that a first failing
// test shows, judged by what the test covers.
//
// Most criteria know nothing of outcomes but that the first test fails; so they choose tests whose outcome nobody has
// judged yet. FDG and what it is made of also know how the tests of the suite ended. In all of them more is better.
// learning.hpp has a criterion that is learned. Constants and pure functions: any thread.
//
// Example: find_criterion("split")->score(suite, suite.prospect(row))
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/capability/suite.hpp>

namespace smallscope::diagnosis::capability {

/// N: tests of the suite with the new one; M: elements. AG: ambiguity groups.
struct Criterion {
  std::string_view name;
  std::string_view formula;
  std::string_view source;
  bool knows_outcomes;  ///< of the tests of the suite, beyond the first one
  /// From 0 to 1.
  double (*score)(const Suite& suite, const Prospect& test);
};

/// Names are unique.
std::span<const Criterion> criteria();
/// The criterion with this name, or null.
const Criterion* find_criterion(std::string_view name);

/// The sum over groups g of suspects of |g| min(covered, not covered) / (M suspects): RLFDC's equation (6) divided by
/// the number of suspects, which orders tests alike. From 0 to 1/2; 0 without suspects.
double plain_split(const Suite& suite, const Prospect& test);
/// RLFDC's equation (5): Jaccard's index with the first failing test.
double plain_cover(const Suite& suite, const Prospect& test);

/// Scores several tests for the same suite, one score each.
using Scorer = std::function<std::vector<double>(const Suite& suite, std::span<const Prospect> tests)>;
Scorer scorer(const Criterion& criterion);
/// share x split + (1 - share) x cover, of RLFDC (plain) or of FDG. Throws SpectrumError if the share is not from 0 to
/// 1.
Scorer weighted_sum(double share);
Scorer fdg(double share);

}  // namespace smallscope::diagnosis::capability
