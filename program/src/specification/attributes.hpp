// SPDX-License-Identifier: Apache-2.0
// The [[attributes]] tables of a specification: what explanations may speak of beside holes.
//
// Private to the loader; values.
#pragma once

#include <smallscope/generators/declared_attribute.hpp>
#include <vector>

#include "holes.hpp"

namespace smallscope::program::specification {

/// One attribute for each table of `tables` (nullptr: none). Throws Mistake.
std::vector<generators::DeclaredAttribute> attributes_of(const Value* tables, const InnerChoices& holes);

}  // namespace smallscope::program::specification
