// SPDX-License-Identifier: Apache-2.0
// What an input will cover, composed of what single changes did to inputs that were executed.
//
// An input that differs from an executed one in two choices probably covers what either change alone adds, and lacks
// what either removes. planning::NeighbourPrediction proposes only traces that were seen, and so never a test that
// tells more elements apart; this one does. Belongs to one thread.
//
// Example: EffectPrediction prediction(factors); prediction.observe(17, row); prediction.predicted(18)
#pragma once

#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include <smallscope/diagnosis/spectrum.hpp>
#include <smallscope/generators/mixed_radix.hpp>

namespace smallscope::diagnosis::directed {

class EffectPrediction {
 public:
  /// For the space with these factors (generators::factors). Throws GeneratorError if they multiply beyond 64 bits.
  explicit EffectPrediction(std::vector<Ordinal> factors);

  /// Rows of different width have the same elements in front. O(observed inputs x factors).
  void observe(Ordinal ordinal, std::span<const Word> covered);

  /// The row of the nearest observed input, with the effect of each level that it does not have: what differs between
  /// two observed inputs, of which one has it and the other, if there is such a one, has the level that is left. Of
  /// several, those two show the effect that differ least. A level that no observed input has changes nothing. Empty
  /// before anything was observed. O(observed inputs x factors + factors x words).
  std::vector<Word> predicted(Ordinal ordinal) const;

 private:
  struct Observed {
    generators::LevelRow levels;
    std::vector<Word> covered;
  };
  /// Two observed inputs that show what it does to reach a level, and in how many levels they differ.
  struct Effect {
    std::size_t from = 0, to = 0, differing = 0;
  };
  /// A factor, the level that is left, if that matters, and the one that is reached.
  using Change = std::tuple<std::size_t, std::optional<Ordinal>, Ordinal>;
  void learn(std::size_t from, std::size_t to, std::span<const std::size_t> factors);
  const Effect* effect_of(std::size_t factor, Ordinal from, Ordinal to) const;

  generators::MixedRadix radix_;
  std::vector<Observed> observed_;
  std::map<Change, Effect> effects_;  ///< of the two that differ least, the first of those
};

}  // namespace smallscope::diagnosis::directed
