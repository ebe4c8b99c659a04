// SPDX-License-Identifier: Apache-2.0
// What a test may cover that was not executed: what its nearest neighbours in choice space covered.
//
// Inputs that differ in few choices mostly take the same way through the code. The traces of the nearest observed tests
// are the predicted ones; a trace weighs the more, the nearer and the more frequent it is. Belongs to one thread.
//
// Example: NeighbourPrediction prediction(choices_of); prediction.observe(17, row); prediction.predicted(18)
#pragma once

#include <vector>

#include <smallscope/diagnosis/neighbours.hpp>
#include <smallscope/diagnosis/planning/session.hpp>

namespace smallscope::diagnosis::planning {

class NeighbourPrediction : public Predictor {
 public:
  /// Of so many nearest tests, and of those as near as the last of them.
  explicit NeighbourPrediction(ChoicesOf choices_of, std::size_t neighbours = 3);

  void observe(Ordinal ordinal, std::span<const Word> covered) override;
  bool predict(std::vector<PoolTest>& pool) override;
  /// The traces of the nearest observed tests, each once, with the sum of 1 / distance as its weight, the heaviest
  /// first; none before anything was observed. O(observed tests).
  std::vector<PredictedTrace> predicted(Ordinal ordinal) const;
  /// A test with these traces, or with one that is empty if nothing was observed.
  PoolTest pool_test(Ordinal ordinal) const;

 private:
  struct Observed {
    generators::Choices choices;
    std::size_t trace;
  };
  ChoicesOf choices_of_;
  std::size_t neighbours_;
  std::vector<Observed> observed_;
  std::vector<std::vector<Word>> traces_;  ///< each once
};

}  // namespace smallscope::diagnosis::planning
