// SPDX-License-Identifier: Apache-2.0
// direct --single-fault: executes further inputs until no failing one is left that covers less of what all cover.
#pragma once

#include "diagnosis/directed_tests.hpp"

namespace smallscope::program {

/// Algorithm 1 of Landsberg, Sun and Kroening (FASE 2018) on a store of which only a part was executed. `choose` looks
/// at what the store knows, and then executes the inputs around the failing one, the nearest first; of a symbolic
/// campaign, a solver gives one input for each path instead. The tests are those that were chosen. Throws as
/// direct_tests() and solved_tests().
DirectedTests witness_tests(const Context& context, const runner::Campaign& campaign, const DirectArguments& arguments,
                            const VisitDirected& visit);

}  // namespace smallscope::program
