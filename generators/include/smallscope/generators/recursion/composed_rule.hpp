// SPDX-License-Identifier: Apache-2.0
// The rule of recursive.hpp whose components are known at compile time: sorts and payload generators, composed by a
// function. Include recursive.hpp instead. Rules are immutable and may be shared by threads.
#pragma once

#include <smallscope/generators/recursion/recursive.hpp>

namespace smallscope::generators {

template <class T, class Function, class... C>
class ComposedRule final : public recursion::Rule<T> {
 public:
  ComposedRule(std::size_t sort, std::size_t number, RuleLabel label, Function function, C... components)
      : sort_(sort),
        number_(number),
        label_(std::move(label)),
        function_(std::move(function)),
        components_(std::move(components)...) {
    each([&]<std::size_t I>() {
      if constexpr (is_sort<I>)
        names_[I] = component<I>().name_;
      else
        require_unmerged(component<I>().merge_levels(), "recursive: a component");
    });
  }

  recursion::RuleShape shape() const override {
    recursion::RuleShape shape{label_.text, label_.weight, {}};
    each([&]<std::size_t I>() {
      if constexpr (is_sort<I>)
        shape.components.push_back({component<I>().number_, 0});
      else
        shape.components.push_back({std::nullopt, component<I>().size()});
    });
    return shape;
  }
  Structure structure() const override {
    Structure structure{"rule", label_.text, 1, {}};
    each([&]<std::size_t I>() {
      if constexpr (!is_sort<I>) structure.children.push_back(component<I>().structure());
    });
    return structure;
  }
  std::optional<T> at(const recursion::Model& model, std::size_t size, Ordinal ordinal) const override {
    return at_from(model, size, ordinal);
  }
  bool walk(const recursion::Model& model, std::size_t size, Ordinal first, Ordinal last, Ordinal base,
            SinkReference<T> sink) const override {
    return walk_from(model, size, first, last, base, sink, std::tuple<>{});
  }
  void write_choices(const recursion::Model& model, std::size_t size, Ordinal ordinal,
                     ChoiceWriter& writer) const override {
    each([&]<std::size_t I>() {
      const PartScope scope(*this, writer.path, I);
      if constexpr (is_sort<I>) {
        const recursion::Share share = model.counts.share_of(sort_, number_, I, size, ordinal);
        ordinal -= share.offset;
        model.template write_choices<Value<I>>(component<I>().number_, {share.size, ordinal / share.stride}, writer);
        ordinal %= share.stride;
        size -= share.size;
      } else {
        const Ordinal stride = rest<I + 1>(model, size);
        component<I>().write_choices(ordinal / stride, writer);
        ordinal %= stride;
      }
    });
  }
  recursion::Place read_choices(const recursion::Model& model, ChoiceReader& reader) const override {
    std::array<recursion::Place, arity> parts;
    each([&]<std::size_t I>() {
      const PartScope scope(*this, reader.path, I);
      if constexpr (is_sort<I>)
        parts[I] = model.template read_choices<Value<I>>(component<I>().number_, reader);
      else
        parts[I].ordinal = component<I>().read_choices(reader);
    });
    recursion::Place whole;
    for (std::size_t i = arity; i > 0; --i) {
      const recursion::Place part = parts[i - 1];
      const Ordinal stride = model.counts.rest(sort_, number_, i, whole.size);
      whole.size += part.size;
      model.counts.require_counted(whole.size);
      whole.ordinal += part.ordinal * stride;
      if (sorts[i - 1]) whole.ordinal += model.counts.offset_of(sort_, number_, i - 1, whole.size, part.size);
    }
    return whole;
  }

 private:
  static constexpr std::size_t arity = sizeof...(C);
  static constexpr std::array<bool, arity> sorts{recursion::is_sort<C>...};
  template <std::size_t I>
  using Value = typename std::tuple_element_t<I, std::tuple<C...>>::value_type;
  template <std::size_t I>
  static constexpr bool is_sort = recursion::is_sort<std::tuple_element_t<I, std::tuple<C...>>>;

