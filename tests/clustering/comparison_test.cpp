// SPDX-License-Identifier: Apache-2.0
// Stores of one space against brute force: every input is asked for by itself, and grouped by what each store says.
#include <smallscope/clustering/compared_clusters.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <smallscope/generators.hpp>

namespace smallscope::clustering {
namespace {

using oracles::Verdict;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::ThrowsMessage;
using Kind = Standing::Kind;

constexpr results::Ordinal inputs = 60;

results::Case failing_case(results::Ordinal ordinal, Verdict verdict, const std::string& message) {
  results::Case made;
  made.ordinal = ordinal;
  made.test = ordinal + 1;
  made.verdict = verdict;
  made.judgements = {{"right", verdict, {message}}};
  return made;
}

results::Manifest manifest() {
  results::Manifest manifest;
  manifest.campaign = "digits";
  manifest.inputs = inputs;
  manifest.fingerprint.population = "60 inputs";
  return manifest;
}

/// What one store says of each input: "" passes; "-" is not executed; "open", "refused", "rejected"; otherwise the
/// message of a failure.
using Says = std::vector<std::string>;

/// The executed inputs are those up to the first "-".
results::Store store_of(const Says& says) {
  results::Store store = results::Store::in_memory(manifest());
  const results::Pass pass = store.add_pass({.order = {.name = "dense"}, .end = inputs, .size = inputs});
  results::Batch batch{.pass = pass.id};
  for (results::Ordinal ordinal = 0; ordinal < inputs && says[ordinal] != "-"; ++ordinal) {
    const std::string& said = says[ordinal];
    batch.done = batch.executed = ordinal + 1;
    if (said == "refused")
      batch.discards.refused.push_back(ordinal);
    else if (said == "rejected")
      batch.discards.rejected.push_back(ordinal);
    else if (said == "open")
      batch.cases.push_back(failing_case(ordinal, Verdict::oracle_error, said));
    else if (!said.empty())
      batch.cases.push_back(failing_case(ordinal, Verdict::fail, said));
  }
  store.commit(batch);
  return store;
}

Standing standing_of(const std::string& said) {
  if (said == "-") return {};
  if (said == "open") return {.kind = Kind::open};
  if (said == "refused") return {.kind = Kind::refused};
  if (said == "rejected") return {.kind = Kind::no_test};
  if (said.empty()) return {.kind = Kind::passes};
  return {.kind = Kind::fails, .key = key({{"right", Verdict::fail, {said}}})};
}

Says random_says(std::mt19937_64& random) {
  const std::vector<std::string> words{"", "", "", "", "a", "a", "b", "c", "open", "refused", "rejected"};
  Says says(inputs, "-");
  const std::size_t executed = random() % 3 == 0 ? random() % inputs : inputs;
  for (std::size_t i = 0; i < executed; ++i) says[i] = words[random() % words.size()];
  return says;
}

StoreComparison compare_all(const std::vector<results::Store>& stores) {
  std::vector<const results::Store*> pointers;
  for (const results::Store& store : stores) pointers.push_back(&store);
  return compare(pointers, {});
}

TEST(Comparison, OfRandomStoresIsThatOfBruteForce) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 60; ++round) {
    std::vector<Says> says;
    std::vector<results::Store> stores;
    for (std::size_t i = 0; i < 2 + random() % 3; ++i) {
      says.push_back(random_says(random));
      stores.push_back(store_of(says.back()));
    }
    const StoreComparison comparison = compare_all(stores);
    std::map<std::vector<std::string>, std::vector<InputKey>> expected;
    for (results::Ordinal ordinal = 0; ordinal < inputs; ++ordinal) {
      std::vector<std::string> vector;
      bool fails = false;
      for (const Says& one : says) {
        vector.push_back(one[ordinal]);
        fails |= standing_of(one[ordinal]).kind == Kind::fails;
      }
      if (fails) expected[vector].emplace_back(0, ordinal);
    }
    ASSERT_THAT(comparison.groups, SizeIs(expected.size()));
    for (const auto& [vector, members] : expected) {
      std::vector<Standing> standings;
      for (const std::string& said : vector) standings.push_back(standing_of(said));
      const auto group = std::ranges::find(comparison.groups, standings, &ComparedGroup::standings);
      ASSERT_NE(group, comparison.groups.end());
      EXPECT_EQ(group->inputs, members);
    }
  }
}

/// The clusters of one store, by messages.
using Clusters = std::vector<std::vector<Cluster>>;
Clusters clusters_of(const std::vector<results::Store>& stores) {
  Clusters clusters;
  for (const results::Store& store : stores) clusters.push_back(cluster(store, {}));
  return clusters;
}

std::vector<results::Store> stores_of(const std::vector<Says>& says) {
  std::vector<results::Store> stores;
  for (const Says& one : says) stores.push_back(store_of(one));
  return stores;
}

