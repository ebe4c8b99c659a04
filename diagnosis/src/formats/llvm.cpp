// SPDX-License-Identifier: Apache-2.0
// The JSON of llvm-cov export -format=text, version 2 (LLVM 5 and later).
//
//     {"type": "llvm.coverage.json.export", "version": "2.0.1", "data": [{
//      "files": [{"filename": "a.c", "segments": [[line, column, count, has_count, is_entry, is_gap], ...],
//                 "branches": [[line, column, line, column, count of true, count of false, ...], ...]}, ...],
//      "functions": [{"name": f, "filenames": ["a.c", ...],
//                     "regions": [[line, column, line, column, count, file, expanded file, kind], ...]}, ...]}]}
//
// A segment is where counts change; it ends at the next one. Kind 0 of a region is code. LLVM before 10 writes no
// is_gap, LLVM before 12 no branches.
#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "formats/coverage.hpp"

namespace smallscope::diagnosis {

namespace {

constexpr std::uint32_t most_columns = std::numeric_limits<std::uint32_t>::max();

/// A part of the source, with its function. An end is behind the last column.
struct FunctionRegion {
  std::pair<std::uint32_t, std::uint32_t> first, end;
  std::uint32_t function;
};

std::map<std::string, std::vector<FunctionRegion>> function_regions(CoverageDocument& document, const Json& data,
                                                                    CoverageCollector& collector) {
  std::map<std::string, std::vector<FunctionRegion>> all;
  if (!document.has(data, "functions")) return all;  // -skip-functions
  document.for_each(data, "functions", [&](const Json& function) {
    const std::string name = document.text(function, "name");
    std::vector<std::string> files;
    document.for_each(function, "filenames", [&](const Json& file) {
      if (!file.is_string()) document.fail("must be the name of a file");
      files.push_back(file.get<std::string>());
    });
    document.for_each(function, "regions", [&](const Json& region) {
      const auto number = [&](std::size_t i) { return document.number(region, i, most_columns, "a line or column"); };
      const std::size_t last_file = std::max<std::size_t>(files.size(), 1) - 1;
      const auto file = document.number(region, 5, static_cast<std::uint32_t>(last_file), "the number of a file");
      if (document.number(region, 7, most_columns, "the kind of a region") != 0 || files.empty()) return;
      all[files[file]].push_back(
          {{number(0), number(1)}, {number(2), number(3)}, collector.function(plain_function(name, files[file]))});
    });
  });
  // Outer ones first.
  for (auto& [file, regions] : all)
    std::ranges::stable_sort(regions, [](const FunctionRegion& a, const FunctionRegion& b) {
      return std::tie(a.first, b.end) < std::tie(b.first, a.end);
    });
  return all;
}

/// The function of each line, asked for in ascending order.
class FunctionOfLine {
 public:
  FunctionOfLine(const std::vector<FunctionRegion>& regions, std::uint32_t none) : regions_(regions), none_(none) {}

  std::uint32_t operator()(std::uint32_t line) {
    const std::pair<std::uint32_t, std::uint32_t> beginning{line, 1};
    for (; next_ < regions_.size() && regions_[next_].first <= beginning; ++next_) open(regions_[next_]);
    while (!open_.empty() && open_.back()->end <= beginning) open_.pop_back();
    if (!open_.empty()) return open_.back()->function;
    const bool begins = next_ < regions_.size() && regions_[next_].first.first == line;
    return begins ? regions_[next_].function : none_;
  }

 private:
  /// Of instances of one template, which have the same regions, the first one counts.
  void open(const FunctionRegion& region) {
    if (open_.empty() || open_.back()->first != region.first || open_.back()->end != region.end)
      open_.push_back(&region);
  }

