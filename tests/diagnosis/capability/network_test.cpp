// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/capability/network.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <smallscope/diagnosis/spectrum.hpp>

namespace smallscope::diagnosis::capability {
namespace {

using generators::Randomness;

constexpr Embedding both[] = {Embedding::learned, Embedding::none};

/// Equations (1) and (2) with loops.
double by_definition(const Network& network, const StateFeatures& state, const TestFeatures& test) {
  const double* next = network.parameters().data();
  const auto layer = [&](const std::vector<double>& inputs, std::size_t outputs, bool is_last) {
    std::vector<double> result(outputs);
    for (std::size_t input = 0; input < inputs.size(); ++input)
      for (std::size_t output = 0; output < outputs; ++output) result[output] += *next++ * inputs[input];
    for (double& each : result) {
      each += *next++;
      if (!is_last) each = std::max(each, 0.0);
    }
    return result;
  };
  std::vector<double> embedded{state.tests, state.groups};
  if (network.embedding() == Embedding::learned) embedded = layer(layer(embedded, 16, false), 16, false);
  embedded.insert(embedded.begin(), {test.split, test.cover});
  return layer(layer(layer(embedded, 16, false), 32, false), 1, true)[0];
}

std::vector<Target> drawn_targets(Randomness& random, std::size_t count) {
  std::vector<Target> targets;
  for (std::size_t i = 0; i < count; ++i)
    targets.push_back({{static_cast<double>(random.below(10)), static_cast<double>(random.below(40))},
                       {3 * random.fraction(), random.fraction()},
                       2 * random.fraction() - 1});
  return targets;
}

TEST(Network, HasTheParametersOfThePaper) {
  EXPECT_EQ(Network::size(Embedding::learned), 1201u);
  EXPECT_EQ(Network::size(Embedding::none), 657u);
}

TEST(Network, IsTheEquationsOfThePaper) {
  Randomness random(1);
  for (const Embedding embedding : both)
    for (int draw = 0; draw < 20; ++draw) {
      const Network network(embedding, random);
      const std::vector<Target> targets = drawn_targets(random, 7);
      std::vector<TestFeatures> tests;
      for (const Target& each : targets) tests.push_back(each.test);
      tests.push_back(tests[2]);
      const std::vector<double> values = network.values(targets[0].state, tests);
      for (std::size_t i = 0; i < tests.size(); ++i)
        EXPECT_NEAR(values[i], by_definition(network, targets[0].state, tests[i]), 1e-12);
      EXPECT_EQ(values[2], values.back());
    }
}

TEST(Network, SlopeIsThatOfFiniteDifferences) {
  Randomness random(2);
  constexpr double step = 1e-6;
  for (const Embedding embedding : both) {
    Network network(embedding, random);
    // Larger weights than at the beginning, so that every layer matters.
    for (double& parameter : network.parameters()) parameter *= 3;
    const std::vector<Target> targets = drawn_targets(random, 9);
    const Network::Slope slope = network.slope(targets);
    double error = 0;
    for (const Target& each : targets)
      error += std::pow(by_definition(network, each.state, each.test) - each.value, 2) / 9;
    EXPECT_NEAR(slope.error, error, 1e-9 * error);
    std::size_t not_flat = 0, wrong = 0;
    for (std::size_t i = 0; i < network.parameters().size(); ++i) {
      const double kept = network.parameters()[i];
      network.parameters()[i] = kept + step;
      const double above = network.slope(targets).error;
      network.parameters()[i] = kept - step;
      const double below = network.slope(targets).error;
      network.parameters()[i] = kept;
      const double expected = (above - below) / (2 * step);
      not_flat += std::abs(expected) > 1e-6 ? 1 : 0;
      wrong += std::abs(slope.derivatives[i] - expected) > 1e-4 * (1 + std::abs(expected)) ? 1 : 0;
    }
    EXPECT_GT(not_flat, network.parameters().size() / 4);
    EXPECT_EQ(wrong, 0u) << "kinks of max(0, x) may be met, but not with this seed";
  }
}

TEST(Network, LearnsWhatItIsTold) {
  Randomness random(3);
  for (const Embedding embedding : both) {
    Network network(embedding, random);
    Adam adam(0.001);
    const auto told = [&](std::size_t count) {
      std::vector<Target> targets = drawn_targets(random, count);
      for (Target& each : targets) each.value = each.test.cover - 0.2 * each.test.split + 0.02 * each.state.tests;
      return targets;
    };
    const std::vector<Target> unseen = told(200);
    const double before = network.slope(unseen).error;
    for (int i = 0; i < 2000; ++i) adam.step(network, network.slope(told(32)).derivatives);
    EXPECT_LT(network.slope(unseen).error, before / 20);
  }
}

TEST(Network, IsTheSameForTheSameSeed) {
  Randomness first(4), again(4), other(5);
  const Network network(Embedding::learned, first);
  EXPECT_EQ(network, Network(Embedding::learned, again));
  EXPECT_NE(network, Network(Embedding::learned, other));
  // Normal weights of deviation 0.1: the third layer's, 18 x 16 of them, begin behind 320 parameters.
  const auto weights = network.parameters().subspan(320, 288);
  const double square = std::inner_product(weights.begin(), weights.end(), weights.begin(), 0.0);
  EXPECT_NEAR(std::sqrt(square / 288), 0.1, 0.015);
}

TEST(Network, RefusesWhatIsNone) {
  EXPECT_THROW(Network(Embedding::learned, std::vector<double>(1200)), SpectrumError);
  std::vector<double> parameters(657);
  parameters[3] = std::numeric_limits<double>::infinity();
  EXPECT_THROW(Network(Embedding::none, parameters), SpectrumError);
  parameters[3] = 0;
  EXPECT_THROW(Network(Embedding::none, parameters).slope({}), SpectrumError);
  EXPECT_TRUE(Network(Embedding::none, parameters).values({}, {}).empty());
}

}  // namespace
}  // namespace smallscope::diagnosis::capability
