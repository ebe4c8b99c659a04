// SPDX-License-Identifier: Apache-2.0
// The campaigns on the rope refactoring engine, one function each; docs/campaigns/rope.md describes their spaces.
#pragma once

#include <smallscope/runner/campaign.hpp>

namespace rope_campaigns {

smallscope::runner::Campaign encapsulate_field();
smallscope::runner::Campaign rename_field();
smallscope::runner::Campaign rename_method();
smallscope::runner::Campaign inline_variable();
smallscope::runner::Campaign inline_method();
smallscope::runner::Campaign extract_variable();
smallscope::runner::Campaign extract_method();
smallscope::runner::Campaign change_signature();

}  // namespace rope_campaigns
