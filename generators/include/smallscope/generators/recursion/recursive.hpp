// SPDX-License-Identifier: Apache-2.0
// Recursive types by size: expressions, statements, trees, described by sorts and rules that compose generators.
//
// A rule makes values of its sort by a function of its components: values of sorts, and payloads, which are generators.
// The size of a value is the sum of the weights (1 by default) of the rules that made it. Exact counts make the values
// of any sizes an indexed generator. Build Sorts on one thread; the generators are immutable and may be shared by
// threads, like all others. Example:
//   Sorts sorts;
//   const auto expression = sorts.sort<std::string>("expression");
//   sorts.rule(expression, {"name"}, [](char name) { return std::string(1, name); }, characters("ab"));
//   sorts.rule(expression, {"sum"}, [](const auto& a, const auto& b) { return a + "+" + b; }, expression, expression);
//   const auto sums = sorts.values(expression, size_up_to(5));  // a, b, a+a, ...
#pragma once

#include <smallscope/generators/any.hpp>
#include <smallscope/generators/recursion/recursion.hpp>
#include <tuple>

namespace smallscope::generators {

class Sorts;

/// A sort of values of type T: used as a component of rules and as a root. Belongs to the Sorts that made it.
template <class T>
class Sort {
 public:
  using value_type = T;
  /// The same sort under a name for choices: its role in a rule, such as "left" or "condition".
  Sort named(std::string name) const { return {number_, family_, std::move(name)}; }
  std::size_t number() const { return number_; }

 private:
  friend class Sorts;
  template <class, class, class...>
  friend class ComposedRule;
  Sort(std::size_t number, const void* family, std::string name = {})
      : number_(number), family_(family), name_(std::move(name)) {}
  std::size_t number_;
  const void* family_;
  std::string name_;
};

namespace recursion {
template <class C>
inline constexpr bool is_sort = false;
template <class T>
inline constexpr bool is_sort<Sort<T>> = true;

struct Model;

struct AnyRule {
  virtual ~AnyRule() = default;
  virtual RuleShape shape() const = 0;
  virtual Structure structure() const = 0;
  /// All values of this size of the sort that the rule belongs to, as a Table of its type.
  virtual std::shared_ptr<const void> table(const Model& model, std::size_t sort, std::size_t size) const = 0;
};
/// The values of one sort and size by ordinal; empty: discarded.
template <class T>
using Table = std::vector<std::optional<T>>;
/// One way to make values of T. `size` is always that of the components together, without the rule's own weight.
/// Ordinals count from the first value that this rule makes with that size.
template <class T>
struct Rule : AnyRule {
  virtual std::optional<T> at(const Model& model, std::size_t size, Ordinal ordinal) const = 0;
  /// Walks [first, last); the sink receives `base` + ordinal.
  virtual bool walk(const Model& model, std::size_t size, Ordinal first, Ordinal last, Ordinal base,
                    SinkReference<T> sink) const = 0;
  virtual void write_choices(const Model& model, std::size_t size, Ordinal ordinal, ChoiceWriter& writer) const = 0;
  virtual Place read_choices(const Model& model, ChoiceReader& reader) const = 0;
  std::shared_ptr<const void> table(const Model& model, std::size_t sort, std::size_t size) const final;
};

/// All rules of all sorts, and their counts.
struct Model {
  using Rules = std::vector<std::vector<std::shared_ptr<const AnyRule>>>;
  Model(std::vector<SortShape> shapes, Rules all, std::size_t root, SizeBounds bounds);

