// SPDX-License-Identifier: Apache-2.0
// Cubes that several threads grow, against one expansion that grows them one after the other.
#include "explanations/growers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <smallscope/generators.hpp>
#include <smallscope/generators/mixed_radix.hpp>

#include "populations.hpp"

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
  for (const std::vector<Value>& column : columns) rows.columns.emplace_back(column);
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

bool is_in(const Cube& cube, const std::vector<Value>& values) {
  for (std::size_t attribute = 0; attribute < values.size(); ++attribute)
    if (!cube[attribute][values[attribute]]) return false;
  return true;
}

/// In words of a grammar most choices are absent, so most columns are sparse. Every cube is asked of every word.
TEST(Expansions, ArePrimeWhereMostChoicesAreAbsent) {
  const auto words =
      generators::grammar({{"E", {"T", "T + E"}}, {"T", {"a", "b", "( E )"}}}).words(generators::size_up_to(9));
  const Population population = population_of(words);
  std::vector<std::vector<Value>> values(population.size());
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) population.values(ordinal, values[ordinal]);
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    std::mt19937 random(seed);
    std::vector<Ordinal> failing;
    for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal)
      if (words.at(ordinal)->find(seed % 2 ? "b + a" : "( b )") != std::string::npos || random() % 50 == 0)
        failing.push_back(ordinal);
    std::vector<std::vector<Value>> columns(population.attributes().size());
    CoverRows rows;
    for (const Ordinal ordinal : failing) {
      for (std::size_t i = 0; i < columns.size(); ++i) columns[i].push_back(values[ordinal][i]);
      rows.roles.push_back(Role::covered);
    }
    for (const std::vector<Value>& column : columns) rows.columns.emplace_back(column);
    ASSERT_GT(std::ranges::count_if(population.tables().front().columns, &Column::is_sparse), 10);
    Expansion expansion(population, rows, false);
    const std::vector<std::uint8_t> fresh(failing.size(), 1);
    const auto held_by = [&](const Cube& cube) {
      std::pair<Ordinal, Ordinal> counts;  // all, failing
      for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal)
        if (is_in(cube, values[ordinal])) ++counts.first, counts.second += std::ranges::binary_search(failing, ordinal);
      return counts;
    };
    for (std::size_t row = 0; row < failing.size(); row += 7) {
      const Cube cube = expansion.grow(row, row % 2 ? Strategy::dropping : Strategy::gaining, fresh);
      const auto [all, of_failing] = held_by(cube);
      EXPECT_EQ(all, of_failing) << "an input that passed is held";
      std::size_t held = 0;
      for (std::size_t other = 0; other < failing.size(); ++other) held += expansion.holds(other);
      EXPECT_EQ(held, of_failing);
      for (std::size_t attribute = 0; attribute < cube.size(); ++attribute)
        for (std::size_t value = 0; value < cube[attribute].size(); ++value) {
          if (cube[attribute][value]) continue;
          Cube wider = cube;
          wider[attribute][value] = 1;
          const auto [more, more_failing] = held_by(wider);
          EXPECT_TRUE(more != more_failing || more == all) << "the value could be added";
        }
    }
  }
}

}  // namespace
}  // namespace smallscope::clustering
