// SPDX-License-Identifier: Apache-2.0
// The number of tests in a portion: as many as last about twenty milliseconds, within these bounds.
#pragma once

#include <smallscope/runner/campaign.hpp>

namespace smallscope::runner {

inline constexpr double portion_seconds = 0.02;
inline constexpr Ordinal greatest_walked = Ordinal{1} << 20;
inline constexpr Ordinal greatest_listed = Ordinal{1} << 16;

}  // namespace smallscope::runner
