// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/capability/network.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <type_traits>

#include <Eigen/Core>

#include <fmt/format.h>

#include <smallscope/diagnosis/spectrum.hpp>

namespace smallscope::diagnosis::capability {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index state_size = 2, test_size = 2, embedded_size = 16, first_size = 16, second_size = 32;
constexpr double deviation = 0.1;

struct Shape {
  Index inputs, outputs;
  Index size() const { return outputs * (inputs + 1); }
};

/// The layers that embed the state, if there are any, and the three that predict.
std::vector<Shape> shapes(Embedding embedding) {
  if (embedding == Embedding::none)
    return {{test_size + state_size, first_size}, {first_size, second_size}, {second_size, 1}};
  return {{state_size, embedded_size},
          {embedded_size, embedded_size},
          {test_size + embedded_size, first_size},
          {first_size, second_size},
          {second_size, 1}};
}

/// A layer within the parameters, or within their derivatives.
template <class Scalar>
struct LayerIn {
  using Matrix = std::conditional_t<std::is_const_v<Scalar>, const MatrixXd, MatrixXd>;
  using Vector = std::conditional_t<std::is_const_v<Scalar>, const VectorXd, VectorXd>;
  Eigen::Map<Matrix> weights;
  Eigen::Map<Vector> added;
};

template <class Scalar>
std::vector<LayerIn<Scalar>> layers(Embedding embedding, Scalar* parameters) {
  std::vector<LayerIn<Scalar>> all;
  for (const Shape& shape : shapes(embedding)) {
    all.push_back(
        {{parameters, shape.outputs, shape.inputs}, {parameters + shape.outputs * shape.inputs, shape.outputs}});
    parameters += shape.size();
  }
  return all;
}

MatrixXd positive(const MatrixXd& all) { return all.cwiseMax(0); }

MatrixXd forward(const LayerIn<const double>& layer, const MatrixXd& inputs) {
  return (layer.weights * inputs).colwise() + layer.added;
}

Eigen::RowVectorXd values_of(Embedding embedding, const double* parameters, const StateFeatures& state,
                             std::span<const TestFeatures> tests) {
  const auto all = layers(embedding, parameters);
  VectorXd embedded(state_size);
  embedded << state.tests, state.groups;
  std::size_t next = 0;
  for (; next + 3 < all.size(); ++next) embedded = positive(forward(all[next], embedded));
  // All tests share the state: its part of the first layer that predicts is found once.
  const auto& first = all[next];
  const VectorXd shared = first.weights.rightCols(embedded.size()) * embedded + first.added;
  MatrixXd features(test_size, static_cast<Index>(tests.size()));
  for (std::size_t i = 0; i < tests.size(); ++i) features.col(static_cast<Index>(i)) << tests[i].split, tests[i].cover;
  const MatrixXd one = positive((first.weights.leftCols(test_size) * features).colwise() + shared);
  const MatrixXd two = positive(forward(all[next + 1], one));
  return forward(all[next + 2], two);
}

/// Box and Muller's method: two even numbers make one normal one.
double drawn_normally(generators::Randomness& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.fraction()));
  return radius * std::cos(2 * std::numbers::pi * random.fraction());
}

}  // namespace

std::size_t Network::size(Embedding embedding) {
  Index size = 0;
  for (const Shape& shape : shapes(embedding)) size += shape.size();
  return static_cast<std::size_t>(size);
}

Network::Network(Embedding embedding, generators::Randomness& random)
    : embedding_(embedding), parameters_(size(embedding)) {
  double* next = parameters_.data();
  for (const Shape& shape : shapes(embedding)) {
    for (Index i = 0; i < shape.outputs * shape.inputs; ++i) *next++ = deviation * drawn_normally(random);
    const double bound = 1 / std::sqrt(static_cast<double>(shape.inputs));
    for (Index i = 0; i < shape.outputs; ++i) *next++ = bound * (2 * random.fraction() - 1);
  }
}

