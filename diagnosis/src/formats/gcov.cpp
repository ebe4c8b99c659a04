// SPDX-License-Identifier: Apache-2.0
// The JSON of gcov, formats 1 and 2 (gcc 9 and later): for each source, its functions, and lines with their branches.
//
//     {"format_version": "1", "current_working_directory": F, "data_file": D, "files": [{"file": "a.c",
//      "functions": [{"name": f, "demangled_name": g, ...}, ...],
//      "lines": [{"line_number": 7, "count": 2, "function_name": f, "branches": [{"count": 1, ...}, ...]}, ...]}, ...]}
#include <algorithm>
#include <map>

#include "formats/coverage.hpp"

namespace smallscope::diagnosis {

bool is_gcov(const Json& document) {
  return document.is_object() && document.contains("format_version") && document.contains("files");
}

void collect_gcov(CoverageDocument& document, CoverageCollector& collector) {
  const Json& root = document.root();
  const std::string version = document.text(root, "format_version");
  if (version != "1" && version != "2")
    document.fail("format_version is " + version + ", and 1 and 2 are known: use gcov of gcc 9 to 14");
  const std::string folder =
      document.has(root, "current_working_directory") ? document.text(root, "current_working_directory") : "";
  bool any = false;
  document.for_each(root, "files", [&](const Json& file) {
    any = true;
    const std::uint32_t source = collector.source(document.text(file, "file"), folder);
    std::map<std::string, std::string> readable;
    document.for_each(file, "functions", [&](const Json& function) {
      if (document.has(function, "demangled_name"))
        readable[document.text(function, "name")] = document.text(function, "demangled_name");
    });
    document.for_each(file, "lines", [&](const Json& line) {
      std::string name = document.has(line, "function_name") ? document.text(line, "function_name") : "";
      if (const auto found = readable.find(name); found != readable.end()) name = found->second;
      const std::uint32_t function = collector.function(name), number = document.line(line, "line_number");
      collector.line(source, number, function, document.is_positive(line, "count"));
      if (!document.has(line, "branches")) return;
      std::uint32_t branch = 0;
      document.for_each(line, "branches", [&](const Json& each) {
        collector.branch(source, number, function, branch++, document.is_positive(each, "count"));
      });
    });
    require_few(document, collector.elements());
  });
  if (!any)
    document.fail(
        "it lists no source: gcov found no notes, so run it where the .gcno files are, on the .gcda files beside them");
}

Json gcov_json(const std::vector<WrittenFile>& files, const std::string& test) {
  Json sources = Json::array();
  for (const WrittenFile& file : files) {
    struct Extent {
      std::uint32_t first, last;
      bool is_covered = false;
    };
    std::map<std::string, Extent> extents;
    Json lines = Json::array(), functions = Json::array();
    for (const WrittenLine& line : file.lines) {
      Json branches = Json::array();
      for (const WrittenBranch& branch : line.branches)
        for (const bool is_covered : branch.covered)
          branches.push_back({{"count", is_covered ? 1 : 0}, {"throw", false}, {"fallthrough", branches.empty()}});
      Json entry{{"line_number", line.line},
                 {"count", line.is_covered ? 1 : 0},
                 {"unexecuted_block", false},
                 {"branches", std::move(branches)}};
      if (!line.function.empty()) {
        entry["function_name"] = line.function;
        Extent& extent = extents.try_emplace(line.function, Extent{line.line, line.line}).first->second;
        extent.last = line.line;
        extent.is_covered = extent.is_covered || line.is_covered;
      }
      lines.push_back(std::move(entry));
    }
    for (const auto& [name, extent] : extents)
      functions.push_back({{"name", name},
                           {"demangled_name", name},
                           {"start_line", extent.first},
                           {"start_column", 1},
                           {"end_line", extent.last},
                           {"end_column", 1},
                           {"blocks", 1},
                           {"blocks_executed", extent.is_covered ? 1 : 0},
                           {"execution_count", extent.is_covered ? 1 : 0}});
    sources.push_back({{"file", file.name}, {"functions", std::move(functions)}, {"lines", std::move(lines)}});
  }
  return {{"format_version", "1"},
          {"gcc_version", "smallscope"},
          {"current_working_directory", "."},
          {"data_file", test},
          {"files", std::move(sources)}};
}

}  // namespace smallscope::diagnosis
