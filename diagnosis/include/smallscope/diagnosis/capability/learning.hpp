// SPDX-License-Identifier: Apache-2.0
// RLFDC: a criterion that is learned from how well faults were located with the tests that it chose.
//
// Section 3 of "Automatically Learning a Precise Measurement for Fault Diagnosis Capability of Test Cases". Learning
// needs spectra with known faults; an episode chooses ten tests, and each is rewarded by the rank of the fault. What is
// learned uses no outcomes but that the first test fails. docs/capability.md has what differs from the paper. Pure
// functions of their seed: any thread.
//
// Example: select(pool, test, scorer(learn(lessons, {}).criterion), 10)
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/capability/network.hpp>
#include <smallscope/diagnosis/capability/selection.hpp>
#include <smallscope/diagnosis/hitting_sets.hpp>

namespace smallscope::diagnosis::capability {

/// Whose values stand for the best that can follow.
enum class Learner {
  plain,            ///< those of the network itself: Q-learning
  target,           ///< those of a copy, renewed now and then: what the paper does and calls double
  double_estimator  ///< two networks: one chooses what follows, the other values it (van Hasselt 2010)
};
inline constexpr Learner all_learners[] = {Learner::plain, Learner::target, Learner::double_estimator};
/// "plain", "target", "double"
std::string_view name(Learner learner);

/// In which units features enter the network.
enum class FeatureScale {
  paper,    ///< numbers of tests and groups; split by equation (6)
  relative  ///< tests by ten, groups by the number of suspects, split by the number of suspects: all about 0 to 1
};
inline constexpr FeatureScale all_feature_scales[] = {FeatureScale::paper, FeatureScale::relative};
/// "paper", "relative"
std::string_view name(FeatureScale scale);

StateFeatures features_of(const Suite& suite, FeatureScale scale);
TestFeatures features_of(const Suite& suite, const Prospect& test, FeatureScale scale);

/// What is learned, and can be kept in a file: model_file.hpp.
struct LearnedCriterion {
  FeatureScale scale = FeatureScale::paper;
  Network network;
  friend bool operator==(const LearnedCriterion&, const LearnedCriterion&) = default;
};
/// A copy of the criterion.
Scorer scorer(const LearnedCriterion& criterion);

/// The paper's values. Of all numbers at least 1.
struct LearningOptions {
  Learner learner = Learner::target;
  Embedding embedding = Embedding::learned;
  FeatureScale scale = FeatureScale::paper;
  std::size_t episodes = 30;     ///< of a lesson, one after another
  std::size_t steps = 10;        ///< tests chosen in an episode
  std::size_t memory = 100;      ///< choices of a lesson that are remembered; learning begins when they are
  std::size_t batch = 32;        ///< remembered choices from which one step learns, drawn anew, with repetition
  std::size_t learn_every = 5;   ///< choices
  std::size_t renew_every = 20;  ///< learning steps after which Learner::target copies the network
  double greedy = 0.9;           ///< how probably the best test is chosen, not just any
  double discount = 0.9;         ///< of what follows
  double rate = 0.001;           ///< of Adam
  std::uint64_t seed = 1;
};

/// A fault to learn from, and the failing test with which each episode begins.
struct Lesson {
  const Spectrum* spectrum = nullptr;
  ElementSet faulty;
  std::size_t failing_test = 0;
  std::vector<std::size_t> pool = {};  ///< of tests that can be chosen; every other one if it is empty
};

struct Learned {
  LearnedCriterion criterion;
  std::vector<double> rewards;  ///< the last reward of each episode
  std::size_t learning_steps = 0;
};

/// Goes through the lessons once, in their order. Without any, the network is as it was drawn. Throws SpectrumError for
/// options that are none, and for a lesson without a fault or a failing test.
Learned learn(std::span<const Lesson> lessons, const LearningOptions& options);

}  // namespace smallscope::diagnosis::capability
