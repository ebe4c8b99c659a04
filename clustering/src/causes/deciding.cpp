// SPDX-License-Identifier: Apache-2.0
#include "causes/deciding.hpp"

#include <algorithm>

namespace smallscope::clustering {

MarkedMembers::MarkedMembers(std::span<const std::size_t> members, const Explainer& explainer,
                             std::span<const std::uint32_t> kinds)
    : list(members) {
  marked.resize(explainer.failing().size() + explainer.unjudged().size() + explainer.undecided().size());
  for (const std::size_t member : members) {
    marked[member] = 1;
    ++of_kind[kinds[member]];
  }
}

RowSet DecidingChoices::values_of(const MarkedMembers& members, std::size_t attribute) const {
  const std::vector<std::uint8_t> has = explainer_.columns()[attribute].values_in(
      members.marked, members.list.size(), explainer_.population().attributes()[attribute].labels.size());
  RowSet values(has.size());
  for (std::size_t value = 0; value < has.size(); ++value)
    if (has[value]) values.insert(value);
  return values;
}

std::map<std::uint32_t, RowSet> DecidingChoices::values_by_kind(const MarkedMembers& members,
                                                                std::size_t attribute) const {
  const Column& column = explainer_.columns()[attribute];
  const RowSet none(explainer_.population().attributes()[attribute].labels.size());
  std::map<std::uint32_t, RowSet> values;
  const auto add = [&](std::uint32_t kind, Value value) { values.try_emplace(kind, none).first->second.insert(value); };
  if (!column.is_sparse()) {
    for (const std::size_t member : members.list) add(kinds_[member], column[member]);
    return values;
  }
  std::map<std::uint32_t, std::size_t> rare;
  for (std::size_t i = 0; i < column.rare_rows().size(); ++i) {
    const std::uint32_t row = column.rare_rows()[i];
    if (!members.marked[row]) continue;
    add(kinds_[row], column.rare_values()[i]);
    ++rare[kinds_[row]];
  }
  for (const auto& [kind, number] : members.of_kind)
    if (rare[kind] < number) add(kind, column.common());
  return values;
}

std::vector<RowSet> DecidingChoices::classes(const MarkedMembers& members, std::size_t attribute) const {
  std::vector<RowSet> found;
  for (auto& [kind, values] : values_by_kind(members, attribute)) {
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

std::optional<DecidingChoices::Division> DecidingChoices::division(const MarkedMembers& members,
                                                                   const std::vector<bool>& is_ruled_out) const {
  std::optional<Division> best;
  if (members.of_kind.size() < 2) return best;
  std::size_t most = 1;  // in the smaller class
  for (std::size_t attribute = 0; attribute < is_ruled_out.size(); ++attribute) {
    if (is_ruled_out[attribute]) continue;
    std::vector<RowSet> found = classes(members, attribute);
    if (found.size() != 2) continue;
    // A single value out of many may as well change how one fault shows.
    const std::size_t fewest = std::min(found.front().size(), found.back().size());
    if (fewest < 2 && found.front().size() + found.back().size() > 2) continue;
    const Column& column = explainer_.columns()[attribute];
    const auto in_first = static_cast<std::size_t>(std::ranges::count_if(
        members.list, [&](std::size_t member) { return found.front().contains(column[member]); }));
    const std::size_t smaller = std::min(in_first, members.list.size() - in_first);
    if (smaller <= most) continue;
    most = smaller;
    best = Division{attribute, std::move(found.front())};
  }
  return best;
}

}  // namespace smallscope::clustering
