// SPDX-License-Identifier: Apache-2.0
// Imperative searches: a function that chooses, run once for every sequence of choices that it can make.
//
// The function builds an input and asks a Chooser for each decision; its questions may depend on earlier choices. The
// search runs the function again from the start for every path, depth-first; the last choice varies fastest. A Chooser
// belongs to one thread. The function is called from several threads and must depend only on its choices.
// Example: examples/guide/searches.cpp.
#pragma once

#include <array>
#include <concepts>
#include <functional>
#include <iterator>
#include <optional>
#include <ranges>
#include <type_traits>
#include <vector>

#include <smallscope/generators/search/search.hpp>

namespace smallscope::generators {

/// What a choosing function asks for its decisions. Do not keep references to it.
class Chooser {
 public:
  /// Thrown by require() and by choices without alternatives; the search catches it. It is not a std::exception, so
  /// handlers in the function let it pass.
  struct Cut {};

  Chooser() = default;
  Chooser(Chooser&&) = default;
  Chooser& operator=(Chooser&&) = default;

  /// One of 0, 1, ..., alternatives - 1. Zero alternatives cut the path. More than 2^32 - 1 throw GeneratorError.
  template <std::integral T>
  requires(!std::same_as<T, bool>) T operator()(T alternatives) {
    if (alternatives <= 0) [[unlikely]]
      throw Cut{};
    return static_cast<T>(decide(alternatives, [](Digit digit) { return std::to_string(digit); }));
  }
  /// One of the listed values. Example: choose("add", "remove").
  template <class First, class Second, class... Rest>
  auto operator()(First first, Second second, Rest... rest) {
    using T = std::common_type_t<First, Second, Rest...>;
    const std::array<T, sizeof...(Rest) + 2> elements{
        static_cast<T>(std::move(first)), static_cast<T>(std::move(second)), static_cast<T>(std::move(rest))...};
    return elements[element_of(elements)];
  }
  /// One of the elements of a container that outlives the path. An empty one cuts the path.
  template <std::ranges::random_access_range Elements>
  requires(!std::is_array_v<Elements>) const auto& operator()(const Elements& elements) {
    if (std::ranges::empty(elements)) [[unlikely]]
      throw Cut{};
    return elements[element_of(elements)];
  }
  template <std::ranges::random_access_range Elements>
  requires(!std::is_lvalue_reference_v<Elements>) const auto& operator()(Elements&& elements) = delete;
  /// One of first, first + 1, ..., last. An inverted range is empty and cuts the path, so bounds may depend on earlier
  /// choices.
  template <std::integral T>
  T range(T first, T last) {
    if (first > last) [[unlikely]]
      throw Cut{};
    const std::uint64_t steps = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
    const auto value = [first](Digit digit) { return static_cast<T>(static_cast<std::uint64_t>(first) + digit); };
    const std::uint64_t alternatives = steps + (steps + 1 != 0);  // 2^64 count as 2^64 - 1: both are too many
    return value(decide(alternatives, [value](Digit digit) { return label_of(value(digit), digit); }));
  }
  /// false or true.
  bool boolean() {
    return decide(2u, [](Digit digit) { return label_of(digit == 1, digit); }) == 1;
  }
  /// The name that the next choice has in Choices. Example: choose.named("depth").range(1, 3).
  Chooser& named(std::string_view name) {
    if (guide_ != nullptr) [[unlikely]]
      name_ = name;
    return *this;
  }
  /// Returns the condition, and rejects the path unless it holds, at the cost of a branch. The function should then
  /// return; what it returns is ignored. If it makes further choices instead, each of their paths is rejected.
  /// Example: if (!choose.accepts(first < second)) return {};
  [[nodiscard]] bool accepts(bool condition) {
    rejected_ |= !condition;
    return condition;
  }
  /// Rejects the path unless the condition holds, from any depth of calls. A rejection throws, which costs a third of a
  /// microsecond or more. If many paths are rejected, use accepts() instead.
  void require(bool condition) const {
    if (!condition) [[unlikely]]
      throw Cut{};
  }

