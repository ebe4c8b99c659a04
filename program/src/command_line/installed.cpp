// SPDX-License-Identifier: Apache-2.0
#include "command_line/installed.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

namespace smallscope::program {

bool is_installed(std::string_view program) {
  const char* const path = std::getenv("PATH");
  std::istringstream directories(path == nullptr ? "" : path);
  for (std::string directory; std::getline(directories, directory, ':');)
    if (access((std::filesystem::path(directory) / program).c_str(), X_OK) == 0) return true;
  return false;
}

}  // namespace smallscope::program
