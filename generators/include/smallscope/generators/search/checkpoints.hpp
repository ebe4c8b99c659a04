// SPDX-License-Identifier: Apache-2.0
// Checkpoints: places in a search from which a walk can continue, so that every input has a checkpoint near it.
//
// Values; a constant Checkpoints object may be shared by threads, one that changes belongs to one thread.
#pragma once

#include <span>
#include <vector>

#include <smallscope/generators/search/search.hpp>

namespace smallscope::generators {

/// The decisions of one input and its place in the search.
struct Checkpoint {
  Ordinal ordinal = 0;
  Decisions decisions;
};

/// Throws GeneratorError because the choices lead to a path without an input.
[[noreturn]] void throw_rejected_choices();

/// The decisions of some inputs of a search, ascending.
class Checkpoints {
 public:
  void add(Ordinal ordinal, std::span<const Digit> decisions);
  /// Adds the checkpoints of a later part, whose ordinals begin at `offset`.
  void append(const Checkpoints& later, Ordinal offset);
  /// Drops every second checkpoint.
  void thin();
  bool empty() const { return ordinals_.empty(); }
  std::size_t size() const { return ordinals_.size(); }
  /// The last checkpoint at or before an ordinal or a path. There must be one.
  Checkpoint at_or_before(Ordinal ordinal) const;
  Checkpoint at_or_before(std::span<const Digit> decisions) const;

 private:
  std::span<const Digit> decisions(std::size_t i) const;
  Checkpoint checkpoint(std::size_t i) const;
  std::vector<Ordinal> ordinals_;
  std::vector<std::size_t> ends_;  // where the decisions of each end
  std::vector<Digit> digits_;
};

/// A walk whose value is that of `ordinal`, which must not lie before the checkpoint.
template <SearchProgram P>
SearchWalk<P> walk_behind(const Search<P>& search, const Checkpoint& checkpoint, Ordinal ordinal) {
  SearchWalk<P> walk = search.resume({.decisions = checkpoint.decisions, .inputs = 1, .paths = 1});
  for (Ordinal at = checkpoint.ordinal; at < ordinal; ++at) walk.next();
  return walk;
}
/// The ordinal of the input with these decisions, which must not lie before the checkpoint.
template <SearchProgram P>
Ordinal ordinal_behind(const Search<P>& search, const Checkpoint& checkpoint, const Decisions& decisions) {
  SearchWalk<P> walk = walk_behind(search, checkpoint, checkpoint.ordinal);
  Ordinal ordinal = checkpoint.ordinal;
  for (; walk.decisions() != decisions; ++ordinal) walk.next();
  return ordinal;
}

/// Writes the choices that the decisions stand for.
template <SearchProgram P>
void write_decisions(const P& program, const Decisions& decisions, ChoiceWriter& writer) {
  typename P::Path path(program);
  WritingGuide guide(decisions, writer);
  path.run_guided(guide);
}
/// The decisions behind choices. Throws GeneratorError when they do not fit, or lead to a path without an input.
template <SearchProgram P>
Decisions read_decisions(const P& program, ChoiceReader& reader) {
  typename P::Path path(program);
  ReadingGuide guide(reader);
  if (!path.run_guided(guide)) throw_rejected_choices();
  return path_decisions(path);
}

}  // namespace smallscope::generators
