// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/capability/learning.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../drawn.hpp"

namespace smallscope::diagnosis::capability {
namespace {

/// Twelve elements, all in the failing test; the fault is the last one. Two tests that cover all but the fault tell at
/// once; forty others, which cover little, tell hardly anything.
Spectrum problem(std::uint64_t seed) {
  generators::Randomness random(seed);
  Spectrum spectrum(numbered_elements(16));
  Columns all;
  for (Column i = 0; i < 12; ++i) all.push_back(i);
  spectrum.add(0, Outcome::fail, all);
  for (std::size_t test = 1; test <= 42; ++test) {
    Columns covered{static_cast<Column>(12 + random.below(4))};
    if (test % 20 == 5)
      for (Column i = 0; i < 11; ++i) covered.push_back(i);
    else
      covered.push_back(static_cast<Column>(random.below(11)));
    spectrum.add(test, Outcome::pass, covered);
  }
  return spectrum;
}

TEST(Learning, FindsTheTestThatLocatesTheFault) {
  std::vector<Spectrum> spectra;
  for (std::uint64_t seed = 0; seed < 12; ++seed) spectra.push_back(problem(seed));
  std::vector<Lesson> lessons;
  for (const Spectrum& each : spectra) lessons.push_back({&each, {11}, 0});
  const Spectrum unseen = problem(100);
  const auto found = [&](const Learned& learned) {
    return select(Pool(unseen, all_others(unseen, 0)), 0, scorer(learned.criterion), 1)[0];
  };
  for (const Learner learner : all_learners) {
    std::size_t by_chance = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const LearningOptions options{.learner = learner, .seed = seed};
      const Learned learned = learn(lessons, options);
      EXPECT_EQ(learned.rewards.size(), 12 * options.episodes);
      // Of 300 choices of a lesson, every fifth one from the hundredth on.
      EXPECT_EQ(learned.learning_steps, 12u * 41) << name(learner);
      EXPECT_EQ(found(learned), 5u) << name(learner) << ' ' << seed;
      by_chance += found(learn({}, options)) == 5 ? 1 : 0;
    }
    EXPECT_LT(by_chance, 4u) << "networks as they are drawn must not know it already";
  }
}

TEST(Learning, IsTheSameForTheSameSeed) {
  const Spectrum spectrum = problem(1);
  const std::vector<Lesson> lessons{{&spectrum, {11}, 0}};
  for (const Learner learner : all_learners)
    for (const FeatureScale scale : all_feature_scales) {
      const LearningOptions options{.learner = learner, .scale = scale, .episodes = 14, .seed = 7};
      const Learned first = learn(lessons, options), again = learn(lessons, options);
      EXPECT_EQ(first.criterion, again.criterion);
      EXPECT_EQ(first.rewards, again.rewards);
      LearningOptions other = options;
      other.seed = 8;
      EXPECT_NE(first.criterion, learn(lessons, other).criterion);
    }
}

TEST(Learning, FeaturesAreThoseOfTheEquations) {
  const Spectrum spectrum = pictured({"1 1 1 1 0 0 F", "1 1 0 0 1 0 P", "1 0 0 0 0 0 P"});
  Suite suite = suite_of(spectrum, 0);
  suite.add(spectrum.row(1), false);
  const Prospect prospect = suite.prospect(spectrum.row(2));
  EXPECT_EQ(features_of(suite, FeatureScale::paper), (StateFeatures{1, 2}));
  EXPECT_EQ(features_of(suite, prospect, FeatureScale::paper), (TestFeatures{2.0 / 6 * 1, 1.0 / 4}));
  EXPECT_EQ(features_of(suite, FeatureScale::relative), (StateFeatures{0.1, 0.5}));
  EXPECT_EQ(features_of(suite, prospect, FeatureScale::relative), (TestFeatures{2.0 / 6 / 4, 1.0 / 4}));
}

TEST(Learning, EndsWithASmallPool) {
  const Spectrum small = pictured({"1 1 F", "1 0 P", "0 1 P"}), alone = pictured({"1 1 F"});
  const std::vector<Lesson> lessons{{&small, {1}, 0}, {&alone, {1}, 0}};
  const Learned learned = learn(lessons, {.episodes = 5});
  EXPECT_THAT(learned.rewards, testing::SizeIs(5));
  EXPECT_EQ(learned.learning_steps, 0u);
}

TEST(Learning, RefusesOptionsAndLessonsThatAreNone) {
  const Spectrum spectrum = problem(1);
  for (std::size_t LearningOptions::*number :
       {&LearningOptions::episodes, &LearningOptions::steps, &LearningOptions::memory, &LearningOptions::batch,
        &LearningOptions::learn_every, &LearningOptions::renew_every}) {
    LearningOptions options;
    options.*number = 0;
    EXPECT_THROW(learn({}, options), SpectrumError);
  }
  EXPECT_THROW(learn({}, {.greedy = 1.5}), SpectrumError);
  const auto refused = [&](const Lesson& lesson) {
    EXPECT_THROW(learn(std::span(&lesson, 1), {.episodes = 1}), SpectrumError);
  };
  refused({&spectrum, {}, 0});
  refused({&spectrum, {99}, 0});
  refused({&spectrum, {1}, 1});
}

}  // namespace
}  // namespace smallscope::diagnosis::capability
