// SPDX-License-Identifier: Apache-2.0
#include "page/html.hpp"

#include <smallscope/report/text.hpp>

namespace smallscope::report::page {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char character : visible(text)) {
    if (character == '&')
      result += "&amp;";
    else if (character == '<')
      result += "&lt;";
    else if (character == '>')
      result += "&gt;";
    else if (character == '"')
      result += "&quot;";
    else if (character == '\'')
      result += "&#39;";
    else
      result += character;
  }
  return result;
}

}  // namespace smallscope::report::page
