// SPDX-License-Identifier: Apache-2.0
// In x = log h, the log-likelihood is concave: log g is a sum of x, and log(1 - e^s) is concave in s. So where no
// health is 0, a Newton method that stays in x <= 0 finds the one maximum, from anywhere.
#include "health.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace smallscope::diagnosis {

namespace {

using Vector = std::vector<double>;
constexpr int most_steps = 200;
constexpr int most_halvings = 60;

template <class Sink>
void for_each_element(std::uint64_t set, const Sink& sink) {
  for (; set != 0; set &= set - 1) sink(static_cast<std::size_t>(std::countr_zero(set)));
}

/// The concave problem: projections of elements numbered from 0, each of which some passing and some failing ones
/// cover.
class Concave {
 public:
  Concave(const std::vector<Projection>& projections, std::size_t size) : projections_(projections), size_(size) {
    for (const Projection& each : projections_) tests_ += each.passing + each.failing;
  }

  /// The health at the maximum.
  Vector maximum() const {
    Vector x(size_, -std::log(2.0));
    double height = value(x);
    for (int step = 0; step < most_steps; ++step) {
      const Vector slope = gradient(x);
      if (distance_to_optimal(x, slope) < 1e-12 * tests_) break;
      const auto [next, next_height] = ascended(x, height, slope);
      if (next == x) break;
      x = next;
      height = next_height;
    }
    for (double& each : x) each = std::exp(each);
    return x;
  }

 private:
  struct Point {
    Vector x;
    double height;
  };

  double sum(const Vector& x, std::uint64_t covered) const {
    double sum = 0;
    for_each_element(covered, [&](std::size_t i) { sum += x[i]; });
    return sum;
  }

  double value(const Vector& x) const {
    double value = 0;
    for (const Projection& each : projections_) {
      const double s = sum(x, each.covered);
      value += each.passing * s;
      if (each.failing > 0) value += each.failing * std::log(-std::expm1(s));
    }
    return value;
  }

  Vector gradient(const Vector& x) const {
    Vector slope(size_);
    for (const Projection& each : projections_) {
      double part = each.passing;
      if (each.failing > 0) part -= each.failing / std::expm1(-sum(x, each.covered));
      for_each_element(each.covered, [&](std::size_t i) { slope[i] += part; });
    }
    return slope;
  }

  /// Minus the second derivatives, row by row.
  Vector curvature(const Vector& x) const {
    Vector matrix(size_ * size_);
    for (const Projection& each : projections_) {
      if (each.failing == 0) continue;
      const double root = 2 * std::sinh(sum(x, each.covered) / 2);
      for_each_element(each.covered, [&](std::size_t i) {
        for_each_element(each.covered, [&](std::size_t j) { matrix[i * size_ + j] += each.failing / (root * root); });
      });
    }
    return matrix;
  }

  /// The greatest slope that does not lead out of x <= 0.
  double distance_to_optimal(const Vector& x, const Vector& slope) const {
    double most = 0;
    for (std::size_t i = 0; i < size_; ++i) most = std::max(most, std::abs(x[i] - std::min(0.0, x[i] + slope[i])));
    return most;
  }

  /// A Newton step among the elements that are not held by the bound, projected; halved until it ascends.
  Point ascended(const Vector& x, double height, const Vector& slope) const {
    std::vector<std::size_t> free;
    const double near = std::min(1e-6, distance_to_optimal(x, slope));
    for (std::size_t i = 0; i < size_; ++i)
      if (x[i] < -near || slope[i] <= 0) free.push_back(i);
    Vector direction = slope;
    const Vector newton = solved(curvature(x), free, slope);
    for (std::size_t i = 0; i < free.size(); ++i) direction[free[i]] = newton[i];
    double length = 1;
    for (int halving = 0; halving < most_halvings; ++halving, length /= 2) {
      Vector next(size_);
      double gain = 0;
      for (std::size_t i = 0; i < size_; ++i) {
        next[i] = std::min(0.0, x[i] + length * direction[i]);
        gain += slope[i] * (next[i] - x[i]);
      }
      const double next_height = value(next);
      if (gain > 0 && next_height >= height + 1e-4 * gain) return {std::move(next), next_height};
    }
    return {x, height};
  }

  /// Cholesky, for some rows and columns of a matrix that a small ridge makes positive definite: elements that cannot
  /// be told apart make it singular.
  Vector solved(const Vector& matrix, const std::vector<std::size_t>& rows, const Vector& right) const {
    const std::size_t n = rows.size();
    Vector lower(n * n), result(n);
    double trace = 0;
    for (const std::size_t row : rows) trace += matrix[row * size_ + row];
    const double ridge = 1e-10 * trace + std::numeric_limits<double>::min();
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        double rest = matrix[rows[i] * size_ + rows[j]] + (i == j ? ridge : 0);
        for (std::size_t k = 0; k < j; ++k) rest -= lower[i * n + k] * lower[j * n + k];
        lower[i * n + j] = i == j ? std::sqrt(std::max(rest, ridge)) : rest / lower[j * n + j];
      }
    for (std::size_t i = 0; i < n; ++i) {
      double rest = right[rows[i]];
      for (std::size_t k = 0; k < i; ++k) rest -= lower[i * n + k] * result[k];
      result[i] = rest / lower[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
      double rest = result[i];
      for (std::size_t k = i + 1; k < n; ++k) rest -= lower[k * n + i] * result[k];
      result[i] = rest / lower[i * n + i];
    }
    return result;
  }

