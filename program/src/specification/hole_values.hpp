// SPDX-License-Identifier: Apache-2.0
// What may stand in a hole: texts with labels, which may themselves refer to other holes.
//
// Private to the loader; immutable values that threads may share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <smallscope/generators/any.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace smallscope::program::specification {

/// A place in the text of a value where the text of a hole around it belongs.
struct Reference {
  std::size_t at;        ///< how many bytes of the text come before it
  std::size_t hole;      ///< by its place among all declared holes
  bool indents = false;  ///< whether further lines of its text are indented like the line of this place
  friend bool operator==(const Reference&, const Reference&) = default;
};

/// The content of a hole. Cases and exclusions refer to a value by its label, which is its text by default.
struct HoleValue {
  std::string text;
  std::optional<std::string> own_label = std::nullopt;
  std::vector<Reference> references = {};  ///< in the order of the text
  const std::string& label() const { return own_label ? *own_label : text; }
};
/// A value for every hole, in the order of the holes.
using Combination = std::vector<HoleValue>;

/// The values of a hole in one case. An alternative is one entry of a list: a single value, or all values of an entry
/// that has holes of its own, which then share a label.
struct HoleValues {
  generators::AnyGenerator<HoleValue> generator;
  /// The first value of each alternative; empty if every value is an alternative.
  std::vector<generators::Ordinal> starts = {};
  /// Whether a value is made of others, so that not it but these are choices.
  bool composed = false;

  generators::Ordinal size() const { return generator.size(); }
  generators::Ordinal alternatives() const { return starts.empty() ? size() : starts.size(); }
  /// The alternative that a value belongs to, and the values [start_of(a), start_of(a + 1)) of an alternative.
  generators::Ordinal alternative_of(generators::Ordinal value) const;
  generators::Ordinal start_of(generators::Ordinal alternative) const;
  std::string label_of(generators::Ordinal alternative) const { return generator.at(start_of(alternative))->label(); }
};

/// The most alternatives of a hole that are compared with labels.
inline constexpr generators::Ordinal most_compared = generators::Ordinal{1} << 22;

/// Whether an alternative has the label `label`; and up to `most` labels for messages. Linear, in at most
/// `most_compared` alternatives.
bool has_label(const HoleValues& values, std::string_view label);
std::vector<std::string> labels_of(const HoleValues& values, std::size_t most);

}  // namespace smallscope::program::specification
