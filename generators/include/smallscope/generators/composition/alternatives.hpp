// SPDX-License-Identifier: Apache-2.0
// Alternatives: the union of several sets, one after another, each under a label.
//
// Generators are immutable and may be shared by threads.
#pragma once

#include <array>
#include <tuple>

#include <smallscope/generators/composition/atoms.hpp>

namespace smallscope::generators {

/// A branch of alternatives() with the label that choices show for it.
template <IndexedGenerator G>
struct Branch {
  std::string label;
  G generator;
};
template <IndexedGenerator G>
Branch<G> labelled(std::string label, G generator) {
  return {std::move(label), std::move(generator)};
}

template <IndexedGenerator... G>
class Alternatives : public Fluent<Alternatives<G...>> {
 public:
  using value_type = std::common_type_t<typename G::value_type...>;
  static constexpr bool can_discard = (G::can_discard || ...);
  static constexpr std::size_t branches = sizeof...(G);

  explicit Alternatives(Branch<G>... branch) : branches_(std::move(branch)...) {
    offsets_[0] = 0;
    each([&]<std::size_t I>() {
      offsets_[I + 1] = checked_add(offsets_[I], generator<I>().size(), "alternatives");
      auto& label = std::get<I>(branches_).label;
      if (label.empty()) label = std::to_string(I);
      return false;
    });
  }
  Ordinal size() const { return offsets_[branches]; }
  AtResult<value_type, can_discard> at(Ordinal ordinal) const {
    require_in_range(ordinal, size());
    std::optional<AtResult<value_type, can_discard>> result;
    in_branch(ordinal, [&]<std::size_t I>() { result.emplace(generator<I>().at(ordinal - offsets_[I])); });
    return std::move(*result);
  }
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    bool finished = true;
    each([&]<std::size_t I>() {
      const Ordinal from = std::max(first, offsets_[I]), to = std::min(last, offsets_[I + 1]);
      if (from < to) {
        using Value = typename std::tuple_element_t<I, std::tuple<G...>>::value_type;
        finished =
            generator<I>().walk(from - offsets_[I], to - offsets_[I], [&](Ordinal ordinal, const Value& value) -> bool {
              const value_type& common = value;
              return sink(offsets_[I] + ordinal, common);
            });
      }
      return !finished;
    });
    return finished;
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const {
    in_branch(ordinal, [&]<std::size_t I>() {
      const std::string& label = std::get<I>(branches_).label;
      if (branches > 1) writer.add(I, label);
      const NameScope scope(writer.path, label);
      generator<I>().write_choices(ordinal - offsets_[I], writer);
    });
  }
  Ordinal read_choices(ChoiceReader& reader) const {
    const Ordinal branch = branches > 1 ? reader.next(branches) : 0;
    Ordinal ordinal = 0;
    each([&]<std::size_t I>() {
      if (I != branch) return false;
      const NameScope scope(reader.path, std::get<I>(branches_).label);
      ordinal = offsets_[I] + generator<I>().read_choices(reader);
      return true;
    });
    return ordinal;
  }
  Structure structure() const {
    Structure structure{"alternatives", "", size(), {}, Contribution::alternatives};
    each([&]<std::size_t I>() {
      structure.children.push_back(generator<I>().structure());
      return false;
    });
    return structure;
  }

  int merge_levels() const {
    return std::apply([](const auto&... branch) { return std::max({branch.generator.merge_levels()...}); }, branches_);
  }
  Alternatives at_level(int level) const {
    return std::apply(
        [&](const auto&... branch) {
          return Alternatives(labelled(branch.label, branch.generator.at_level(level))...);
        },
        branches_);
  }
  Ordinal base_size() const {
    return std::apply([](const auto&... branch) { return (Ordinal{0} + ... + branch.generator.base_size()); },
                      branches_);
  }
  Ordinal write_axes(Ordinal ordinal, AxisWriter& writer) const {
    Ordinal base = 0;
    each([&]<std::size_t I>() {
      if (ordinal >= offsets_[I + 1]) {
        base += generator<I>().base_size();
        return false;
      }
      const NameScope scope(writer.path, std::get<I>(branches_).label);
      base += generator<I>().write_axes(ordinal - offsets_[I], writer);
      return true;
    });
    return base;
  }
  AtResult<value_type, can_discard> at_part(Ordinal ordinal, SelectionReader& selection) const {
    std::optional<AtResult<value_type, can_discard>> result;
    in_branch(ordinal,
              [&]<std::size_t I>() { result.emplace(generator<I>().at_part(ordinal - offsets_[I], selection)); });
    return std::move(*result);
  }

 private:
  template <std::size_t I>
  const auto& generator() const {
    return std::get<I>(branches_).generator;
  }
  /// Calls the visitor for branch 0, 1, ... until it returns true.
  template <class Visitor>
  static void each(Visitor&& visitor) {
    [&]<std::size_t... I>(std::index_sequence<I...>) { (void)(visitor.template operator()<I>() || ...); }
    (std::index_sequence_for<G...>{});
  }
  template <class Visitor>
  void in_branch(Ordinal ordinal, Visitor&& visitor) const {
    each([&]<std::size_t I>() {
      if (ordinal >= offsets_[I + 1]) return false;
      visitor.template operator()<I>();
      return true;
    });
  }
  std::tuple<Branch<G>...> branches_;
  std::array<Ordinal, branches + 1> offsets_;
};

/// The union of the branches' sets, in order. Values have the common type of the branches'. Which branch it was is a
/// choice of its own, labelled; unlabelled branches are numbered.
/// Example: alternatives(labelled("literal", integers), labelled("name", names)).
template <IndexedGenerator... G>
auto alternatives(Branch<G>... branch) {
  static_assert(sizeof...(G) > 0, "alternatives: give at least one branch");
  return Alternatives<G...>(std::move(branch)...);
}
template <IndexedGenerator... G>
requires(sizeof...(G) > 0) auto alternatives(G... generator) {
  return Alternatives<G...>(Branch<G>{"", std::move(generator)}...);
}

}  // namespace smallscope::generators
