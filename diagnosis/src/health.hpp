// SPDX-License-Identifier: Apache-2.0
// The health that makes the outcomes of tests most likely.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace smallscope::diagnosis {

/// Tests that cover the same elements of a diagnosis: bit i stands for its i-th element.
struct Projection {
  std::uint64_t covered = 0;
  std::uint32_t passing = 0, failing = 0;
};

struct Health {
  std::vector<double> health;
  double log_likelihood = 0;
};

/// The log-likelihood of a health: the sum over projections of passing * log g + failing * log(1 - g), where g is the
/// product of the health of what is covered.
double log_likelihood(const std::vector<Projection>& projections, const std::vector<double>& health);

/// The health of `elements` elements for which the log-likelihood is greatest. Projections are sorted by `covered`, all
/// of them cover something. An element that no passing test covers has health 0; one that is then in no failing test
/// that it could explain has 1. If several healths are equally likely, elements that cannot be told apart are equal.
Health most_likely_health(std::vector<Projection> projections, std::size_t elements);

}  // namespace smallscope::diagnosis
