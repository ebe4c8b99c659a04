// What random jumps cost until the first failure, computed exactly from a complete table of verdicts.
//
// The paper (FASE 2009, section 4) averages over 20 seeds; the process is a renewal process, so that its mean and its
// spread follow from which inputs fail. Pure.
#pragma once

#include <smallscope/generators/ordinal.hpp>
#include <span>

namespace smallscope::evaluation {

using generators::Ordinal;

/// Of a number of tests: its expectation and its standard deviation.
struct Prediction {
  double mean = 0;
  double deviation = 0;
};

/// Tests to the first failure of `run --order jump --repeat`: from -1 on jumps of 1..limit, equally likely, then all
/// inputs from the first one on. `failing` holds the ordinals below `inputs` that fail, ascending. Where nothing fails it
/// is the number of all tests, as in the paper. Requires limit >= 1. O(inputs).
Prediction predict_jumps(Ordinal inputs, std::span<const Ordinal> failing, Ordinal limit);

}  // namespace smallscope::evaluation
