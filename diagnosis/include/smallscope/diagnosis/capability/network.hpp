// SPDX-License-Identifier: Apache-2.0
// The network of RLFDC: from the state of a suite and two features of a test to the value of adding it.
//
// Equations (1) and (2) of "Automatically Learning a Precise Measurement for Fault Diagnosis Capability of Test Cases":
// two layers of 16 embed the state; with the features they enter layers of 16, 32 and 1. All but the last are followed
// by max(0, x). That makes 1,201 parameters. A Network is a value: one thread may change it, or several may read it.
//
// Example: Network network(Embedding::learned, random);
//          network.values({.tests = 3, .groups = 17}, {{.split = 2.5, .cover = 0.4}})
#pragma once

#include <span>
#include <vector>

#include <smallscope/generators/randomness.hpp>

namespace smallscope::diagnosis::capability {

/// Equation (3): the tests of a suite beyond the first one, and its ambiguity groups of suspects.
struct StateFeatures {
  double tests = 0, groups = 0;
  friend bool operator==(const StateFeatures&, const StateFeatures&) = default;
};
/// Equation (4): of a test that could be added.
struct TestFeatures {
  double split = 0, cover = 0;
  friend auto operator<=>(const TestFeatures&, const TestFeatures&) = default;
};

enum class Embedding {
  learned,  ///< the state enters through two layers, as in the paper
  none      ///< the state enters as it is: an ablation of the paper
};

/// What the network should say of a test.
struct Target {
  StateFeatures state;
  TestFeatures test;
  double value = 0;
};

class Network {
 public:
  /// Weights are drawn from a normal distribution of deviation 0.1; those that are added to a layer of n inputs,
  /// evenly from -1/sqrt(n) to 1/sqrt(n).
  Network(Embedding embedding, generators::Randomness& random);
  /// With these parameters, as parameters() has them. Throws SpectrumError for another number of them, or one that is
  /// not finite.
  Network(Embedding embedding, std::vector<double> parameters);

  /// How many parameters there are: 1,201, or 657 without an embedding.
  static std::size_t size(Embedding embedding);

  Embedding embedding() const { return embedding_; }
  /// Layer by layer: its weights, column by column of the matrix (outputs x inputs), then what is added. The inputs of
  /// the third layer are split, cover and the embedded state.
  std::span<const double> parameters() const { return parameters_; }
  std::span<double> parameters() { return parameters_; }

  /// The value of each of several tests for one suite; equal tests have equal values. Some 600 multiplications for each
  /// distinct one.
  std::vector<double> values(const StateFeatures& state, std::span<const TestFeatures> tests) const;

  /// The mean squared error over the targets, and its derivatives by the parameters. Throws SpectrumError without
  /// targets.
  struct Slope {
    double error = 0;
    std::vector<double> derivatives;
  };
  Slope slope(std::span<const Target> targets) const;

  friend bool operator==(const Network&, const Network&) = default;

 private:
  Embedding embedding_;
  std::vector<double> parameters_;
};

/// Adam (Kingma and Ba, ICLR 2015) with its usual constants: steps down a slope.
class Adam {
 public:
  explicit Adam(double rate) : rate_(rate) {}
  void step(Network& network, std::span<const double> derivatives);

 private:
  double rate_;
  std::size_t steps_ = 0;
  std::vector<double> mean_, square_;
};

}  // namespace smallscope::diagnosis::capability
