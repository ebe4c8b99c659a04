// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <smallscope/clustering/clusters.hpp>

namespace smallscope::clustering {
namespace {

using oracles::Judgement;
using oracles::Verdict;
using results::Case;
using results::Ordinal;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

Case case_of(Ordinal ordinal, std::vector<Judgement> judgements, std::string text = "input") {
  Case made;
  made.ordinal = ordinal;
  made.test = 1'000 - ordinal;
  made.verdict = oracles::combine(judgements);
  made.judgements = std::move(judgements);
  made.input.files = {{"input.txt", std::move(text)}};
  return made;
}

Case failing(Ordinal ordinal, std::vector<std::string> messages, const std::string& oracle = "compiles") {
  return case_of(ordinal, {{oracle, Verdict::fail, std::move(messages)}});
}

Options options(Abstraction abstraction) {
  Options options;
  options.abstraction = abstraction;
  results::Manifest manifest;
  manifest.presets = {"ecj"};
  options.rules = rules_of(manifest);
  return options;
}

std::vector<Cluster> clusters_of(const std::vector<Case>& cases, const Options& options) {
  Clustering clustering(options);
  for (const Case& added : cases) clustering.add(added);
  return clustering.clusters();
}

TEST(Clusters, ThePapersExample) {
  const std::vector<Case> cases{failing(1, {"3:8:field f not visible"}), failing(2, {"2:6:field f not visible"}),
                                failing(3, {"2:6:cannot find symbol"}),
                                failing(4, {"3:8:field f not visible"}, "compiles twice")};
  EXPECT_THAT(clusters_of(cases, options(Abstraction::concrete)), SizeIs(4));
  const auto abstract = clusters_of(cases, options(Abstraction::abstract));
  ASSERT_THAT(abstract, SizeIs(3));
  EXPECT_THAT(abstract[0].members, ElementsAre(Pair(0, 1), Pair(0, 2)));
  EXPECT_EQ(abstract[0].id, "C1");
  EXPECT_EQ(to_string(abstract[0].signature), "compiles: field f not visible");
  const auto by_oracle = clusters_of(cases, options(Abstraction::oracle_name));
  ASSERT_THAT(by_oracle, SizeIs(2));
  EXPECT_THAT(by_oracle[0].members, SizeIs(3));
  EXPECT_EQ(to_string(by_oracle[0].signature), "compiles");
}

TEST(Clusters, MessagesAreListsNotSets) {
  for (const Abstraction abstraction : {Abstraction::concrete, Abstraction::abstract})
    EXPECT_THAT(clusters_of({failing(1, {"a", "b"}), failing(2, {"b", "a"}), failing(3, {"a", "a", "b"}),
                             failing(4, {"ab"}), failing(5, {"a b"}), failing(6, {})},
                            options(abstraction)),
                SizeIs(6));
}

TEST(Clusters, OraclesAndTheirOrderTellApart) {
  const Judgement a{"a", Verdict::fail, {"m"}}, b{"b", Verdict::fail, {"m"}}, passed{"c", Verdict::pass, {}};
  const std::vector<Case> cases{case_of(1, {a}), case_of(2, {b}), case_of(3, {a, b}), case_of(4, {a, passed})};
  const auto clusters = clusters_of(cases, options(Abstraction::abstract));
  ASSERT_THAT(clusters, SizeIs(3));
  EXPECT_THAT(clusters[0].members, ElementsAre(Pair(0, 1), Pair(0, 4)));
}

TEST(Clusters, VerdictClassesStayApart) {
  std::vector<Case> cases;
  for (const Verdict verdict : {Verdict::fail, Verdict::crashed, Verdict::timed_out, Verdict::flaky})
    cases.push_back(case_of(cases.size(), {{"oracle", verdict, {"m"}}}));
  // Flaky by its attempts: the judgements are those of its first execution.
  cases.push_back(failing(4, {"m"}, "oracle"));
  cases.back().verdict = Verdict::flaky;
  // Without any judgement.
  cases.push_back(case_of(5, {}));
  cases.back().verdict = Verdict::crashed;
  for (const Abstraction abstraction : {Abstraction::concrete, Abstraction::abstract, Abstraction::oracle_name})
    EXPECT_THAT(clusters_of(cases, options(abstraction)), SizeIs(6));
  EXPECT_EQ(to_string(signature(Verdict::flaky, cases[4].judgements, options(Abstraction::abstract))),
            "flaky | oracle: m");
  EXPECT_EQ(to_string(signature(Verdict::crashed, {{"no crash", Verdict::crashed, {"SIGSEGV"}}},
                                options(Abstraction::abstract))),
            "no crash (crashed): SIGSEGV");
}

TEST(Clusters, OnlyFailuresAreClustered) {
  Clustering clustering(options(Abstraction::abstract));
  for (const Verdict verdict : {Verdict::pass, Verdict::discarded, Verdict::oracle_error, Verdict::infrastructure})
    EXPECT_FALSE(clustering.add(case_of(1, {{"oracle", verdict, {"m"}}})));
  EXPECT_EQ(clustering.size(), 0u);
  EXPECT_THAT(clustering.clusters(), IsEmpty());
  EXPECT_TRUE(clustering.add(failing(1, {"m"})));
  EXPECT_FALSE(clustering.add(failing(2, {"m"})));
  EXPECT_EQ(clustering.size(), 1u);
}

TEST(Clusters, AreWithoutMessagesBeyondSoManySignatures) {
  std::vector<Case> cases;
  for (Ordinal ordinal = 0; ordinal < 10; ++ordinal)
    cases.push_back(failing(ordinal, {"m" + std::string(ordinal / 2, 'x')}, ordinal == 9 ? "runs" : "compiles"));
  cases.push_back(failing(10, {"m"}));
  cases.push_back(failing(11, {}, "silent"));
  Options few = options(Abstraction::abstract);
  few.most_signatures = 3;
  const auto clusters = clusters_of(cases, few);
  ASSERT_THAT(clusters, SizeIs(6));
  EXPECT_THAT(clusters[0].members, ElementsAre(Pair(0, 0), Pair(0, 1), Pair(0, 10)));
  EXPECT_EQ(to_string(clusters[1].signature), "compiles: <further messages>");
  EXPECT_THAT(clusters[1].members, ElementsAre(Pair(0, 6), Pair(0, 7), Pair(0, 8)));
  EXPECT_EQ(to_string(clusters[4].signature), "runs: <further messages>");
  EXPECT_EQ(to_string(clusters[5].signature), "silent");
  EXPECT_EQ(with_further_messages(clusters), 4u);
  EXPECT_NE(clusters[1].key, clusters[4].key);
  // Groups that are no messages are as many as are wanted.
  few.abstraction = Abstraction::random;
  few.random_clusters = 1'000;
  EXPECT_GT(clusters_of(cases, few).size(), 6u);
  few.abstraction = Abstraction::abstract;
  few.most_signatures = every_signature;
  EXPECT_THAT(clusters_of(cases, few), SizeIs(7));
  EXPECT_EQ(with_further_messages(clusters_of(cases, few)), 0u);
}

TEST(Clusters, MayCountTheirMembers) {
  std::vector<Case> cases;
  for (Ordinal ordinal = 0; ordinal < 100; ++ordinal) {
    cases.push_back(failing(ordinal * 37 % 100, {"m" + std::string(ordinal % 7, 'x')}));
    cases.back().test = ordinal;
    cases.back().input.files[0].text = std::string(ordinal * 11 % 5, 'y');
  }
  Clustering counting(options(Abstraction::abstract), Members::counted);
  for (const Case& added : cases) counting.add(added);
  const auto kept = clusters_of(cases, options(Abstraction::abstract)), counted = counting.clusters();
  ASSERT_EQ(counted.size(), kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    EXPECT_THAT(counted[i].members, IsEmpty());
    EXPECT_EQ(counted[i].failing(), kept[i].members.size());
    EXPECT_EQ(kept[i].failing(), kept[i].members.size());
    EXPECT_EQ(counted[i].id, kept[i].id);
    EXPECT_EQ(counted[i].key, kept[i].key);
    EXPECT_EQ(counted[i].first_test, kept[i].first_test);
    EXPECT_EQ(counted[i].representative, kept[i].representative);
  }
}

TEST(Clusters, DoNotDependOnTheOrderOfCases) {
  std::mt19937_64 random(3);
  std::vector<Case> cases;
  for (Ordinal ordinal = 0; ordinal < 300; ++ordinal) {
    cases.push_back(failing(ordinal, {"m" + std::string(random() % 20, 'x')}));
    cases.back().input.files[0].text = std::string(random() % 5, 'y');
    cases.back().level = static_cast<int>(ordinal % 2);
  }
  for (const Abstraction abstraction :
       {Abstraction::concrete, Abstraction::abstract, Abstraction::oracle_name, Abstraction::random}) {
    const auto expected = clusters_of(cases, options(abstraction));
    for (int round = 0; round < 5; ++round) {
      std::shuffle(cases.begin(), cases.end(), random);
      std::vector<Case> twice = cases;
      twice.insert(twice.end(), cases.begin(), cases.begin() + 50);  // seen again, after a resume
      const auto clusters = clusters_of(twice, options(abstraction));
      ASSERT_EQ(clusters.size(), expected.size());
      for (std::size_t i = 0; i < clusters.size(); ++i) {
        EXPECT_EQ(clusters[i].id, expected[i].id);
        EXPECT_EQ(clusters[i].signature, expected[i].signature);
        EXPECT_EQ(clusters[i].members, expected[i].members);
        EXPECT_EQ(clusters[i].first_test, expected[i].first_test);
        EXPECT_EQ(clusters[i].representative, expected[i].representative);
      }
    }
  }
}

TEST(Clusters, AreNumberedBySizeAndShowTheSmallestInput) {
  std::vector<Case> cases{failing(9, {"rare"}), failing(3, {"other"}), failing(5, {"often"}), failing(7, {"often"}),
                          failing(8, {"often"})};
  cases[2].input.files[0].text = "longer input";
  const auto clusters = clusters_of(cases, options(Abstraction::abstract));
  ASSERT_THAT(clusters, SizeIs(3));
  EXPECT_EQ(to_string(clusters[0].signature), "compiles: often");
  EXPECT_EQ(to_string(clusters[1].signature), "compiles: other");
  EXPECT_EQ(clusters[2].id, "C3");
  EXPECT_THAT(clusters[0].representative, Pair(0, 7));
  EXPECT_EQ(clusters[0].first_test, 992u);
}

TEST(Clusters, RandomOnesDealEvenlyAndBySeed) {
  std::vector<Case> cases;
  for (Ordinal ordinal = 0; ordinal < 5'000; ++ordinal) cases.push_back(failing(ordinal, {"same"}));
  Options random = options(Abstraction::random);
  random.random_clusters = 5;
  const auto clusters = clusters_of(cases, random);
  ASSERT_THAT(clusters, SizeIs(5));
  for (const Cluster& cluster : clusters) EXPECT_NEAR(static_cast<double>(cluster.members.size()), 1'000, 120);
  EXPECT_EQ(clusters[0].members, clusters_of(cases, random)[0].members);
  random.seed = 2;
  EXPECT_NE(clusters[0].members, clusters_of(cases, random)[0].members);
  random.random_clusters = 0;
  EXPECT_THAT(clusters_of(cases, random), SizeIs(1));
}

TEST(Clusters, OfAStore) {
  results::Manifest manifest;
  manifest.inputs = 100;
  results::Store store = results::Store::in_memory(manifest);
  results::Pass pass;
  pass.end = 100;
  results::Batch batch;
  batch.pass = store.add_pass(pass).id;
  batch.done = 100;
  batch.executed = 100;
  batch.cases = {failing(5, {"1:2:a"}), failing(4, {"3:4:a"}), failing(3, {"5:6:b"}),
                 case_of(2, {{"oracle", Verdict::oracle_error, {"c"}}})};
  store.commit(batch);
  const auto clusters = cluster(store, options(Abstraction::abstract));
  ASSERT_THAT(clusters, SizeIs(2));
  EXPECT_THAT(clusters[0].members, ElementsAre(Pair(0, 4), Pair(0, 5)));
}

TEST(Abstractions, HaveNames) {
  for (const Abstraction abstraction :
       {Abstraction::concrete, Abstraction::abstract, Abstraction::oracle_name, Abstraction::random})
    EXPECT_EQ(abstraction_named(name(abstraction)), abstraction);
  EXPECT_EQ(abstraction_named("precise"), std::nullopt);
}

}  // namespace
}  // namespace smallscope::clustering