  template <class T>
  const Rule<T>& rule(std::size_t sort, std::size_t number) const {
    return static_cast<const Rule<T>&>(*rules[sort][number]);  // Sort<T> guarantees the type
  }
  template <class T>
  std::optional<T> at(std::size_t sort, Place place) const {
    if (const auto* values = table<T>(sort, place.size)) return (*values)[place.ordinal];
    const auto [number, offset] = rule_of(sort, place);
    return rule<T>(sort, number).at(*this, place.size - weight(sort, number), place.ordinal - offset);
  }
  template <class T>
  bool walk(std::size_t sort, std::size_t size, Ordinal first, Ordinal last, Ordinal base,
            SinkReference<T> sink) const {
    if (const auto* values = table<T>(sort, size)) {
      for (Ordinal ordinal = first; ordinal < last; ++ordinal)
        if ((*values)[ordinal] && !sink(base + ordinal, *(*values)[ordinal])) return false;
      return true;
    }
    Ordinal offset = 0;
    for (std::size_t number = 0; number < rules[sort].size() && offset < last; ++number) {
      const Ordinal count = counts.values_of_rule(sort, number, size);
      const Ordinal from = std::max(first, offset), to = std::min(last, offset + count);
      if (from < to && !rule<T>(sort, number)
                            .walk(*this, size - weight(sort, number), from - offset, to - offset, base + offset, sink))
        return false;
      offset += count;
    }
    return true;
  }
  template <class T>
  void write_choices(std::size_t sort, Place place, ChoiceWriter& writer) const {
    const auto [number, offset] = rule_of(sort, place);
    const std::string& label = counts.sorts()[sort].rules[number].label;
    if (rules[sort].size() > 1) writer.add(number, label);
    const NameScope scope(writer.path, label);
    rule<T>(sort, number).write_choices(*this, place.size - weight(sort, number), place.ordinal - offset, writer);
  }
  /// The size of what is read follows from its parts.
  template <class T>
  Place read_choices(std::size_t sort, ChoiceReader& reader) const {
    const std::size_t number = rules[sort].size() > 1 ? reader.next(rules[sort].size()) : 0;
    const NameScope scope(reader.path, counts.sorts()[sort].rules[number].label);
    Place place = rule<T>(sort, number).read_choices(*this, reader);
    place.size += weight(sort, number);
    counts.require_counted(place.size);
    for (std::size_t before = 0; before < number; ++before)
      place.ordinal += counts.values_of_rule(sort, before, place.size);
    return place;
  }

  Counts counts;
  Rules rules;

 private:
  /// Null if there are too many values of this size to keep.
  template <class T>
  const Table<T>* table(std::size_t sort, std::size_t size) const {
    return static_cast<const Table<T>*>(tables_[sort][size].get());
  }
  std::size_t weight(std::size_t sort, std::size_t number) const { return counts.sorts()[sort].rules[number].weight; }
  std::pair<std::size_t, Ordinal> rule_of(std::size_t sort, Place place) const {
    Ordinal offset = 0;
    for (std::size_t number = 0;; ++number) {
      const Ordinal count = counts.values_of_rule(sort, number, place.size);
      if (place.ordinal - offset < count) return {number, offset};
      offset += count;
    }
  }
  std::vector<std::vector<std::shared_ptr<const void>>> tables_;  // by sort and size
};

template <class T>
std::shared_ptr<const void> Rule<T>::table(const Model& model, std::size_t sort, std::size_t size) const {
  Table<T> values(model.counts.values(sort, size));
  const auto keep = [&](Ordinal ordinal, const T& value) {
    values[ordinal].emplace(value);
    return true;
  };
  model.walk<T>(sort, size, 0, values.size(), 0, SinkReference<T>(keep));
  return std::make_shared<const Table<T>>(std::move(values));
}
}  // namespace recursion

/// The values of one sort within bounds: smaller ones first, then in the order of the rules. Within a rule the last
/// component varies fastest, and the sizes of a component ascend. Construction makes and keeps the few values of small
/// sizes (recursion::kept_values), because they are parts of most others. Type-erased inside, so `at` returns an
/// optional, which is empty only if a payload discards. `at` is O(size x (rules + greatest size)).
template <class T>
class Recursive : public Fluent<Recursive<T>> {
 public:
  using value_type = T;
  static constexpr bool can_discard = true;

