// SPDX-License-Identifier: Apache-2.0
#include "command_line/print.hpp"

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

#include <smallscope/report/text.hpp>

namespace smallscope::program {

void write_visible(std::string_view text) {
  const std::string whole = report::visible(text);
  if (std::fwrite(whole.data(), 1, whole.size(), stdout) != whole.size())
    throw std::system_error(errno, std::generic_category(), "standard output cannot be written");
}

void complain(std::string_view text) {
  const std::string whole = report::one_line(text) + "\n";
  std::fwrite(whole.data(), 1, whole.size(), stderr);
}

}  // namespace smallscope::program
