// SPDX-License-Identifier: Apache-2.0
// Programs of others that commands use. Threads may call it while none changes the environment.
#pragma once

#include <string_view>

namespace smallscope::program {

/// Whether an executable of this name is on $PATH.
bool is_installed(std::string_view program);

}  // namespace smallscope::program
