// SPDX-License-Identifier: Apache-2.0
// Files that the program carries along (cmake/Embed.cmake): what `init` writes, and what scripts need. Threads may
// share them.
#pragma once

#include <string_view>
#include <vector>

namespace smallscope::program {

struct EmbeddedFile {
  std::string_view name;  ///< below the project: "workers/python/smallscope_worker.py"
  std::string_view text;
};
std::vector<EmbeddedFile> embedded_files();
/// The text of the file of this name. Throws std::logic_error if there is none.
std::string_view embedded_text(std::string_view name);

}  // namespace smallscope::program
