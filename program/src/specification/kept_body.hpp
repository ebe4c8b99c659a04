// SPDX-License-Identifier: Apache-2.0
// The body of a campaign that was read from what a store keeps: its space is known, and nothing is ever executed.
//
// Private to the loader; immutable, for any thread.
#pragma once

#include <memory>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::program::specification {

/// Its lanes cannot be opened: subjects::SubjectUnavailable says what to do.
std::shared_ptr<const runner::Body> kept_body();

}  // namespace smallscope::program::specification
