// SPDX-License-Identifier: Apache-2.0
// Scripts by which shells complete commands, options and their values. Pure functions.
#pragma once

#include <string>

#include "manual/command_tree.hpp"

namespace smallscope::program {

std::string bash_completion(const CommandEntry& program);
std::string zsh_completion(const CommandEntry& program);
std::string fish_completion(const CommandEntry& program);

}  // namespace smallscope::program
