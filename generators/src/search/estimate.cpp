// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/search/estimate.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace smallscope::generators {

namespace {

constexpr double most_error = 0.25;  // for an interval: standard error of the mean, relative to the mean
constexpr double doubt = 0.05;

double mean_of(std::span<const double> samples) {
  double sum = 0;
  for (const double sample : samples) sum += sample;
  return sum / static_cast<double>(samples.size());
}

/// The 97.5% quantile of Student's t distribution (Cornish-Fisher expansion; to three digits from 4 degrees on).
double student_quantile(double degrees) {
  constexpr double z = 1.959964;
  const double z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees);
}

/// The probability of `least` or more successes in `trials` of probability `p`.
double binomial_tail(std::size_t trials, std::size_t least, double p) {
  const auto factorial = [](std::size_t n) { return std::lgamma(static_cast<double>(n) + 1); };
  double sum = 0;
  for (std::size_t hits = least; hits <= trials; ++hits)
    sum += std::exp(factorial(trials) - factorial(hits) - factorial(trials - hits) +
                    static_cast<double>(hits) * std::log(p) + static_cast<double>(trials - hits) * std::log1p(-p));
  return sum;
}

/// The greatest probability with which `least` of `trials` succeed in at most `allowed` of all cases.
double greatest_probability(std::size_t trials, std::size_t least, double allowed) {
  double low = 0, high = 1;
  for (int halving = 0; halving < 50; ++halving) {
    const double middle = (low + high) / 2;
    (binomial_tail(trials, least, middle) > allowed ? high : low) = middle;
  }
  return low;
}

}  // namespace

Estimate Estimate::exactly(Ordinal number) {
  const auto value = static_cast<double>(number);
  return {Kind::exact, value, value, value};
}

void Estimate::raise(Ordinal certain) {
  low = std::max(low, static_cast<double>(certain));
  value = std::max(value, low);
  high = std::max(high, low);
}

double relative_error(std::span<const double> samples) {
  if (samples.size() < 2)
    throw GeneratorError("estimate: " + std::to_string(samples.size()) +
                         " samples do not tell how much they vary; give at least 2");
  const auto count = static_cast<double>(samples.size());
  const double mean = mean_of(samples);
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  return std::sqrt(squares / (count - 1) / count) / mean;
}

Estimate estimate_from(std::span<const double> samples, double error) {
  if (!(error <= most_error)) return bound_from(samples);  // also if the error is NaN
  // Samples of large trees are skewed, so use the error of the logarithm.
  const double degrees = static_cast<double>(samples.size()) - 1;
  const double factor = std::exp(student_quantile(degrees) * std::sqrt(std::log1p(error * error)));
  const double mean = mean_of(samples);
  return {Estimate::Kind::interval, mean, mean / factor, mean * factor};
}

Estimate bound_from(std::span<const double> samples) {
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  // The best of four bounds, each from one of the samples and with a quarter of the doubt. A sample exceeds the number
  // divided by p with a probability of at most p; if too many would exceed it, the number is greater.
  const std::size_t count = sorted.size();
  double bound = 0;
  for (std::size_t quarter = 0; quarter < 4 && count > 0; ++quarter) {
    const std::size_t rank = quarter * count / 4;
    bound = std::max(bound, sorted[rank] * greatest_probability(count, count - rank, doubt / 4));
  }
  if (!std::isfinite(bound)) bound = 0;
  return {.kind = Estimate::Kind::at_least, .value = bound, .low = bound};
}

}  // namespace smallscope::generators
