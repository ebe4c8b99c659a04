// SPDX-License-Identifier: Apache-2.0
// Searches: sets of inputs that have no cheap index, walked depth-first along sequences of decisions.
//
// A search runs a program once for every sequence of decisions that it can make: a function that chooses (choose.hpp)
// or a predicate on object graphs (object_graphs.hpp). Each run is a *path*; it yields an input or is rejected. A path
// is identified by its decisions. So a search splits into parts by prefixes of decisions, and can continue behind any
// position. Without being walked it does not know how many inputs it has: estimate() guesses; indexed()
// (indexed_search.hpp) counts once and makes an IndexedGenerator of it. A Search is an immutable value, safe for
// several threads if its program is; a SearchWalk belongs to one thread. Example: examples/guide/searches.cpp.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <smallscope/generators/generator.hpp>
#include <smallscope/generators/search/decisions.hpp>
#include <smallscope/generators/search/estimate.hpp>
#include <smallscope/generators/search/sampling.hpp>

namespace smallscope::generators {

/// What a search runs. `Path` is one thread's way through the tree of decisions:
/// - `run_guided(guide)` runs the path whose decisions the guide makes, `run()` the current path; both return whether
///   the path yields an input, and then `value()` is that input until the next call;
/// - `advance(kept)` steps to the next path in depth-first order that shares the first `kept` decisions, and returns
///   whether there is one;
/// - `turn(depth, by)` abandons the decisions after the first `depth`, and adds `by` to the last of these, which has at
///   least that many more alternatives;
/// - `depth()` is the number of decisions of the last run, `decision(i)` one of them, out of `alternatives(i)`.
/// Laws: equal decisions give equal inputs. Which decision comes next, and how many alternatives it has, depends only
/// on the decisions before it.
template <class P>
concept SearchProgram = std::copy_constructible<P> && std::constructible_from<typename P::Path, const P&> &&
    requires(typename P::Path& path, const typename P::Path& done, Guide& guide) {
  typename P::value_type;
  { P::kind } -> std::convertible_to<std::string_view>;
  { path.run_guided(guide) } -> std::same_as<bool>;
  { path.run() } -> std::same_as<bool>;
  { done.value() } -> std::same_as<const typename P::value_type&>;
  { path.advance(std::size_t{}) } -> std::same_as<bool>;
  { path.turn(std::size_t{}, Digit{}) } -> std::same_as<void>;
  { done.depth() } -> std::same_as<std::size_t>;
  { done.decision(std::size_t{}) } -> std::same_as<Digit>;
  { done.alternatives(std::size_t{}) } -> std::same_as<Digit>;
};

/// The paths of a search whose decisions begin with `prefix`, in depth-first order.
struct Part {
  Decisions prefix;
  friend bool operator==(const Part&, const Part&) = default;
};

/// How far a walk has come: every path up to and including the one with these decisions is done.
struct Position {
  Decisions decisions;
  Ordinal inputs = 0;  ///< how many inputs the walk has yielded
  Ordinal paths = 0;   ///< how many paths it has run
  friend bool operator==(const Position&, const Position&) = default;
};

/// A walk over one part of a search, which can stop anywhere and be resumed by another walk.
template <SearchProgram P>
class SearchWalk {
 public:
  using T = typename P::value_type;

  SearchWalk(std::shared_ptr<const P> program, Part part)
      : program_(std::move(program)), path_(*program_), part_(std::move(part)) {}
  SearchWalk(std::shared_ptr<const P> program, Part part, const Position& position)
      : SearchWalk(std::move(program), std::move(part)) {
    if (position == Position{}) return;  // the position of a walk that has not begun
    if (!begins_with(position.decisions, part_.prefix))
      throw GeneratorError("search: the position " + to_string(position.decisions) + " is not in the part " +
                           to_string(part_.prefix) + "; resume each part with a position of its own");
    has_value_ = run_along(path_, position.decisions);
    if (path_.depth() != position.decisions.size())
      throw GeneratorError("search: the position " + to_string(position.decisions) +
                           " ends in the middle of a path; take positions from SearchWalk::position()");
    inputs_ = position.inputs;
    paths_ = position.paths;
    begun_ = true;
  }

  /// Runs the next path. Returns false, and runs nothing, at the end of the part. Throws PathError if the program
  /// throws.
  [[gnu::always_inline]] bool step() {
    if (!begun_) [[unlikely]] {
      has_value_ = naming_path(*program_, path_, [this] { return run_along(path_, part_.prefix); });
      begun_ = true;
    } else {
      if (!path_.advance(part_.prefix.size())) [[unlikely]] {
        has_value_ = false;
        return false;
      }
      has_value_ = naming_path(*program_, path_, [this] { return path_.run(); });
    }
    ++paths_;
    inputs_ += has_value_;
    return true;
  }
  /// Runs paths up to the next input. False if the part has no further input.
  [[gnu::always_inline]] bool next() {
    do {
      if (!step()) [[unlikely]]
        return false;
    } while (!has_value_);
    return true;
  }
  /// Whether the path that was run last yielded an input, and that input. Valid until the next step.
  bool has_value() const { return has_value_; }
  const T& value() const {
    return naming_path(*program_, path_, [this]() -> const T& { return path_.value(); });
  }
  /// How many inputs and paths there were, including the current ones.
  Ordinal inputs() const { return inputs_; }
  Ordinal paths() const { return paths_; }
  /// The decisions of the path that was run last.
  Decisions decisions() const { return path_decisions(path_); }
  Position position() const { return {decisions(), inputs_, paths_}; }

