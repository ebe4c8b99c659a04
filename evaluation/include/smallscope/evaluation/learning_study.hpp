// SPDX-License-Identifier: Apache-2.0
// How many tests an order that learns needs until each labelled fault is first seen, against pairwise.
//
// Which fault a single replay meets early is chance. So both orders are replayed with the alternatives of every factor
// renumbered at random, the same for both; where the space is no product, with ordinals rotated. Pure functions, for
// any thread. Example: summarise(std::array{study_learning(labels, population, factors, 10)}).faults.
#pragma once

#include <smallscope/clustering/explanations/population.hpp>
#include <smallscope/evaluation/labelled_failures.hpp>
#include <smallscope/evaluation/order_study.hpp>
#include <span>
#include <string>
#include <vector>

namespace smallscope::evaluation {

struct LearningStudy {
  std::string space;
  Ordinal inputs = 0;
  std::size_t faults = 0;
  SampleMean pairwise_failure, learning_failure;  ///< tests to the first failure
  SampleMean pairwise_faults, learning_faults;    ///< tests until a labelled fault is first seen, the mean over faults
  /// The means of learning divided by those of pairwise.
  double failure_ratio() const { return learning_failure.mean / pairwise_failure.mean; }
  double faults_ratio() const { return learning_faults.mean / pairwise_faults.mean; }
};

/// `factors` are those of the space, or empty if they are not known. Requires at least one replay and one fault; throws
/// EvaluationError, and whatever make_order() throws. O(replays x tests / LearningOrder::batch x inputs).
LearningStudy study_learning(const LabelledFailures& labels, const clustering::Population& population,
                             const std::vector<Ordinal>& factors, std::size_t replays);

/// Ratios over several spaces.
struct LearningSummary {
  double failure = 1, worst_failure = 0;  ///< geometric mean and greatest of failure_ratio()
  double faults = 1, worst_faults = 0;    ///< of faults_ratio()
};
LearningSummary summarise(std::span<const LearningStudy> studies);

}  // namespace smallscope::evaluation
