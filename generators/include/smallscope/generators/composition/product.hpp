// SPDX-License-Identifier: Apache-2.0
// Products: every combination of the components' values, as the fields of a struct. The last component varies fastest.
//
// Generators are immutable and may be shared by threads.
#pragma once

#include <algorithm>
#include <array>
#include <tuple>

#include <smallscope/generators/composition/atoms.hpp>
#include <smallscope/generators/divisor.hpp>

namespace smallscope::generators {

template <class T, IndexedGenerator... G>
class Product : public Fluent<Product<T, G...>> {
 public:
  using value_type = T;
  static constexpr bool can_discard = (G::can_discard || ...);
  static constexpr std::size_t arity = sizeof...(G);
  static_assert(arity > 0, "a product needs at least one component");

  explicit Product(G... components) : components_(std::move(components)...) {
    // strides_[i] is the size of the product of the components after i; strides_[arity] is 1.
    strides_[arity] = 1;
    fill_strides<arity>();
    size_ = strides_[0];
    for (std::size_t i = 0; i <= arity; ++i) divisors_[i] = Divisor(strides_[i]);
  }
  Ordinal size() const { return size_; }
  AtResult<T, can_discard> at(Ordinal ordinal) const {
    require_in_range(ordinal, size_);
    return at_each(ordinal, std::index_sequence_for<G...>{});
  }
  template <class Sink>
  [[gnu::always_inline]] bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    if (first >= last) return true;
    return walk_from(first, last, 0, sink, std::tuple<>{});
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const {
    each([&]<std::size_t I>() {
      const ComponentScope scope(writer.path, I);
      std::get<I>(components_).write_choices(digit<I>(ordinal), writer);
    });
  }
  Ordinal read_choices(ChoiceReader& reader) const {
    Ordinal ordinal = 0;
    each([&]<std::size_t I>() {
      const ComponentScope scope(reader.path, I);
      ordinal += std::get<I>(components_).read_choices(reader) * strides_[I + 1];
    });
    return ordinal;
  }
  Structure structure() const {
    Structure structure{"product", "", size_, {}, Contribution::components};
    each([&]<std::size_t I>() { structure.children.push_back(std::get<I>(components_).structure()); });
    return structure;
  }

  int merge_levels() const {
    return std::apply([](const auto&... component) { return std::max({component.merge_levels()...}); }, components_);
  }
  Product at_level(int level) const {
    return std::apply([&](const auto&... component) { return Product(component.at_level(level)...); }, components_);
  }
  Ordinal base_size() const {
    return std::apply([](const auto&... component) { return (Ordinal{1} * ... * component.base_size()); }, components_);
  }
  Ordinal write_axes(Ordinal ordinal, AxisWriter& writer) const {
    Ordinal base = 0;
    const std::size_t own = writer.size();
    each([&]<std::size_t I>() {
      const auto& component = std::get<I>(components_);
      const ComponentScope scope(writer.path, I);
      writer.scale_from(own, component.base_size());
      base = base * component.base_size() + component.write_axes(digit<I>(ordinal), writer);
    });
    return base;
  }
  AtResult<T, can_discard> at_part(Ordinal ordinal, SelectionReader& selection) const {
    // Braces fix the order in which the components read the selection.
    return std::apply([&](auto... part) { return made(part...); },
                      part_tuple(ordinal, selection, std::index_sequence_for<G...>{}));
  }

