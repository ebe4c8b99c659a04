// SPDX-License-Identifier: Apache-2.0
// Manual pages in the language of man(7). Pure functions.
#pragma once

#include <string>

#include "manual/command_tree.hpp"

namespace smallscope::program {

/// The page of one command; that of the program lists the commands.
std::string man_page(const CommandEntry& command, const std::string& version);

}  // namespace smallscope::program
