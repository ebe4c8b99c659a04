// SPDX-License-Identifier: Apache-2.0
// `include`: choices and a grammar that several specifications share. Private to the loader.
#pragma once

#include <filesystem>

#include "document.hpp"

namespace smallscope::program::specification {

/// Puts the holes and the grammar of the files that `document` includes before its own. Their files are relative to
/// `directory`. A hole of theirs may stay unused unless `choices` names it. Throws Mistake.
void add_included(Value& document, const std::filesystem::path& directory, Sources& sources);

}  // namespace smallscope::program::specification
