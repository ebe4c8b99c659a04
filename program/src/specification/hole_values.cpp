// SPDX-License-Identifier: Apache-2.0
#include "hole_values.hpp"

#include <algorithm>

namespace smallscope::program::specification {

using generators::Ordinal;

Ordinal HoleValues::alternative_of(Ordinal value) const {
  if (starts.empty()) return value;
  return static_cast<Ordinal>(std::upper_bound(starts.begin(), starts.end(), value) - starts.begin()) - 1;
}

Ordinal HoleValues::start_of(Ordinal alternative) const {
  if (starts.empty()) return alternative;
  return alternative < starts.size() ? starts[alternative] : size();
}

bool has_label(const HoleValues& values, std::string_view label) {
  if (values.starts.empty())
    return !values.generator.walk(0, std::min(values.size(), most_compared),
                                  [&](Ordinal, const HoleValue& value) { return value.label() != label; });
  for (Ordinal alternative = 0; alternative < values.alternatives(); ++alternative)
    if (values.label_of(alternative) == label) return true;
  return false;
}

std::vector<std::string> labels_of(const HoleValues& values, std::size_t most) {
  std::vector<std::string> labels;
  for (Ordinal alternative = 0; alternative < std::min<Ordinal>(values.alternatives(), most); ++alternative)
    labels.push_back(values.label_of(alternative));
  return labels;
}

}  // namespace smallscope::program::specification
