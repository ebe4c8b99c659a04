// SPDX-License-Identifier: Apache-2.0
// A search that has not been indexed, for a campaign: the run itself counts it, as far as it goes.
//
// indexed() walks the whole search before the first test. An UncountedSearch walks only as far as it is asked to: a
// campaign starts at once, stops anywhere, and need not be able to finish. In return there is no size before the end.
// So only the orders `dense` and `jump` are available, progress is measured against an estimate, and the search cannot
// be a component of other generators. Ordinals are those of indexed(): the place of an input in the walk.
//
// Safe for several threads, which share one record of how far the search was walked. Its memory does not grow: it keeps
// at most 65,536 checkpoints, and drops every second one when the search turns out to be longer.
// Example: examples/guide/searches.cpp.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include <smallscope/generators/search/checkpoints.hpp>

namespace smallscope::generators {

/// A set of inputs with ordinals whose size is known only at its end. Laws: `reach(last)` returns how many ordinals
/// below `last` there are; it walks on as far as needed, and returns less if it was asked to stop. `counted()` is the
/// size once `reach` has met the end, and `walked_paths()` the number of paths that this took. `at`, `walk` and choices
/// are those of an IndexedGenerator, where `at` throws std::out_of_range behind the end.
template <class G>
concept UncountedGenerator =
    Generator<G> && !IndexedGenerator<G> && requires(const G& generator, Ordinal ordinal, const StopRequested& stop,
                                                     ChoiceWriter& writer, ChoiceReader& reader) {
  { generator.reach(ordinal, stop) } -> std::same_as<Ordinal>;
  { generator.counted() } -> std::same_as<std::optional<Ordinal>>;
  { generator.at(ordinal) } -> std::same_as<typename G::value_type>;
  { generator.write_choices(ordinal, writer) } -> std::same_as<void>;
  { generator.read_choices(reader) } -> std::same_as<Ordinal>;
  { generator.structure() } -> std::same_as<Structure>;
  { generator.estimate(EstimateOptions{}) } -> std::same_as<SearchEstimate>;
  { generator.walked_paths() } -> std::same_as<Ordinal>;
  { generator.sample(std::uint64_t{}).value } -> std::convertible_to<std::optional<typename G::value_type>>;
};

/// Throws std::out_of_range; the message says where the search ends.
[[noreturn]] void throw_behind_end(Ordinal ordinal, Ordinal inputs);

/// A path of a search: its choices, and the input if it yields one.
template <class T>
struct SampledPath {
  Choices choices;
  std::optional<T> value;
};

template <SearchProgram P>
class UncountedSearch {
 public:
  using value_type = typename P::value_type;
  static constexpr bool can_discard = false;

  explicit UncountedSearch(Search<P> search)
      : search_(std::move(search)), seen_(std::make_shared<Seen>(search_.begin())) {}

  Ordinal reach(Ordinal last, const StopRequested& stop = {}) const {
    const std::lock_guard lock(seen_->mutex);
    return seen_->reach(last, stop);
  }
  std::optional<Ordinal> counted() const {
    const std::lock_guard lock(seen_->mutex);
    return seen_->ended ? std::optional(seen_->scout.inputs()) : std::nullopt;
  }
  /// How many paths `reach` has walked, rejected ones included.
  Ordinal walked_paths() const {
    const std::lock_guard lock(seen_->mutex);
    return seen_->scout.paths();
  }
  value_type at(Ordinal ordinal) const { return walk_from(ordinal).value(); }
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    if (first >= last || reach(first + 1) <= first) return true;
    SearchWalk<P> walk = walk_from(first);
    for (Ordinal ordinal = first; sink(ordinal, walk.value());)
      if (++ordinal == last || !walk.next()) return true;
    return false;
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const {
    write_decisions(*search_.program(), walk_from(ordinal).decisions(), writer);
  }
  Ordinal read_choices(ChoiceReader& reader) const {
    const Decisions decisions = read_decisions(*search_.program(), reader);
    return ordinal_behind(search_, checkpoint_before(decisions), decisions);
  }
  Structure structure() const { return {std::string(P::kind), "", uncounted}; }
  /// See Search::estimate().
  SearchEstimate estimate(const EstimateOptions& options = {}) const { return search_.estimate(options); }
  /// A random path; equal seeds give equal paths.
  SampledPath<value_type> sample(std::uint64_t seed) const {
    typename P::Path path(*search_.program());
    RandomGuide guide(seed);
    SampledPath<value_type> sampled;
    naming_path(*search_.program(), path, [&] {
      if (path.run_guided(guide)) sampled.value = path.value();
    });
    ChoiceWriter writer;
    write_decisions(*search_.program(), path_decisions(path), writer);
    sampled.choices = writer.take();
    return sampled;
  }
  const Search<P>& search() const { return search_; }

 private:
  static constexpr Ordinal first_spacing = 1024;  // paths
  static constexpr std::size_t most_checkpoints = 1u << 16;
  /// How far the search has been walked.
  struct Seen {
    explicit Seen(SearchWalk<P> begin) : scout(std::move(begin)) {}
    Ordinal reach(Ordinal last, const StopRequested& stop) {
      while (!ended && scout.inputs() < last) {
        if (stop && scout.paths() % first_spacing == 0 && stop()) break;
        if (!scout.step()) {
          ended = true;
        } else if (scout.has_value() && scout.paths() >= next_checkpoint) {
          checkpoints.add(scout.inputs() - 1, scout.decisions());
          if (checkpoints.size() == most_checkpoints) {
            checkpoints.thin();
            spacing *= 2;
          }
          next_checkpoint = scout.paths() + spacing;
        }
      }
      return std::min(last, scout.inputs());
    }
    std::mutex mutex;
    SearchWalk<P> scout;
    Checkpoints checkpoints;
    Ordinal spacing = first_spacing;
    Ordinal next_checkpoint = 0;
    bool ended = false;
  };

  Checkpoint checkpoint_before(Ordinal ordinal) const {
    const std::lock_guard lock(seen_->mutex);
    if (ordinal == uncounted || seen_->reach(ordinal + 1, {}) <= ordinal)
      throw_behind_end(ordinal, seen_->scout.inputs());
    return seen_->checkpoints.at_or_before(ordinal);
  }
  /// For decisions that yield an input.
  Checkpoint checkpoint_before(const Decisions& decisions) const {
    const std::lock_guard lock(seen_->mutex);
    while (seen_->scout.inputs() == 0 || (!seen_->ended && seen_->scout.decisions() < decisions))
      seen_->reach(seen_->scout.inputs() + 1, {});
    return seen_->checkpoints.at_or_before(decisions);
  }
  SearchWalk<P> walk_from(Ordinal ordinal) const { return walk_behind(search_, checkpoint_before(ordinal), ordinal); }

  Search<P> search_;
  std::shared_ptr<Seen> seen_;
};

/// The choices behind an ordinal, and back: as for an IndexedGenerator.
template <UncountedGenerator G>
Choices choices(const G& generator, Ordinal ordinal) {
  ChoiceWriter writer;
  generator.write_choices(ordinal, writer);
  return writer.take();
}
template <UncountedGenerator G>
Ordinal ordinal_of(const G& generator, std::span<const Choice> choices) {
  ChoiceReader reader(choices);
  const Ordinal ordinal = generator.read_choices(reader);
  reader.finish();
  return ordinal;
}

}  // namespace smallscope::generators
