// SPDX-License-Identifier: Apache-2.0
// The calls of Berkeley Yacc as text; CMake makes it of byacc_calls.txt.
#pragma once

#include <string_view>

namespace smallscope::evaluation::planning {

extern const std::string_view byacc_calls_text;

}  // namespace smallscope::evaluation::planning
