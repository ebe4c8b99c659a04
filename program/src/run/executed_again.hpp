// SPDX-License-Identifier: Apache-2.0
// What a run executed more than once, and what that showed: confirmations, time-outs, flaky inputs.
#pragma once

#include <string>

#include <smallscope/report/json.hpp>
#include <smallscope/runner/run.hpp>

namespace smallscope::program {

/// Lines of the summary; "" if nothing was executed again.
std::string executed_again_text(const runner::RunOptions& options, const runner::Summary& summary,
                                const results::Store& store);

report::Json executed_again_json(const runner::Summary& summary, const results::Store& store);

}  // namespace smallscope::program
