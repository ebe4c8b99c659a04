// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/merging/constituents.hpp>

#include <numeric>

namespace smallscope::generators {

std::string to_string(const Selection& selection) {
  std::string text;
  for (const std::vector<Ordinal>& kept : selection) {
    if (!text.empty()) text += " | ";
    for (std::size_t i = 0; i < kept.size();) {
      std::size_t last = i;
      while (last + 1 < kept.size() && kept[last + 1] == kept[last] + 1) ++last;
      if (i > 0) text += ",";
      text += std::to_string(kept[i]);
      if (last > i) text += "-" + std::to_string(kept[last]);
      i = last + 1;
    }
  }
  return text;
}

Ordinal Constituents::count() const {
  return std::accumulate(axes.begin(), axes.end(), Ordinal{1},
                         [](Ordinal product, const Axis& axis) { return product * axis.count; });
}

Selection Constituents::all() const {
  Selection selection;
  for (const Axis& axis : axes) {
    std::vector<Ordinal>& kept = selection.emplace_back(axis.count);
    std::iota(kept.begin(), kept.end(), Ordinal{0});
  }
  return selection;
}

Ordinal Constituents::at(std::span<const Ordinal> fragments) const {
  if (fragments.size() != axes.size())
    throw GeneratorError("constituents: " + std::to_string(fragments.size()) + " fragments for " +
                         std::to_string(axes.size()) + " merged nodes; give one a node");
  Ordinal ordinal = base;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    require_in_range(fragments[i], axes[i].count);
    ordinal += fragments[i] * axes[i].stride;
  }
  return ordinal;
}

bool Constituents::contains(Ordinal ordinal) const {
  return !for_each([&](Ordinal constituent) { return constituent != ordinal; });
}

void require_unmerged(int merge_levels, std::string_view what) {
  if (merge_levels > 0)
    throw GeneratorError(std::string(what) +
                         ": something inside is merged, which has no meaning there; merge the whole of "
                         "it, or a component beside it");
}

std::vector<Ordinal> first_of(const Selection& selection) {
  std::vector<Ordinal> fragments;
  for (const std::vector<Ordinal>& kept : selection) fragments.push_back(kept.front());
  return fragments;
}

std::span<const Ordinal> SelectionReader::next(Ordinal count) {
  if (rest_.empty()) throw GeneratorError("selection: it has fewer axes than the input has merged nodes");
  const std::vector<Ordinal>& kept = rest_.front();
  if (kept.empty()) throw GeneratorError("selection: an axis keeps no fragment; keep at least one");
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (kept[i] >= count || (i > 0 && kept[i] <= kept[i - 1]))
      throw GeneratorError("selection: fragment " + std::to_string(kept[i]) + " is out of order or not below the " +
                           std::to_string(count) + " that are combined");
  rest_ = rest_.subspan(1);
  return kept;
}

void SelectionReader::finish() const {
  if (!rest_.empty()) throw GeneratorError("selection: it has more axes than the input has merged nodes");
}

}  // namespace smallscope::generators
