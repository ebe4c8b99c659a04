// SPDX-License-Identifier: Apache-2.0
// What a generator is: the concepts, their laws, and the members that every generator has.
//
// A generator is an immutable value that denotes a finite, ordered set of inputs. It can be walked in order over any
// range of ordinals; an indexed generator can also be asked for one ordinal. Generators compose statically, so a walk
// compiles to the code of hand-written nested loops. AnyGenerator (any.hpp) erases the type where its type matters more
// than its speed. Walks are always_inline for this reason: by itself, g++ stops inlining in the middle of a nest and
// reloads every value through a reference (measured: 22 instructions per test instead of 13). All member functions are
// const and may be called from several threads.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <smallscope/generators/choice.hpp>
#include <smallscope/generators/merging/constituents.hpp>
#include <smallscope/generators/ordinal.hpp>
#include <smallscope/generators/structure.hpp>

namespace smallscope::generators {

/// A sink that accepts everything; stands for "any sink" in the concepts.
template <class T>
struct ArchetypeSink {
  bool operator()(Ordinal, const T&) const { return true; }
};

/// A set of inputs that can be walked.
/// Laws: a copy is equal. `walk(first, last, sink)` calls `sink(ordinal, value)` for every input whose ordinal is in
/// [first, last), in ascending order of ordinals, until the sink returns false; it returns whether it reached the end.
/// The value is valid only during the call. Ordinals for which the sink is not called are *discarded*: they keep their
/// place and yield no input; that happens only if `can_discard`. Steps are amortised O(1), and the walk itself
/// allocates nothing.
template <class G>
concept Generator = std::copy_constructible<G> && requires(const G& generator, Ordinal ordinal) {
  typename G::value_type;
  {std::bool_constant<G::can_discard>{}};
  { generator.walk(ordinal, ordinal, ArchetypeSink<typename G::value_type>{}) } -> std::same_as<bool>;
};

/// A generator with random access.
/// Laws: `size()` is exact, or construction threw. `at` is pure; the walk over [0, size()) yields at(0), at(1), ... If
/// `can_discard`, `at` returns an optional, which is empty for discarded ordinals. From size() on, `at` throws
/// std::out_of_range. `write_choices(ordinal, writer)` and `read_choices(reader)` are inverse to one another. `at` is
/// O(depth). Merging (merge.hpp) uses the last five; Fluent has them for generators that contain no merged node.
/// `at_level(n)` is the same description at merge level n, of `base_size()` inputs at level 0. `write_axes(ordinal)`
/// adds the merged nodes of an input and returns the ordinal at level 0 of its first fragments. `at_part` is `at` of
/// the selected fragments.
template <class G>
concept IndexedGenerator = Generator<G> &&
    requires(const G& generator, Ordinal ordinal, ChoiceWriter& writer, ChoiceReader& reader, AxisWriter& axes,
             SelectionReader& selection) {
  { generator.size() } -> std::same_as<Ordinal>;
  {generator.at(ordinal)};
  { generator.write_choices(ordinal, writer) } -> std::same_as<void>;
  { generator.read_choices(reader) } -> std::same_as<Ordinal>;
  { generator.structure() } -> std::same_as<Structure>;
  { generator.merge_levels() } -> std::same_as<int>;
  { generator.at_level(0) } -> std::same_as<G>;
  { generator.base_size() } -> std::same_as<Ordinal>;
  { generator.write_axes(ordinal, axes) } -> std::same_as<Ordinal>;
  {generator.at_part(ordinal, selection)};
};

/// What `at` returns: the value, or an optional of it for generators that can discard.
template <class T, bool CanDiscard>
using AtResult = std::conditional_t<CanDiscard, std::optional<T>, T>;

/// The choices behind an ordinal.
template <IndexedGenerator G>
Choices choices(const G& generator, Ordinal ordinal) {
  require_in_range(ordinal, generator.size());
  ChoiceWriter writer;
  generator.write_choices(ordinal, writer);
  return writer.take();
}

/// The ordinal behind choices: the inverse of choices(). Throws GeneratorError when they do not fit this generator.
template <IndexedGenerator G>
Ordinal ordinal_of(const G& generator, std::span<const Choice> choices) {
  ChoiceReader reader(choices);
  const Ordinal ordinal = generator.read_choices(reader);
  reader.finish();
  return ordinal;
}

template <IndexedGenerator G>
class Named;
template <IndexedGenerator G, class Function>
class Map;
template <IndexedGenerator G, class Predicate>
class Filter;
template <IndexedGenerator G, class Function>
class Bind;

/// The members that every generator has. `Derived` is the generator itself.
template <class Derived>
class Fluent {
 public:
  /// The same set under a name that appears in choices: see named().
  auto named(std::string name) const { return Named<Derived>(std::move(name), self()); }
  /// The set of `function(value)`: see generators::map().
  template <class Function>
  auto map(Function function) const {
    return Map<Derived, Function>(self(), std::move(function));
  }
  /// The values for which `predicate(value)` holds, the others discarded: see generators::filter().
  template <class Predicate>
  auto filter(Predicate predicate) const {
    return Filter<Derived, Predicate>(self(), std::move(predicate));
  }
  /// The union of the sets `function(value)`, in order: see generators::bind().
  template <class Function>
  auto bind(Function function) const {
    return Bind<Derived, Function>(self(), std::move(function));
  }

  // Nothing inside is merged unless the generator says otherwise.
  int merge_levels() const { return 0; }
  Derived at_level(int) const { return self(); }
  Ordinal base_size() const { return self().size(); }
  Ordinal write_axes(Ordinal ordinal, AxisWriter&) const { return ordinal; }
  auto at_part(Ordinal ordinal, SelectionReader&) const { return self().at(ordinal); }

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

}  // namespace smallscope::generators

// The types that the members of Fluent return. With them, the header of one generator is enough to use these members.
#include <smallscope/generators/composition/bind.hpp>
#include <smallscope/generators/composition/transform.hpp>
