// SPDX-License-Identifier: Apache-2.0
// Estimates: what is known about a number of inputs or candidates that has not been counted.
//
// A search makes one with Search::estimate() (search.hpp) from the samples of sampling.hpp. An estimate is the number
// itself, an interval that contains it in 95 of 100 cases, or, if the samples say too little for that, a lower bound.
// If the inputs of a search are rare, most samples are far too low, and a few far too high. Values; pure functions,
// safe for several threads. Example: const SearchEstimate e = search.estimate(); if (e.inputs.kind ==
// Estimate::Kind::exact) ...
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>

#include <smallscope/generators/ordinal.hpp>

namespace smallscope::generators {

/// Long walks call it from time to time, and end early when it returns true.
using StopRequested = std::function<bool()>;

/// What is known about one number.
struct Estimate {
  enum class Kind {
    exact,     ///< it was counted
    interval,  ///< it is between `low` and `high` with a confidence of 95%, and `value` is the likeliest
    at_least   ///< it is `low` or more with a confidence of 95%; nothing is known about how much more
  };
  Kind kind = Kind::at_least;
  double value = 0;
  double low = 0;
  double high = std::numeric_limits<double>::infinity();

  static Estimate exactly(Ordinal number);
  /// Corrects the estimate for a number that is at least `certain`.
  void raise(Ordinal certain);
  friend bool operator==(const Estimate&, const Estimate&) = default;
};

/// The standard error of the mean of independent samples, relative to the mean; NaN if the mean is 0. Throws
/// GeneratorError for fewer than two samples.
double relative_error(std::span<const double> samples);
/// The number of which these are independent, unbiased, non-negative samples: an interval if `error`, the relative
/// standard error of their mean, is at most a quarter, otherwise bound_from(). If only the samples tell the error, pass
/// relative_error(samples), which is itself uncertain for skewed distributions.
Estimate estimate_from(std::span<const double> samples, double error);
/// A lower bound of that number, for any distribution of the samples. Without samples there is no bound. Source: Gomes
/// et al., "From sampling to model counting" (IJCAI 2007): by Markov's inequality, a sample exceeds c times the number
/// with a probability of at most 1/c, so it is unlikely that many of them do.
Estimate bound_from(std::span<const double> samples);

/// How large a search is.
struct SearchEstimate {
  Estimate inputs;
  Estimate paths;  ///< the candidates that it explores: inputs and rejected paths
  friend bool operator==(const SearchEstimate&, const SearchEstimate&) = default;
};

/// Limits on the work of an estimate.
struct EstimateOptions {
  /// This many paths are walked from the beginning; if the search does not end there, about as many are sampled.
  Ordinal paths = Ordinal{1} << 20;
  /// Equal seeds give equal estimates, unless `stop` ended them.
  std::uint64_t seed = 1;
  /// A stopped estimate rests on an eighth, a 64th, ... of the paths.
  StopRequested stop = {};
};

}  // namespace smallscope::generators
