// SPDX-License-Identifier: Apache-2.0
// Choices: what each branching sub-generator contributed to one input, as (name, alternative, label).
//
// Every generator writes the choices of an ordinal and reads an ordinal back from choices, in the same fixed order, so
// the vector of choices identifies the input. Reports show choices, explanations consist of them, and covering orders
// cover them. Choices are values; a ChoiceWriter or ChoiceReader belongs to one thread.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <smallscope/generators/ordinal.hpp>

namespace smallscope::generators {

struct Choice {
  std::string name;   ///< the path of the branching node: "reference", "arguments[1]/type"
  Ordinal index = 0;  ///< which alternative, from 0
  std::string label;  ///< the alternative as a person reads it
  friend bool operator==(const Choice&, const Choice&) = default;
};
using Choices = std::vector<Choice>;

/// "reference = `a.f`, place = self": for one line of text.
std::string to_string(const Choices& choices);

/// The path from the root to a node. A named node adds its name. A component of a product adds its number unless it is
/// named or leads to a name. An item of a list adds "[i]".
class ChoicePath {
 public:
  void enter_component(std::size_t number);
  void enter_item(std::size_t number);
  void enter_name(std::string_view name);  ///< replaces the component numbers before it
  void leave() { segments_.pop_back(); }
  std::string text() const;

 private:
  struct Segment {
    std::string text;
    enum class Kind { component, item, name, taken } kind;
  };
  std::vector<Segment> segments_;
};

/// Collects the choices of one ordinal.
class ChoiceWriter {
 public:
  void add(Ordinal index, std::string label) { choices_.push_back({path.text(), index, std::move(label)}); }
  Choices take() { return std::move(choices_); }
  ChoicePath path;

 private:
  Choices choices_;
};

/// Hands choices back in the order in which they were written. Labels are ignored.
class ChoiceReader {
 public:
  explicit ChoiceReader(std::span<const Choice> choices) : rest_(choices) {}
  /// The next choice's index. Throws GeneratorError when its name is not the expected path, when its index is not below
  /// `alternatives`, or when there is no further choice.
  Ordinal next(Ordinal alternatives);
  /// Throws GeneratorError when choices are left over.
  void finish() const;
  ChoicePath path;

 private:
  std::span<const Choice> rest_;
};

/// Enters a segment of a writer's or reader's path for the duration of a scope.
template <class Segment, void (ChoicePath::*Enter)(Segment)>
class [[nodiscard]] PathScope {
 public:
  PathScope(ChoicePath& path, Segment segment) : path_(path) { (path_.*Enter)(segment); }
  ~PathScope() { path_.leave(); }
  PathScope(const PathScope&) = delete;
  PathScope& operator=(const PathScope&) = delete;

 private:
  ChoicePath& path_;
};
using ComponentScope = PathScope<std::size_t, &ChoicePath::enter_component>;
using ItemScope = PathScope<std::size_t, &ChoicePath::enter_item>;
using NameScope = PathScope<std::string_view, &ChoicePath::enter_name>;

/// How a choice shows a value: numbers, characters and strings as they are, booleans as words. Any other type needs an
/// overload `std::string choice_label(const T&)` next to the type; without one it is shown as "#index".
template <class T>
std::string label_of(const T& value, Ordinal index) {
  if constexpr (requires {
                  { choice_label(value) } -> std::convertible_to<std::string>;
                })
    return choice_label(value);
  else if constexpr (std::is_same_v<T, bool>)
    return value ? "true" : "false";
  else if constexpr (std::is_same_v<T, char>)
    return std::string(1, value);
  else if constexpr (std::is_arithmetic_v<T>)
    return std::to_string(value);
  else if constexpr (std::is_convertible_v<const T&, std::string_view>)
    return std::string(std::string_view(value));
  else
    return "#" + std::to_string(index);
}

}  // namespace smallscope::generators
