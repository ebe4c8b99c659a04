// SPDX-License-Identifier: Apache-2.0
// Some 10^5 failing inputs of a space of 10^7, in thirty groups, for benchmarks of what is told about failures.
//
// Every group fails for one conjunction of choices, planted at random. One failure in a hundred shows another group
// instead, and a thousand are scattered. The same in every run. Functions without state, for any thread.
#pragma once

#include <map>
#include <random>
#include <string>
#include <vector>

#include <smallscope/clustering/explanations/population.hpp>

namespace smallscope_benchmarks {

namespace clustering = smallscope::clustering;
namespace generators = smallscope::generators;
using clustering::Ordinal;

inline constexpr std::size_t planted_groups = 30;

/// Those of an input: seven choices of ten alternatives.
inline generators::Choices choices_of_tens(Ordinal ordinal) {
  generators::Choices choices(7);
  for (std::size_t i = 7; i-- > 0; ordinal /= 10)
    choices[i] = {std::string(1, static_cast<char>('a' + i)), ordinal % 10, std::to_string(ordinal % 10)};
  return choices;
}

/// All of them. `factors` says which of them are independent.
inline clustering::Population tens(const std::vector<Ordinal>& factors) { return {factors, choices_of_tens}; }

/// The failing inputs of each group, some 10^5 in all.
inline std::vector<std::vector<Ordinal>> plant(const clustering::Population& population) {
  std::mt19937_64 random(1);
  std::map<Ordinal, std::size_t> group_of;
  std::vector<clustering::Value> values;
  for (std::size_t group = 0; group < planted_groups; ++group) {
    // Two choices of one value each leave 10^5 inputs; one of three values and one of one value keep 3,000 of them.
    const std::size_t first = random() % 7, second = (first + 1 + random() % 6) % 7;
    const clustering::Value one = random() % 10, two = random() % 10, digit = random() % 10;
    for (Ordinal i = 0; i < 100'000; ++i) {
      Ordinal rest = i, ordinal = 0;
      for (std::size_t place = 0; place < 7; ++place) {
        Ordinal level = place == first ? one : place == second ? two : rest % 10;
        if (place != first && place != second) rest /= 10;
        ordinal = ordinal * 10 + level;
      }
      population.values(ordinal, values);
      std::size_t free = 0;
      while (free == first || free == second) ++free;
      if (values[free] != digit && values[free] != (digit + 3) % 10 && values[free] != (digit + 7) % 10) continue;
      std::size_t next = free + 1;
      while (next == first || next == second) ++next;
      if (values[next] != digit) continue;
      group_of.try_emplace(ordinal, group);
    }
  }
  for (int i = 0; i < 1000; ++i) group_of.try_emplace(random() % population.size(), random() % planted_groups);
  std::vector<std::vector<Ordinal>> members(planted_groups);
  for (const auto& [ordinal, group] : group_of)
    members[random() % 100 == 0 ? random() % planted_groups : group].push_back(ordinal);
  return members;
}

}  // namespace smallscope_benchmarks
