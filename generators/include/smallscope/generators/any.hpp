// SPDX-License-Identifier: Apache-2.0
// Type erasure: AnyGenerator<T> at module boundaries, and products and alternatives whose shape is known at run time.
//
// The erased operation is a walk over a range that pushes values: one indirect call per value, none per component.
// Generators are immutable and may be shared by threads; a SinkReference belongs to one thread.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include <smallscope/generators/composition/atoms.hpp>

namespace smallscope::generators {

/// A reference to a callable, which must outlive it: what an erased walk pushes into.
template <class T>
class SinkReference {
 public:
  template <class Sink>
  requires(!std::same_as<std::remove_cvref_t<Sink>, SinkReference>)
      SinkReference(Sink& sink)  // NOLINT(google-explicit-constructor): a reference parameter in all but name
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(sink)))),
        call_([](void* object, Ordinal ordinal, const T& value) -> bool {
          return (*static_cast<Sink*>(object))(ordinal, value);
        }) {}
  bool operator()(Ordinal ordinal, const T& value) const { return call_(object_, ordinal, value); }

 private:
  void* object_;
  bool (*call_)(void*, Ordinal, const T&);
};

template <class T>
class AnyGenerator : public Fluent<AnyGenerator<T>> {
 public:
  using value_type = T;
  static constexpr bool can_discard = true;

  // IndexedGenerator comes last: it asks whether G can be copied. Of this class, and of what holds one, that depends on
  // whether they can be made of themselves, and so on this constraint.
  template <class G>
  requires(!std::same_as<G, AnyGenerator> && std::same_as<typename G::value_type, T> && IndexedGenerator<G>)
      AnyGenerator(G generator)  // NOLINT(google-explicit-constructor): every generator is an AnyGenerator
      : model_(std::make_shared<const Model<G>>(std::move(generator))) {}
  Ordinal size() const { return model_->size(); }
  std::optional<T> at(Ordinal ordinal) const { return model_->at(ordinal); }
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    return model_->walk(first, last, SinkReference<T>(sink));
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const { model_->write_choices(ordinal, writer); }
  Ordinal read_choices(ChoiceReader& reader) const { return model_->read_choices(reader); }
  Structure structure() const { return model_->structure(); }

  int merge_levels() const { return model_->merge_levels(); }
  AnyGenerator at_level(int level) const { return model_->at_level(level); }
  Ordinal base_size() const { return model_->base_size(); }
  Ordinal write_axes(Ordinal ordinal, AxisWriter& writer) const { return model_->write_axes(ordinal, writer); }
  std::optional<T> at_part(Ordinal ordinal, SelectionReader& selection) const {
    return model_->at_part(ordinal, selection);
  }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual Ordinal size() const = 0;
    virtual std::optional<T> at(Ordinal) const = 0;
    virtual bool walk(Ordinal, Ordinal, SinkReference<T>) const = 0;
    virtual void write_choices(Ordinal, ChoiceWriter&) const = 0;
    virtual Ordinal read_choices(ChoiceReader&) const = 0;
    virtual Structure structure() const = 0;
    virtual int merge_levels() const = 0;
    virtual AnyGenerator at_level(int) const = 0;
    virtual Ordinal base_size() const = 0;
    virtual Ordinal write_axes(Ordinal, AxisWriter&) const = 0;
    virtual std::optional<T> at_part(Ordinal, SelectionReader&) const = 0;
  };
  template <class G>
  struct Model final : Interface {
    explicit Model(G inner) : generator(std::move(inner)) {}
    Ordinal size() const override { return generator.size(); }
    std::optional<T> at(Ordinal ordinal) const override { return generator.at(ordinal); }
    bool walk(Ordinal first, Ordinal last, SinkReference<T> sink) const override {
      return generator.walk(first, last, sink);
    }
    void write_choices(Ordinal ordinal, ChoiceWriter& writer) const override {
      generator.write_choices(ordinal, writer);
    }
    Ordinal read_choices(ChoiceReader& reader) const override { return generator.read_choices(reader); }
    Structure structure() const override { return generator.structure(); }
    int merge_levels() const override { return generator.merge_levels(); }
    AnyGenerator at_level(int level) const override { return generator.at_level(level); }
    Ordinal base_size() const override { return generator.base_size(); }
    Ordinal write_axes(Ordinal ordinal, AxisWriter& writer) const override {
      return generator.write_axes(ordinal, writer);
    }
    std::optional<T> at_part(Ordinal ordinal, SelectionReader& selection) const override {
      return generator.at_part(ordinal, selection);
    }
    G generator;
  };
  std::shared_ptr<const Interface> model_;
};

/// A product whose number of components is known only at run time; its values are the lists of the components' values.
template <class T>
class ListProduct : public Fluent<ListProduct<T>> {
 public:
  using value_type = std::vector<T>;
  static constexpr bool can_discard = true;

