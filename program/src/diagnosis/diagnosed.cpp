// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/diagnosed.hpp"

#include <algorithm>

namespace smallscope::program {

bool is_faulty(const Diagnosed& diagnosed, diagnosis::Column column) {
  return std::ranges::any_of(diagnosed.recorded.faults,
                             [&](const auto& fault) { return std::ranges::count(fault, column) > 0; });
}

std::size_t ranked_of(const diagnosis::SingleFault& found) {
  return found.slice ? found.slice->elements : found.ranking.order.size();
}

}  // namespace smallscope::program
