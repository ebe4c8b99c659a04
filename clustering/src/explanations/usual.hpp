// SPDX-License-Identifier: Apache-2.0
// When most of what is to be explained fails, where no exact condition says all of it.
#pragma once

#include "explanations/cover.hpp"

namespace smallscope::clustering {

/// Explanation::usual, for the covered rows; its matches are counted. Of the sets of values of one attribute, that with
/// the greatest F1 has those with the greatest share of members, because F1 is a ratio of sums (Dinkelbach, "On
/// nonlinear fractional programming", Management Science 13(7), 1967). The best attribute is taken, and another one as
/// long as that halves the number of inputs that are told wrongly, and takes fewer bits than a list of those that no
/// longer are. O(literals x values held).
Term usual_term(const Population& population, const CoverRows& rows);

}  // namespace smallscope::clustering