  const std::vector<FunctionRegion>& regions_;
  std::uint32_t none_;
  std::size_t next_ = 0;
  std::vector<const FunctionRegion*> open_;
};

struct Segment {
  std::uint32_t line = 0;
  bool is_covered = false, has_count = false, is_entry = false, is_gap = false;
};

std::vector<Segment> segments_of(CoverageDocument& document, const Json& file) {
  if (!document.has(file, "segments"))
    document.fail("'segments' is missing: export without -summary-only, so that lines are there");
  std::vector<Segment> segments;
  document.for_each(file, "segments", [&](const Json& each) {
    const auto flag = [&](std::size_t i) {
      if (each.size() == 5 && i == 5) return false;
      if (!each.is_array() || each.size() <= i || !each[i].is_boolean())
        document.fail(fmt::format("[{}] must be true or false", i));
      return each[i].get<bool>();
    };
    const std::uint32_t line = document.number(each, 0, most_implied_lines, "the line of a segment");
    if (line == 0 || (!segments.empty() && line < segments.back().line))
      document.fail(fmt::format("line {} is out of order: lines begin at 1 and ascend", line));
    segments.push_back({line, document.is_positive(each, 2), flag(3), flag(4), flag(5)});
  });
  return segments;
}

/// Calls sink(line, is_covered) for the lines that llvm-cov counts: those with code, by the greatest count of what
/// begins in the line or goes on there from an earlier one.
template <class Sink>
void for_each_line(const std::vector<Segment>& segments, const Sink& sink) {
  const Segment* before = nullptr;  // the last one of earlier lines
  std::size_t i = 0;
  for (std::uint32_t line = segments.empty() ? 1 : segments[0].line; i < segments.size(); ++line) {
    const std::size_t first = i;
    bool begins = false, is_covered = before != nullptr && before->is_covered;
    for (; i < segments.size() && segments[i].line == line; ++i) {
      if (segments[i].is_gap || !segments[i].has_count || !segments[i].is_entry) continue;
      begins = true;
      is_covered = is_covered || segments[i].is_covered;
    }
    const bool begins_skipped = first < i && !segments[first].has_count && segments[first].is_entry;
    if (!begins_skipped && (begins || (before != nullptr && before->has_count))) sink(line, is_covered);
    if (first < i) before = &segments[i - 1];
  }
}

void collect_file(CoverageDocument& document, const Json& file, const std::vector<Segment>& segments,
                  const std::map<std::string, std::vector<FunctionRegion>>& regions, CoverageCollector& collector) {
  static const std::vector<FunctionRegion> nothing;
  const std::string name = document.text(file, "filename");
  const std::uint32_t source = collector.source(name, ""), none = collector.function("");
  const auto found = regions.find(name);
  const std::vector<FunctionRegion>& own = found == regions.end() ? nothing : found->second;
  FunctionOfLine function_of(own, none);
  for_each_line(segments, [&](std::uint32_t line, bool is_covered) {
    collector.line(source, line, function_of(line), is_covered);
  });
  struct Branch {
    std::uint32_t line, column;
    bool is_true, is_false;
  };
  std::vector<Branch> branches;
  if (document.has(file, "branches"))
    document.for_each(file, "branches", [&](const Json& each) {
      branches.push_back({document.number(each, 0, most_implied_lines, "the line of a branch"),
                          document.number(each, 1, most_columns, "the column of a branch"),
                          document.is_positive(each, 4), document.is_positive(each, 5)});
    });
  std::ranges::stable_sort(branches, {}, &Branch::line);
  FunctionOfLine function_of_branch(own, none);
  for (const Branch& branch : branches) {
    const std::uint32_t function = function_of_branch(branch.line);
    collector.branch_at(source, branch.line, function, branch.column, true, branch.is_true);
    collector.branch_at(source, branch.line, function, branch.column, false, branch.is_false);
  }
}

Json share(std::size_t count, std::size_t covered) {
  const double percent = count == 0 ? 0 : 100.0 * static_cast<double>(covered) / static_cast<double>(count);
  return {{"count", count}, {"covered", covered}, {"notcovered", count - covered}, {"percent", percent}};
}

/// How many there are, and how many of them are covered.
struct LlvmTotals {
  std::size_t branches[2] = {}, functions[2] = {}, lines[2] = {};

