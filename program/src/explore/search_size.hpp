// How large a search without an index is, as far as count and run find out before their work. For the thread of a
// command.
#pragma once

#include <stop_token>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::program {

/// What about a second of work tells; less when a stop is requested.
generators::SearchEstimate quick_estimate(const runner::PathSampler& search, const std::stop_token& stop = {});

}  // namespace smallscope::program
