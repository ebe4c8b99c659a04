// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/formats.hpp>

#include <algorithm>

#include "formats/formats.hpp"

namespace smallscope::report {

const std::vector<Format>& formats() {
  static const std::vector<Format> all{{"json", "everything", export_json},
                                       {"csv", "one row per case", export_csv},
                                       {"junit", "one test case per cluster", export_junit}};
  return all;
}

const Format* format_named(std::string_view name) {
  const auto found =
      std::find_if(formats().begin(), formats().end(), [&](const Format& format) { return format.name == name; });
  return found == formats().end() ? nullptr : &*found;
}

}  // namespace smallscope::report
