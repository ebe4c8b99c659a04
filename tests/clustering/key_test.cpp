// SPDX-License-Identifier: Apache-2.0
// Keys of clusters: stable names for signatures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <smallscope/clustering/clusters.hpp>

namespace smallscope::clustering {
namespace {

using oracles::Verdict;

Signature one(const std::string& oracle, std::vector<std::string> messages, Verdict verdict = Verdict::fail) {
  return {{oracle, verdict, std::move(messages)}};
}

/// Others keep these keys: in JUnit histories, in lists of known faults. The numbers are those of another
/// implementation of FNV-1a (python3), over the same bytes.
TEST(Key, IsWhatVersionOneSays) {
  EXPECT_EQ(key({}), "v1-cbf29ce484222325");
  EXPECT_EQ(key(one("compiles after", {"unexpected indent"})), "v1-20fbacd8d8c7daea");
  EXPECT_EQ(key(one("no crash", {}, Verdict::crashed)), "v1-ff30387f38b234f8");
}

TEST(Key, TellsSignaturesApart) {
  const std::vector<Signature> all{{},
                                   one("a", {}),
                                   one("a", {""}),
                                   one("a", {"", ""}),
                                   one("", {"a"}),
                                   one("a", {"b"}),
                                   one("ab", {}),
                                   one("a", {"b", "c"}),
                                   one("a", {"c", "b"}),
                                   one("a", {"bc"}),
                                   one("a", {"b"}, Verdict::flaky),
                                   one("a", {"b"}, Verdict::crashed),
                                   {{"a", Verdict::fail, {"b"}}, {"c", Verdict::fail, {}}},
                                   {{"a", Verdict::fail, {}}, {"c", Verdict::fail, {"b"}}},
                                   {{"c", Verdict::fail, {}}, {"a", Verdict::fail, {"b"}}}};
  std::set<std::string> keys;
  for (const Signature& signature : all) keys.insert(key(signature));
  EXPECT_EQ(keys.size(), all.size());
}

TEST(Key, DoesNotDependOnRankCountOrOrder) {
  std::vector<results::Case> cases;
  for (results::Ordinal ordinal = 0; ordinal < 60; ++ordinal) {
    results::Case& made = cases.emplace_back();
    made.ordinal = ordinal;
    made.test = ordinal;
    made.verdict = Verdict::fail;
    made.judgements = {{"oracle", Verdict::fail, {std::string(ordinal % 7 < 3 ? "left" : "right")}}};
    if (ordinal % 11 == 0) made.judgements.push_back({"second", Verdict::fail, {"both"}});
  }
  std::map<std::string, std::string> expected;
  std::mt19937 random(1);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(cases.begin(), cases.end(), random);
    // Rounds with an even number see few cases, so that ranks change.
    Clustering clustering(Options{});
    const std::size_t count = round % 2 == 0 ? cases.size() : 25;
    for (std::size_t i = 0; i < count; ++i) clustering.add(cases[i]);
    for (const Cluster& cluster : clustering.clusters()) {
      EXPECT_EQ(cluster.key, key(cluster.signature));
      const auto [known, added] = expected.emplace(to_string(cluster.signature), cluster.key);
      EXPECT_EQ(known->second, cluster.key);
    }
  }
  EXPECT_EQ(expected.size(), 4u);
}

}  // namespace
}  // namespace smallscope::clustering
