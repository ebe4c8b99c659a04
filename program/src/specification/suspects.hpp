// SPDX-License-Identifier: Apache-2.0
// Which fragments messages are about: `suspects`, `suspect_lines` and `hopeless` of [inputs.merging].
//
// Private to the loader; values, and functions without state for any thread.
#pragma once

#include <smallscope/runner/campaign.hpp>
#include <string>
#include <vector>

#include "section.hpp"

namespace smallscope::program::specification {

/// Reads the three keys into the hooks. `texts` are the names of the texts of an input. Without `suspect_lines`, lines
/// are found in the forms that compilers and interpreters are known to write. Throws Mistake.
void read_suspects(const Section& merging, const std::vector<std::string>& texts, runner::MergingHooks& hooks);

}  // namespace smallscope::program::specification
