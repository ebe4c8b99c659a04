// SPDX-License-Identifier: Apache-2.0
// Generators made from one other generator: named, map, filter.
//
// Generators are immutable and may be shared by threads.
#pragma once

#include <functional>

#include <smallscope/generators/generator.hpp>

namespace smallscope::generators {

template <IndexedGenerator G>
class Named : public Fluent<Named<G>> {
 public:
  using value_type = typename G::value_type;
  static constexpr bool can_discard = G::can_discard;

  Named(std::string name, G inner) : name_(std::move(name)), inner_(std::move(inner)) {
    if (name_.empty())
      throw GeneratorError("named: the name is empty; give the sub-generator a name or leave it unnamed");
  }
  Ordinal size() const { return inner_.size(); }
  auto at(Ordinal ordinal) const { return inner_.at(ordinal); }
  template <class Sink>
  [[gnu::always_inline]] bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    return inner_.walk(first, last, std::forward<Sink>(sink));
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const {
    const NameScope scope(writer.path, name_);
    inner_.write_choices(ordinal, writer);
  }
  Ordinal read_choices(ChoiceReader& reader) const {
    const NameScope scope(reader.path, name_);
    return inner_.read_choices(reader);
  }
  Structure structure() const {
    Structure structure = inner_.structure();
    if (structure.name.empty())
      structure.name = name_;
    else
      structure = {"named", name_, size(), {std::move(structure)}, Contribution::child};
    return structure;
  }

  int merge_levels() const { return inner_.merge_levels(); }
  Named at_level(int level) const { return Named(name_, inner_.at_level(level)); }
  Ordinal base_size() const { return inner_.base_size(); }
  Ordinal write_axes(Ordinal ordinal, AxisWriter& writer) const {
    const NameScope scope(writer.path, name_);
    return inner_.write_axes(ordinal, writer);
  }
  auto at_part(Ordinal ordinal, SelectionReader& selection) const { return inner_.at_part(ordinal, selection); }

 private:
  std::string name_;
  G inner_;
};

template <IndexedGenerator G, class Function>
class Map : public Fluent<Map<G, Function>> {
 public:
  using value_type = std::remove_cvref_t<std::invoke_result_t<const Function&, const typename G::value_type&>>;
  static constexpr bool can_discard = G::can_discard;

  Map(G inner, Function function) : inner_(std::move(inner)), function_(std::move(function)) {}
  Ordinal size() const { return inner_.size(); }
  AtResult<value_type, can_discard> at(Ordinal ordinal) const { return mapped(inner_.at(ordinal)); }
  template <class Sink>
  [[gnu::always_inline]] bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    return inner_.walk(
        first, last, [&](Ordinal ordinal, const typename G::value_type& value) __attribute__((always_inline))->bool {
          const value_type& mapped = std::invoke(function_, value);
          return sink(ordinal, mapped);
        });
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const { inner_.write_choices(ordinal, writer); }
  Ordinal read_choices(ChoiceReader& reader) const { return inner_.read_choices(reader); }
  Structure structure() const { return inner_.structure(); }

  int merge_levels() const { return inner_.merge_levels(); }
  Map at_level(int level) const { return Map(inner_.at_level(level), function_); }
  Ordinal base_size() const { return inner_.base_size(); }
  Ordinal write_axes(Ordinal ordinal, AxisWriter& writer) const { return inner_.write_axes(ordinal, writer); }
  AtResult<value_type, can_discard> at_part(Ordinal ordinal, SelectionReader& selection) const {
    return mapped(inner_.at_part(ordinal, selection));
  }

 private:
  template <class Value>
  AtResult<value_type, can_discard> mapped(Value&& value) const {
    if constexpr (can_discard) {
      if (!value) return std::nullopt;
      return std::invoke(function_, *value);
    } else {
      return std::invoke(function_, std::forward<Value>(value));
    }
  }
  G inner_;
  Function function_;
};

template <IndexedGenerator G, class Predicate>
class Filter : public Fluent<Filter<G, Predicate>> {
 public:
  using value_type = typename G::value_type;
  static constexpr bool can_discard = true;

  Filter(G inner, Predicate predicate) : inner_(std::move(inner)), predicate_(std::move(predicate)) {}
  Ordinal size() const { return inner_.size(); }
  std::optional<value_type> at(Ordinal ordinal) const { return filtered(inner_.at(ordinal)); }
  template <class Sink>
  [[gnu::always_inline]] bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    return inner_.walk(
        first, last, [&](Ordinal ordinal, const value_type& value) __attribute__((always_inline))->bool {
          return std::invoke(predicate_, value) ? sink(ordinal, value) : true;
        });
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const { inner_.write_choices(ordinal, writer); }
  Ordinal read_choices(ChoiceReader& reader) const { return inner_.read_choices(reader); }
  Structure structure() const { return {"filter", "", size(), {inner_.structure()}, Contribution::child}; }

  int merge_levels() const { return inner_.merge_levels(); }
  Filter at_level(int level) const { return Filter(inner_.at_level(level), predicate_); }
  Ordinal base_size() const { return inner_.base_size(); }
  Ordinal write_axes(Ordinal ordinal, AxisWriter& writer) const { return inner_.write_axes(ordinal, writer); }
  std::optional<value_type> at_part(Ordinal ordinal, SelectionReader& selection) const {
    return filtered(inner_.at_part(ordinal, selection));
  }

 private:
  std::optional<value_type> filtered(std::optional<value_type> value) const {
    if (value && !std::invoke(predicate_, std::as_const(*value))) value.reset();
    return value;
  }
  G inner_;
  Predicate predicate_;
};

/// The same set under a name: its choices, and those of its components, appear under `name`.
/// Example: named("reference", elements("a.f", "self.f")).
template <IndexedGenerator G>
auto named(std::string name, G generator) {
  return Named<G>(std::move(name), std::move(generator));
}

/// The set of `function(value)`, with the size, order and choices of `generator`. `function` must be pure and safe to
/// call from several threads. Duplicates are kept.
template <IndexedGenerator G, class Function>
auto map(G generator, Function function) {
  return Map<G, Function>(std::move(generator), std::move(function));
}

/// The values for which `predicate(value)` holds. Ordinals are kept: the others are discarded, and a run reports the
/// yield. Prefer bind() or alternatives() if they can say the same: what is never denoted costs nothing.
template <IndexedGenerator G, class Predicate>
auto filter(G generator, Predicate predicate) {
  return Filter<G, Predicate>(std::move(generator), std::move(predicate));
}

}  // namespace smallscope::generators