  explicit ListProduct(std::vector<AnyGenerator<T>> components)
      : components_(std::make_shared<const std::vector<AnyGenerator<T>>>(std::move(components))) {
    strides_.assign(components_->size() + 1, 1);
    for (std::size_t i = components_->size(); i > 0; --i)
      strides_[i - 1] = checked_multiply((*components_)[i - 1].size(), strides_[i], "product");
  }
  Ordinal size() const { return strides_.front(); }
  std::optional<std::vector<T>> at(Ordinal ordinal) const {
    require_in_range(ordinal, size());
    return each_value([&](std::size_t i) { return (*components_)[i].at(digit(ordinal, i)); });
  }
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    if (first >= last) return true;
    std::vector<T> values(components_->size());
    return walk_from(0, first, last, 0, values, sink);
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const {
    for (std::size_t i = 0; i < components_->size(); ++i) {
      const ComponentScope scope(writer.path, i);
      (*components_)[i].write_choices(digit(ordinal, i), writer);
    }
  }
  Ordinal read_choices(ChoiceReader& reader) const {
    Ordinal ordinal = 0;
    for (std::size_t i = 0; i < components_->size(); ++i) {
      const ComponentScope scope(reader.path, i);
      ordinal += (*components_)[i].read_choices(reader) * strides_[i + 1];
    }
    return ordinal;
  }
  Structure structure() const {
    Structure structure{"product", "", size(), {}, Contribution::components};
    for (const AnyGenerator<T>& component : *components_) structure.children.push_back(component.structure());
    return structure;
  }

  int merge_levels() const {
    int levels = 0;
    for (const AnyGenerator<T>& component : *components_) levels = std::max(levels, component.merge_levels());
    return levels;
  }
  ListProduct at_level(int level) const {
    std::vector<AnyGenerator<T>> components;
    for (const AnyGenerator<T>& component : *components_) components.push_back(component.at_level(level));
    return ListProduct(std::move(components));
  }
  Ordinal base_size() const {
    Ordinal product = 1;
    for (const AnyGenerator<T>& component : *components_) product *= component.base_size();
    return product;
  }
  Ordinal write_axes(Ordinal ordinal, AxisWriter& writer) const {
    Ordinal base = 0;
    const std::size_t own = writer.size();
    for (std::size_t i = 0; i < components_->size(); ++i) {
      const AnyGenerator<T>& component = (*components_)[i];
      const ComponentScope scope(writer.path, i);
      writer.scale_from(own, component.base_size());
      base = base * component.base_size() + component.write_axes(digit(ordinal, i), writer);
    }
    return base;
  }
  std::optional<std::vector<T>> at_part(Ordinal ordinal, SelectionReader& selection) const {
    return each_value([&](std::size_t i) { return (*components_)[i].at_part(digit(ordinal, i), selection); });
  }

 private:
  Ordinal digit(Ordinal ordinal, std::size_t i) const { return ordinal % strides_[i] / strides_[i + 1]; }
  /// The list of value_of(i), or an empty optional if one of them is empty.
  template <class ValueOf>
  std::optional<std::vector<T>> each_value(ValueOf&& value_of) const {
    std::vector<T> values;
    values.reserve(components_->size());
    for (std::size_t i = 0; i < components_->size(); ++i) {
      std::optional<T> value = value_of(i);
      if (!value) return std::nullopt;
      values.push_back(std::move(*value));
    }
    return values;
  }
  template <class Sink>
  bool walk_from(std::size_t i, Ordinal first, Ordinal last, Ordinal base, std::vector<T>& values, Sink& sink) const {
    if (i == components_->size()) return sink(base, std::as_const(values));
    const Ordinal stride = strides_[i + 1];
    const Ordinal begin = first / stride, end = (last - 1) / stride;
    return (*components_)[i].walk(begin, end + 1, [&](Ordinal digit, const T& value) -> bool {
      values[i] = value;
      const Ordinal from = digit == begin ? first - begin * stride : 0;
      const Ordinal to = digit == end ? last - end * stride : stride;
      return walk_from(i + 1, from, to, base + digit * stride, values, sink);
    });
  }
  std::shared_ptr<const std::vector<AnyGenerator<T>>> components_;
  std::vector<Ordinal> strides_;
};

/// Every combination of the components' values, as a list. Without components: the one empty list.
template <class T>
auto product_of(std::vector<AnyGenerator<T>> components) {
  return ListProduct<T>(std::move(components));
}

/// The union of the branches' sets, each under its label, for branches known at run time. Throws GeneratorError without
/// branches. It binds an index into the branches, so `at` costs one more binary search.
template <class T>
AnyGenerator<T> alternatives_of(std::vector<Labelled<AnyGenerator<T>>> branches) {
  if (branches.empty())
    throw GeneratorError("alternatives: there is no branch; give at least one, or elements({}) for an empty set");
  std::vector<Labelled<std::size_t>> which;
  std::vector<AnyGenerator<T>> generators;
  for (std::size_t i = 0; i < branches.size(); ++i) {
    which.push_back({branches[i].label, i});
    generators.push_back(branches[i].value);
  }
  return bind(labelled_elements<std::size_t>(std::move(which)).named("alternative"),
              [generators = std::move(generators)](std::size_t i) { return generators[i]; });
}

}  // namespace smallscope::generators
