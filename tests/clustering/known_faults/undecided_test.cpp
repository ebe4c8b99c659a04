// SPDX-License-Identifier: Apache-2.0
// What is left to decide, for clusters that were made in any way: here by hand, across messages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/clustering/known_faults/undecided.hpp>

namespace smallscope::clustering {
namespace {

using oracles::Verdict;
using results::Ordinal;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

results::Case failing_case(Ordinal ordinal, const std::string& text) {
  results::Case made;
  made.ordinal = ordinal;
  made.test = ordinal + 1;
  made.verdict = Verdict::fail;
  made.judgements = {{"right", Verdict::fail, {"wrong"}}};
  made.input.files = {{"a", text}};
  return made;
}

/// Inputs 0 to 5 fail; of 1, 2 and 3, input 3 is the smallest.
results::Store store() {
  results::Manifest manifest;
  manifest.campaign = "six";
  manifest.inputs = 6;
  results::Store made = results::Store::in_memory(manifest);
  const results::Pass pass = made.add_pass({.order = {.name = "dense"}, .end = 6, .size = 6});
  results::Batch batch{.pass = pass.id, .done = 6, .executed = 6};
  const char* texts[] = {"", "long text", "longer text", "text", "a", "b"};
  for (Ordinal ordinal = 0; ordinal < 6; ++ordinal) batch.cases.push_back(failing_case(ordinal, texts[ordinal]));
  made.commit(batch);
  return made;
}

Cluster cluster_of(const std::string& id, const std::vector<Ordinal>& members) {
  Cluster cluster;
  cluster.id = id;
  for (const Ordinal member : members) cluster.members.emplace_back(0, member);
  cluster.representative = cluster.members.front();
  return cluster;
}

const std::vector<Cluster> clusters{cluster_of("C1", {0, 1, 2, 3}), cluster_of("C2", {4, 5})};

FaultState state_of(std::vector<FailingInput> inside, std::vector<FailingInput> grown, bool expired = false) {
  FaultState state;
  state.inside = std::move(inside);
  state.grown = std::move(grown);
  state.expired = expired;
  return state;
}

TEST(UndecidedFailures, AreAskedAboutClusterByCluster) {
  FaultComparison comparison;
  comparison.faults = {state_of({{0, 0, "k"}}, {})};
  comparison.unknown = {{0, 1, "b"}, {0, 2, "a"}, {0, 3, "b"}, {0, 4, "k"}, {0, 5, "k"}};
  const std::vector<Undecided> open = undecided(store(), clusters, comparison);
  ASSERT_THAT(open, SizeIs(2));
  EXPECT_EQ(open[0].kind, Undecided::Kind::unknown);
  EXPECT_EQ(open[0].cluster.id, "C1");
  EXPECT_EQ(open[0].failures, 4u);
  EXPECT_THAT(open[0].cluster.members, ElementsAre(Pair(0, 1), Pair(0, 2), Pair(0, 3)));
  EXPECT_EQ(open[0].cluster.representative, std::pair(0, Ordinal{3})) << "the smallest of those in question";
  EXPECT_EQ(open[0].cluster.first_test, 2u);
  EXPECT_THAT(open[0].keys, ElementsAre("a", "b")) << "a cluster may have several messages";
  EXPECT_EQ(open[0].state, std::nullopt);
  EXPECT_EQ(open[1].cluster.id, "C2");
  EXPECT_EQ(open[1].cluster.representative, std::pair(0, Ordinal{4})) << "that of the whole cluster";
}

TEST(UndecidedFailures, ComeBeforeFaultsThatHaveGrownAndThenExpiredOnes) {
  FaultComparison comparison;
  comparison.faults = {state_of({{0, 0, "k"}}, {}, true), state_of({{0, 1, "k"}}, {{0, 2, "k"}, {0, 4, "k"}})};
  comparison.unknown = {{0, 3, "k"}, {0, 5, "k"}};
  const std::vector<Undecided> open = undecided(store(), clusters, comparison);
  ASSERT_THAT(open, SizeIs(5));
  const auto expect = [&](std::size_t at, Undecided::Kind kind, const char* id, std::optional<std::size_t> state) {
    EXPECT_EQ(open[at].kind, kind) << at;
    EXPECT_EQ(open[at].cluster.id, id) << at;
    EXPECT_EQ(open[at].state, state) << at;
  };
  expect(0, Undecided::Kind::unknown, "C1", std::nullopt);
  expect(1, Undecided::Kind::unknown, "C2", std::nullopt);
  expect(2, Undecided::Kind::grown, "C1", 1);
  expect(3, Undecided::Kind::grown, "C2", 1);
  expect(4, Undecided::Kind::expired, "C1", 0);
}

TEST(UndecidedFailures, NothingIsLeftWhereEverythingIsKnown) {
  FaultComparison comparison;
  comparison.faults = {state_of({{0, 0, "k"}, {0, 4, "k"}}, {})};
  EXPECT_THAT(undecided(store(), clusters, comparison), IsEmpty());
}

TEST(ClusterStates, SayHowTheFailuresOfAClusterAreKnown) {
  FaultComparison comparison;
  comparison.faults = {state_of({{0, 0, "k"}, {0, 1, "k"}}, {}, true), state_of({{0, 0, "k"}}, {{0, 2, "k"}})};
  comparison.unknown = {{0, 3, "k"}};
  const std::vector<ClusterState> states = cluster_states(clusters, comparison);
  ASSERT_THAT(states, SizeIs(2));
  EXPECT_EQ(states[0].unknown, 1u);
  EXPECT_EQ(states[0].grown, 1u);
  EXPECT_TRUE(states[0].has_expired);
  EXPECT_THAT(states[0].states, ElementsAre(0, 1));
  EXPECT_EQ(states[1].unknown + states[1].grown, 0u);
  EXPECT_FALSE(states[1].has_expired);
  EXPECT_THAT(states[1].states, IsEmpty());
}

}  // namespace
}  // namespace smallscope::clustering
