// SPDX-License-Identifier: Apache-2.0
// Texts as tokens.
#pragma once

#include <string_view>
#include <vector>

namespace smallscope::clustering {

/// Words, and every other visible character by itself. Linear.
std::vector<std::string_view> tokens_of(std::string_view text);

}  // namespace smallscope::clustering
