// SPDX-License-Identifier: Apache-2.0
// The size of a search without an index, as far as count and run find it out before their work. For the thread of a
// command.
#pragma once

#include <stop_token>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::program {

/// The result of about a second of work; less if a stop is requested.
generators::SearchEstimate quick_estimate(const runner::PathSampler& search, const std::stop_token& stop = {});

}  // namespace smallscope::program
