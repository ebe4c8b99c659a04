// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/composition/distinct.hpp>

#include <algorithm>

namespace smallscope::generators {

void Repetitions::find(const std::function<bool(Ordinal, Ordinal)>& same,
                       const std::function<void(Ordinal, Ordinal)>& repeats) {
  std::sort(entries_.begin(), entries_.end());
  std::vector<Ordinal> kept;  // the first ordinals of the values with the current hash: nearly always one
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (i == 0 || entries_[i].hash != entries_[i - 1].hash) kept.clear();
    const Ordinal ordinal = entries_[i].ordinal;
    const auto first = std::find_if(kept.begin(), kept.end(), [&](Ordinal other) { return same(other, ordinal); });
    if (first == kept.end())
      kept.push_back(ordinal);
    else
      repeats(*first, ordinal);
  }
  entries_ = {};
}

void require_distinguishable(Ordinal size) {
  if (size > distinct_limit)
    throw GeneratorError("distinct: the space has " + std::to_string(size) + " ordinals, more than the " +
                         std::to_string(distinct_limit) +
                         " whose values are compared at construction; make the sub-generator distinct that repeats");
}

}  // namespace smallscope::generators
