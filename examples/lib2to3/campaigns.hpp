// SPDX-License-Identifier: Apache-2.0
// The campaigns on lib2to3, one function each; docs/campaigns/lib2to3.md describes their spaces.
#pragma once

#include <smallscope/runner/campaign.hpp>

namespace lib2to3_campaigns {

smallscope::runner::Campaign has_key();
smallscope::runner::Campaign lists();
smallscope::runner::Campaign raise_();
smallscope::runner::Campaign except();
smallscope::runner::Campaign lambdas();

}  // namespace lib2to3_campaigns
