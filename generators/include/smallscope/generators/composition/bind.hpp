// SPDX-License-Identifier: Apache-2.0
// Dependent choice: the second generator is a function of the first one's value (ASTGen's linked generators).
//
// It is indexed by prefix sums over the first generator's values, which construction computes. Generators are immutable
// and may be shared by threads.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include <smallscope/generators/composition/transform.hpp>

namespace smallscope::generators {

/// The most values that the first generator of a bind() may have, because its prefix sums are kept in memory.
inline constexpr Ordinal bind_limit = Ordinal{1} << 24;
/// Throws GeneratorError if the first generator exceeds bind_limit.
void require_bindable(Ordinal first_size);

template <IndexedGenerator G, class Function>
class Bind : public Fluent<Bind<G, Function>> {
 public:
  using First = typename G::value_type;
  using Second = std::remove_cvref_t<std::invoke_result_t<const Function&, const First&>>;
  static_assert(IndexedGenerator<Second>, "bind: the function must return an indexed generator");
  using value_type = typename Second::value_type;
  static constexpr bool can_discard = Second::can_discard;

  explicit Bind(G first, Function function, int level = 0)
      : first_(std::move(first)), function_(std::move(function)), level_(level) {
    require_bindable(first_.size());
    require_unmerged(first_.merge_levels(), "bind: the first generator");  // what depends on it needs one value
    auto index = std::make_shared<Index>();
    index->offsets.reserve(first_.size() + 1);
    index->offsets.push_back(0);
    if (level_ > 0) index->base_offsets.push_back(0);
    const bool keep = first_.size() <= kept_generators;
    first_.walk(0, first_.size(), [&](Ordinal ordinal, const First& value) {
      index->offsets.resize(ordinal + 1, index->offsets.back());  // discarded first values denote nothing
      Second second = second_of(value);
      index->merge_levels = std::max(index->merge_levels, second.merge_levels());
      if (keep) index->seconds.resize(ordinal);
      if (level_ > 0) {
        index->base_offsets.resize(ordinal + 1, index->base_offsets.back());
        index->base_offsets.push_back(index->base_offsets.back() + second.base_size());
      }
      index->offsets.push_back(checked_add(index->offsets.back(), second.size(), "bind"));
      if (keep) index->seconds.emplace_back(std::move(second));
      return true;
    });
    index->offsets.resize(first_.size() + 1, index->offsets.back());
    if (level_ > 0) index->base_offsets.resize(first_.size() + 1, index->base_offsets.back());
    if (keep) index->seconds.resize(first_.size());
    index_ = std::move(index);
  }
  Ordinal size() const { return index_->offsets.back(); }
  auto at(Ordinal ordinal) const {
    require_in_range(ordinal, size());
    const Ordinal digit = digit_of(ordinal);
    return with_second(digit, [&](const Second& second) { return second.at(ordinal - index_->offsets[digit]); });
  }
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    if (first >= last) return true;
    const auto& offsets = index_->offsets;
    for (Ordinal digit = digit_of(first); digit < first_.size() && offsets[digit] < last; ++digit) {
      const Ordinal base = offsets[digit];
      const Ordinal from = std::max(first, base), to = std::min(last, offsets[digit + 1]);
      if (from >= to) continue;
      const bool finished = with_second(digit, [&](const Second& second) {
        return second.walk(from - base, to - base, [&](Ordinal ordinal, const value_type& value) -> bool {
          return sink(base + ordinal, value);
        });
      });
      if (!finished) return false;
    }
    return true;
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const {
    const Ordinal digit = digit_of(ordinal);
    {
      const ComponentScope scope(writer.path, 0);
      first_.write_choices(digit, writer);
    }
    const ComponentScope scope(writer.path, 1);
    with_second(digit, [&](const Second& second) { second.write_choices(ordinal - index_->offsets[digit], writer); });
  }
  Ordinal read_choices(ChoiceReader& reader) const {
    Ordinal digit = 0;
    {
      const ComponentScope scope(reader.path, 0);
      digit = first_.read_choices(reader);
    }
    const ComponentScope scope(reader.path, 1);
    return index_->offsets[digit] +
           with_second(digit, [&](const Second& second) { return second.read_choices(reader); });
  }
  Structure structure() const { return {"bind", "", size(), {first_.structure()}, Contribution::linked}; }

