// SPDX-License-Identifier: Apache-2.0
// Structural merging (FASE 2009, section 5): sibling outputs of a sub-generator combined into fewer, larger ones.
//
// The author marks the sub-generators whose outputs are fragments that can stand together (statements, members,
// functions), and says from which merge level on they are merged. at_level(g, n) derives level n from the same
// description; whatever is built on a merged node shrinks with it. constituents(g, ordinal) says which inputs of level
// 0 a merged input stands for. at_part(g, ordinal, selection) is the input combined of only some of its fragments, as
// un-merging needs it. Generators are immutable and may be shared by threads. Example:
// examples/guide/shell_scripts.cpp.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include <smallscope/generators/generator.hpp>

namespace smallscope::generators {

/// One of the siblings that are combined into a merged value.
template <class T>
struct Fragment {
  Ordinal number = 0;  ///< its place in the merged value, from 0; keeps apart the names that it defines
  T value;
};

/// From which level on siblings are merged, and how many at a time.
struct Merging {
  /// The first merge level at which siblings are merged; below it the node denotes its fragments one by one.
  int from_level = 1;
  /// How many siblings are combined at that level and at those above it; 0: all. The last entry holds for all further
  /// levels.
  std::vector<Ordinal> at_a_time = {0};
};

template <IndexedGenerator G, class Combine>
class Merged : public Fluent<Merged<G, Combine>> {
 public:
  using value_type = typename G::value_type;
  static constexpr bool can_discard = G::can_discard;
  using Fragments = std::vector<Fragment<value_type>>;
  static_assert(std::is_invocable_r_v<value_type, const Combine&, const Fragments&>,
                "merged: the combination must be callable with a list of fragments and return a value like theirs");

  Merged(G inner, Combine combine, Merging merging, int level = 0)
      : inner_(std::move(inner)), combine_(std::move(combine)), merging_(std::move(merging)) {
    require_unmerged(inner_.merge_levels(), "merged");
    if (merging_.from_level < 1 || merging_.at_a_time.empty())
      throw GeneratorError("merged: from_level is " + std::to_string(merging_.from_level) + " with " +
                           std::to_string(merging_.at_a_time.size()) +
                           " group sizes; levels count from 1, and there is at least one group size");
    set_level(level);
  }
  Ordinal size() const { return size_; }
  AtResult<value_type, can_discard> at(Ordinal ordinal) const {
    require_in_range(ordinal, size_);
    if (group_ == 1) return inner_.at(ordinal);
    const auto [first, last] = group_of(ordinal);
    Fragments fragments;
    for (Ordinal i = first; i < last; ++i) add(fragments, i - first, inner_.at(i));
    return combined(fragments);
  }
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    if (group_ == 1) return inner_.walk(first, last, std::forward<Sink>(sink));
    Fragments fragments;
    for (Ordinal ordinal = first; ordinal < last; ++ordinal) {
      const auto [begin, end] = group_of(ordinal);
      fragments.clear();
      inner_.walk(begin, end, [&, first_inner = begin](Ordinal inner, const value_type& value) -> bool {
        fragments.push_back({inner - first_inner, value});
        return true;
      });
      if (fragments.empty()) continue;  // all discarded
      const auto value = combined(fragments);
      bool goes_on = true;
      if constexpr (can_discard)
        goes_on = sink(ordinal, *value);
      else
        goes_on = sink(ordinal, value);
      if (!goes_on) return false;
    }
    return true;
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const {
    if (group_ == 1) return inner_.write_choices(ordinal, writer);
    if (size_ == 1) return;
    const auto [first, last] = group_of(ordinal);
    std::string label = label_at(first);
    if (last - first > 1) label += " .. " + label_at(last - 1) + " (" + std::to_string(last - first) + " merged)";
    writer.add(ordinal, std::move(label));
  }
  Ordinal read_choices(ChoiceReader& reader) const {
    if (group_ == 1) return inner_.read_choices(reader);
    return size_ > 1 ? reader.next(size_) : 0;
  }
  Structure structure() const {
    if (group_ == 1) return inner_.structure();
    return {"merged", "", size_, {inner_.structure()}, Contribution::child};
  }

