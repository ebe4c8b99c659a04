// SPDX-License-Identifier: Apache-2.0
#include "command_line/embedded.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace smallscope::program {

std::string_view embedded_text(std::string_view name) {
  const std::vector<EmbeddedFile> all = embedded_files();
  const auto found = std::ranges::find(all, name, &EmbeddedFile::name);
  if (found == all.end()) throw std::logic_error("not embedded: " + std::string(name));
  return found->text;
}

}  // namespace smallscope::program
