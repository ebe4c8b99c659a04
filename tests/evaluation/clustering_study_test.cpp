// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <smallscope/evaluation/clustering_study.hpp>

#include "files.hpp"
#include "stores.hpp"

namespace smallscope::evaluation {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// Every pair of inputs, asked one by one.
double rand_index_by_pairs(const Partition& clusters, const FaultsOfInputs& faults) {
  std::vector<std::size_t> cluster_of(faults.size());
  for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster)
    for (const std::size_t member : clusters[cluster]) cluster_of[member] = cluster;
  double pairs = 0, together = 0, related = 0, both = 0;
  for (std::size_t a = 0; a < faults.size(); ++a)
    for (std::size_t b = a + 1; b < faults.size(); ++b) {
      const bool same = cluster_of[a] == cluster_of[b];
      const bool share = std::ranges::any_of(
          faults[a], [&](std::size_t fault) { return std::ranges::find(faults[b], fault) != faults[b].end(); });
      ++pairs;
      together += same;
      related += share;
      both += same && share;
    }
  const double expected = together * related / pairs, greatest = (together + related) / 2;
  return greatest == expected ? 1 : (both - expected) / (greatest - expected);
}

struct Drawn {
  Partition clusters;
  FaultsOfInputs faults;
};

/// Inputs that show one to three of five faults, in clusters at random.
Drawn draw(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Drawn drawn;
  drawn.faults.resize(3 + random() % 30);
  std::vector<std::vector<std::size_t>> clusters(1 + random() % 6);
  for (std::size_t input = 0; input < drawn.faults.size(); ++input) {
    for (std::size_t fault = 0; fault < 5; ++fault)
      if (random() % 4 == 0) drawn.faults[input].push_back(fault);
    if (drawn.faults[input].empty()) drawn.faults[input].push_back(random() % 5);
    clusters[random() % clusters.size()].push_back(input);
  }
  for (auto& members : clusters)
    if (!members.empty()) drawn.clusters.push_back(members);
  return drawn;
}

TEST(ClusteringMeasures, RandIndexEqualsItsDefinitionOverPairs) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto [clusters, faults] = draw(seed);
    EXPECT_NEAR(adjusted_rand_index(clusters, faults), rand_index_by_pairs(clusters, faults), 1e-12) << seed;
  }
}

TEST(ClusteringMeasures, RandIndexOfPublishedTable) {
  // Hubert and Arabie's index of the contingency table ((1, 1, 0), (1, 2, 1), (0, 0, 4)), from Yeung and Ruzzo (2001).
  const FaultsOfInputs faults{{0}, {1}, {0}, {1}, {1}, {2}, {2}, {2}, {2}, {2}};
  EXPECT_NEAR(adjusted_rand_index({{0, 1}, {2, 3, 4, 5}, {6, 7, 8, 9}}, faults), 0.313, 5e-4);
}

TEST(ClusteringMeasures, RandIndexIsOneForTheFaultsThemselvesAndNoneForRandomGroups) {
  const FaultsOfInputs faults{{0}, {0}, {1}, {1}, {1}};
  EXPECT_EQ(adjusted_rand_index({{0, 1}, {2, 3, 4}}, faults), 1);
  EXPECT_EQ(adjusted_rand_index({{0, 1, 2, 3, 4}}, faults), 0) << "one cluster says nothing";
  EXPECT_EQ(adjusted_rand_index({{0}}, {{0}}), 1);
  EXPECT_EQ(adjusted_rand_index({{0, 1}}, {{0}, {0}}), 1);
  double sum = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const auto [clusters, drawn] = draw(seed);
    sum += adjusted_rand_index(clusters, drawn);
  }
  EXPECT_NEAR(sum / 400, 0, 0.01);
}

TEST(ClusteringMeasures, PureClustersHaveOneFaultInCommon) {
  const FaultsOfInputs faults{{0}, {0, 1}, {1}, {2}};
  EXPECT_EQ(pure_clusters({{0, 1}, {2, 1}, {3}}, faults), 3u);
  EXPECT_EQ(pure_clusters({{0, 1, 2}, {3}}, faults), 1u) << "pairs share a fault, but not all three";
}

