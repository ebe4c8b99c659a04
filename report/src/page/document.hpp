// SPDX-License-Identifier: Apache-2.0
// What every page begins and ends with: its policy, which allows its own script and style and nothing else.
#pragma once

#include <iosfwd>
#include <string>

#include "page/html.hpp"

namespace smallscope::report::page {

/// Everything before the body.
void write_head(const std::string& title, std::ostream& output);
/// The script, and the end of the body.
void write_end(std::ostream& output);
/// Both, and the beginning of the body between them.
void write_document(const std::string& title, const Markup& body, std::ostream& output);

}  // namespace smallscope::report::page
