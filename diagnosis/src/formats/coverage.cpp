// SPDX-License-Identifier: Apache-2.0
#include "formats/coverage.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "formats/formats.hpp"
#include "formats/lines.hpp"

namespace smallscope::diagnosis {

namespace {

/// Of gcov and llvm-cov it is less than 10. More is meant to exhaust memory.
constexpr int deepest_document = 16;

/// The next document of a text, which loses it; nothing if only blanks are left.
class Documents {
 public:
  Documents(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  std::optional<Json> next() {
    begin_ = std::min(text_.size(), text_.find_first_not_of(" \t\r\n", end_));
    if (begin_ == text_.size()) return std::nullopt;
    if (text_[begin_] != '{') fail(begin_, "the text is not JSON of gcov or llvm-cov, which begins with {");
    end_ = end_of_document();
    const std::string_view document = text_.substr(begin_, end_ - begin_);
    try {
      return Json::parse(document);
    } catch (const Json::parse_error& error) {
      fail(begin_ + std::max<std::size_t>(error.byte, 1) - 1, "the text is not JSON");
    }
  }

 private:
  std::size_t end_of_document() const {
    int depth = 0;
    bool is_quoted = false;
    for (std::size_t i = begin_; i < text_.size(); ++i) {
      const char c = text_[i];
      if (is_quoted && c == '\\')
        ++i;
      else if (c == '"')
        is_quoted = !is_quoted;
      else if (!is_quoted && (c == '{' || c == '['))
        ++depth;
      else if (!is_quoted && (c == '}' || c == ']') && --depth == 0)
        return i + 1;
      if (depth > deepest_document) fail(i, fmt::format("lists are nested more than {} deep", deepest_document));
    }
    fail(text_.size(), "the text ends within its JSON: it is incomplete");
  }
  [[noreturn]] void fail(std::size_t at, const std::string& problem) const {
    const auto line = 1 + std::ranges::count(text_.substr(0, at), '\n');
    throw FormatError(fmt::format("{}:{}: {} (byte {})", file_, line, problem, at));
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t begin_ = 0, end_ = 0;
};

struct NamedTest {
  std::string name;
  Outcome outcome = Outcome::pass;
};

/// What makes a name useless as that of a file in the folder; empty if it is useful.
std::string wrong_with_name(std::string_view name) {
  if (name.empty()) return "is no name of a test: it must not be empty";
  if (name.starts_with('.')) return "is no name of a test: it must not begin with a dot";
  if (name.find_first_of(std::string_view("/\n\r\0", 4)) != name.npos)
    return "is no name of a test: it must be the name of a file in the folder, without a slash";
  return "";
}

std::vector<NamedTest> parse_tests_table(std::string_view text, const std::string& file) {
  Lines lines(text, file);
  const std::string_view head = lines.require("the line 'test,outcome'");
  if (head != "test,outcome") lines.fail(head, "is not the head of the table: it is test,outcome");
  std::vector<NamedTest> tests;
  std::set<std::string, std::less<>> names;
  while (const auto line = lines.next()) {
    if (line->empty()) continue;
    const std::size_t comma = line->rfind(',');
    if (comma == line->npos) lines.fail(*line, "has no outcome: a comma and pass, fail, crash, hang or skip follow");
    const std::string_view test = line->substr(0, comma), word = line->substr(comma + 1);
    const auto* const outcome = std::ranges::find(all_outcomes, word, [](Outcome each) { return name(each); });
    if (outcome == std::end(all_outcomes)) lines.fail(word, "is no outcome: write pass, fail, crash, hang or skip");
    if (const std::string problem = wrong_with_name(test); !problem.empty()) lines.fail(test, problem);
    if (!names.emplace(test).second) lines.fail(test, "is the name of an earlier test: give each its own");
    tests.push_back({std::string(test), *outcome});
  }
  return tests;
}

/// Reads the files of one test after the other, which must all be of one tool.
class CoverageReader {
 public:
  void read(std::string_view text, const std::string& file) {
    Documents documents(text, file);
    bool any = false;
    while (auto json = documents.next()) {
      any = true;
      const bool gcov = is_gcov(*json), llvm = is_llvm(*json);
      CoverageDocument document(std::move(*json), file);
      if (!gcov && !llvm)
        document.fail(
            "this is the JSON of no known tool: of gcov it has 'format_version' and 'files', of llvm-cov the "
            "'type' llvm.coverage.json.export");
      if (!first_file_.empty() && gcov != is_of_gcov_)
        document.fail(fmt::format("this is of {}, but {} is of {}: measure all tests with one of them",
                                  gcov ? "gcov" : "llvm-cov", first_file_, gcov ? "llvm-cov" : "gcov"));
      if (first_file_.empty()) first_file_ = file;
      is_of_gcov_ = gcov;
      gcov ? collect_gcov(document, collector_) : collect_llvm(document, collector_);
    }
    if (!any) throw FormatError(fmt::format("{}:1: the file is empty: export the coverage of the test again", file));
  }

  CoverageCollector& collector() { return collector_; }

 private:
  CoverageCollector collector_;
  std::string first_file_;
  bool is_of_gcov_ = false;
};

}  // namespace

void CoverageDocument::fail(const std::string& problem) const {
  std::string place;
  for (const auto& [key, index] : place_) place += fmt::format("{}{}[{}]", place.empty() ? " " : ".", key, index);
  throw FormatError(fmt::format("{}:{} {}", file_, place.empty() ? "" : place + ":", problem));
}

void CoverageDocument::fail_at(const std::string& key, const std::string& problem) const {
  fail(fmt::format("'{}' {}", key, problem));
}

const Json& CoverageDocument::member(const Json& object, const char* key) const {
  if (!object.is_object()) fail("must be an object");
  const auto found = object.find(key);
  if (found == object.end()) fail_at(key, "is missing");
  return *found;
}

const Json& CoverageDocument::item(const Json& list, std::size_t index) const {
  if (!list.is_array() || list.size() <= index) fail(fmt::format("must be a list of more than {} values", index));
  return list[index];
}

std::string CoverageDocument::text(const Json& object, const char* key) const {
  const Json& value = member(object, key);
  if (!value.is_string()) fail_at(key, "must be a text");
  return value.get<std::string>();
}

std::uint32_t CoverageDocument::line(const Json& object, const char* key) const {
  const Json& value = member(object, key);
  if (!value.is_number_unsigned() || value == 0 || value > std::numeric_limits<std::uint32_t>::max())
    fail_at(key, "must be the number of a line, from 1");
  return value.get<std::uint32_t>();
}

bool CoverageDocument::is_positive(const Json& object, const char* key) const {
  const Json& value = member(object, key);
  if (!value.is_number()) fail_at(key, "must be a number");
  return value > 0;
}

bool CoverageDocument::is_positive(const Json& list, std::size_t index) const {
  const Json& value = item(list, index);
  if (!value.is_number()) fail(fmt::format("[{}] must be a number", index));
  return value > 0;
}

std::uint32_t CoverageDocument::number(const Json& list, std::size_t index, std::uint32_t most,
                                       std::string_view meaning) const {
  const Json& value = item(list, index);
  if (!value.is_number_unsigned() || value > most)
    fail(fmt::format("[{}] must be {}, a whole number of at most {}", index, meaning, most));
  return value.get<std::uint32_t>();
}

void require_few(const CoverageDocument& document, std::size_t elements) {
  if (elements > most_covered_elements)
    document.fail(fmt::format("with this source there are {} elements, and {} are possible: leave sources out",
                              elements, most_covered_elements));
}

RecordedSpectrum parse_coverage(std::string_view tests, const std::string& folder, const CoverageSource& source) {
  const std::string table = folder + "/tests.csv";
  CoverageReader reader;
  for (const NamedTest& test : parse_tests_table(tests, table)) {
    bool any = false;
    source(test.name, [&](std::string_view text, const std::string& file) {
      any = true;
      reader.read(text, file);
    });
    if (!any && test.outcome != Outcome::skip)
      throw FormatError(
          fmt::format("{}: the test '{}' has no coverage: {}.gcov.json, {}.llvm.json, either with .gz, or a folder {} "
                      "of such files must be in the folder; if nothing is known of it, its outcome is skip",
                      table, test.name, test.name, test.name, test.name));
    reader.collector().add_test(test.name, test.outcome);
  }
  return std::move(reader.collector()).spectrum();
}

std::string coverage_tests_text(const RecordedSpectrum& recorded) {
  if (!recorded.faults.empty())
    throw FormatError("known faults have no place in a folder of coverage: leave them out, or write compact");
  if (recorded.spectrum.columns() == 0 || recorded.spectrum.tests() == 0)
    throw FormatError("a spectrum without elements or tests has no place in a folder of coverage: write compact");
  std::string text = "test,outcome\n";
  std::set<std::string> names;
  for (std::size_t i = 0; i < recorded.spectrum.tests(); ++i) {
    const std::string test = test_name(recorded, i);
    if (const std::string problem = wrong_with_name(test); !problem.empty())
      throw FormatError(fmt::format("'{}' {}: rename it, or write compact", test, problem));
    if (!names.insert(test).second)
      throw FormatError(fmt::format("two tests have the name '{}', which is that of a file: rename one", test));
    text += fmt::format("{},{}\n", test, name(recorded.spectrum.test(i).outcome));
  }
  return text;
}

std::string coverage_text(const RecordedSpectrum& recorded, std::size_t test, SpectrumFormat format) {
  const std::vector<WrittenFile> files = written_files(recorded, test, format);
  try {
    return (format == SpectrumFormat::gcov ? gcov_json(files, test_name(recorded, test)) : llvm_json(files)).dump() +
           '\n';
  } catch (const Json::type_error&) {
    throw FormatError(
        fmt::format("a name that is not UTF-8 has no place in the format {}: write compact", name(format)));
  }
}

}  // namespace smallscope::diagnosis
