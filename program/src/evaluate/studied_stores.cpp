// SPDX-License-Identifier: Apache-2.0
#include "evaluate/studied_stores.hpp"

namespace smallscope::program {

clustering::Options options_for(const results::Store& store) {
  return {.rules = clustering::rules_of(store.manifest()), .most_signatures = clustering::every_signature};
}

std::vector<generators::Ordinal> recorded_factors(const results::Store& store) {
  for (const results::Pass& pass : store.passes())
    if (pass.level == 0 && !pass.order.factors.empty()) return pass.order.factors;
  return {};
}

}  // namespace smallscope::program
