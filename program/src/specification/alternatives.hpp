// SPDX-License-Identifier: Apache-2.0
// What may stand in one hole: a list, a range, strings over an alphabet, the lines of a file.
//
// Private to the loader; values.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "combinations.hpp"
#include "document.hpp"

namespace smallscope::program::specification {

/// The values, and a text that is equal exactly for equal ones.
struct Alternatives {
  HoleValues values;
  std::string description;
};

/// Reads them from `value`, which messages call `hole`; files are relative to `directory`. Throws Mistake.
Alternatives alternatives_of(const Value& value, const std::filesystem::path& directory);

/// Whether a value of `values` has the label `label`; and up to `most` labels for messages. Linear.
bool has_label(const HoleValues& values, std::string_view label);
std::vector<std::string> labels_of(const HoleValues& values, std::size_t most);

/// Runs `build`; its GeneratorError becomes a Mistake at the line of `value`.
void at_line_of(const Value& value, const std::function<void()>& build);

}  // namespace smallscope::program::specification
