// SPDX-License-Identifier: Apache-2.0
// Inputs that may be executed next, with what each of them covers, known or predicted.
//
// Half of them are near a failing input, half drawn from the whole space: near ones share with it what is not at fault,
// others acquit it. Whoever chooses among them (capability::Scorer, planning::next_test) weighs what they cover.
// Belongs to one thread.
//
// Example: Candidates candidates(factors, 17, {.number = 200}); candidates.observe(17, row); candidates.all()
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include <smallscope/diagnosis/directed/effect_prediction.hpp>
#include <smallscope/generators/randomness.hpp>
#include <smallscope/generators/rings.hpp>

namespace smallscope::diagnosis::directed {

struct CandidatesOptions {
  std::size_t number = 200;  ///< at once
  std::uint64_t seed = 0;    ///< of draws
  /// What an input covers, if that is known already. What is not known, or without it, is predicted.
  std::function<std::optional<std::vector<Word>>(Ordinal)> covered_of = {};
  /// Called with candidates of which covered_of knows nothing, before they are weighed: it may find out. Asked once for
  /// each input.
  std::function<void(const std::vector<Ordinal>&)> find_out = {};
  std::function<bool(Ordinal)> is_candidate = {};  ///< false for inputs that are not to be executed
};

struct Candidate {
  Ordinal ordinal = 0;
  std::vector<Word> covered;
  bool is_known = false;     ///< covered is not predicted
  std::size_t distance = 0;  ///< levels in which it differs from the failing input
};

class Candidates {
 public:
  /// Around `failing`, an ordinal of the space with these factors (generators::factors). Throws GeneratorError if they
  /// multiply beyond 64 bits, std::out_of_range if there is no such ordinal.
  Candidates(std::vector<Ordinal> factors, Ordinal failing, CandidatesOptions options);

  /// Learns what an input covered. It is no candidate any more.
  void observe(Ordinal ordinal, std::span<const Word> covered);
  /// It is no candidate any more, and nothing is known of it.
  void remove(Ordinal ordinal) { removed_.insert(ordinal); }

  /// As many as there are to be, or are left; near and drawn ones in turn. Rows have the width of the widest of them.
  /// O(number x (observed inputs x factors + words)).
  std::vector<Candidate> all();

 private:
  bool is_candidate(Ordinal ordinal) const;
  std::optional<Ordinal> nearest();
  std::optional<Ordinal> drawn();
  std::size_t distance(Ordinal ordinal) const;
  void choose();
  void find_out();

  generators::MixedRadix radix_;
  CandidatesOptions options_;
  generators::Rings rings_;
  generators::Randomness random_;
  EffectPrediction prediction_;
  std::vector<Ordinal> chosen_;  ///< candidates, in the order in which they came
  std::set<Ordinal> removed_, asked_;
  generators::LevelRow center_;
};

}  // namespace smallscope::diagnosis::directed