/// What an input does in a store, in words of its own: a way of a split has one of them for each store.
std::string doing(const std::string& first, const std::string& said) {
  const bool failed = standing_of(first).kind == Kind::fails;
  if (standing_of(said).kind != Kind::fails) return said.empty() ? "passes" : said == "refused" ? said : "no test";
  return !failed ? "fails" : said == first ? "fails so" : "fails otherwise";
}
std::string doing(const Way& way, std::size_t store) {
  switch (way.standings[store].kind) {
    case Kind::passes:
      return "passes";
    case Kind::refused:
      return "refused";
    case Kind::fails:
      break;
    default:
      return "no test";
  }
  return way.changes[store] == Change::failing   ? "fails so"
         : way.changes[store] == Change::changed ? "fails otherwise"
                                                 : "fails";
}

TEST(Comparison, ChangesOfClustersAreThoseOfBruteForce) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 60; ++round) {
    const std::vector<Says> says{random_says(random), random_says(random), random_says(random)};
    const std::vector<results::Store> stores = stores_of(says);
    const StoreComparison comparison = compare_all(stores);
    const Clusters clusters = clusters_of(stores);
    for (std::size_t store = 1; store < says.size(); ++store) {
      // By change and message: the inputs.
      std::map<std::pair<Change, std::string>, std::vector<InputKey>> expected;
      for (results::Ordinal ordinal = 0; ordinal < inputs; ++ordinal) {
        const Standing before = standing_of(says[0][ordinal]), now = standing_of(says[store][ordinal]);
        const Change made = change(before, now);
        if (made != Change::none) expected[{made, before.key.empty() ? now.key : before.key}].emplace_back(0, ordinal);
      }
      const std::vector<ClusterChange> found = changes(comparison, clusters, store);
      ASSERT_THAT(found, SizeIs(expected.size()));
      for (const ClusterChange& one : found) {
        const Cluster& named = clusters[one.cluster.store][one.cluster.cluster];
        EXPECT_EQ(one.inputs, expected.at({one.change, named.key}));
        std::map<std::string, std::size_t> now;  // the messages of the other store
        for (const auto& [level, ordinal] : one.inputs)
          if (const Standing standing = standing_of(says[store][ordinal]); standing.kind == Kind::fails)
            ++now[standing.key];
        ASSERT_THAT(one.now, SizeIs(now.size()));
        for (const auto& [cluster, members] : one.now) EXPECT_EQ(now.at(clusters[store][cluster].key), members);
        EXPECT_TRUE(std::ranges::is_sorted(one.now, std::greater<>(), [](const auto& entry) { return entry.second; }));
      }
    }
  }
}

TEST(Comparison, SplitsAreThoseOfBruteForce) {
  std::mt19937_64 random(8);
  std::size_t splits_seen = 0, of_later_stores = 0;
  for (int round = 0; round < 60; ++round) {
    const std::vector<Says> says{random_says(random), random_says(random)};
    const std::vector<results::Store> stores = stores_of(says);
    // By store and message: what its inputs do in both stores.
    std::map<std::pair<std::size_t, std::string>, std::map<std::vector<std::string>, std::vector<InputKey>>> expected;
    for (results::Ordinal ordinal = 0; ordinal < inputs; ++ordinal) {
      const std::string &first = says[0][ordinal], &second = says[1][ordinal];
      const auto is_unknown = [](const std::string& said) { return said == "-" || said == "open"; };
      if (is_unknown(first) || is_unknown(second)) continue;
      const std::vector<std::string> done{doing(first, first), doing(first, second)};
      for (std::size_t store = 0; store < 2; ++store)
        if (const Standing standing = standing_of(says[store][ordinal]); standing.kind == Kind::fails)
          expected[{store, standing.key}][done].emplace_back(0, ordinal);
    }
    std::erase_if(expected, [](const auto& entry) {
      const auto& [place, ways] = entry;
      const bool grew = std::ranges::any_of(ways, [](const auto& way) {
        return !way.first[0].starts_with("fails") || way.first[1] == "fails otherwise";
      });
      return ways.size() < 2 || (place.first == 1 && !grew);
    });
    const Clusters clusters = clusters_of(stores);
    const std::vector<Split> found = splits(compare_all(stores), clusters);
    ASSERT_THAT(found, SizeIs(expected.size()));
    for (const Split& split : found) {
      const Cluster& named = clusters[split.cluster.store][split.cluster.cluster];
      const auto& ways = expected.at({split.cluster.store, named.key});
      ASSERT_THAT(split.ways, SizeIs(ways.size()));
      for (const Way& way : split.ways) EXPECT_EQ(way.inputs, ways.at({doing(way, 0), doing(way, 1)}));
      ++splits_seen;
      of_later_stores += split.cluster.store;
    }
  }
  EXPECT_GT(splits_seen, 20u);
  EXPECT_GT(of_later_stores, 5u);
}

