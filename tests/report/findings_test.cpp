// SPDX-License-Identifier: Apache-2.0
// What is known of each cluster, found again by its place.
#include <smallscope/report/findings.hpp>

#include <gtest/gtest.h>

namespace smallscope::report {
namespace {

const results::Store& store() {
  static const results::Store empty = results::Store::in_memory({});
  return empty;
}

TEST(Findings, WhatIsNotThereIsNotFound) {
  const std::vector<clustering::Cluster> clusters(2);
  const Findings findings{.store = store(), .clusters = clusters};
  EXPECT_EQ(explanation_of(findings, 0), nullptr);
  EXPECT_EQ(causes_of(findings, 1), "");
  EXPECT_FALSE(is_settled(findings, 0)) << "without known faults everything is to be looked at";
}

TEST(Findings, AnExplanationOfNothingIsNone) {
  const std::vector<clustering::Cluster> clusters(2);
  std::vector<clustering::Explanation> explanations(2);
  explanations[1].matches.members = 3;
  const std::vector<std::string> causes{"kind = a"};
  const Findings findings{.store = store(), .clusters = clusters, .causes = causes, .explanations = explanations};
  EXPECT_EQ(explanation_of(findings, 0), nullptr);
  EXPECT_EQ(explanation_of(findings, 1), &explanations[1]);
  EXPECT_EQ(causes_of(findings, 0), "kind = a");
  EXPECT_EQ(causes_of(findings, 1), "");
}

TEST(Findings, AClusterIsSettledIfNothingOfItNeedsADecision) {
  const std::vector<clustering::Cluster> clusters(4);
  const std::vector<clustering::ClusterState> states{
      {.states = {0}}, {.unknown = 1}, {.grown = 2, .states = {0}}, {.has_expired = true, .states = {0}}};
  const clustering::Faults faults;
  const clustering::FaultComparison comparison;
  const Findings findings{.store = store(), .clusters = clusters, .known = KnownClusters{faults, comparison, states}};
  EXPECT_TRUE(is_settled(findings, 0));
  for (const std::size_t place : {1u, 2u, 3u}) EXPECT_FALSE(is_settled(findings, place)) << place;
  using Words = std::vector<std::string>;
  EXPECT_EQ(known_words(findings, 0), Words{"known"});
  EXPECT_EQ(known_words(findings, 1), Words{"new"});
  EXPECT_EQ(known_words(findings, 2), Words{"grown"});
  EXPECT_EQ(known_words(findings, 3), Words{"expired"});
  EXPECT_EQ(known_words({.store = store(), .clusters = clusters}, 0), Words{});
}

TEST(Findings, AClusterIsShownByAnInputThatNeedsADecision) {
  std::vector<clustering::Cluster> clusters(2);
  clusters[0].id = "C1";
  clusters[1].id = "C2";
  clusters[0].representative = clusters[1].representative = {0, 3};
  std::vector<clustering::Undecided> questions(1);
  questions[0].cluster.id = "C2";
  questions[0].cluster.representative = {0, 8};
  const clustering::Faults faults;
  const clustering::FaultComparison comparison;
  const std::vector<clustering::ClusterState> states{{.states = {0}}, {.unknown = 1, .states = {0}}};
  const Findings findings{
      .store = store(), .clusters = clusters, .known = KnownClusters{faults, comparison, states, questions}};
  EXPECT_EQ(smallest_of(findings, 0).input, (std::pair<int, results::Ordinal>{0, 3}));
  EXPECT_EQ(smallest_of(findings, 0).text, "the smallest");
  EXPECT_EQ(smallest_of(findings, 1).input, (std::pair<int, results::Ordinal>{0, 8}));
  EXPECT_EQ(smallest_of(findings, 1).text, "the smallest that needs a decision");
}

TEST(Findings, NamesAreKeysUnlessSeveralClustersHaveOne) {
  std::vector<clustering::Cluster> clusters(3);
  const auto names = [&] {
    for (std::size_t i = 0; i < 3; ++i) clusters[i].id = "C" + std::to_string(i + 1);
    return stable_names(clusters);
  };
  clusters[0].key = clusters[2].key = "v1-a";
  clusters[1].key = "v1-b";
  clusters[0].members = {{0, 7}, {0, 8}};
  clusters[1].members = {{0, 9}};
  clusters[2].members = {{1, 3}};
  EXPECT_EQ(names(), (std::vector<std::string>{"v1-a-7", "v1-b", "v1-a-M1-3"}));
  std::swap(clusters[0], clusters[2]);
  EXPECT_EQ(names(), (std::vector<std::string>{"v1-a-M1-3", "v1-b", "v1-a-7"})) << "ranks change between runs";
}

}  // namespace
}  // namespace smallscope::report
