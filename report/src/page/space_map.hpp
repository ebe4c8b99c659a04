// SPDX-License-Identifier: Apache-2.0
// The map of the space: how many judged inputs stand behind each combination of two choices. The failing ones are
// counted by the reader's browser, which knows the cluster and the values of each.
#pragma once

#include <cstddef>
#include <vector>

#include <smallscope/report/json.hpp>

#include "page/failures.hpp"

namespace smallscope::report::page {

/// A choice as rows or columns. If it has many values, those without failures are folded into one row; if there are
/// still too many, so are those with the fewest.
struct MapAxis {
  static constexpr std::size_t few_values = 12, most_values = 40;
  std::size_t choice = 0;    ///< among those of Failures
  std::vector<Value> shown;  ///< ascending
  std::vector<Value> place;  ///< by value: its place; that of the folded ones is shown.size()
  std::size_t folded = 0;    ///< how many values share the last place
  std::size_t size() const { return shown.size() + (folded > 0 ? 1 : 0); }
};

struct SpaceMap {
  std::vector<MapAxis> axes;
  /// By pair of axes i < j, in the order (0, 1), (0, 2), (1, 2), ...: judged inputs by place of i, then of j. Empty if
  /// they are not known.
  std::vector<std::vector<results::Ordinal>> judged;
  std::vector<std::vector<results::Ordinal>> judged_by_axis;
  /// The axes that tell most about failing: whose combinations leave the verdict least open.
  std::size_t rows = 0, columns = 0;
};

/// Of the failures of level 0. Judged inputs are known where there is a population. In a complete store they are
/// counted by arithmetic, and what was discarded or refused is subtracted; in another one, the executed inputs are
/// counted one by one, if they are not too many. O(pairs x (failures + discards + rows of the population's tables, or
/// executed inputs)).
SpaceMap space_map(const PageContents& contents, const Failures& failures);
/// Leaves out labels that no failing input has and that the map does not show: a choice can have millions. Afterwards
/// MapAxis::place is empty.
void drop_unused_labels(Failures& failures, SpaceMap& map);
Json to_json(const SpaceMap& map);

}  // namespace smallscope::report::page
