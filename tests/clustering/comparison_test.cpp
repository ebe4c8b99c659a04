// SPDX-License-Identifier: Apache-2.0
// Stores of one space against brute force: every input is asked for by itself, and grouped by what each store says.
#include <smallscope/clustering/comparison.hpp>

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
    std::map<std::string, int> ways;  // of each key, among fully known vectors
    for (const auto& [vector, members] : expected) {
      std::vector<Standing> standings;
      bool known = true;
      std::set<std::string> keys;
      for (const std::string& said : vector) {
        standings.push_back(standing_of(said));
        known &= said != "-" && said != "open";
        if (standings.back().kind == Kind::fails) keys.insert(standings.back().key);
      }
      const auto group = std::ranges::find(comparison.groups, standings, &ComparedGroup::standings);
      ASSERT_NE(group, comparison.groups.end());
      EXPECT_EQ(group->inputs, members);
      if (known)
        for (const std::string& key : keys) ++ways[key];
    }
    std::erase_if(ways, [](const auto& entry) { return entry.second < 2; });
    ASSERT_THAT(comparison.splits, SizeIs(ways.size()));
    for (const Split& split : comparison.splits) {
      EXPECT_EQ(static_cast<int>(split.groups.size()), ways.at(split.key));
      for (const std::size_t group : split.groups)
        EXPECT_THAT(comparison.groups[group].standings, testing::Contains(testing::Field(&Standing::key, split.key)));
    }
  }
}

TEST(Comparison, AStoreWithItselfHasNoSplit) {
  std::mt19937_64 random(6);
  const Says says = random_says(random);
  std::vector<results::Store> stores;
  stores.push_back(store_of(says));
  stores.push_back(store_of(says));
  const StoreComparison comparison = compare_all(stores);
  EXPECT_THAT(comparison.splits, IsEmpty());
  for (const ComparedGroup& group : comparison.groups) EXPECT_EQ(group.standings[0], group.standings[1]);
}

TEST(Comparison, WhatWasNotExecutedIsNoEvidenceForTwoFaults) {
  Says before(inputs, ""), now(inputs, "");
  for (std::size_t i = 0; i < 20; ++i) before[i] = now[i] = "a";
  std::fill(now.begin() + 10, now.end(), "-");
  std::vector<results::Store> stores;
  stores.push_back(store_of(before));
  stores.push_back(store_of(now));
  EXPECT_THAT(compare_all(stores).groups, SizeIs(2));
  EXPECT_THAT(compare_all(stores).splits, IsEmpty());
}

TEST(Comparison, SaysInWhichChoicesTheInputsOfASplitDiffer) {
  // Tens and ones: what fails with a 7 in the ones is fixed.
  const auto digits = generators::tuples(generators::range(0, 5).named("tens"), generators::range(0, 9).named("ones"));
  Says before(inputs, ""), now(inputs, "");
  for (std::size_t i = 0; i < inputs; ++i)
    if (i / 10 >= 2) before[i] = now[i] = i % 10 == 7 ? "a" : i % 10 == 8 ? "a" : "";
  for (std::size_t i = 0; i < inputs; ++i)
    if (i % 10 == 7) now[i] = "";
  std::vector<results::Store> stores;
  stores.push_back(store_of(before));
  stores.push_back(store_of(now));
  const StoreComparison comparison = compare_all(stores);
  ASSERT_THAT(comparison.splits, SizeIs(1));
  const auto choices = [&](results::Ordinal ordinal) { return generators::choices(digits, ordinal); };
  const Split& split = comparison.splits.front();
  for (const std::size_t group : split.groups) {
    const Explanation explanation = distinction(comparison, split, group, choices);
    ASSERT_THAT(explanation.terms, SizeIs(1));
    ASSERT_THAT(explanation.terms[0].literals, SizeIs(1));
    const Literal& literal = explanation.terms[0].literals[0];
    EXPECT_EQ(explanation.attributes[literal.attribute].name, "ones");
    const bool fixed = comparison.groups[group].standings[1].kind == Kind::passes;
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
