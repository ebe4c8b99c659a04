// SPDX-License-Identifier: Apache-2.0
#include "causes/alike_labels.hpp"

#include <algorithm>

#include "explanations/literals.hpp"

namespace smallscope::clustering {

bool AlikeLabels::are_alike(std::size_t attribute, Value a, Value b, const RowSet& known) const {
  if (is_numeric(attributes_[attribute])) return is_between_all(attribute, a, b, known);
  return std::ranges::any_of(pieces_of(attribute).sets, [&](const RowSet& set) {
    return set.contains(a) && set.contains(b) && set.is_subset_of(known);
  });
}

bool AlikeLabels::is_between_all(std::size_t attribute, Value a, Value b, const RowSet& known) const {
  const std::vector<std::string>& labels = attributes_[attribute].labels;
  if (labels[a].empty() || labels[b].empty()) return false;  // absent
  const auto [least, greatest] = std::minmax({*number_of(labels[a]), *number_of(labels[b])});
  for (std::size_t value = 0; value < labels.size(); ++value)
    if (const auto number = number_of(labels[value]))
      if (*number > least && *number < greatest && !known.contains(value)) return false;
  return true;
}

const SharedPieces& AlikeLabels::pieces_of(std::size_t attribute) const {
  auto [place, added] = pieces_.try_emplace(attribute);
  if (added) place->second = shared_pieces(attributes_[attribute]);
  return place->second;
}

}  // namespace smallscope::clustering