  int merge_levels() const { return merging_.from_level + static_cast<int>(merging_.at_a_time.size()) - 1; }
  Merged at_level(int level) const {
    Merged result = *this;
    result.set_level(level);
    return result;
  }
  Ordinal base_size() const { return inner_.size(); }
  Ordinal write_axes(Ordinal ordinal, AxisWriter& writer) const {
    if (group_ == 1) return ordinal;
    const auto [first, last] = group_of(ordinal);
    writer.add(first, last - first);
    return first;
  }
  AtResult<value_type, can_discard> at_part(Ordinal ordinal, SelectionReader& selection) const {
    if (group_ == 1) return inner_.at(ordinal);
    const auto [first, last] = group_of(ordinal);
    Fragments fragments;
    for (const Ordinal number : selection.next(last - first)) add(fragments, number, inner_.at(first + number));
    return combined(fragments);
  }

 private:
  void set_level(int level) {
    const Ordinal fragments = inner_.size();
    group_ = 1;
    if (level >= merging_.from_level) {
      const auto entry = static_cast<std::size_t>(level - merging_.from_level);
      group_ = merging_.at_a_time[std::min(entry, merging_.at_a_time.size() - 1)];
      if (group_ == 0) group_ = std::max<Ordinal>(fragments, 1);
    }
    size_ = fragments / group_ + (fragments % group_ != 0);
  }
  std::pair<Ordinal, Ordinal> group_of(Ordinal ordinal) const {
    const Ordinal first = ordinal * group_;
    return {first, first + std::min(group_, inner_.size() - first)};
  }
  template <class Value>
  static void add(Fragments& fragments, Ordinal number, Value&& value) {
    if constexpr (can_discard) {
      if (value) fragments.push_back({number, *std::forward<Value>(value)});
    } else {
      fragments.push_back({number, std::forward<Value>(value)});
    }
  }
  /// A single fragment stays as it is: what un-merging singles out is exactly the input of level 0.
  AtResult<value_type, can_discard> combined(Fragments& fragments) const {
    if constexpr (can_discard) {
      if (fragments.empty()) return std::nullopt;
    }
    if (fragments.size() == 1) return std::move(fragments.front().value);
    return std::invoke(combine_, std::as_const(fragments));
  }
  std::string label_at(Ordinal fragment) const {
    ChoiceWriter writer;
    inner_.write_choices(fragment, writer);
    std::string label;
    for (const Choice& choice : writer.take()) label += (label.empty() ? "" : ", ") + choice.label;
    return label;
  }
  G inner_;
  Combine combine_;
  Merging merging_;
  Ordinal group_ = 1;
  Ordinal size_ = 0;
};

/// The set of `fragments`, merged from a level on. `combine(list of Fragment)` makes one larger value of the same type
/// from several fragments, and keeps apart the names that they define by their numbers. At lower levels, and for single
/// fragments, it is the set itself. Siblings are neighbours in the order of `fragments`, so the choices that vary
/// fastest are merged first. A merged level denotes ceil(size / at_a_time) values. GeneratorError if something inside
/// is already merged, or for a level below 1. Products, alternatives, map, filter, named, the second of bind, and type
/// erasure pass merging on; lists, sets, recursive types and distinct() refuse it. Example: merged(statements, [](const
/// auto& fragments) { return joined(fragments); }, {.at_a_time = {5}}).
template <IndexedGenerator G, class Combine>
auto merged(G fragments, Combine combine, Merging merging = {}) {
  return Merged<G, Combine>(std::move(fragments), std::move(combine), std::move(merging));
}

/// The same description at a merge level: 0 is the set itself. A level beyond merge_levels() denotes the same as
/// merge_levels().
template <IndexedGenerator G>
G at_level(const G& generator, int level) {
  return generator.at_level(level);
}

/// What an input of a merged level stands for. At level 0: the input itself.
template <IndexedGenerator G>
Constituents constituents(const G& generator, Ordinal ordinal) {
  require_in_range(ordinal, generator.size());
  AxisWriter writer;
  Constituents result;
  result.base = generator.write_axes(ordinal, writer);
  result.axes = writer.take();
  return result;
}

/// The input that is combined of only the selected fragments; empty if the generator can discard and discards all of
/// them. GeneratorError if the selection does not fit the constituents of the ordinal.
template <IndexedGenerator G>
auto at_part(const G& generator, Ordinal ordinal, const Selection& selection) {
  require_in_range(ordinal, generator.size());
  SelectionReader reader(selection);
  auto value = generator.at_part(ordinal, reader);
  reader.finish();
  return value;
}

/// `text` with `suffix` appended to every identifier of `names` that stands as a whole word (letters, digits, _). Keeps
/// the names of merged fragments apart in languages with such identifiers.
std::string separated(std::string_view text, std::span<const std::string> names, std::string_view suffix);

}  // namespace smallscope::generators
