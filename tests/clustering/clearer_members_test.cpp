// SPDX-License-Identifier: Apache-2.0
// A second input of a cluster: where the smallest has what all inputs of another cluster have.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include <smallscope/clustering/clearer_members.hpp>

#include "three_choices.hpp"

namespace smallscope::clustering {
namespace {

using results::Ordinal;
using testing::Each;
using testing::Eq;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::optional<ClearerMember>> clearer_in(std::vector<results::Case> cases) {
  const results::Store store = store_with_failures(std::move(cases));
  return clearer_members(store, cluster(store, {}));
}

Ordinal ordinal_of(Ordinal a, Ordinal b, Ordinal c) { return a + 4 * b + 16 * c; }

TEST(ClearerMembers, LeaveOutWhatAllOfAnotherClusterHave) {
  // All that say "short" have c = 3, and so has the smallest of "two".
  const auto clearer =
      clearer_in({failing_of(ordinal_of(0, 0, 3), "short", 1), failing_of(ordinal_of(1, 1, 3), "short", 1),
                  failing_of(ordinal_of(2, 2, 3), "short", 1), failing_of(ordinal_of(3, 3, 3), "short", 1),
                  failing_of(ordinal_of(0, 1, 3), "two", 2), failing_of(ordinal_of(2, 1, 2), "two", 9),
                  failing_of(ordinal_of(3, 1, 2), "two", 8)});
  ASSERT_THAT(clearer, SizeIs(2));
  EXPECT_FALSE(clearer[0]) << "only one cluster has c = 3 throughout";
  ASSERT_TRUE(clearer[1]);
  EXPECT_EQ(clearer[1]->input, std::pair(0, ordinal_of(3, 1, 2))) << "the smaller one of those without c = 3";
  EXPECT_EQ(clearer[1]->other, 0u);
  EXPECT_EQ(clearer[1]->shared, (generators::Choices{{"c", 3, "3"}}));
}

TEST(ClearerMembers, MayShareWhatTheirWholeClusterHas) {
  // c = 3 belongs to both clusters.
  EXPECT_THAT(clearer_in({failing_of(ordinal_of(0, 0, 3), "short", 1), failing_of(ordinal_of(1, 1, 3), "short", 1),
                          failing_of(ordinal_of(2, 2, 3), "two", 2), failing_of(ordinal_of(3, 3, 3), "two", 9)}),
              Each(Eq(std::nullopt)));
}

TEST(ClearerMembers, DoNotAvoidWhatOneInputHas) {
  EXPECT_THAT(clearer_in({failing_of(ordinal_of(0, 0, 3), "alone", 1), failing_of(ordinal_of(2, 2, 3), "two", 2),
                          failing_of(ordinal_of(3, 3, 2), "two", 9)}),
              Each(Eq(std::nullopt)));
}

TEST(ClearerMembers, DoNotAvoidWhatMostlyFailsOtherwise) {
  // c = 3 belongs to all of "short", but most inputs with it fail in still other ways.
  std::vector<results::Case> cases{
      failing_of(ordinal_of(0, 0, 3), "short", 1), failing_of(ordinal_of(1, 1, 3), "short", 1),
      failing_of(ordinal_of(0, 1, 3), "two", 2), failing_of(ordinal_of(2, 1, 2), "two", 9)};
  EXPECT_THAT(clearer_in(cases)[0] || clearer_in(cases)[1], true);
  for (Ordinal b = 0; b < 3; ++b) {
    cases.push_back(failing_of(ordinal_of(3, b, 3), "other " + std::string(b + 1, 'x'), 5));
    cases.push_back(failing_of(ordinal_of(3, b, 1), "other " + std::string(b + 1, 'x'), 5));
  }
  EXPECT_THAT(clearer_in(cases), Each(Eq(std::nullopt)));
}

TEST(ClearerMembers, HaveNoneWithoutMembersOrFailures) {
  const results::Store store = store_with_failures(
      {failing_of(3, "short", 1), failing_of(7, "short", 1), failing_of(11, "two", 2), failing_of(8, "two", 9)});
  EXPECT_THAT(clearer_members(store, cluster(store, {}, Members::counted)), Each(Eq(std::nullopt)));
  EXPECT_THAT(clearer_in({}), IsEmpty());
}

using Input = std::pair<int, Ordinal>;
using Values = std::set<std::pair<std::string, std::string>>;

Values values_of(const results::Store& store, Input input) {
  Values all;
  const auto failing = store.find_failure(input.first, input.second);
  for (const generators::Choice& choice : failing->choices) all.emplace(choice.name, choice.label);
  return all;
}

Values common_values(const results::Store& store, const Cluster& cluster) {
  Values all = values_of(store, cluster.members.front());
  for (const Input& member : cluster.members)
    std::erase_if(all, [own = values_of(store, member)](const auto& value) { return !own.contains(value); });
  return all;
}

/// What an input shares with a cluster that is not its own.
Values foreign_values(const results::Store& store, const Cluster& own, const Cluster& other, Input input) {
  Values shared;
  if (&other == &own || other.members.size() < 2) return shared;
  for (const auto& value : values_of(store, input))
    if (common_values(store, other).contains(value) && !common_values(store, own).contains(value)) shared.insert(value);
  return shared;
}

/// The definition, by sets of pairs.
std::vector<std::optional<Input>> expected(const results::Store& store, const std::vector<Cluster>& clusters) {
  std::vector<std::optional<Input>> clearer;
  for (const Cluster& cluster : clusters) {
    const auto foreign = [&](Input input) {
      std::size_t sum = 0;
      for (const Cluster& other : clusters)
        sum += foreign_values(store, cluster, other, input).size() * other.members.size();
      return sum;
    };
    const auto rank = [&](Input input) {
      return std::tuple(foreign(input), text_size(store.find_failure(input.first, input.second)->input), input);
    };
    const Input best = *std::ranges::min_element(cluster.members, {}, rank);
    clearer.emplace_back();
    if (foreign(best) == foreign(cluster.representative)) continue;
    const auto shared_with = [&](const Cluster& other) {
      return foreign_values(store, cluster, other, cluster.representative);
    };
    const Cluster& other =
        *std::ranges::max_element(clusters, {}, [&](const Cluster& any) { return shared_with(any).size(); });
    std::size_t elsewhere = 0;
    for (const Cluster& any : clusters)
      for (const Input& member : any.members)
        elsewhere += &any != &cluster && std::ranges::includes(values_of(store, member), shared_with(other)) ? 1 : 0;
    if (2 * other.members.size() >= elsewhere) clearer.back() = best;
  }
  return clearer;
}

TEST(ClearerMembers, AreThoseOfTheDefinition) {
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<results::Case> cases;
    for (Ordinal ordinal = 0; ordinal < 64; ++ordinal)
      if (random() % 4 == 0)
        cases.push_back(failing_of(ordinal, "message " + std::to_string(random() % 6), 1 + random() % 5));
    const results::Store store = store_with_failures(std::move(cases));
    const std::vector<Cluster> clusters = cluster(store, {.abstraction = Abstraction::concrete});
    const auto clearer = clearer_members(store, clusters);
    const auto wanted = expected(store, clusters);
    ASSERT_EQ(clearer.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_EQ(clearer[i].has_value(), wanted[i].has_value()) << "seed " << seed << ", " << clusters[i].id;
      if (!clearer[i] || !wanted[i]) continue;
      EXPECT_EQ(clearer[i]->input, *wanted[i]) << "seed " << seed;
      ++found;
    }
  }
  EXPECT_GT(found, 50u) << "or nothing was tried";
}

}  // namespace
}  // namespace smallscope::clustering
