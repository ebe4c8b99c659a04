// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/known_coverage.hpp"

#include <algorithm>

namespace smallscope::program {

using diagnosis::Word;
using results::Ordinal;

void KnownCoverage::add(Ordinal ordinal, std::span<const Word> covered) {
  if (std::ranges::any_of(covered, [](Word word) { return word != 0; }))
    rows_of_.try_emplace(ordinal, &*rows_.emplace(covered.begin(), covered.end()).first);  // the latest comes first
}

KnownCoverage::KnownCoverage(const results::Store& store) {
  store.for_each_spectrum(0, [&](Ordinal ordinal, std::span<const std::uint64_t> covered) {
    add(ordinal, covered);
    return true;
  });
}

void KnownCoverage::add_latest(const results::Store& store, std::size_t executed) {
  store.for_each_spectrum(0, [&](Ordinal ordinal, std::span<const std::uint64_t> covered) {
    if (executed == 0) return false;
    add(ordinal, covered);
    return --executed > 0;
  });
}

std::optional<std::vector<Word>> KnownCoverage::of(Ordinal ordinal) const {
  const auto found = rows_of_.find(ordinal);
  return found == rows_of_.end() ? std::nullopt : std::optional(*found->second);
}

}  // namespace smallscope::program
