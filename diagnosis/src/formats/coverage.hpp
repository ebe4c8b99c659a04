// SPDX-License-Identifier: Apache-2.0
// What the readers and writers of gcov and llvm-cov share: elements with their covered tests, and JSON with its places.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <smallscope/diagnosis/coverage_folders.hpp>

namespace smallscope::diagnosis {

/// What files may imply without showing it: lines of one source of llvm-cov, and all elements.
inline constexpr std::uint32_t most_implied_lines = 1'000'000;
inline constexpr std::size_t most_covered_elements = 4'000'000;

/// Puts the elements and tests together, as they come.
class CoverageCollector {
 public:
  /// The number of a source, by its name as a document gives it and the folder that a relative name begins in.
  std::uint32_t source(const std::string& file, const std::string& folder);
  std::uint32_t function(const std::string& name);

  void line(std::uint32_t source, std::uint32_t line, std::uint32_t function, bool is_covered) {
    element({source, line, function, 0}, is_covered);
  }
  /// An outcome of a branch, by its number within the line; from 0.
  void branch(std::uint32_t source, std::uint32_t line, std::uint32_t function, std::uint32_t number, bool is_covered) {
    element({source, line, function, 1 + std::uint64_t{number}}, is_covered);
  }
  /// An outcome of the branch at a column.
  void branch_at(std::uint32_t source, std::uint32_t line, std::uint32_t function, std::uint32_t column, bool outcome,
                 bool is_covered) {
    element({source, line, function, at_column | std::uint64_t{column} << 1 | (outcome ? 0u : 1u)}, is_covered);
  }

  std::size_t elements() const { return columns_.size(); }
  /// Ends the test to which all elements since the last one belong.
  void add_test(const std::string& name, Outcome outcome);
  RecordedSpectrum spectrum() &&;

 private:
  static constexpr std::uint64_t at_column = std::uint64_t{1} << 40;
  struct Key {
    std::uint32_t source, line, function;
    std::uint64_t place;  // 0: the line itself
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  struct Test {
    std::string name;
    Outcome outcome;
    std::uint32_t row;
  };

  void element(const Key& key, bool is_covered);
  static Element named(const Key& key, const std::string& file, const std::string& function);
  std::vector<std::string> names_of_sources() const;

  std::map<std::pair<std::string, std::string>, std::uint32_t> sources_;  // by folder and name
  std::map<std::string, std::uint32_t> functions_;
  std::unordered_map<Key, Column, Hash> columns_;  // in the order of their appearance
  std::vector<Word> row_;                          // of the test that is being read; no zero at the end
  std::map<std::vector<Word>, std::uint32_t> rows_;
  std::vector<Test> tests_;
};

using Json = nlohmann::ordered_json;

/// A document, and where a reader is in it. What is not as it must be is a FormatError with that place.
class CoverageDocument {
 public:
  CoverageDocument(Json json, std::string file) : json_(std::move(json)), file_(std::move(file)) {}

  const Json& root() const { return json_; }
  [[noreturn]] void fail(const std::string& problem) const;

  /// The elements of a list, in turns; the list must be there.
  template <class Sink>
  void for_each(const Json& object, const char* key, const Sink& sink) {
    const Json& all = member(object, key);
    if (!all.is_array()) fail_at(key, "must be a list");
    place_.emplace_back(key, 0);
    for (const Json& each : all) {
      sink(each);
      ++place_.back().second;
    }
    place_.pop_back();
  }
  bool has(const Json& object, const char* key) const { return object.is_object() && object.contains(key); }
  std::string text(const Json& object, const char* key) const;
  /// From 1.
  std::uint32_t line(const Json& object, const char* key) const;
  bool is_positive(const Json& object, const char* key) const;
  /// Numbers of a list of at least so many.
  std::uint32_t number(const Json& list, std::size_t index, std::uint32_t most, std::string_view meaning) const;
  bool is_positive(const Json& list, std::size_t index) const;

 private:
  const Json& member(const Json& object, const char* key) const;
  const Json& item(const Json& list, std::size_t index) const;
  [[noreturn]] void fail_at(const std::string& key, const std::string& problem) const;

  Json json_;
  std::string file_;
  std::vector<std::pair<const char*, std::size_t>> place_;
};

/// Throws FormatError for more elements than most_covered_elements.
void require_few(const CoverageDocument& document, std::size_t elements);

bool is_gcov(const Json& document);
bool is_llvm(const Json& document);
void collect_gcov(CoverageDocument& document, CoverageCollector& collector);
void collect_llvm(CoverageDocument& document, CoverageCollector& collector);

/// Without the file and a colon that llvm-cov writes before the name of a function which only that file knows.
std::string plain_function(const std::string& name, const std::string& file);

/// What a test covers of a line, and of the outcomes of its branches, for a writer.
struct WrittenBranch {
  std::uint32_t column = 0;   ///< of llvm-cov
  std::vector<bool> covered;  ///< of each outcome
};
struct WrittenLine {
  std::uint32_t line = 0;
  std::string function;
  bool is_covered = false;
  std::vector<WrittenBranch> branches;
};
struct WrittenFile {
  std::string name;
  std::vector<WrittenLine> lines;  ///< ascending; of one line, by function
};
/// Throws FormatError for what a format cannot say.
std::vector<WrittenFile> written_files(const RecordedSpectrum& recorded, std::size_t test, SpectrumFormat format);
Json gcov_json(const std::vector<WrittenFile>& files, const std::string& test);
Json llvm_json(const std::vector<WrittenFile>& files);

}  // namespace smallscope::diagnosis