  const std::vector<Projection>& projections_;
  std::size_t size_;
  double tests_ = 0;
};

/// Sets every health that is 0 or 1 for certain, and leaves the projections of the others: those whose health is
/// strictly above 0, with a failing test to explain.
std::uint64_t settle(std::vector<Projection>& projections, Vector& health) {
  std::uint64_t passed = 0, open = 0;
  for (const Projection& each : projections) {
    open |= each.covered;
    if (each.passing > 0) passed |= each.covered;
  }
  for_each_element(open & ~passed, [&](std::size_t i) { health[i] = 0; });
  // An element of health 0 explains the failing tests that cover it; no passing one does.
  std::erase_if(projections, [&](const Projection& each) { return (each.covered & ~passed) != 0; });
  std::uint64_t failed = 0;
  for (const Projection& each : projections)
    if (each.failing > 0) failed |= each.covered;
  for_each_element(passed & ~failed, [&](std::size_t i) { health[i] = 1; });
  for (Projection& each : projections) each.covered &= failed;
  return passed & failed;
}

/// The elements that some projections connect with the first one.
std::uint64_t connected(const std::vector<Projection>& projections, std::uint64_t elements) {
  std::uint64_t part = elements & -elements;
  for (bool is_growing = true; is_growing;) {
    is_growing = false;
    for (const Projection& each : projections)
      if ((each.covered & part) != 0 && (each.covered & ~part) != 0) {
        part |= each.covered;
        is_growing = true;
      }
  }
  return part;
}

/// The elements of the set, those that the same projections cover together; ascending by their first.
std::vector<std::vector<std::size_t>> inseparable(const std::vector<Projection>& projections, std::uint64_t set) {
  std::vector<std::vector<std::size_t>> wholes;
  for_each_element(set, [&](std::size_t i) {
    const auto is_with = [&](const std::vector<std::size_t>& whole) {
      return std::ranges::all_of(projections, [&](const Projection& each) {
        return (each.covered >> i & 1u) == (each.covered >> whole[0] & 1u);
      });
    };
    const auto found = std::ranges::find_if(wholes, is_with);
    if (found == wholes.end())
      wholes.push_back({i});
    else
      found->push_back(i);
  });
  return wholes;
}

double share_of_passing(const std::vector<Projection>& projections) {
  double passing = 0, failing = 0;
  for (const Projection& each : projections) {
    passing += each.passing;
    failing += each.failing;
  }
  return passing / (passing + failing);
}

/// The bits of `set` that `mask` keeps, moved together.
std::uint64_t packed(std::uint64_t set, std::uint64_t mask) {
  std::uint64_t result = 0;
  std::size_t next = 0;
  for_each_element(mask, [&](std::size_t i) { result |= (set >> i & 1u) << next++; });
  return result;
}

}  // namespace

double log_likelihood(const std::vector<Projection>& projections, const Vector& health) {
  double sum = 0;
  for (const Projection& each : projections) {
    double s = 0;
    for_each_element(each.covered, [&](std::size_t i) { s += std::log(health[i]); });
    if (each.passing > 0) sum += each.passing * s;
    if (each.failing > 0) sum += each.failing * std::log(-std::expm1(s));
  }
  return sum;
}

Health most_likely_health(std::vector<Projection> projections, std::size_t elements) {
  Health result{.health = Vector(elements, 1)};
  const std::vector<Projection> given = projections;
  for (std::uint64_t open = settle(projections, result.health); open != 0;) {
    const std::uint64_t part = connected(projections, open);
    open &= ~part;
    std::vector<Projection> own;
    for (const Projection& each : projections)
      if ((each.covered & part) != 0) own.push_back(each);
    // What is never apart has one factor in every g: it is found as a whole and divided evenly.
    const auto wholes = inseparable(own, part);
    std::uint64_t first_of_each = 0;
    for (const auto& whole : wholes) first_of_each |= std::uint64_t{1} << whole[0];
    for (Projection& each : own) each.covered = packed(each.covered, first_of_each);
    const Vector g = wholes.size() == 1 ? Vector{share_of_passing(own)} : Concave(own, wholes.size()).maximum();
    for (std::size_t i = 0; i < wholes.size(); ++i)
      for (const std::size_t element : wholes[i])
        result.health[element] = std::pow(g[i], 1 / static_cast<double>(wholes[i].size()));
  }
  result.log_likelihood = log_likelihood(given, result.health);
  return result;
}

}  // namespace smallscope::diagnosis
