// SPDX-License-Identifier: Apache-2.0
// `include`: choices, a grammar, oracles and rules for messages that several specifications share. Private to the
// loader; functions without state.
#pragma once

#include <filesystem>

#include "document.hpp"

namespace smallscope::program::specification {

/// Puts the holes and the grammar of the files that `document` includes before its own, and their oracles behind. The
/// files are relative to `directory`. A hole of theirs may stay unused unless `choices` names it. Throws Mistake.
void add_included(Value& document, const std::filesystem::path& directory, Sources& sources);

}  // namespace smallscope::program::specification