Network::Network(Embedding embedding, std::vector<double> parameters)
    : embedding_(embedding), parameters_(std::move(parameters)) {
  if (parameters_.size() != size(embedding))
    throw SpectrumError(
        fmt::format("a network with {} parameters: this one has {}", parameters_.size(), size(embedding)));
  for (const double parameter : parameters_)
    if (!std::isfinite(parameter))
      throw SpectrumError(fmt::format("a network with the parameter {}: give finite numbers", parameter));
}

std::vector<double> Network::values(const StateFeatures& state, std::span<const TestFeatures> tests) const {
  // Equal tests are valued once: it saves time, and a sum may be rounded in another way at another place of a matrix.
  std::vector<std::size_t> order(tests.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](std::size_t i) { return tests[i]; });
  std::vector<TestFeatures> distinct;
  for (const std::size_t i : order)
    if (distinct.empty() || distinct.back() != tests[i]) distinct.push_back(tests[i]);
  const Eigen::RowVectorXd found = values_of(embedding_, parameters_.data(), state, distinct);
  std::vector<double> values(tests.size());
  Index place = 0;
  for (const std::size_t i : order) {
    if (distinct[static_cast<std::size_t>(place)] != tests[i]) ++place;
    values[i] = found(place);
  }
  return values;
}

Network::Slope Network::slope(std::span<const Target> targets) const {
  if (targets.empty()) throw SpectrumError("no targets for a network to learn from: give at least one");
  const auto count = static_cast<Index>(targets.size());
  MatrixXd states(state_size, count), features(test_size, count);
  Eigen::RowVectorXd wanted(count);
  for (Index i = 0; i < count; ++i) {
    const Target& target = targets[static_cast<std::size_t>(i)];
    states.col(i) << target.state.tests, target.state.groups;
    features.col(i) << target.test.split, target.test.cover;
    wanted(i) = target.value;
  }
  const auto all = layers(embedding_, parameters_.data());
  const std::size_t embedding_layers = all.size() - 3;
  std::vector<MatrixXd> inputs{states};  // of each layer, then the output of the last one
  for (std::size_t layer = 0; layer < all.size(); ++layer) {
    if (layer == embedding_layers) {
      MatrixXd joined(test_size + inputs.back().rows(), count);
      joined << features, inputs.back();
      inputs.back() = std::move(joined);
    }
    const MatrixXd output = forward(all[layer], inputs.back());
    inputs.push_back(layer + 1 < all.size() ? positive(output) : output);
  }
  Slope slope{.derivatives = std::vector<double>(parameters_.size())};
  auto by = layers(embedding_, slope.derivatives.data());
  const Eigen::RowVectorXd errors = inputs.back() - wanted;
  slope.error = errors.squaredNorm() / static_cast<double>(count);
  MatrixXd by_output = errors * (2 / static_cast<double>(count));
  for (std::size_t layer = all.size(); layer-- > 0;) {
    by[layer].weights = by_output * inputs[layer].transpose();
    by[layer].added = by_output.rowwise().sum();
    if (layer == 0) break;
    MatrixXd by_input = all[layer].weights.transpose() * by_output;
    MatrixXd input = inputs[layer];
    if (layer == embedding_layers) {  // what comes before made only the embedded state
      by_input = by_input.bottomRows(by_input.rows() - test_size).eval();
      input = input.bottomRows(input.rows() - test_size).eval();
    }
    by_output = (input.array() > 0).select(by_input, 0);
  }
  return slope;
}

void Adam::step(Network& network, std::span<const double> derivatives) {
  constexpr double kept = 0.9, kept_square = 0.999, least = 1e-8;
  const std::span<double> parameters = network.parameters();
  mean_.resize(parameters.size());
  square_.resize(parameters.size());
  ++steps_;
  const auto steps = static_cast<double>(steps_);
  const double mean_share = 1 - std::pow(kept, steps), square_share = 1 - std::pow(kept_square, steps);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    mean_[i] = kept * mean_[i] + (1 - kept) * derivatives[i];
    square_[i] = kept_square * square_[i] + (1 - kept_square) * derivatives[i] * derivatives[i];
    parameters[i] -= rate_ * (mean_[i] / mean_share) / (std::sqrt(square_[i] / square_share) + least);
  }
}

}  // namespace smallscope::diagnosis::capability