  static void add(std::size_t (&to)[2], bool is_covered) {
    ++to[0];
    to[1] += is_covered ? 1 : 0;
  }
  void add(const LlvmTotals& other) {
    for (std::size_t i = 0; i < 2; ++i) {
      branches[i] += other.branches[i];
      functions[i] += other.functions[i];
      lines[i] += other.lines[i];
    }
  }
  Json json() const {
    return {{"branches", share(branches[0], branches[1])},
            {"functions", share(functions[0], functions[1])},
            {"instantiations", share(functions[0], functions[1])},
            {"lines", share(lines[0], lines[1])},
            {"regions", share(lines[0], lines[1])}};
  }
};

}  // namespace

std::string plain_function(const std::string& name, const std::string& file) {
  for (std::size_t colon = name.find(':'); colon != name.npos; colon = name.find(':', colon + 1))
    if (colon > 0 && file.ends_with(std::string_view(name).substr(0, colon))) return name.substr(colon + 1);
  return name;
}

bool is_llvm(const Json& document) {
  return document.is_object() && document.contains("type") && document["type"] == "llvm.coverage.json.export";
}

void collect_llvm(CoverageDocument& document, CoverageCollector& collector) {
  const std::string version = document.text(document.root(), "version");
  if (!version.starts_with("2.") && !version.starts_with("3."))
    document.fail("version is " + version + ", and 2 and 3 are known: export with llvm-cov of LLVM 5 or later");
  bool any = false;
  document.for_each(document.root(), "data", [&](const Json& data) {
    const auto regions = function_regions(document, data, collector);
    // A short segment can imply many lines, so these are counted before any is kept.
    std::vector<std::vector<Segment>> segments;
    std::size_t lines = 0;
    document.for_each(data, "files", [&](const Json& file) {
      any = true;
      segments.push_back(segments_of(document, file));
      for_each_line(segments.back(), [&](std::uint32_t, bool) { ++lines; });
      require_few(document, lines);
    });
    std::size_t next = 0;
    document.for_each(data, "files", [&](const Json& file) {
      collect_file(document, file, segments[next++], regions, collector);
      require_few(document, collector.elements());
    });
  });
  if (!any) document.fail("it lists no source: name the program that was compiled with -fcoverage-mapping");
}

Json llvm_json(const std::vector<WrittenFile>& files) {
  Json sources = Json::array(), functions = Json::array();
  LlvmTotals all;
  for (const WrittenFile& file : files) {
    Json segments = Json::array(), branches = Json::array();
    std::map<std::string, Json> regions;
    std::map<std::string, bool> is_executed;
    LlvmTotals totals;
    for (const WrittenLine& line : file.lines) {
      const int count = line.is_covered ? 1 : 0;
      segments.push_back({line.line, 1, count, true, true, false});
      segments.push_back({line.line, 2, 0, false, false, false});
      LlvmTotals::add(totals.lines, line.is_covered);
      if (!line.function.empty()) {
        regions[line.function].push_back({line.line, 1, line.line, 2, count, 0, 0, 0});
        is_executed[line.function] = is_executed[line.function] || line.is_covered;
      }
      for (const WrittenBranch& branch : line.branches) {
        branches.push_back({line.line, branch.column, line.line, branch.column, branch.covered[0] ? 1 : 0,
                            branch.covered[1] ? 1 : 0, 0, 0, 4});
        for (const bool is_covered : branch.covered) LlvmTotals::add(totals.branches, is_covered);
      }
    }
    for (auto& [name, own] : regions) {
      LlvmTotals::add(totals.functions, is_executed[name]);
      functions.push_back({{"branches", Json::array()},
                           {"count", is_executed[name] ? 1 : 0},
                           {"filenames", Json::array({file.name})},
                           {"name", name},
                           {"regions", std::move(own)}});
    }
    sources.push_back({{"branches", std::move(branches)},
                       {"expansions", Json::array()},
                       {"filename", file.name},
                       {"segments", std::move(segments)},
                       {"summary", totals.json()}});
    all.add(totals);
  }
  Json data = Json::array();
  data.push_back({{"files", std::move(sources)}, {"functions", std::move(functions)}, {"totals", all.json()}});
  return {{"data", std::move(data)}, {"type", "llvm.coverage.json.export"}, {"version", "2.0.1"}};
}

}  // namespace smallscope::diagnosis
