// SPDX-License-Identifier: Apache-2.0
#include <smallscope/concolic/inputs.hpp>

#include <fmt/format.h>

namespace smallscope::concolic {

namespace {

std::vector<Ordinal> factors_of(const std::vector<Input>& inputs) {
  if (inputs.empty() || inputs.size() > most_inputs)
    throw ConcolicError(fmt::format("a symbolic program needs 1 to {} inputs, not {}", most_inputs, inputs.size()));
  std::vector<Ordinal> factors;
  for (const Input& each : inputs) {
    if (each.least > each.greatest)
      throw ConcolicError(fmt::format("input {}: the bounds are inverted: least {}, greatest {}", each.name, each.least,
                                      each.greatest));
    const Ordinal factor = static_cast<Ordinal>(each.greatest) - static_cast<Ordinal>(each.least) + 1;
    if (factor == 0) throw ConcolicError(fmt::format("input {}: 2^64 values are too many; narrow it", each.name));
    factors.push_back(factor);
  }
  return factors;
}

generators::MixedRadix radix_of(const std::vector<Input>& inputs) {
  try {
    return generators::MixedRadix(factors_of(inputs));
  } catch (const generators::GeneratorError& error) {
    throw ConcolicError(fmt::format("the inputs have too many combinations: {}; narrow their bounds", error.what()));
  }
}

}  // namespace

Inputs::Inputs(std::vector<Input> inputs) : inputs_(std::move(inputs)), radix_(radix_of(inputs_)) {}

Values Inputs::values(Ordinal ordinal) const {
  generators::LevelRow levels;
  radix_.levels(ordinal, levels);
  Values values;
  for (std::size_t i = 0; i < count(); ++i)
    values.push_back(static_cast<std::int64_t>(static_cast<Ordinal>(inputs_[i].least) + levels[i]));
  return values;
}

void Inputs::require(std::span<const std::int64_t> values) const {
  if (values.size() != count())
    throw ConcolicError(fmt::format("{} values for {} inputs; give one for each", values.size(), count()));
  for (std::size_t i = 0; i < count(); ++i)
    if (values[i] < inputs_[i].least || values[i] > inputs_[i].greatest)
      throw ConcolicError(fmt::format("input {}: {} is not from {} to {}", inputs_[i].name, values[i], inputs_[i].least,
                                      inputs_[i].greatest));
}

Ordinal Inputs::ordinal(std::span<const std::int64_t> values) const {
  require(values);
  generators::LevelRow levels;
  for (std::size_t i = 0; i < count(); ++i)
    levels.push_back(static_cast<Ordinal>(values[i]) - static_cast<Ordinal>(inputs_[i].least));
  return radix_.ordinal(levels);
}

}  // namespace smallscope::concolic
