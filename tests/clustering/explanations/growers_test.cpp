// SPDX-License-Identifier: Apache-2.0
// Cubes that several threads grow, against one expansion that grows them one after the other.
#include "explanations/growers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/generators/mixed_radix.hpp>

namespace smallscope::clustering {
namespace {

generators::Choices six_digits(Ordinal ordinal) {
  generators::LevelRow levels;
  generators::MixedRadix(std::vector<Ordinal>(6, 10)).levels(ordinal, levels);
  generators::Choices choices;
  for (std::size_t i = 0; i < levels.size(); ++i)
    choices.push_back({"digit" + std::to_string(i), levels[i], std::to_string(levels[i])});
  return choices;
}

/// Of 10^6 inputs, the 190,000 fail whose first or second digit is 3: so many that several threads grow.
TEST(Growers, GrowWhatOneExpansionGrows) {
  const Population population(std::vector<Ordinal>(6, 10), six_digits);
  std::vector<std::vector<Value>> columns(6);
  CoverRows rows;
  generators::LevelRow levels;
  const generators::MixedRadix digits(std::vector<Ordinal>(6, 10));
  for (Ordinal ordinal = 0; ordinal < digits.size(); ++ordinal) {
    digits.levels(ordinal, levels);
    if (levels[0] != 3 && levels[1] != 3) continue;
    for (std::size_t i = 0; i < levels.size(); ++i) columns[i].push_back(static_cast<Value>(levels[i]));
    rows.roles.push_back(Role::covered);
  }
  rows.columns.assign(columns.begin(), columns.end());
  ASSERT_EQ(rows.roles.size(), 190'000u);
  const std::vector<std::uint8_t> fresh(rows.roles.size(), 1);
  std::vector<Growers::Seed> seeds;
  for (std::size_t i = 0; i < 10; ++i)
    for (const Strategy strategy : {Strategy::dropping, Strategy::gaining, Strategy::ascending, Strategy::descending})
      seeds.push_back({i * rows.roles.size() / 10, strategy});
  std::vector<Cube> grown(seeds.size());
  std::vector<std::size_t> held(seeds.size());
  Growers(population, rows, false).grow(seeds, fresh, [&](std::size_t number, Cube cube, const Expansion& expansion) {
    grown[number] = std::move(cube);
    for (std::size_t row = 0; row < rows.roles.size(); ++row) held[number] += expansion.holds(row);
  });
  Expansion alone(population, rows, false);
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    EXPECT_EQ(grown[i], alone.grow(seeds[i].row, seeds[i].strategy, fresh)) << i;
    EXPECT_EQ(held[i], 100'000u) << "one of the two digits is 3";
  }
}

}  // namespace
}  // namespace smallscope::clustering