TEST(ClusteringMeasures, ExpectedFaultsAreWhatRandomPicksShow) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto [clusters, faults] = draw(seed);
    std::mt19937_64 random(seed);
    double sum = 0;
    constexpr int picks = 20'000;
    for (int pick = 0; pick < picks; ++pick) {
      std::vector<bool> seen(5);
      for (const auto& members : clusters)
        for (const std::size_t fault : faults[members[random() % members.size()]]) seen[fault] = true;
      sum += static_cast<double>(std::ranges::count(seen, true));
    }
    EXPECT_NEAR(expected_faults(clusters, faults), sum / picks, 0.05) << seed;
  }
}

class ClusteringStudies : public testing::Test {
 protected:
  ClusteringStudies() {
    faults_ = clustering::Faults::read(
        directory_.write("faults.toml",
                         "[[fault]]\ncampaign = 'small'\nname = 'a'\nmessages = 'a'\n"
                         "[[fault]]\ncampaign = 'small'\nname = 'b'\nmessages = 'b'\n"
                         "[[fault]]\ncampaign = 'small'\nname = 'unseen'\nmessages = 'unseen'\n"));
  }
  const TemporaryDirectory directory_;
  clustering::Faults faults_;
};

TEST_F(ClusteringStudies, CountClearerInputsInThePlaceOfSuspectOnes) {
  // All that say "b" have k = 1, and so has the smallest that says "a", which shows both.
  const auto made = [](Ordinal ordinal, const std::string& message, const std::string& k, std::size_t size) {
    results::Case found = case_of(0, ordinal, {message});
    found.choices = {{"n", ordinal, std::to_string(ordinal)}, {"k", 0, k}};
    found.input.files = {{"f", std::string(size, 'x')}};
    return found;
  };
  results::Store store = store_of(10);
  add_pass(
      store, 0, 10, 10,
      {made(0, "b", "1", 5), made(1, "b", "1", 5), made(2, "b", "1", 5), made(3, "a", "1", 1), made(4, "a", "2", 2)});
  const auto faults = clustering::Faults::read(
      directory_.write("both.toml",
                       "[[fault]]\ncampaign = 'small'\nname = 'a'\nmessages = 'a'\n"
                       "[[fault]]\ncampaign = 'small'\nname = 'b'\nany = [{ messages = 'b' }, { ordinals = '3' }]\n"));
  const ClusteringStudy study = study_clustering(store, {}, faults, 50);
  ASSERT_EQ(study.clusters.size(), 2u);
  EXPECT_TRUE(study.clusters[0].smallest_alone && study.clusters[0].clearer_alone);
  EXPECT_FALSE(study.clusters[1].smallest_alone);
  EXPECT_TRUE(study.clusters[1].clearer_alone);
}

TEST_F(ClusteringStudies, CompareEveryAbstractionWithTheLabels) {
  results::Store store = store_of(10);
  add_pass(store, 0, 10, 10,
           {case_of(0, 1, {"a 1"}), case_of(0, 2, {"a 2"}), case_of(0, 4, {"a 2", "b 1"}), case_of(0, 7, {"b 1"}),
            case_of(0, 9, {"odd"})});
  clustering::Options options;
  options.rules = clustering::RuleSet({}, {{R"(\d)", "N"}});
  const ClusteringStudy study = study_clustering(store, options, faults_, 50);
  EXPECT_THAT(study.faults, ElementsAre("a", "b"));
  EXPECT_EQ(study.labelled, 4u);
  EXPECT_THAT(study.unlabelled, ElementsAre(9));
  ASSERT_EQ(study.rows.size(), 4u);
  EXPECT_EQ(study.rows[0].clustering, "message");
  EXPECT_EQ(study.rows[0].clusters, 3u);
  EXPECT_EQ(study.rows[0].pure, 3u);
  EXPECT_EQ(study.rows[0].expected_faults, 2);
  EXPECT_EQ(study.rows[0].sampled_faults, (SampleMean{2, 0}));
  EXPECT_EQ(study.rows[0].seen, 2u);
  EXPECT_THAT(study.rows[0].inspected, ElementsAre(1, 2, 2, 2, 2)) << "then what fails and is no cluster's smallest";
  ASSERT_EQ(study.clusters.size(), 3u) << "of the first row; that of the unlabelled input is left out";
  using Counts = std::vector<std::pair<std::size_t, std::size_t>>;
  std::vector<std::pair<std::size_t, Counts>> found;
  for (const ClusterFaults& cluster : study.clusters) found.emplace_back(cluster.labelled, cluster.faults);
  EXPECT_EQ(study.clusters[0].id, "C1");
  EXPECT_EQ(std::ranges::count_if(study.clusters, &ClusterFaults::smallest_alone), 2) << "one shows both faults";
  EXPECT_EQ(std::ranges::count_if(study.clusters, &ClusterFaults::clearer_alone), 2) << "without choices, the same";
  EXPECT_EQ(found[0], std::pair(std::size_t{2}, Counts{{0, 2}}));
  EXPECT_THAT(found, testing::UnorderedElementsAre(found[0], std::pair(std::size_t{1}, Counts{{0, 1}, {1, 1}}),
                                                   std::pair(std::size_t{1}, Counts{{1, 1}})));
  EXPECT_EQ(study.rows[1].clustering, "concrete");
  EXPECT_EQ(study.rows[1].clusters, 4u);
  EXPECT_EQ(study.rows[2].clustering, "oracle");
  EXPECT_EQ(study.rows[2].clusters, 1u);
  EXPECT_EQ(study.rows[2].pure, 0u);
  EXPECT_EQ(study.rows[2].seen, 1u) << "the shown member is the first";
  EXPECT_EQ(study.rows[2].inspected.front(), 1u);
  EXPECT_EQ(study.rows[2].inspected.back(), 2u) << "looking further finds what the cluster hides";
  EXPECT_LE(study.rows[3].clusters, 3u) << "random groups, as many as abstract has, unless one is empty";
}

