// SPDX-License-Identifier: Apache-2.0
// Which conditions hold for everything that is to be explained, although others may satisfy them, too.
#pragma once

#include "explanations/cover.hpp"

namespace smallscope::clustering {

/// Explanation::necessary, for the covered rows; its matches are counted. The condition that leaves the smallest part
/// of the inputs comes first. O(literals x rows of the tables + rows x attributes).
Term necessary_term(const Population& population, const CoverRows& rows);

}  // namespace smallscope::clustering
