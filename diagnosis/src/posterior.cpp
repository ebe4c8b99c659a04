// SPDX-License-Identifier: Apache-2.0
#include "posterior.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace smallscope::diagnosis {

std::vector<double> log_odds(const Prior& prior, Column columns) {
  std::vector<double> priors = prior.of_element;
  if (priors.empty()) priors.assign(columns, prior.each);
  if (priors.size() != columns)
    throw SpectrumError(fmt::format("{} priors for {} elements: give one for each", priors.size(), columns));
  for (double& each : priors) {
    if (!(each > 0 && each < 1))
      throw SpectrumError(fmt::format("a prior of {}: it must be above 0 and below 1", each));
    each = std::log(each) - std::log1p(-each);
  }
  return priors;
}

std::vector<double> normalised(const std::vector<double>& logs) {
  if (logs.empty()) return {};
  const double most = *std::ranges::max_element(logs);
  if (most == -std::numeric_limits<double>::infinity())
    return std::vector<double>(logs.size(), 1 / static_cast<double>(logs.size()));
  std::vector<double> terms;
  terms.reserve(logs.size());
  for (const double log : logs) terms.push_back(std::exp(log - most));
  std::vector<double> ascending = terms;
  std::ranges::sort(ascending);
  double sum = 0;
  for (const double term : ascending) sum += term;
  for (double& term : terms) term /= sum;
  return terms;
}

}  // namespace smallscope::diagnosis
