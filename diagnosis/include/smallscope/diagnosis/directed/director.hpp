// SPDX-License-Identifier: Apache-2.0
// Which inputs to execute after a failure, so that few of them localise its fault (Artzi, Dolby, Tip and Pistoia, ISSTA
// 2010).
//
// The paper derives inputs from executed ones by negating a condition of the path constraint and solving it; a
// selection rule says which comes first. Here, an input is derived from an executed one by changing one choice, which
// every space with an index allows, whatever the code under test is written in. The rules are the paper's. Whoever
// executes the inputs tells the director what they covered. The same observations and seed give the same proposals.
// Belongs to one thread.
//
// Example: Director director(factors, 17, {.strategy = Strategy::is});
//          director.observe(17, Outcome::fail, row);
//          while (const auto ordinal = director.next()) director.observe(*ordinal, outcome, row);
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/capability/criteria.hpp>
#include <smallscope/diagnosis/directed/candidates.hpp>
#include <smallscope/diagnosis/directed/similarity.hpp>
#include <smallscope/generators/randomness.hpp>
#include <smallscope/generators/rings.hpp>

namespace smallscope::diagnosis::directed {

/// Which input comes next.
enum class Strategy {
  base,        ///< one suite for all faults: as coverage, but from the first input of the space
  coverage,    ///< from the failing input on, derived in turn from each executed input that covered something new
  pcs,         ///< whose path constraint will be most similar to that of a failing one, as its neighbours predict
  is,          ///< that differs in the fewest choices from a failing one, whichever failing one that is
  neighbours,  ///< the same from the first failing one alone
  mixed,       ///< in turn by `is`, and drawn from the whole space
  capability,  ///< that would help most to locate the fault, by what it covers or is predicted to cover
  random       ///< drawn from the whole space
};
inline constexpr Strategy all_strategies[] = {Strategy::base,       Strategy::coverage,   Strategy::pcs,
                                              Strategy::is,         Strategy::neighbours, Strategy::mixed,
                                              Strategy::capability, Strategy::random};
/// "base", "coverage", "pcs", "is", "neighbours", "mixed", "capability", "random"
std::string_view name(Strategy strategy);
bool draws(Strategy strategy);
/// Whether what comes next depends on what earlier inputs did.
bool learns(Strategy strategy);

struct DirectorOptions {
  Strategy strategy = Strategy::mixed;
  PathForm form = PathForm::subset;
  Conditions conditions = {};  ///< for pcs; without any, every input is equally similar
  std::size_t pool =
      200;  ///< inputs that are weighed: for pcs the nearest to the failing one, for capability Candidates
  capability::Scorer criterion = capability::scorer(*capability::find_criterion("split"));  ///< for capability
  /// For capability: what an input covers, if that is known already.
  std::function<std::optional<std::vector<Word>>(Ordinal)> covered_of = {};
  /// For capability: finds out what inputs cover that are to be weighed (CandidatesOptions::find_out).
  std::function<void(const std::vector<Ordinal>&)> find_out = {};
  std::uint64_t seed = 0;                          ///< of draws
  std::function<bool(Ordinal)> is_candidate = {};  ///< false for inputs that are not to be proposed
};

class Director {
 public:
  /// `failing` is an ordinal of the space with these factors (generators::factors). Throws GeneratorError if they
  /// multiply beyond 64 bits, std::out_of_range if there is no such ordinal.
  Director(std::vector<Ordinal> factors, Ordinal failing, DirectorOptions options);

  /// The input to execute next, each once and never the failing one; none when every candidate was proposed. For pcs
  /// O(pool x observed inputs x factors); for capability O(pool x (observed inputs x factors + elements)); for the
  /// others, O(observed inputs) and what was proposed before.
  std::optional<Ordinal> next();

  /// The conditions that are known by now. What earlier inputs evaluated does not change.
  void know(Conditions conditions) { options_.conditions = std::move(conditions); }

  /// What an input did, which need not be proposed; the failing one comes first. Skipped inputs say nothing.
  /// `covered` are the words of a row; rows of different width have the same elements in front.
  void observe(Ordinal ordinal, Outcome outcome, std::span<const Word> covered);

 private:
  /// An executed input from which others are derived.
  struct Source {
    generators::Rings rings;
    generators::LevelRow levels;
    std::vector<Word> covered;
    bool is_failing;
    double similarity;             ///< of its path to that of a failing one
    std::optional<Ordinal> ahead;  ///< the next one of its rings that can be proposed
    bool is_exhausted = false;
  };
  bool can_propose(Ordinal ordinal) const;
  std::optional<Ordinal> proposal();
  /// Whether an input that differs in at most so many choices can still be derived from the source.
  bool look_ahead(Source& source, std::size_t most_differing);
  std::optional<Ordinal> nearest();
  std::optional<Ordinal> in_turn();
  std::optional<Ordinal> drawn();
  std::optional<Ordinal> most_similar();
  std::optional<Ordinal> most_capable();
  double predicted_similarity(Ordinal ordinal) const;
  void compare(Source& source);

  generators::MixedRadix radix_;
  Ordinal failing_;
  DirectorOptions options_;
  generators::Randomness random_;
  generators::Rings rest_;     ///< around the failing input, or the first one of base
  std::vector<Ordinal> pool_;  ///< of pcs, nearest first
  std::vector<Source> sources_;
  std::optional<Candidates> candidates_;  ///< of capability
  /// Of capability: what each observed input covered, and whether it failed.
  std::vector<std::pair<std::vector<Word>, bool>> rows_;
  std::size_t turn_ = 0;
  std::vector<Word> covered_;  ///< by any observed input
  std::set<Ordinal> proposed_;
};

}  // namespace smallscope::diagnosis::directed
