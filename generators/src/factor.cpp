// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/factor.hpp>

#include <smallscope/generators/mixed_radix.hpp>
#include <utility>

namespace smallscope::generators {

Factor::Factor(std::vector<std::vector<Factor>> parts) : alternatives(std::move(parts)) {
  const auto size = [](const std::vector<Factor>& factors) { return MixedRadix(levels_of(factors)).size(); };
  std::erase_if(alternatives, [&](const std::vector<Factor>& factors) { return size(factors) == 0; });
  for (const std::vector<Factor>& factors : alternatives) levels = checked_add(levels, size(factors), "alternatives");
}

std::weak_ordering operator<=>(const Factor& a, const Factor& b) {
  if (const auto order = a.levels <=> b.levels; order != 0) return order;
  return a.alternatives <=> b.alternatives;
}

std::vector<Ordinal> levels_of(const std::vector<Factor>& factors) {
  std::vector<Ordinal> levels;
  for (const Factor& factor : factors) levels.push_back(factor.levels);
  return levels;
}

std::vector<Factor> as_factors(const std::vector<Ordinal>& levels) { return {levels.begin(), levels.end()}; }

std::string to_string(const std::vector<Factor>& factors) {
  std::string text;
  for (const Factor& factor : factors) {
    text += text.empty() ? "[" : ",";
    if (factor.alternatives.empty()) {
      text += std::to_string(factor.levels);
      continue;
    }
    std::string alternatives;
    for (const std::vector<Factor>& each : factor.alternatives)
      alternatives += (alternatives.empty() ? "[" : ",") + to_string(each);
    text += alternatives + "]";
  }
  return text.empty() ? "[]" : text + "]";
}

}  // namespace smallscope::generators
