// SPDX-License-Identifier: Apache-2.0
// Dependent choice without an index: bind() for generators that can only be walked.
//
// bind() keeps prefix sums over the first generator's values, so both generators must be indexed and the first one
// finite and small. walked_bind() needs neither. In return it has no size(), no at() and no choices. So it cannot be a
// component of products, lists or campaigns that need these: its type is a Generator but not an IndexedGenerator. For a
// campaign, write a search instead: a function that chooses (choose.hpp) has choices and can be resumed. Generators are
// immutable and may be shared by threads. Example: walked_bind(search, [](const Graph& graph) { return
// elements(graph.nodes); }).walk(0, 1000, sink);
#pragma once

#include <functional>
#include <smallscope/generators/generator.hpp>

namespace smallscope::generators {

/// Greater than every ordinal: walk(0, no_end, sink) walks a generator of unknown size to its end.
inline constexpr Ordinal no_end = uncounted;

template <Generator G, class Function>
class WalkedBind {
 public:
  using First = typename G::value_type;
  using Second = std::remove_cvref_t<std::invoke_result_t<const Function&, const First&>>;
  static_assert(Generator<Second>, "walked_bind: the function must return a generator");
  using value_type = typename Second::value_type;
  static constexpr bool can_discard = false;  // discarded values have no ordinal here

  WalkedBind(G first, Function function) : first_(std::move(first)), function_(std::move(function)) {}
  /// Ordinals count the values in order. Silently walks everything before `first`.
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    if (first >= last) return true;
    Ordinal next = 0;
    bool stopped = false;
    walk_all(first_, [&](Ordinal, const First& value) {
      const Second second = std::invoke(function_, value);
      return walk_all(second, [&](Ordinal, const value_type& of_second) {
        const Ordinal ordinal = next++;
        if (ordinal >= first && !sink(ordinal, of_second)) stopped = true;
        return !stopped && next < last;
      });
    });
    return !stopped;
  }

 private:
  template <class Any, class Sink>
  static bool walk_all(const Any& generator, Sink&& sink) {
    if constexpr (IndexedGenerator<Any>)
      return generator.walk(0, generator.size(), sink);
    else
      return generator.walk(0, no_end, sink);
  }
  G first_;
  Function function_;
};

/// The values of `function(value)` over the values of `first`, in order; both may be generators that can only be
/// walked. `function` is pure, and may be called from several threads. Use bind() if it accepts the arguments.
template <Generator G, class Function>
auto walked_bind(G first, Function function) {
  return WalkedBind<G, Function>(std::move(first), std::move(function));
}

}  // namespace smallscope::generators