 private:
  template <class Function>
  friend class ChosenPath;
  struct Decision {
    Digit digit = 0;
    Digit alternatives = 0;
  };
  /// The hot path of every choice. It does not distinguish between repeating the decisions of the previous path and
  /// making new ones, because the digits behind those of the path are kept at 0.
  template <std::integral T, class Label>
  [[gnu::always_inline]] Digit decide(T alternatives, Label label) {
    const auto count = static_cast<std::uint64_t>(alternatives);
    if (depth_ < limit_ && count <= greatest) [[likely]] {
      Decision& decision = decisions_[depth_++];
      decision.alternatives = static_cast<Digit>(count);
      return decision.digit;
    }
    return decide_slowly(count, label);
  }
  template <class Elements>
  Digit element_of(const Elements& elements) {
    return decide(std::ranges::size(elements), [&elements](Digit digit) { return label_of(elements[digit], digit); });
  }
  /// Makes room, or asks the guide.
  Digit decide_slowly(std::uint64_t alternatives, const std::function<std::string(Digit)>& label);
  void begin_path() {
    depth_ = 0;
    rejected_ = false;
  }
  void begin_path(Guide& guide);
  void end_guidance();
  bool advance(std::size_t kept) {
    while (depth_ > kept) {
      Decision& decision = decisions_[depth_ - 1];
      if (++decision.digit < decision.alternatives) return true;
      decision.digit = 0;
      --depth_;
    }
    return false;
  }
  void turn(std::size_t depth, Digit by) {
    while (depth_ > depth) decisions_[--depth_].digit = 0;
    decisions_[depth - 1].digit += by;
  }

  static constexpr auto greatest = static_cast<Digit>(-1);
  std::size_t depth_ = 0;  // decisions made on this path
  bool rejected_ = false;
  std::size_t limit_ = 0;  // from this depth on decide_slowly() decides: the allocated room, or 0 under a guide
  std::vector<Decision> decisions_;
  Guide* guide_ = nullptr;
  std::string_view name_;
};

template <class T>
struct ChosenValue {
  using Value = T;
};
template <class T>
struct ChosenValue<std::optional<T>> {
  using Value = T;
};

template <class Function>
class ChosenPath {
 public:
  using Result = std::remove_cvref_t<std::invoke_result_t<const Function&, Chooser&>>;
  using T = typename ChosenValue<Result>::Value;

  template <class Program>
  explicit ChosenPath(const Program& program) : function_(&program.function()) {}
  bool run() {
    chooser_.begin_path();
    return call();
  }
  bool run_guided(Guide& guide) {
    chooser_.begin_path(guide);
    struct End {
      Chooser& chooser;
      ~End() { chooser.end_guidance(); }
    } const end{chooser_};
    return call();
  }
  const T& value() const { return *value_; }
  bool advance(std::size_t kept) { return chooser_.advance(kept); }
  void turn(std::size_t depth, Digit by) { chooser_.turn(depth, by); }
  std::size_t depth() const { return chooser_.depth_; }
  Digit decision(std::size_t i) const { return chooser_.decisions_[i].digit; }
  Digit alternatives(std::size_t i) const { return chooser_.decisions_[i].alternatives; }

 private:
  [[gnu::always_inline]] bool call() {
    try {
      if constexpr (std::same_as<Result, T>) {
        value_.emplace(std::invoke(*function_, chooser_));
      } else {
        value_ = std::invoke(*function_, chooser_);
      }
      return value_.has_value() && !chooser_.rejected_;
    } catch (const Chooser::Cut&) {
      return false;
    }
  }
  const Function* function_;
  Chooser chooser_;
  std::optional<T> value_;
};

/// The program of a search that runs a choosing function.
template <class Function>
class Chosen {
 public:
  using value_type = typename ChosenPath<Function>::T;
  using Path = ChosenPath<Function>;
  static constexpr std::string_view kind = "chosen";
  explicit Chosen(Function function) : function_(std::move(function)) {}
  const Function& function() const { return function_; }

 private:
  Function function_;
};

/// The set of what `function(chooser)` returns over all sequences of choices that it can make, in the order of the
/// choices. If it returns std::optional, empty results are left out. `function` must depend only on its choices, make
/// finitely many (2^20 on a path, beyond that GeneratorError) and be safe to call from several threads. Duplicates are
/// kept.
/// Example: chosen([](Chooser& choose) { const int a = choose(3); return Pair{a, choose.range(a, 3)}; }).
/// Source: the imperative style of UDITA (Gligoric et al., ICSE 2010).
template <class Function>
requires std::invocable<const Function&, Chooser&>
auto chosen(Function function) { return Search<Chosen<Function>>(Chosen<Function>(std::move(function))); }

}  // namespace smallscope::generators
