// SPDX-License-Identifier: Apache-2.0
// A search as an indexed generator. It is walked once, without the subject, so that campaigns can run it in any order,
// shard, resume and merge it like any other space.
//
// Cost: construction walks all paths once, on all cores. A table keeps the decisions of one input in about a thousand
// paths. `at` walks from the last table entry at or before the ordinal. That is little if the subject is a process. It
// does not pay if the walk itself is most of the work: a search of more than 10^10 paths, or a property in process that
// costs less than a path. In that case walk the Search, part by part. Immutable; safe for several threads if the
// program is. Example: examples/guide/searches.cpp.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <smallscope/generators/search/checkpoints.hpp>

namespace smallscope::generators {

struct IndexOptions {
  Ordinal paths_per_checkpoint = 1024;  ///< at() runs about half as many; memory is inversely proportional
  Ordinal most_paths = 10'000'000'000;  ///< a search with more throws GeneratorError
  unsigned threads = 0;                 ///< of the walk at construction; 0: one per core. Results do not depend on it
};

/// Calls task(0), ..., task(count - 1) on several threads, in any order. If tasks throw, rethrows the exception of the
/// least index.
void for_each_index(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& task);
/// Throws GeneratorError because the search has more paths than `most_paths`.
[[noreturn]] void throw_too_many_paths(Ordinal most_paths);

template <SearchProgram P>
class IndexedSearch : public Fluent<IndexedSearch<P>> {
 public:
  using value_type = typename P::value_type;
  static constexpr bool can_discard = false;

  IndexedSearch(Search<P> search, const IndexOptions& options) : search_(std::move(search)) {
    const std::vector<Part> parts = search_.split(parts_to_walk);
    std::vector<Found> found(parts.size());
    std::atomic<Ordinal> paths = 0;
    for_each_index(parts.size(), options.threads,
                   [&](std::size_t i) { found[i] = walk_silently(parts[i], options, paths); });
    auto index = std::make_shared<Index>();
    for (const Found& part : found) {
      index->checkpoints.append(part.checkpoints, index->inputs);
      index->inputs += part.inputs;
      index->paths += part.paths;
    }
    index_ = std::move(index);
  }
  Ordinal size() const { return index_->inputs; }
  /// How many paths there are, including rejected ones.
  Ordinal paths() const { return index_->paths; }
  value_type at(Ordinal ordinal) const { return walk_from(ordinal).value(); }
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    if (first >= last) return true;
    SearchWalk<P> walk = walk_from(first);
    for (Ordinal ordinal = first; sink(ordinal, walk.value());) {
      if (++ordinal == last) return true;
      walk.next();
    }
    return false;
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const {
    write_decisions(*search_.program(), walk_from(ordinal).decisions(), writer);
  }
  Ordinal read_choices(ChoiceReader& reader) const {
    const Decisions decisions = read_decisions(*search_.program(), reader);
    return ordinal_behind(search_, index_->checkpoints.at_or_before(decisions), decisions);
  }
  Structure structure() const { return {std::string(P::kind), "", size()}; }
  const Search<P>& search() const { return search_; }

 private:
  static constexpr std::size_t parts_to_walk = 1024;  // many more than cores, because parts differ in size
  static constexpr Ordinal paths_per_report = 1024;
  struct Found {
    Checkpoints checkpoints;
    Ordinal inputs = 0, paths = 0;
  };
  using Index = Found;

  Found walk_silently(const Part& part, const IndexOptions& options, std::atomic<Ordinal>& all_paths) const {
    Found found;
    Ordinal next_checkpoint = 0, reported = 0;
    const auto report = [&](Ordinal paths) {
      if (all_paths.fetch_add(paths - reported) + (paths - reported) > options.most_paths)
        throw_too_many_paths(options.most_paths);
      reported = paths;
    };
    SearchWalk<P> walk = search_.begin(part);
    while (walk.step()) {
      if (walk.paths() - reported == paths_per_report) report(walk.paths());
      if (!walk.has_value() || walk.paths() < next_checkpoint) continue;
      found.checkpoints.add(walk.inputs() - 1, walk.decisions());
      next_checkpoint = walk.paths() + options.paths_per_checkpoint;
    }
    report(walk.paths());
    found.inputs = walk.inputs();
    found.paths = walk.paths();
    return found;
  }
  /// A walk whose value is that of `ordinal`.
  SearchWalk<P> walk_from(Ordinal ordinal) const {
    require_in_range(ordinal, size());
    return walk_behind(search_, index_->checkpoints.at_or_before(ordinal), ordinal);
  }
  Search<P> search_;
  std::shared_ptr<const Index> index_;
};

/// The inputs of a search, counted. Construction walks the whole search; GeneratorError if it has more paths than the
/// options allow. `at` is O(paths_per_checkpoint + the rejected paths before the next input); each further step of
/// `walk` is O(1). Example: indexed(chosen(f)).filter(...).named("program").
template <SearchProgram P>
auto indexed(Search<P> search, const IndexOptions& options = {}) {
  return IndexedSearch<P>(std::move(search), options);
}

}  // namespace smallscope::generators
