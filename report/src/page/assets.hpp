// SPDX-License-Identifier: Apache-2.0
// What browser/ holds, as CMake embeds it (assets.cpp.in): the page's own script and style, and the hashes by which the
// page's content security policy allows these and nothing else.
#pragma once

#include <string_view>

namespace smallscope::report::page {

std::string_view script();
std::string_view style();
/// SHA-256, in hexadecimal.
std::string_view script_hash();
std::string_view style_hash();

}  // namespace smallscope::report::page
