// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/search/uncounted_search.hpp>

namespace smallscope::generators {

void throw_behind_end(Ordinal ordinal, Ordinal inputs) {
  throw std::out_of_range("ordinal " + std::to_string(ordinal) + " is beyond the end of the search, which has " +
                          std::to_string(inputs) + " inputs");
}

}  // namespace smallscope::generators
