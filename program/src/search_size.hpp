// How large a search without an index is, as far as a command finds out before its work: count and run.
#pragma once

#include <stop_token>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::program {

/// What about a second of work tells; less when a stop is requested.
generators::SearchEstimate quick_estimate(const runner::Probes& search, const std::stop_token& stop = {});

}  // namespace smallscope::program
