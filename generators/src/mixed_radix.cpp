// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/mixed_radix.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace smallscope::generators {

MixedRadix::MixedRadix(std::vector<Ordinal> factors) : factors_(std::move(factors)) {
  // Check for a factor of 0 first: then the product of the others does not matter, even beyond 64 bits.
  if (std::find(factors_.begin(), factors_.end(), 0) != factors_.end()) size_ = 0;
  for (const Ordinal factor : factors_) size_ = checked_multiply(size_, factor, "mixed radix");
}

void MixedRadix::levels(Ordinal ordinal, LevelRow& levels) const {
  require_in_range(ordinal, size_);
  levels.resize(factors_.size());
  for (std::size_t i = factors_.size(); i-- > 0;) {
    levels[i] = ordinal % factors_[i];
    ordinal /= factors_[i];
  }
}

Ordinal MixedRadix::ordinal(std::span<const Ordinal> levels) const {
  if (levels.size() != factors_.size())
    throw GeneratorError("mixed radix: there are " + std::to_string(levels.size()) + " levels for " +
                         std::to_string(factors_.size()) + " factors; give one for each");
  Ordinal ordinal = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i] >= factors_[i])
      throw GeneratorError("mixed radix: factor " + std::to_string(i) + " has no level " + std::to_string(levels[i]) +
                           "; its levels are below " + std::to_string(factors_[i]));
    ordinal = ordinal * factors_[i] + levels[i];
  }
  return ordinal;
}

}  // namespace smallscope::generators
