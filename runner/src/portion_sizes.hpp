// SPDX-License-Identifier: Apache-2.0
// The number of tests in a portion: as many as last about twenty milliseconds, within these bounds.
#pragma once

#include <smallscope/runner/campaign.hpp>

namespace smallscope::runner {

inline constexpr double portion_seconds = 0.02;
inline constexpr Ordinal greatest_walked = Ordinal{1} << 22;
inline constexpr Ordinal greatest_listed = Ordinal{1} << 16;
/// With several jobs, a portion is at most this share of what is left of the pass for each job, so that all lanes
/// finish at about the same time. Below this many tests a portion would cost more than waiting for it.
inline constexpr Ordinal portions_left = 4;
inline constexpr Ordinal least_walked = Ordinal{1} << 14;

}  // namespace smallscope::runner
