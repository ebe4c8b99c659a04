// SPDX-License-Identifier: Apache-2.0
// Populations that the tests of explanations ask about.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <smallscope/clustering/explanations/population.hpp>
#include <smallscope/generators.hpp>

namespace smallscope::clustering {

template <class G>
Population population_of(const G& generator) {
  return Population(generators::factors(generator.structure()),
                    [&](Ordinal ordinal) { return generators::choices(generator, ordinal); });
}

/// A product of numbers named a, b, c, ...
inline Population numbers(const std::vector<Ordinal>& sizes) {
  const generators::MixedRadix radix(sizes);
  return Population(sizes, [&](Ordinal ordinal) {
    generators::LevelRow levels;
    radix.levels(ordinal, levels);
    generators::Choices choices;
    for (std::size_t i = 0; i < levels.size(); ++i)
      choices.push_back({std::string(1, static_cast<char>('a' + i)), levels[i], std::to_string(levels[i])});
    return choices;
  });
}

using Predicate = std::function<bool(const std::vector<Value>&)>;

inline std::vector<Ordinal> inputs_with(const Population& population, const Predicate& predicate) {
  std::vector<Ordinal> found;
  std::vector<Value> values;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    population.values(ordinal, values);
    if (predicate(values)) found.push_back(ordinal);
  }
  return found;
}

}  // namespace smallscope::clustering
