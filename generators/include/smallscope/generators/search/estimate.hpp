// Estimates: what is known of a number of inputs or candidates that nobody has counted.
//
// A search asks for one with Search::estimate() (search.hpp); sampling.hpp makes the samples that it rests on. An
// estimate is the number itself, an interval that holds it in 95 of 100 cases, or, where samples tell too little for
// that, a lower bound: samples of a search whose inputs are rare are mostly far too low and now and then far too high.
// Values; pure functions, safe for several threads.
// Example: const SearchEstimate e = search.estimate(); if (e.inputs.kind == Estimate::Kind::exact) ...
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>

#include <smallscope/generators/ordinal.hpp>

namespace smallscope::generators {

/// Asked from time to time by long walks, which end early when it returns true.
using StopRequested = std::function<bool()>;

/// What is known of one number.
struct Estimate {
  enum class Kind {
    exact,     ///< it was counted
    interval,  ///< it is between `low` and `high` with a confidence of 95%, and `value` is the likeliest
    at_least   ///< it is `low` or more with a confidence of 95%; nothing is known of how much more
  };
  Kind kind = Kind::at_least;
  double value = 0;
  double low = 0;
  double high = std::numeric_limits<double>::infinity();

  static Estimate exactly(Ordinal number);
  /// Corrects what is known of the number by as many as are certain.
  void raise(Ordinal certain);
  friend bool operator==(const Estimate&, const Estimate&) = default;
};

/// The standard error of the mean of independent samples, relative to the mean; no number when that is 0. Throws
/// GeneratorError for less than two samples.
double relative_error(std::span<const double> samples);
/// The number whose independent, unbiased, non-negative samples these are: an interval when `error`, the relative
/// standard error of their mean, is at most a quarter, else bound_from(). Where the samples alone tell the error, give
/// relative_error(samples); what they say of it is itself uncertain when their distribution is skewed.
Estimate estimate_from(std::span<const double> samples, double error);
/// A lower bound of that number, which assumes nothing of how the samples are distributed. No samples bound nothing.
/// Source: Gomes et al., "From sampling to model counting" (IJCAI 2007): by Markov's inequality, a sample exceeds c
/// times the number with a probability of at most 1/c, so it is unlikely that many of them do.
Estimate bound_from(std::span<const double> samples);

/// How large a search is.
struct SearchEstimate {
  Estimate inputs;
  Estimate paths;  ///< the candidates that it explores: inputs and rejected ones
  friend bool operator==(const SearchEstimate&, const SearchEstimate&) = default;
};

/// How much work an estimate may be.
struct EstimateOptions {
  /// So many paths are walked from the beginning, and about as many sampled where the search does not end before.
  Ordinal paths = Ordinal{1} << 20;
  /// Equal seeds give equal estimates, unless `stop` ended them.
  std::uint64_t seed = 1;
  /// An estimate that is stopped rests on an eighth, a 64th, ... of the paths.
  StopRequested stop = {};
};

}  // namespace smallscope::generators