  Recursive(std::shared_ptr<const recursion::Model> model, std::size_t root) : model_(std::move(model)), root_(root) {
    offsets_.push_back(0);
    for (std::size_t size = least(); size <= model_->counts.bounds().greatest; ++size)
      offsets_.push_back(checked_add(offsets_.back(), model_->counts.values(root_, size), "recursive"));
  }
  Ordinal size() const { return offsets_.back(); }
  /// How many values have this size: 0 outside the bounds.
  Ordinal size_of(std::size_t value_size) const {
    const auto [least_size, greatest_size] = model_->counts.bounds();
    return value_size < least_size || value_size > greatest_size ? 0 : model_->counts.values(root_, value_size);
  }
  std::optional<T> at(Ordinal ordinal) const {
    require_in_range(ordinal, size());
    return model_->template at<T>(root_, place_of(ordinal));
  }
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    for (std::size_t row = 0; row + 1 < offsets_.size() && offsets_[row] < last; ++row) {
      const Ordinal base = offsets_[row];
      const Ordinal from = std::max(first, base), to = std::min(last, offsets_[row + 1]);
      if (from < to &&
          !model_->template walk<T>(root_, least() + row, from - base, to - base, base, SinkReference<T>(sink)))
        return false;
    }
    return true;
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const {
    model_->template write_choices<T>(root_, place_of(ordinal), writer);
  }
  Ordinal read_choices(ChoiceReader& reader) const {
    const recursion::Place place = model_->template read_choices<T>(root_, reader);
    if (place.size < least())
      throw GeneratorError("choices: they make a value of size " + std::to_string(place.size) + ", below " +
                           std::to_string(least()));
    return offsets_[place.size - least()] + place.ordinal;
  }
  Structure structure() const {
    Structure structure{"recursive", "", size(), {}};
    for (std::size_t sort = 0; sort < model_->rules.size(); ++sort)
      for (const auto& rule : model_->rules[sort]) {
        structure.children.push_back(rule->structure());
        structure.children.back().name = model_->counts.sorts()[sort].name + "." + rule->shape().label;
      }
    return structure;
  }

 private:
  std::size_t least() const { return model_->counts.bounds().least; }
  recursion::Place place_of(Ordinal ordinal) const {
    const auto row =
        static_cast<std::size_t>(std::upper_bound(offsets_.begin(), offsets_.end(), ordinal) - offsets_.begin()) - 1;
    return {least() + row, ordinal - offsets_[row]};
  }
  std::shared_ptr<const recursion::Model> model_;
  std::size_t root_;
  std::vector<Ordinal> offsets_;
};

/// A rule's label in choices, and its weight: what it adds to the size of its values.
struct RuleLabel {
  std::string text;
  std::size_t weight = 1;
};

/// Sorts and their rules, to be filled in any order. Copies share them.
class Sorts {
 public:
  Sorts() : family_(std::make_shared<Family>()) {}
  /// A new sort, at first without a rule. The name appears in messages and structures.
  template <class T>
  Sort<T> sort(std::string name) {
    family_->names.push_back(std::move(name));
    family_->rules.emplace_back();
    return Sort<T>(family_->names.size() - 1, family_.get());
  }
  /// `function(component, ...)` makes values of `of`. A component is a sort or an indexed generator; if it is named,
  /// the name appears in choices. `function` takes the components by const reference, is pure, and may be called from
  /// several threads. A weight of 0 is allowed unless a sort contains itself through such rules alone.
  template <class T, class Function, class... Component>
  requires((IndexedGenerator<Component> ||
            recursion::is_sort<Component>)&&...) void rule(const Sort<T>& of, RuleLabel label, Function function,
                                                           Component... component);
  /// The same for a rule that is an object of its own: see grammar.hpp.
  template <class T>
  void rule(const Sort<T>& of, std::shared_ptr<const recursion::Rule<T>> rule) {
    require_own(of.family_);
    family_->rules[of.number_].push_back(std::move(rule));
  }
  /// The values of a sort. Throws GeneratorError if a sort has no rule or no finite value, if a sort contains itself
  /// without growing, if the bounds are inverted, or if a count exceeds 64 bits. Rules added later do not change the
  /// result.
  template <class T>
  Recursive<T> values(const Sort<T>& root, SizeBounds bounds) const {
    require_own(root.family_);
    std::vector<recursion::SortShape> shapes;
    for (std::size_t sort = 0; sort < family_->names.size(); ++sort) {
      shapes.push_back({family_->names[sort], {}});
      for (const auto& rule : family_->rules[sort]) shapes.back().rules.push_back(rule->shape());
    }
    auto model = std::make_shared<const recursion::Model>(std::move(shapes), family_->rules, root.number_, bounds);
    return Recursive<T>(std::move(model), root.number_);
  }

 private:
  struct Family {
    std::vector<std::string> names;
    recursion::Model::Rules rules;
  };
  void require_own(const void* family) const {
    if (family != family_.get())
      throw GeneratorError("recursive: the sort belongs to other Sorts; make it by sort() of these");
  }
  std::shared_ptr<Family> family_;
};

}  // namespace smallscope::generators

#include <smallscope/generators/recursion/composed_rule.hpp>  // the definition of Sorts::rule()
