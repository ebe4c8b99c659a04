// SPDX-License-Identifier: Apache-2.0
#include "causes/deciding.hpp"

#include <algorithm>
#include <map>

namespace smallscope::clustering {

RowSet DecidingChoices::values_of(std::span<const std::size_t> members, std::size_t attribute) const {
  const std::vector<Value>& column = explainer_.columns()[attribute];
  RowSet values(explainer_.population().attributes()[attribute].labels.size());
  for (const std::size_t member : members) values.insert(column[member]);
  return values;
}

std::vector<RowSet> DecidingChoices::classes(std::span<const std::size_t> members, std::size_t attribute) const {
  const std::vector<Value>& column = explainer_.columns()[attribute];
  std::map<std::uint32_t, RowSet> values_of_kind;
  const RowSet none(explainer_.population().attributes()[attribute].labels.size());
  for (const std::size_t member : members)
    values_of_kind.try_emplace(kinds_[member], none).first->second.insert(column[member]);
  std::vector<RowSet> found;
  for (auto& [kind, values] : values_of_kind) {
    RowSet joined = std::move(values);
    std::erase_if(found, [&](const RowSet& other) {
      if ((other & joined).empty()) return false;
      joined |= other;
      return true;
    });
    found.push_back(std::move(joined));
  }
  return found;
}

std::optional<DecidingChoices::Division> DecidingChoices::division(std::span<const std::size_t> members,
                                                                   const std::vector<bool>& is_ruled_out) const {
  std::optional<Division> best;
  std::size_t most = 1;  // in the smaller class
  for (std::size_t attribute = 0; attribute < is_ruled_out.size(); ++attribute) {
    if (is_ruled_out[attribute]) continue;
    std::vector<RowSet> found = classes(members, attribute);
    if (found.size() != 2) continue;
    // A single value out of many may as well change how one fault shows.
    const std::size_t fewest = std::min(found.front().size(), found.back().size());
    if (fewest < 2 && found.front().size() + found.back().size() > 2) continue;
    const std::vector<Value>& column = explainer_.columns()[attribute];
    const auto in_first = static_cast<std::size_t>(
        std::ranges::count_if(members, [&](std::size_t member) { return found.front().contains(column[member]); }));
    const std::size_t smaller = std::min(in_first, members.size() - in_first);
    if (smaller <= most) continue;
    most = smaller;
    best = Division{attribute, std::move(found.front())};
  }
  return best;
}

}  // namespace smallscope::clustering
