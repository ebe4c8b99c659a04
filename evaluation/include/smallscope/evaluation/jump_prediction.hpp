// SPDX-License-Identifier: Apache-2.0
// What random jumps cost until the first failure, computed exactly from a complete table of verdicts.
//
// The paper (FASE 2009, section 4) averages over 20 seeds. The process is a renewal process, so its mean and its spread
// follow from the set of failing inputs. Pure functions, for any thread.
#pragma once

#include <smallscope/generators/ordinal.hpp>
#include <span>

namespace smallscope::evaluation {

using generators::Ordinal;

/// The expectation and the standard deviation of a number of tests.
struct Prediction {
  double mean = 0;
  double deviation = 0;
};

/// Tests to the first failure of `run --order jump --repeat`: from -1 on, jumps of 1..limit, equally likely, then all
/// inputs from the first one on. `failing` holds the failing ordinals below `inputs`, ascending. If nothing fails, the
/// result is the number of all tests, as in the paper. Requires limit >= 1. O(inputs).
Prediction predict_jumps(Ordinal inputs, std::span<const Ordinal> failing, Ordinal limit);

}  // namespace smallscope::evaluation
