// SPDX-License-Identifier: Apache-2.0
// Counts of single changes against all pairs of inputs.
#include <smallscope/clustering/explanations/single_changes.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include <smallscope/generators/mixed_radix.hpp>
#include <smallscope/generators/randomness.hpp>

namespace smallscope::clustering {
namespace {

using results::Ordinal;

const std::vector<Ordinal> factors{3, 4, 2};
constexpr Ordinal inputs = 24;

generators::Choices choices_of(Ordinal ordinal) {
  generators::LevelRow levels;
  generators::MixedRadix(factors).levels(ordinal, levels);
  generators::Choices choices;
  for (std::size_t i = 0; i < levels.size(); ++i)
    choices.push_back({.name = "c" + std::to_string(i), .index = levels[i], .label = "v" + std::to_string(levels[i])});
  return choices;
}

/// The first `done` inputs are executed, and those of `failing` fail.
results::Store store_of(const std::vector<Ordinal>& failing, Ordinal done) {
  results::Manifest manifest;
  manifest.campaign = "small";
  manifest.inputs = inputs;
  manifest.structure = "range";
  results::Store store = results::Store::in_memory(manifest);
  const results::Pass pass =
      store.add_pass({.level = 0, .order = {.name = "dense"}, .begin = 0, .end = inputs, .size = inputs});
  std::vector<results::Case> cases;
  for (const Ordinal ordinal : failing) {
    results::Case made;
    made.ordinal = ordinal;
    made.test = ordinal + 1;
    made.judgements = {{"right", oracles::Verdict::fail, {"wrong"}}};
    cases.push_back(made);
  }
  store.commit({.pass = pass.id, .done = done, .executed = done, .cases = std::move(cases), .seconds = 1});
  return store;
}

TEST(SingleChanges, AreThoseOfAllPairs) {
  generators::Randomness random(5);
  for (int draw = 0; draw < 50; ++draw) {
    std::vector<Ordinal> failing, members;
    const Ordinal done = 12 + random.below(13);
    for (Ordinal ordinal = 0; ordinal < done; ++ordinal)
      if (random.below(3) == 0) {
        failing.push_back(ordinal);
        if (random.below(4) != 0) members.push_back(ordinal);
      }
    const results::Store store = store_of(failing, done);
    std::map<std::pair<std::string, std::string>, SingleChange> expected;
    for (const Ordinal member : members)
      for (Ordinal other = 0; other < inputs; ++other) {
        const generators::Choices from = choices_of(member), to = choices_of(other);
        std::vector<std::size_t> differing;
        for (std::size_t i = 0; i < from.size(); ++i)
          if (from[i].index != to[i].index) differing.push_back(i);
        if (differing.size() != 1) continue;
        SingleChange& change = expected[{to[differing[0]].name, to[differing[0]].label}];
        const bool fails = std::ranges::count(failing, other) > 0;
        if (other >= done)
          ++change.unknown;
        else if (std::ranges::count(members, other) > 0)
          ++change.same;
        else if (fails)
          ++change.other;
        else if (++change.passing == 1)
          change.example = {member, other};
      }
    const std::vector<SingleChange> found = single_changes(store, members, Population(factors, choices_of));
    ASSERT_EQ(found.size(), expected.size());
    for (const SingleChange& each : found) {
      const SingleChange& same = expected.at({each.choice, each.value});
      EXPECT_EQ(each.passing, same.passing) << each.choice << each.value;
      EXPECT_EQ(each.same, same.same);
      EXPECT_EQ(each.other, same.other);
      EXPECT_EQ(each.unknown, same.unknown);
      EXPECT_EQ(each.example, same.example);
    }
  }
}

TEST(SingleChanges, LeaveOutChoicesThatChangeTogether) {
  const results::Store store = store_of({0}, inputs);
  const auto linked = [](Ordinal ordinal) {
    generators::Choices choices = choices_of(ordinal);
    choices.push_back(
        {.name = "follows c0", .index = choices[0].index, .label = "w" + std::to_string(choices[0].index)});
    return choices;
  };
  for (const SingleChange& change : single_changes(store, std::vector<Ordinal>{0}, Population(factors, linked)))
    EXPECT_THAT(change.choice, testing::AnyOf("c1", "c2"));
}

TEST(SingleChanges, AreOfWhatChoicesSayAndNotOfTheirNumbers) {
  // The values of c1 depend on c0, which c1 has in common with other values of c0 in part: v0 to v3, v1 to v4, ...
  const auto dependent = [](Ordinal ordinal) {
    generators::Choices choices = choices_of(ordinal);
    choices[1].label = "v" + std::to_string(choices[0].index + choices[1].index);
    return choices;
  };
  const results::Store store = store_of({0, 3, 9}, inputs);
  const Population population({inputs}, dependent);
  for (const std::vector<Ordinal>& members : {std::vector<Ordinal>{0}, {0, 9}, {0, 3, 9}}) {
    std::map<std::pair<std::string, std::string>, std::pair<Ordinal, Ordinal>> expected;  // passing, others
    for (const Ordinal member : members)
      for (Ordinal other = 0; other < inputs; ++other) {
        const generators::Choices from = dependent(member), to = dependent(other);
        std::vector<std::size_t> differing;
        for (std::size_t i = 0; i < from.size(); ++i)
          if (from[i].label != to[i].label) differing.push_back(i);
        if (differing.size() != 1) continue;
        auto& [passing, others] = expected[{to[differing[0]].name, to[differing[0]].label}];
        ++(other == 0 || other == 3 || other == 9 ? others : passing);
      }
    const std::vector<SingleChange> found = single_changes(store, members, population);
    ASSERT_EQ(found.size(), expected.size());
    for (const SingleChange& each : found) {
      EXPECT_EQ(each.passing, expected.at({each.choice, each.value}).first) << each.choice << each.value;
      EXPECT_EQ(each.same + each.other, expected.at({each.choice, each.value}).second);
      if (!each.example) continue;
      const generators::Choices from = dependent(each.example->first), to = dependent(each.example->second);
      for (std::size_t i = 0; i < from.size(); ++i)
        EXPECT_EQ(from[i].label != to[i].label, from[i].name == each.choice) << each.choice << each.value;
    }
  }
}

}  // namespace
}  // namespace smallscope::clustering
