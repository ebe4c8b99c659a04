// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/known_coverage.hpp"

#include <algorithm>

namespace smallscope::program {

using diagnosis::Word;
using results::Ordinal;

KnownCoverage::KnownCoverage(const results::Store& store) {
  auto rows = std::make_shared<std::set<std::vector<Word>>>();
  store.for_each_spectrum(0, [&](Ordinal ordinal, std::span<const std::uint64_t> covered) {
    const bool says_nothing = std::ranges::all_of(covered, [](Word word) { return word == 0; });
    if (!says_nothing && !rows_of_.contains(ordinal))  // the latest comes first
      rows_of_.emplace(ordinal, &*rows->emplace(covered.begin(), covered.end()).first);
    return true;
  });
  rows_ = std::move(rows);
}

std::optional<std::vector<Word>> KnownCoverage::of(Ordinal ordinal) const {
  const auto found = rows_of_.find(ordinal);
  return found == rows_of_.end() ? std::nullopt : std::optional(*found->second);
}

}  // namespace smallscope::program