 private:
  template <class Visitor>
  static void each(Visitor&& visitor) {
    [&]<std::size_t... I>(std::index_sequence<I...>) { (visitor.template operator()<I>(), ...); }
    (std::index_sequence_for<G...>{});
  }
  template <std::size_t I>
  void fill_strides() {
    if constexpr (I > 0) {
      strides_[I - 1] = checked_multiply(std::get<I - 1>(components_).size(), strides_[I], "product");
      fill_strides<I - 1>();
    }
  }
  template <std::size_t I>
  Ordinal digit(Ordinal ordinal) const {
    // ordinal % strides_[I] / strides_[I + 1], computed so that neighbouring components share a division.
    const Ordinal quotient = divisors_[I + 1].quotient(ordinal);
    if constexpr (I == 0)
      return quotient;
    else
      return quotient - divisors_[I].quotient(ordinal) * std::get<I>(components_).size();
  }
  template <std::size_t... I>
  AtResult<T, can_discard> at_each(Ordinal ordinal, std::index_sequence<I...>) const {
    return made(std::get<I>(components_).at(digit<I>(ordinal))...);
  }
  template <std::size_t... I>
  auto part_tuple(Ordinal ordinal, SelectionReader& selection, std::index_sequence<I...>) const {
    return std::tuple{std::get<I>(components_).at_part(digit<I>(ordinal), selection)...};
  }
  template <class... Part>
  static AtResult<T, can_discard> made(Part&&... part) {
    if constexpr (can_discard) {
      if (!(kept(part) && ...)) return std::nullopt;
      return T{value(part)...};
    } else {
      return T{std::move(part)...};
    }
  }
  template <class V>
  static bool kept(const std::optional<V>& part) {
    return part.has_value();
  }
  template <class V>
  static bool kept(const V&) {
    return true;
  }
  template <class V>
  static V&& value(std::optional<V>& part) {
    return std::move(*part);
  }
  template <class V>
  static V&& value(V& part) {
    return std::move(part);
  }

  /// Walks component I over the part of [first, last) that lies in the current combination of the preceding components.
  /// `base` is the first ordinal of that combination, `parts` refers to its values. Ordinals are relative to `base`.
  template <class Sink, class... Part>
  [[gnu::always_inline]] bool walk_from(Ordinal first, Ordinal last, Ordinal base, Sink& sink,
                                        const std::tuple<const Part&...>& parts) const {
    constexpr std::size_t index = sizeof...(Part);
    using Value = typename std::tuple_element_t<index, std::tuple<G...>>::value_type;
    const auto& component = std::get<index>(components_);
    if constexpr (index + 1 == arity) {
      return component.walk(
          first, last, [&](Ordinal ordinal, const Value& part) __attribute__((always_inline))->bool {
            return std::apply(
                [&](const Part&... before) -> bool {
                  return sink(base + ordinal, T{before..., part});
                },
                parts);
          });
    } else {
      const Ordinal stride = strides_[index + 1];
      // Nearly every combination is walked as a whole, and then needs no divisions.
      const bool whole = last - first == strides_[index];
      const Ordinal begin = whole ? 0 : first / stride;
      const Ordinal end = whole ? component.size() - 1 : (last - 1) / stride;
      return component.walk(
          begin, end + 1, [&](Ordinal digit, const Value& part) __attribute__((always_inline))->bool {
            const Ordinal from = digit == begin ? first - begin * stride : 0;
            const Ordinal to = digit == end ? last - end * stride : stride;
            return walk_from(from, to, base + digit * stride, sink,
                             std::tuple_cat(parts, std::tuple<const Value&>(part)));
          });
    }
  }

  std::tuple<G...> components_;
  std::array<Ordinal, arity + 1> strides_;
  std::array<Divisor, arity + 1> divisors_;
  Ordinal size_;
};

/// Every combination of the components' values, as `T{first, second, ...}`; the last component varies fastest. The size
/// is the product of the sizes; GeneratorError if that exceeds 64 bits.
/// Example: product<Point>(range(0, 3), range(0, 3)).
template <class T, IndexedGenerator... G>
auto product(G... components) {
  return Product<T, G...>(std::move(components)...);
}
/// The same as std::tuple.
template <IndexedGenerator... G>
auto tuples(G... components) {
  return Product<std::tuple<typename G::value_type...>, G...>(std::move(components)...);
}

}  // namespace smallscope::generators