  int merge_levels() const { return index_->merge_levels; }
  Bind at_level(int level) const { return Bind(first_, function_, level); }
  Ordinal base_size() const { return level_ > 0 ? index_->base_offsets.back() : size(); }
  Ordinal write_axes(Ordinal ordinal, AxisWriter& writer) const {
    if (level_ == 0) return ordinal;
    const Ordinal digit = digit_of(ordinal);
    const ComponentScope scope(writer.path, 1);
    return index_->base_offsets[digit] + with_second(digit, [&](const Second& second) {
             return second.write_axes(ordinal - index_->offsets[digit], writer);
           });
  }
  auto at_part(Ordinal ordinal, SelectionReader& selection) const {
    const Ordinal digit = digit_of(ordinal);
    return with_second(
        digit, [&](const Second& second) { return second.at_part(ordinal - index_->offsets[digit], selection); });
  }

 private:
  static constexpr Ordinal kept_generators = 4096;  // with more first values, generators are made again
  struct Index {
    std::vector<Ordinal> offsets;                // offsets[d] is the first ordinal of first value d
    std::vector<Ordinal> base_offsets;           // the same at level 0; empty there
    int merge_levels = 0;                        // of the second generators
    std::vector<std::optional<Second>> seconds;  // empty beyond kept_generators
  };
  Second second_of(const First& value) const {
    return level_ == 0 ? std::invoke(function_, value) : std::invoke(function_, value).at_level(level_);
  }
  Ordinal digit_of(Ordinal ordinal) const {
    const auto& offsets = index_->offsets;
    return static_cast<Ordinal>(std::upper_bound(offsets.begin(), offsets.end(), ordinal) - offsets.begin()) - 1;
  }
  template <class Use>
  auto with_second(Ordinal digit, Use&& use) const {
    if (!index_->seconds.empty()) {
      const std::optional<Second>& second = index_->seconds[digit];
      if (!second) throw GeneratorError("bind: the choices name a discarded first value");
      return use(*second);
    }
    if constexpr (G::can_discard) {
      const auto value = first_.at(digit);
      if (!value) throw GeneratorError("bind: the choices name a discarded first value");
      return use(second_of(*value));
    } else {
      return use(second_of(first_.at(digit)));
    }
  }
  G first_;
  Function function_;
  int level_;
  std::shared_ptr<const Index> index_;
};

/// The union, in order, of the sets `function(value)` over the values of `first`. `function` returns an indexed
/// generator, is pure, and may be called from several threads. First values that a filter discards denote nothing. On
/// merged levels, the result of `function` is merged; a merged node inside `first` throws GeneratorError. Construction
/// walks `first` (GeneratorError beyond bind_limit values); `at` adds one binary search.
template <IndexedGenerator G, class Function>
auto bind(G first, Function function) {
  return Bind<G, Function>(std::move(first), std::move(function));
}

/// The pairs (a, b) of a value of `first` and a value of `function(a)`: bind() that keeps both.
/// Example: linked(types, [](const Type& type) { return values_of(type); }).
template <IndexedGenerator G, class Function>
auto linked(G first, Function function) {
  return bind(std::move(first), [function = std::move(function)](const typename G::value_type& value) {
    using Value = typename G::value_type;
    auto second = std::invoke(function, value);
    using SecondValue = typename decltype(second)::value_type;
    return map(std::move(second),
               [value](const SecondValue& other) { return std::pair<Value, SecondValue>(value, other); });
  });
}

}  // namespace smallscope::generators
