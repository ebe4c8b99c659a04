// SPDX-License-Identifier: Apache-2.0
// The nine campaigns on Eclipse's refactoring engine, those of the FASE 2009 case study;
// docs/campaigns/eclipse-spaces.md describes their spaces. Each exists twice. A result that is wrong without a warning,
// and a warning without reason, are faults of the engine. What goes wrong after a warning has a campaign of its own,
// because the user was told. Called from one thread.
#pragma once

#include <smallscope/program/main.hpp>
#include <vector>

namespace eclipse_campaigns {

/// In the order of the paper's figure 5: "eclipse/push-down-field/dual-class-field-reference", ..., and then
/// "eclipse-warned/push-down-field/dual-class-field-reference", ...
std::vector<smallscope::program::Entry> campaigns();

}  // namespace eclipse_campaigns
