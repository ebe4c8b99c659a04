// SPDX-License-Identifier: Apache-2.0
// What `switch` found, for people and as JSON, which `evaluate localisation` reads.
#pragma once

#include <string>
#include <vector>

#include <smallscope/report/json.hpp>

#include "diagnosis/source_files.hpp"
#include "diagnosis/switched_tests.hpp"

namespace smallscope::program {

/// At most `top` conditions with their lines of the source.
std::string text(const SwitchedTests& switched, std::size_t top, SourceFiles& files);
report::Json to_json(const SwitchedTests& switched);

/// The conditions of a file with such JSON. Throws UsageError, which names it.
std::vector<diagnosis::NegatedCondition> read_negated(const std::string& file);

}  // namespace smallscope::program
