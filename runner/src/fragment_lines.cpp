// SPDX-License-Identifier: Apache-2.0
#include <smallscope/runner/fragment_lines.hpp>

#include <map>
#include <set>

namespace smallscope::runner {

std::vector<generators::Ordinal> fragments_on(const std::vector<NamedLine>& lines,
                                              const std::vector<FragmentLines>& fragments) {
  std::map<NamedLine, std::set<generators::Ordinal>> standing;
  for (const NamedLine& line : lines) standing[line];
  for (const FragmentLines& stretch : fragments)
    for (auto at = standing.lower_bound({stretch.file, stretch.first});
         at != standing.end() && at->first <= NamedLine{stretch.file, stretch.last}; ++at)
      at->second.insert(stretch.fragment);
  std::set<generators::Ordinal> blamed;
  for (const auto& [line, there] : standing)
    if (there.size() == 1) blamed.insert(*there.begin());
  return {blamed.begin(), blamed.end()};
}

}  // namespace smallscope::runner
