// SPDX-License-Identifier: Apache-2.0
#include <smallscope/oracles/normaliser.hpp>

#include <stdexcept>

#include <fmt/format.h>

#include <smallscope/subjects/observation.hpp>

namespace smallscope::oracles {

Normaliser::Normaliser(std::vector<Rewrite> rules) : rules_(std::move(rules)) {
  for (const Rewrite& rule : rules_) {
    try {
      patterns_.emplace_back(rule.pattern);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(
          fmt::format("the pattern {} of a rewrite is malformed: {}", subjects::in_quotes(rule.pattern), error.what()));
    }
  }
}

std::string Normaliser::operator()(std::string_view text) const {
  std::string result(text);
  for (std::size_t i = 0; i < rules_.size(); ++i) result = patterns_[i].replaced(result, rules_[i].replacement);
  return result;
}

}  // namespace smallscope::oracles
