// SPDX-License-Identifier: Apache-2.0
// What an input is made of: one value for each hole of the files, and several fragments with holes of their own.
//
// Private to the loader; values, and functions without state for any thread.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hole_values.hpp"

namespace smallscope::program::specification {

/// The values of a fragment's holes, and its number in the input, which keeps its names apart.
struct NumberedFragment {
  generators::Ordinal number = 0;
  Combination combination;
};
using Fragments = std::vector<NumberedFragment>;

/// An input of a specification with fragments. Without them it is a Combination.
struct Filling {
  Combination frame;
  Fragments fragments;
};

/// The fragments of an input, merged or not. Choices are those of the only fragment, under the names of its holes; on a
/// merged level the choice of several is called "fragments".
class FragmentGroups : public generators::Fluent<FragmentGroups> {
 public:
  using value_type = Fragments;
  using Ordinal = generators::Ordinal;
  static constexpr bool can_discard = true;

  /// No constructor takes `groups` alone: whether this class can be copied would then depend on itself.
  static FragmentGroups of(generators::AnyGenerator<Fragments> groups) { return {std::move(groups), 0}; }
  Ordinal size() const { return groups_.size(); }
  std::optional<Fragments> at(Ordinal ordinal) const { return groups_.at(ordinal); }
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    return groups_.walk(first, last, sink);
  }
  void write_choices(Ordinal ordinal, generators::ChoiceWriter& writer) const {
    const auto scope = name(writer.path);
    groups_.write_choices(ordinal, writer);
  }
  Ordinal read_choices(generators::ChoiceReader& reader) const {
    const auto scope = name(reader.path);
    return groups_.read_choices(reader);
  }
  generators::Structure structure() const { return groups_.structure(); }

  int merge_levels() const { return groups_.merge_levels(); }
  FragmentGroups at_level(int level) const { return of(groups_.at_level(level)); }
  Ordinal base_size() const { return groups_.base_size(); }
  Ordinal write_axes(Ordinal ordinal, generators::AxisWriter& writer) const {
    const auto scope = name(writer.path);
    return groups_.write_axes(ordinal, writer);
  }
  std::optional<Fragments> at_part(Ordinal ordinal, generators::SelectionReader& selection) const {
    return groups_.at_part(ordinal, selection);
  }

 private:
  FragmentGroups(generators::AnyGenerator<Fragments> groups, int) : groups_(std::move(groups)) {}
  std::unique_ptr<generators::NameScope> name(generators::ChoicePath& path) const {
    return size() == base_size() ? nullptr : std::make_unique<generators::NameScope>(path, "fragments");
  }
  generators::AnyGenerator<Fragments> groups_;
};

}  // namespace smallscope::program::specification