  template <std::size_t I>
  const auto& component() const {
    return std::get<I>(components_);
  }
  template <std::size_t I>
  Ordinal rest(const recursion::Model& model, std::size_t size) const {
    return model.counts.rest(sort_, number_, I, size);
  }
  template <class Visitor>
  static void each(Visitor&& visitor) {
    [&]<std::size_t... I>(std::index_sequence<I...>) { (visitor.template operator()<I>(), ...); }
    (std::index_sequence_for<C...>{});
  }
  /// The path of a component, unless it is the only one. It is the name of a named sort, the number of a payload, or
  /// "[i]" for another sort, because the labels of the sort's rules would replace a mere number.
  struct PartScope {
    PartScope(const ComposedRule& rule, ChoicePath& path, std::size_t i) {
      if (!rule.names_[i].empty())
        name.emplace(path, rule.names_[i]);
      else if (arity > 1 && sorts[i])
        item.emplace(path, i);
      else if (arity > 1)
        number.emplace(path, i);
    }
    std::optional<NameScope> name;
    std::optional<ItemScope> item;
    std::optional<ComponentScope> number;
  };
  template <class... Part>
  std::optional<T> at_from(const recursion::Model& model, std::size_t size, Ordinal ordinal, Part&... parts) const {
    constexpr std::size_t index = sizeof...(Part);
    if constexpr (index == arity) {
      return std::optional<T>(std::in_place, std::invoke(function_, std::as_const(parts)...));
    } else if constexpr (is_sort<index>) {
      const recursion::Share share = model.counts.share_of(sort_, number_, index, size, ordinal);
      ordinal -= share.offset;
      std::optional<Value<index>> part =
          model.template at<Value<index>>(component<index>().number_, {share.size, ordinal / share.stride});
      if (!part) return std::nullopt;
      return at_from(model, size - share.size, ordinal % share.stride, parts..., *part);
    } else {
      const Ordinal stride = rest<index + 1>(model, size);
      std::optional<Value<index>> part = component<index>().at(ordinal / stride);
      if (!part) return std::nullopt;
      return at_from(model, size, ordinal % stride, parts..., *part);
    }
  }
  /// As in Product::walk_from: the part of [first, last) in the current combination of the preceding components.
  template <class... Part>
  bool walk_from(const recursion::Model& model, std::size_t size, Ordinal first, Ordinal last, Ordinal base,
                 SinkReference<T> sink, const std::tuple<const Part&...>& parts) const {
    constexpr std::size_t index = sizeof...(Part);
    if constexpr (index == arity) {
      const T& value = std::apply(function_, parts);
      return sink(base, value);
    } else {
      // Walks the combinations in which this component has the size `part`: those from `offset` on, `stride` per value.
      const auto walk_part = [&](std::size_t part, Ordinal offset, Ordinal count, Ordinal stride) {
        const Ordinal from = std::max(first, offset) - offset, to = std::min(last, offset + count * stride) - offset;
        const Ordinal begin = from / stride, end = (to - 1) / stride;
        const auto next = [&](Ordinal digit, const Value<index>& value) -> bool {
          const Ordinal next_from = digit == begin ? from - begin * stride : 0;
          const Ordinal next_to = digit == end ? to - end * stride : stride;
          return walk_from(model, size - part, next_from, next_to, base + offset + digit * stride, sink,
                           std::tuple_cat(parts, std::tuple<const Value<index>&>(value)));
        };
        if constexpr (is_sort<index>)
          return model.template walk<Value<index>>(component<index>().number_, part, begin, end + 1, 0,
                                                   SinkReference<Value<index>>(next));
        else
          return component<index>().walk(begin, end + 1, next);
      };
      if constexpr (!is_sort<index>) {
        return walk_part(0, 0, component<index>().size(), rest<index + 1>(model, size));
      } else {
        const std::size_t child = component<index>().number_;
        if (model.counts.takes_all(sort_, number_, index))
          return walk_part(size, 0, model.counts.values(child, size), rest<index + 1>(model, 0));
        Ordinal offset = 0;
        for (std::size_t part = model.counts.least(child); part <= size && offset < last; ++part) {
          const Ordinal stride = rest<index + 1>(model, size - part);
          if (stride == 0) continue;
          const Ordinal count = model.counts.values(child, part);
          if (offset + count * stride > first && count > 0 && !walk_part(part, offset, count, stride)) return false;
          offset += count * stride;
        }
        return true;
      }
    }
  }

  std::size_t sort_, number_;
  RuleLabel label_;
  Function function_;
  std::tuple<C...> components_;
  std::array<std::string, arity> names_;  // of the sorts that have one
};

template <class T, class Function, class... Component>
requires((IndexedGenerator<Component> ||
          recursion::is_sort<Component>)&&...) void Sorts::rule(const Sort<T>& of, RuleLabel label, Function function,
                                                                Component... component) {
  static_assert(std::is_invocable_r_v<T, const Function&, const typename Component::value_type&...>,
                "recursive: the function of a rule takes its components' values and returns a value of the sort");
  require_own(of.family_);
  [[maybe_unused]] const auto require_own_component = [this](const auto& part) {
    if constexpr (recursion::is_sort<std::remove_cvref_t<decltype(part)>>) require_own(part.family_);
  };
  (require_own_component(component), ...);
  using Rule = ComposedRule<T, Function, Component...>;
  rule<T>(of, std::make_shared<const Rule>(of.number_, family_->rules[of.number_].size(), std::move(label),
                                           std::move(function), std::move(component)...));
}

}  // namespace smallscope::generators
