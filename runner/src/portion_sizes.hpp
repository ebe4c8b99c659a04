// SPDX-License-Identifier: Apache-2.0
// The number of tests in a portion: as many as last about twenty milliseconds, within these bounds.
#pragma once

#include <smallscope/runner/campaign.hpp>

namespace smallscope::runner {

inline constexpr double portion_seconds = 0.02;
inline constexpr Ordinal greatest_walked = Ordinal{1} << 20;
inline constexpr Ordinal greatest_listed = Ordinal{1} << 16;
/// With several jobs, what is left of a pass is at least this many portions for each job, so that all lanes finish at
/// about the same time; unless portions would become smaller than `least_share` tests, which cost more than waiting.
inline constexpr Ordinal portions_left_for_each_job = 4;
inline constexpr Ordinal least_share = Ordinal{1} << 14;

}  // namespace smallscope::runner
