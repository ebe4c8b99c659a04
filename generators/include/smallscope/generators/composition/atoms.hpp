// SPDX-License-Identifier: Apache-2.0
// Atoms: explicit elements, ranges, booleans, characters, enumerations.
//
// Generators are immutable and may be shared by threads.
#pragma once

#include <initializer_list>
#include <memory>
#include <vector>

#include <smallscope/generators/composition/bind.hpp>
#include <smallscope/generators/composition/transform.hpp>

namespace smallscope::generators {

/// A value with the label that choices show for it.
template <class T>
struct Labelled {
  std::string label;
  T value;
};

template <class T>
class Elements : public Fluent<Elements<T>> {
 public:
  using value_type = T;
  static constexpr bool can_discard = false;

  explicit Elements(std::vector<T> values, std::vector<std::string> labels = {})
      : content_(std::make_shared<const Content>(Content{std::move(values), std::move(labels)})) {}
  Ordinal size() const { return content_->values.size(); }
  T at(Ordinal ordinal) const {
    require_in_range(ordinal, size());
    return content_->values[ordinal];
  }
  template <class Sink>
  [[gnu::always_inline]] bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    const auto values = content_->values.begin();  // a local copy: the sink cannot change it, so it is not reloaded
    for (Ordinal ordinal = first; ordinal < last; ++ordinal) {
      if constexpr (std::is_trivially_copyable_v<T>) {
        const T value = values[static_cast<std::ptrdiff_t>(ordinal)];  // in a register: nothing else can alias it
        if (!sink(ordinal, value)) return false;
      } else {
        if (!sink(ordinal, values[static_cast<std::ptrdiff_t>(ordinal)])) return false;
      }
    }
    return true;
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const {
    if (size() > 1) writer.add(ordinal, label(ordinal));
  }
  Ordinal read_choices(ChoiceReader& reader) const { return size() > 1 ? reader.next(size()) : 0; }
  Structure structure() const { return {"elements", "", size()}; }

 private:
  struct Content {
    std::vector<T> values;
    std::vector<std::string> labels;  // empty: made from the values
  };
  std::string label(Ordinal ordinal) const {
    const T value = content_->values[ordinal];
    return content_->labels.empty() ? label_of(value, ordinal) : content_->labels[ordinal];
  }
  std::shared_ptr<const Content> content_;
};

/// The values first, first + 1, ..., last.
template <std::integral T>
class Range : public Fluent<Range<T>> {
 public:
  using value_type = T;
  static constexpr bool can_discard = false;

  Range(T first, T last) : offset_(modulo_2_64(first)) {
    if (first > last)
      throw GeneratorError("range: the bounds are inverted: first " + std::to_string(first) + ", last " +
                           std::to_string(last) + "; swap them (both bounds are included)");
    size_ = checked_add(modulo_2_64(last) - offset_, 1, "range");
  }
  Ordinal size() const { return size_; }
  T at(Ordinal ordinal) const {
    require_in_range(ordinal, size_);
    return value(ordinal);
  }
  template <class Sink>
  [[gnu::always_inline]] bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    const Ordinal offset = offset_;  // a local copy: the sink cannot change it, so it is not reloaded
    for (Ordinal ordinal = first; ordinal < last; ++ordinal) {
      const T current = static_cast<T>(offset + ordinal);
      if (!sink(ordinal, current)) return false;
    }
    return true;
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const {
    if (size_ > 1) writer.add(ordinal, label_of(value(ordinal), ordinal));
  }
  Ordinal read_choices(ChoiceReader& reader) const { return size_ > 1 ? reader.next(size_) : 0; }
  Structure structure() const { return {"range", label_free(), size_}; }

 private:
  static std::string label_free() { return {}; }
  // Makes sums and differences right for signed types, too. NOLINTNEXTLINE(bugprone-signed-char-misuse)
  static Ordinal modulo_2_64(T value) { return static_cast<Ordinal>(value); }
  T value(Ordinal ordinal) const { return static_cast<T>(offset_ + ordinal); }
  Ordinal offset_;
  Ordinal size_;
};

/// The listed values, in this order. An empty list denotes an empty set, which is allowed.
template <class T>
auto elements(std::vector<T> values) {
  return Elements<T>(std::move(values));
}
/// The listed values, all of one type; string literals become std::string. Example: elements("a", "b").
template <class First, class... Rest>
requires(!requires { typename First::allocator_type; } ||
         std::is_convertible_v<First, std::string>) auto elements(First first, Rest... rest) {
  if constexpr (std::is_convertible_v<First, std::string>) {
    return Elements<std::string>(std::vector<std::string>{std::string(first), std::string(rest)...});
  } else {
    return Elements<First>(std::vector<First>{std::move(first), First(std::move(rest))...});
  }
}
/// The listed values with the labels that choices show. Example: labelled_elements<Place>({{"inner", {...}}, ...}).
template <class T>
auto labelled_elements(std::vector<Labelled<T>> content) {
  std::vector<T> values;
  std::vector<std::string> labels;
  for (Labelled<T>& entry : content) {
    values.push_back(std::move(entry.value));
    labels.push_back(std::move(entry.label));
  }
  return Elements<T>(std::move(values), std::move(labels));
}
/// The enumerators, each with its name. Example: enumeration<Colour>({{"red", Colour::red}, ...}).
template <class E>
requires std::is_enum_v<E>
auto enumeration(std::vector<Labelled<E>> enumerators) { return labelled_elements<E>(std::move(enumerators)); }
/// The set of this one value. It makes no choice.
template <class T>
auto just(T value) {
  return Elements<T>(std::vector<T>{std::move(value)});
}
/// The integers or characters from `first` to `last`, both included. Inverted bounds throw GeneratorError.
template <std::integral T>
auto range(T first, T last) {
  return Range<T>(first, last);
}
/// False, then true.
inline auto booleans() { return Elements<bool>({false, true}); }
/// The characters of `alphabet`, in its order. Repeated characters throw GeneratorError.
Elements<char> characters(std::string_view alphabet);

}  // namespace smallscope::generators
