// SPDX-License-Identifier: Apache-2.0
// A TOML document with the line of every key and value: the only place that knows the TOML library.
//
// document -> section (checked reading) -> holes, templates, commands, oracles -> specification. Private to the loader;
// plain values. Tables keep the order of the file, which the library itself forgets, because it is the order of
// nesting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files.hpp"

namespace smallscope::program::specification {

/// A mistake at a line of the specification; load_specification() adds the file's name in front.
struct Mistake : std::runtime_error {
  Mistake(std::size_t at, const std::string& text) : std::runtime_error(text), line(at) {}
  std::size_t line;  ///< 0: concerns the file as a whole
};

struct Entry;

struct Value {
  enum class Kind { string, integer, floating, boolean, date, list, table };
  Kind kind = Kind::table;
  std::size_t line = 0;
  std::string path;            ///< "subject.run[0]"; for holes without the leading "inputs.choices."
  std::string text;            ///< a string's content; other scalars as written in the file
  std::string raw;             ///< a string as written in the file, including its quotes
  std::int64_t integer = 0;    ///< of Kind::integer
  bool boolean = false;        ///< of Kind::boolean
  std::vector<Value> items;    ///< of Kind::list
  std::vector<Entry> entries;  ///< of Kind::table, in the order of the file

  bool is_table() const { return kind == Kind::table; }
  bool is_list() const { return kind == Kind::list; }
  bool is_string() const { return kind == Kind::string; }
  bool is_scalar() const { return !is_table() && !is_list(); }
  /// The value of `key` in this table, or nullptr.
  const Value* find(std::string_view key) const;
};

struct Entry {
  std::string key;
  std::size_t line = 0;
  Value value;
  bool may_be_unused = false;  ///< of a file that several specifications include
};

/// The documents of one specification. Each line has a number of its own: those of a file follow those of the one
/// before.
class Sources {
 public:
  explicit Sources(Files files) : files_(std::move(files)) {}
  Files& files() { return files_; }
  /// Reads and parses `file`, which messages call `what`. Throws Mistake for an unreadable file (at `use`, 0: the whole
  /// specification) and for text that is not TOML.
  Value read(const std::filesystem::path& file, std::size_t use, const std::string& what);
  /// Whether the line is one of the first file.
  bool is_of_first(std::size_t line) const { return read_.size() < 2 || line <= read_[1].lines_before; }
  /// "FILE:LINE", or the first file for line 0.
  std::string place(std::size_t line) const;

 private:
  struct Document {
    std::filesystem::path path;
    std::size_t lines_before;
  };
  Files files_;
  std::vector<Document> read_;
  std::size_t lines_ = 0;
};

/// The line where `part` first occurs in the string `value`, otherwise the line of the value.
std::size_t line_of(const Value& value, std::string_view part);

}  // namespace smallscope::program::specification