 private:
  std::shared_ptr<const P> program_;
  typename P::Path path_;
  Part part_;
  bool begun_ = false;
  bool has_value_ = false;
  Ordinal inputs_ = 0;
  Ordinal paths_ = 0;
};

template <SearchProgram P, class Function>
class MappedProgram;

/// A set of inputs that can be walked and split, and whose size is unknown. It is a Generator: the ordinal of an input
/// is its place in the walk, so a walk from `first` has to pass all inputs before it. A part and an index within it, or
/// the decisions of the path, identify a test more cheaply.
template <SearchProgram P>
class Search {
 public:
  using value_type = typename P::value_type;
  static constexpr bool can_discard = false;
  static constexpr Ordinal no_limit = std::numeric_limits<Ordinal>::max();

  explicit Search(P program) : program_(std::make_shared<const P>(std::move(program))) {}

  /// Calls sink(index, value) for the inputs of `part` with an index in [first, last) within it, in depth-first order,
  /// until it returns false; returns whether the walk reached the end. O(paths before `last`). Throws PathError if the
  /// program throws.
  template <class Sink>
  bool walk(const Part& part, Ordinal first, Ordinal last, Sink&& sink) const {
    if (first >= last) return true;
    auto walk = begin(part);
    while (walk.next()) {
      const Ordinal index = walk.inputs() - 1;
      if (index >= first && !sink(index, walk.value())) return false;
      if (index + 1 == last) break;
    }
    return true;
  }
  /// The same over the whole search.
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    return walk(Part{}, first, last, std::forward<Sink>(sink));
  }
  /// A walk over a part, stepped by its owner.
  SearchWalk<P> begin(Part part = {}) const { return {program_, std::move(part)}; }
  /// A walk that continues behind a position in a walk over the same part. GeneratorError if the position is not one of
  /// this search. Runs one path again.
  SearchWalk<P> resume(const Position& position, Part part = {}) const { return {program_, std::move(part), position}; }
  /// Parts that are disjoint, cover the search and follow one another in its order: at least `at_least` of them, or one
  /// per path if there are fewer paths. They depend only on the program and `at_least`, so shard i can take the parts
  /// i, i + n, i + 2n, ... of one split. Their sizes may differ much. Runs about O(at_least * depth) paths.
  std::vector<Part> split(std::size_t at_least) const {
    std::vector<Part> parts{Part{}};
    typename P::Path path(*program_);
    for (bool grown = true; grown && parts.size() < at_least;) {
      grown = false;
      std::vector<Part> finer;
      for (Part& part : parts) {
        naming_path(*program_, path, [&] { return run_along(path, part.prefix); });
        if (path.depth() == part.prefix.size()) {
          finer.push_back(std::move(part));  // a single path
          continue;
        }
        grown = true;
        const Digit alternatives = path.alternatives(part.prefix.size());
        for (Digit digit = 0; digit < alternatives; ++digit) {
          finer.push_back(part);
          finer.back().prefix.push_back(digit);
        }
      }
      parts = std::move(finer);
    }
    return parts;
  }
  /// How many inputs and paths there are: exactly if the options allow a walk over all paths, otherwise estimated from
  /// samples. Throws a PathError if the program throws.
  SearchEstimate estimate(const EstimateOptions& options = {}) const {
    return SearchEstimator<P>(*program_, options).estimate();
  }
  /// The search of `function(input)`, by the same decisions. The function is called only for values that the walk looks
  /// at. It must be pure and may be called from several threads.
  template <class Function>
  auto map(Function function) const {
    return Search<MappedProgram<P, Function>>(MappedProgram<P, Function>(program_, std::move(function)));
  }
  const std::shared_ptr<const P>& program() const { return program_; }

 private:
  std::shared_ptr<const P> program_;
};

/// The program of a mapped search.
template <SearchProgram P, class Function>
class MappedProgram {
 public:
  using value_type = std::remove_cvref_t<std::invoke_result_t<const Function&, const typename P::value_type&>>;
  static constexpr std::string_view kind = P::kind;

  class Path {
   public:
    explicit Path(const MappedProgram& program) : inner_(*program.inner_), function_(&program.function_) {}
    bool run_guided(Guide& guide) {
      value_.reset();
      return inner_.run_guided(guide);
    }
    bool run() {
      value_.reset();
      return inner_.run();
    }
    const value_type& value() const {
      if (!value_) value_.emplace(std::invoke(*function_, inner_.value()));
      return *value_;
    }
    bool advance(std::size_t kept) { return inner_.advance(kept); }
    void turn(std::size_t depth, Digit by) { inner_.turn(depth, by); }
    std::size_t depth() const { return inner_.depth(); }
    Digit decision(std::size_t i) const { return inner_.decision(i); }
    Digit alternatives(std::size_t i) const { return inner_.alternatives(i); }

   private:
    typename P::Path inner_;
    const Function* function_;
    mutable std::optional<value_type> value_;  // of the last run, once it has been asked for
  };

  MappedProgram(std::shared_ptr<const P> inner, Function function)
      : inner_(std::move(inner)), function_(std::move(function)) {}

 private:
  std::shared_ptr<const P> inner_;
  Function function_;
};

}  // namespace smallscope::generators
