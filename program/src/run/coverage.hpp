// SPDX-License-Identifier: Apache-2.0
// run --coverage: what tests cover of the code under test is collected beside their verdicts.
#pragma once

#include <string>

#include <smallscope/report/json.hpp>
#include <smallscope/results/store.hpp>
#include <smallscope/runner/run.hpp>

namespace smallscope::program {

/// The campaign whose runs collect coverage. Throws UsageError if its subject cannot be observed.
runner::Campaign with_coverage(runner::Campaign campaign);

/// What is said while a run goes on, if its first tests have no coverage.
std::string early_coverage_warning();
/// What the store has of coverage, and what is missing: a line each. "" without coverage.
std::string coverage_text(const runner::Summary& summary, const results::Store& store, bool wanted);
/// Null without coverage.
report::Json coverage_json(const runner::Summary& summary, const results::Store& store);

}  // namespace smallscope::program
