// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/formats.hpp>

#include <algorithm>

#include "formats/formats.hpp"

namespace smallscope::report {

const std::vector<Format>& formats() {
  static const std::vector<Format> all{
      {"json", "everything", export_json, true},
      {"csv", "one row per case", export_csv, true},
      {"junit", "one test case per cluster", export_junit},
      {"sarif", "one result per cluster, for code scanning", export_sarif, false, true},
      {"codequality", "one entry per cluster, for GitLab", export_codequality, false, true},
      {"markdown", "for an issue, a comment or the summary of a job", export_markdown, false, false, true}};
  return all;
}

const Format* format_named(std::string_view name) {
  const auto found =
      std::find_if(formats().begin(), formats().end(), [&](const Format& format) { return format.name == name; });
  return found == formats().end() ? nullptr : &*found;
}

}  // namespace smallscope::report
