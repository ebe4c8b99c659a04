// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/capability/friedman.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include <smallscope/evaluation/failures.hpp>

namespace smallscope::evaluation::capability {

namespace {

using Matrix = std::vector<std::vector<double>>;

/// Ranks from 1 for the greatest; equal scores have the mean of their ranks.
std::vector<double> shared_ranks(const std::vector<double>& scores) {
  std::vector<double> ranks;
  for (const double score : scores) {
    const auto above = std::ranges::count_if(scores, [&](double each) { return each > score; });
    const auto equal = std::ranges::count(scores, score);
    ranks.push_back(static_cast<double>(above) + static_cast<double>(equal + 1) / 2);
  }
  return ranks;
}

/// The continued fraction of the incomplete beta function by Lentz's method (Numerical Recipes, 6.4).
double beta_fraction(double a, double b, double x) {
  constexpr double least = 1e-300, precision = 1e-15;
  constexpr int most_terms = 100'000;
  const auto not_zero = [](double value) { return std::abs(value) < least ? least : value; };
  double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), fraction = d;
  for (int m = 1; m <= most_terms; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / not_zero(1 + even * d);
    c = not_zero(1 + even / c);
    fraction *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / not_zero(1 + odd * d);
    c = not_zero(1 + odd / c);
    fraction *= d * c;
    if (std::abs(d * c - 1) < precision) break;
  }
  return fraction;
}

/// The regularised incomplete beta function.
double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double factor =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log(1 - x));
  return x < (a + 1) / (a + b + 2) ? factor * beta_fraction(a, b, x) / a : 1 - factor * beta_fraction(b, a, 1 - x) / b;
}

/// Calls sink(part_of) for each way to divide so many methods into parts: part_of gives the part of each.
void for_each_partition(std::size_t methods, const std::function<void(const std::vector<std::size_t>&)>& sink) {
  std::vector<std::size_t> part_of(methods);
  const std::function<void(std::size_t, std::size_t)> place = [&](std::size_t method, std::size_t parts) {
    if (method == methods) return sink(part_of);
    for (std::size_t part = 0; part <= parts; ++part) {
      part_of[method] = part;
      place(method + 1, std::max(parts, part + 1));
    }
  };
  place(0, 0);
}

void require_comparable(const Matrix& scores) {
  if (scores.empty()) throw EvaluationError("no cases on which methods could differ: give at least one");
  const std::size_t methods = scores[0].size();
  if (methods < 2 || methods > most_compared)
    throw EvaluationError(fmt::format("{} methods to compare in pairs: give 2 to {}", methods, most_compared));
  for (const std::vector<double>& row : scores)
    if (row.size() != methods)
      throw EvaluationError(
          fmt::format("a case with scores of {} methods, but the first one has {}: give a score of "
                      "each",
                      row.size(), methods));
}

}  // namespace

double f_exceeds(double f, double first_degrees, double second_degrees) {
  if (f <= 0) return 1;
  if (std::isinf(f)) return 0;
  return incomplete_beta(second_degrees / 2, first_degrees / 2, second_degrees / (second_degrees + first_degrees * f));
}

Matrix bergmann_hommel(const Matrix& probabilities) {
  const std::size_t methods = probabilities.size();
  Matrix adjusted(methods, std::vector<double>(methods, 0));
  // Hypotheses that can hold together say which methods are equal: all pairs within the parts of a partition.
  for_each_partition(methods, [&](const std::vector<std::size_t>& part_of) {
    double least = 1, pairs = 0;
    for (std::size_t a = 0; a < methods; ++a)
      for (std::size_t b = a + 1; b < methods; ++b)
        if (part_of[a] == part_of[b]) {
          least = std::min(least, probabilities[a][b]);
          ++pairs;
        }
    const double bound = std::min(1.0, pairs * least);
    for (std::size_t a = 0; a < methods; ++a)
      for (std::size_t b = a + 1; b < methods; ++b)
        if (part_of[a] == part_of[b]) adjusted[a][b] = adjusted[b][a] = std::max(adjusted[a][b], bound);
  });
  for (std::size_t method = 0; method < methods; ++method) adjusted[method][method] = 1;
  return adjusted;
}

Comparison compare_methods(const Matrix& scores) {
  require_comparable(scores);
  const std::size_t methods = scores[0].size();
  const auto n = static_cast<double>(scores.size()), k = static_cast<double>(methods);
  Comparison comparison{.cases = scores.size(), .mean_ranks = std::vector<double>(methods), .adjusted = {}};
  for (const std::vector<double>& row : scores) {
    const std::vector<double> ranks = shared_ranks(row);
    for (std::size_t method = 0; method < methods; ++method) comparison.mean_ranks[method] += ranks[method];
  }
  for (double& rank : comparison.mean_ranks) rank /= n;  // of halves, so their sum was exact
  double squares = 0;
  for (const double rank : comparison.mean_ranks) squares += (rank - (k + 1) / 2) * (rank - (k + 1) / 2);
  comparison.chi_square = 12 * n / (k * (k + 1)) * squares;
  const double rest = n * (k - 1) - comparison.chi_square;
  // Rounded: all cases have the same order.
  comparison.f = rest < 1e-9 * n * k ? std::numeric_limits<double>::infinity() : (n - 1) * comparison.chi_square / rest;
  if (n > 1) comparison.probability = f_exceeds(comparison.f, k - 1, (k - 1) * (n - 1));
  const double deviation = std::sqrt(k * (k + 1) / (6 * n));
  Matrix probabilities(methods, std::vector<double>(methods, 1));
  for (std::size_t a = 0; a < methods; ++a)
    for (std::size_t b = 0; b < methods; ++b) {
      const double z = std::abs(comparison.mean_ranks[a] - comparison.mean_ranks[b]) / deviation;
      probabilities[a][b] = std::erfc(z / std::numbers::sqrt2);
    }
  comparison.adjusted = bergmann_hommel(probabilities);
  return comparison;
}

}  // namespace smallscope::evaluation::capability
