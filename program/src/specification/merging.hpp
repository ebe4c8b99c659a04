// SPDX-License-Identifier: Apache-2.0
// [inputs.merging]: how many fragments are merged, and what messages say of them.
//
// Private to the loader; values.
#pragma once

#include <smallscope/generators/merging/merge.hpp>
#include <smallscope/runner/campaign.hpp>

#include "document.hpp"

namespace smallscope::program::specification {

struct MergingTable {
  generators::Merging merging;
  runner::MergingHooks hooks;
};
/// Reads [inputs.merging]. `texts` are the names of the texts of an input, `hiding` the beginnings of judgements that
/// are known to hide other fragments. Throws Mistake.
MergingTable merging_of(const Value& table, const std::vector<std::string>& texts, std::vector<std::string> hiding);

}  // namespace smallscope::program::specification