TEST(Comparison, AClusterOfSeveralMessagesIsOneChange) {
  Says before(inputs, ""), now(inputs, "");
  for (std::size_t i = 0; i < 30; ++i) before[i] = fmt::format("m{}", i);
  for (std::size_t i = 0; i < 10; ++i) now[i] = before[i];
  std::vector<results::Store> stores = stores_of({before, now});
  Clustering causes({});  // one cluster for all messages
  stores[0].for_each_failure([&](const results::Case& failing) {
    causes.add(failing, 0);
    return true;
  });
  const Clusters clusters{causes.clusters(), cluster(stores[1], {})};
  const StoreComparison comparison = compare_all(stores);
  const std::vector<ClusterChange> found = changes(comparison, clusters, 1);
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].change, Change::failing);
  EXPECT_THAT(found[0].inputs, SizeIs(10));
  EXPECT_THAT(found[0].now, SizeIs(10));
  EXPECT_EQ(found[1].change, Change::fixed);
  EXPECT_THAT(found[1].inputs, SizeIs(20));
  EXPECT_THAT(splits(comparison, clusters), SizeIs(1));
  EXPECT_THAT([&] { changes(comparison, Clusters(2), 1); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("is in no")));
}

TEST(Comparison, AStoreWithItselfHasNoSplit) {
  std::mt19937_64 random(6);
  const Says says = random_says(random);
  const std::vector<results::Store> stores = stores_of({says, says});
  const StoreComparison comparison = compare_all(stores);
  EXPECT_THAT(splits(comparison, clusters_of(stores)), IsEmpty());
  for (const ComparedGroup& group : comparison.groups) EXPECT_EQ(group.standings[0], group.standings[1]);
}

TEST(Comparison, WhatWasNotExecutedIsNoEvidenceForTwoFaults) {
  Says before(inputs, ""), now(inputs, "");
  for (std::size_t i = 0; i < 20; ++i) before[i] = now[i] = "a";
  std::fill(now.begin() + 10, now.end(), "-");
  const std::vector<results::Store> stores = stores_of({before, now});
  EXPECT_THAT(compare_all(stores).groups, SizeIs(2));
  EXPECT_THAT(splits(compare_all(stores), clusters_of(stores)), IsEmpty());
}

TEST(Comparison, SaysInWhichChoicesTheInputsOfASplitDiffer) {
  // Tens and ones: what fails with a 7 in the ones is fixed.
  const auto digits = generators::tuples(generators::range(0, 5).named("tens"), generators::range(0, 9).named("ones"));
  Says before(inputs, ""), now(inputs, "");
  for (std::size_t i = 0; i < inputs; ++i)
    if (i / 10 >= 2) before[i] = now[i] = i % 10 == 7 ? "a" : i % 10 == 8 ? "a" : "";
  for (std::size_t i = 0; i < inputs; ++i)
    if (i % 10 == 7) now[i] = "";
  const std::vector<results::Store> stores = stores_of({before, now});
  const std::vector<Split> found = splits(compare_all(stores), clusters_of(stores));
  ASSERT_THAT(found, SizeIs(1));
  const auto choices = [&](results::Ordinal ordinal) { return generators::choices(digits, ordinal); };
  const Split& split = found.front();
  for (std::size_t way = 0; way < split.ways.size(); ++way) {
    const Explanation explanation = distinction(split, way, choices);
    ASSERT_THAT(explanation.terms, SizeIs(1));
    ASSERT_THAT(explanation.terms[0].literals, SizeIs(1));
    const Literal& literal = explanation.terms[0].literals[0];
    EXPECT_EQ(explanation.attributes[literal.attribute].name, "ones");
    const bool fixed = split.ways[way].standings[1].kind == Kind::passes;
    EXPECT_THAT(explanation.attributes[literal.attribute].labels[literal.values[0]], fixed ? "7" : "8");
    EXPECT_EQ(explanation.matches.members, 4u);
    EXPECT_EQ(explanation.matches.passing, 0u);
  }
}

TEST(Comparison, OnlyOfStoresOfOneSpace) {
  results::Manifest other = manifest();
  other.fingerprint.population = "60 inputs, others";
  std::vector<results::Store> stores;
  stores.push_back(store_of(Says(inputs, "")));
  stores.push_back(results::Store::in_memory(other));
  EXPECT_THAT([&] { compare_all(stores); },
              ThrowsMessage<results::StoreMismatch>(
                  testing::AllOf(HasSubstr("60 inputs, others"), HasSubstr("compare stores of the same campaign"))));
}

}  // namespace
}  // namespace smallscope::clustering
