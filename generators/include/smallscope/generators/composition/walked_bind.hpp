// Dependent choice where no index can be had: bind() for generators that can only be walked.
//
// bind() keeps prefix sums over the first generator's values, so it needs both generators indexed and the
// first one finite and small. walked_bind() needs neither, and gives up what that buys: it has no size(), no
// at(), no choices, and so can be no component of products, lists or campaigns that need these - its type is
// a Generator and no IndexedGenerator. What a campaign is to run is better written as a search, a function that
// chooses (choose.hpp), which has choices and can be resumed. Example: walked_bind(search, [](const Graph& graph) { return
// elements(graph.nodes); }).walk(0, 1000, sink);
#pragma once

#include <functional>
#include <smallscope/generators/generator.hpp>

namespace smallscope::generators {

/// Past every ordinal: walk(0, no_end, sink) walks a generator that does not know its size to its end.
inline constexpr Ordinal no_end = uncounted;

template <Generator G, class Function>
class WalkedBind {
 public:
  using First = typename G::value_type;
  using Second = std::remove_cvref_t<std::invoke_result_t<const Function&, const First&>>;
  static_assert(Generator<Second>, "walked_bind: the function must return a generator");
  using value_type = typename Second::value_type;
  static constexpr bool can_discard = false;  // what is discarded has no ordinal here

  WalkedBind(G first, Function function) : first_(std::move(first)), function_(std::move(function)) {}
  /// Ordinals count the values in order. Walks all that comes before `first`, silently.
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

/// The values of `function(value)` over the values of `first`, in order; either may be a generator that can
/// only be walked. `function` is pure, and may be called from several threads. Use bind() where it accepts
/// its arguments.
template <Generator G, class Function>
auto walked_bind(G first, Function function) {
  return WalkedBind<G, Function>(std::move(first), std::move(function));
}

}  // namespace smallscope::generators
