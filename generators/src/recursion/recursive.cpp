// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/recursion/recursive.hpp>

namespace smallscope::generators::recursion {

Model::Model(std::vector<SortShape> shapes, Rules all, std::size_t root, SizeBounds bounds)
    : counts(std::move(shapes), root, bounds), rules(std::move(all)) {
  std::vector<std::shared_ptr<const void>> none(bounds.greatest + 1);
  tables_.assign(rules.size(), none);
  // Ascending, so larger values are made from smaller ones that are already kept.
  Ordinal kept = 0;
  for (std::size_t size = 0; size <= bounds.greatest; ++size)
    for (std::size_t sort = 0; sort < rules.size(); ++sort) {
      const Ordinal values = counts.values(sort, size);
      if (values == 0 || values > std::min(kept_values, kept_in_all - kept)) continue;
      tables_[sort][size] = rules[sort].front()->table(*this, sort, size);
      kept += values;
    }
}

}  // namespace smallscope::generators::recursion
