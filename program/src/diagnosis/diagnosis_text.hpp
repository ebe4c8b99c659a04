// SPDX-License-Identifier: Apache-2.0
// What `diagnose` says about a spectrum: a ranking with intervals and groups, and diagnoses with their probabilities.
#pragma once

#include <string>

#include <smallscope/report/json.hpp>

#include "diagnosis/diagnosed.hpp"

namespace smallscope::program {

/// "tccgen.c:3574 < (gen_cast)", on one line.
std::string shown(const diagnosis::Element& element);
report::Json to_json(const diagnosis::Element& element);

/// At most `top` groups of elements that nothing tells apart, and diagnoses. Text of files is on one line each.
std::string text(const Diagnosed& diagnosed, std::size_t top);
/// At most `top` elements, each with its group, and diagnoses.
report::Json to_json(const Diagnosed& diagnosed, std::size_t top);

}  // namespace smallscope::program
