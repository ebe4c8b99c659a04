// SPDX-License-Identifier: Apache-2.0
// The failures of a store in parts, by what their tests covered.
#pragma once

#include <smallscope/clustering/causes/code_parts.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::program {

/// What divides the failures of the store by the responsible elements of its tests; null if nothing fails, and unless
/// the store has what each of its judged tests covered. Blocks and outcomes of comparisons are elements, as for
/// `diagnose`. Says on standard error if what tests covered cannot be used, and, called, if there is too much of it.
/// Copies share what was spent; for one thread.
clustering::PartsOf code_parts_of(const results::Store& store);

}  // namespace smallscope::program
