// SPDX-License-Identifier: Apache-2.0
// Checked reading of a document: unknown keys, missing keys, wrong types, and the units of times and sizes.
//
// Every function throws Mistake with the line, the key, the offending value and the remedy. Private to the loader.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document.hpp"

namespace smallscope::program::specification {

/// A table that may have the given keys and no others.
class Section {
 public:
  /// Messages call the table `name`: "[subject]", "`inputs.files`". Throws for a value that is not a table; and for
  /// unknown keys, with the nearest known one.
  Section(const Value& table, std::string name, std::vector<std::string_view> keys);
  const Value* find(std::string_view key) const { return table_.find(key); }
  /// The value of a required key; `example` completes "add ...".
  const Value& require(std::string_view key, std::string_view example) const;
  const Value& table() const { return table_; }
  const std::string& name() const { return name_; }

 private:
  const Value& table_;
  std::string name_;
};

/// "`path` is the integer 5; give <expected>".
[[noreturn]] void wrong_type(const Value& value, std::string_view expected);

const std::string& string_of(const Value& value);
bool boolean_of(const Value& value);
std::int64_t integer_of(const Value& value, std::int64_t least, std::int64_t greatest);
const std::vector<Value>& list_of(const Value& value, std::string_view expected);
/// "10s", "500ms", "2min".
std::chrono::milliseconds duration_of(const Value& value);
/// "512MiB", "64KiB", "1GiB", "100B", and the decimal kB, MB, GB.
std::uint64_t bytes_of(const Value& value);

/// "did you mean `x`?" if one of `known` is near, otherwise "known are `x`, `y`"; at most 12 of them.
std::string suggestion(std::string_view wrong, std::span<const std::string> known);
/// "`x`, `y`, `z`"; names beyond 12 are counted.
std::string listed(std::span<const std::string> names);

}  // namespace smallscope::program::specification
