// SPDX-License-Identifier: Apache-2.0
// What an input is made of: one value for each hole of the files, and several fragments with holes of their own.
//
// Private to the loader; values, and functions without state for any thread.
#pragma once

#include <vector>

#include "hole_values.hpp"

namespace smallscope::program::specification {

/// The values of a fragment's holes, and its number in the input, which keeps its names apart.
struct NumberedFragment {
  generators::Ordinal number = 0;
  Combination combination;
};
using Fragments = std::vector<NumberedFragment>;

/// An input of a specification with fragments. Without them it is a Combination.
struct Filling {
  Combination frame;
  Fragments fragments;
};

}  // namespace smallscope::program::specification
