// The nine campaigns on Eclipse's refactoring engine, those of the FASE 2009 case study; docs/campaigns/eclipse-spaces.md
// describes their spaces.
#pragma once

#include <smallscope/program/main.hpp>
#include <vector>

namespace eclipse_campaigns {

/// In the order of the paper's figure 5: "eclipse/push-down-field/dual-class-field-reference", ...
std::vector<smallscope::program::Entry> campaigns();

}  // namespace eclipse_campaigns
