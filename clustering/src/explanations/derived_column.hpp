// SPDX-License-Identifier: Apache-2.0
// The values of an attribute that is a function of others.
#pragma once

#include <functional>

#include <smallscope/clustering/explanations/population.hpp>

namespace smallscope::clustering {

/// `column_of` gives the column of each attribute that `derived` reads, all with the same rows. O(rows x attributes
/// read); where all of these columns are sparse, only their rare rows count.
Column derived_column(const DerivedAttribute& derived, const std::vector<Attribute>& attributes,
                      const std::function<const Column&(std::size_t attribute)>& column_of);

}  // namespace smallscope::clustering
