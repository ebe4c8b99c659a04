// SPDX-License-Identifier: Apache-2.0
// direct --derive solver: tests that a solver derives from path constraints of a symbolic campaign.
#pragma once

#include <memory>

#include "diagnosis/directed_tests.hpp"

namespace smallscope::program {

/// Throws UsageError for a campaign that is not symbolic, and for a program without a solver.
const concolic::Program& require_symbolic(const runner::Campaign& campaign);
std::unique_ptr<concolic::Solver> solver_of_program();

/// As direct_tests(): each proposed input is executed as always, so the store keeps its verdict, and symbolically,
/// which gives its path and what it covers. Throws UsageError for a campaign that is not symbolic, a strategy that
/// solves nothing, or a program without a solver.
DirectedTests solved_tests(const Context& context, const runner::Campaign& campaign, const DirectArguments& arguments,
                           const VisitDirected& visit);

/// A line: what the solver was asked, and what came of it.
std::string text(const concolic::ExplorationCounts& counts);
report::Json to_json(const concolic::ExplorationCounts& counts);

}  // namespace smallscope::program