TEST_F(ClusteringStudies, OfAStoreThatIsNotCompleteAreAboutWhatWasExecuted) {
  results::Store partial = store_of(10);
  add_pass(partial, 0, 10, 5, {case_of(0, 1, {"a"})});
  const ClusteringStudy study = study_clustering(partial, {}, faults_);
  EXPECT_EQ(study.executed, 5u);
  EXPECT_EQ(study.inputs, 10u);
  EXPECT_EQ(study.labelled, 1u);
}

TEST_F(ClusteringStudies, NeedLabels) {
  results::Store unlabelled = store_of(10);
  add_pass(unlabelled, 0, 10, 10, {case_of(0, 1, {"odd"})});
  EXPECT_THAT([&] { study_clustering(unlabelled, {}, faults_); },
              ThrowsMessage<EvaluationError>(HasSubstr("none of the failing inputs of small shows a labelled fault")));
}

TEST_F(ClusteringStudies, CampaignsWithoutFailuresChangeNoTotal) {
  results::Store passing = store_of(10), failing = store_of(10);
  add_pass(passing, 0, 10, 10, {});
  add_pass(failing, 0, 10, 10, {case_of(0, 1, {"a 1"}), case_of(0, 2, {"a 2"}), case_of(0, 3, {"b"})});
  const ClusteringStudy without = study_clustering(passing, {}, faults_, 10);
  EXPECT_TRUE(without.rows.empty());
  const ClusteringStudy with = study_clustering(failing, {}, faults_, 10);
  for (const auto& studies : {std::vector{without, with}, std::vector{with, without}}) {
    ASSERT_EQ(totals(studies).size(), 4u);
    EXPECT_EQ(totals(studies).front().clusters, with.rows.front().clusters);
    EXPECT_EQ(totals(studies).front().rand_index, with.rows.front().rand_index);
    EXPECT_EQ(totals(studies).front().seen, with.rows.front().seen);
    EXPECT_EQ(totals(studies).front().inspected, with.rows.front().inspected);
  }
  EXPECT_TRUE(totals(std::vector{without}).empty());
}

TEST_F(ClusteringStudies, TotalsSumOverCampaigns) {
  results::Store first = store_of(10), second = store_of(10);
  add_pass(first, 0, 10, 10, {case_of(0, 1, {"a 1"}), case_of(0, 2, {"a 2"})});
  add_pass(second, 0, 10, 10, {case_of(0, 1, {"a"}), case_of(0, 2, {"b"}), case_of(0, 3, {"b"})});
  const std::vector studies{study_clustering(first, {}, faults_, 10), study_clustering(second, {}, faults_, 10)};
  const ClusteringTotal total = totals(studies).front();
  EXPECT_EQ(total.clustering, "message");
  EXPECT_EQ(total.clusters, 4u);
  EXPECT_EQ(total.faults, 3u);
  EXPECT_EQ(total.pure, 4u);
  EXPECT_EQ(total.expected_faults, 3);
  EXPECT_EQ(total.rand_index, 0.5) << "the first store tells apart what is one fault";
  EXPECT_EQ(total.seen, 3u);
  EXPECT_THAT(total.inspected, ElementsAre(2, 3, 3)) << "a campaign that has no more stays at what it showed";
}

}  // namespace
}  // namespace smallscope::evaluation
