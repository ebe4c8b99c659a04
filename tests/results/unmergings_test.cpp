// SPDX-License-Identifier: Apache-2.0
// What taking merged inputs apart found: kept, counted, compared, and replaced by what level 0 says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/results/store.hpp>

#include "samples.hpp"

namespace smallscope::results {
namespace {

using samples::failing;
using testing::ElementsAre;
using testing::Pair;

using Ending = Unmerging::Ending;
using Keys = std::vector<std::pair<int, Ordinal>>;

Case at_level(int level, Case made) {
  made.level = level;
  return made;
}

Part single(Ordinal fragment, Ordinal ordinal, Verdict verdict = Verdict::fail) {
  return {{{fragment}}, failing(ordinal, 2, verdict)};
}

/// A store of 40 inputs whose merged level has 10, of which 3 fail and one is rejected.
Store merged_store() {
  Store store = Store::in_memory(samples::manifest(40));
  Pass pass;
  pass.level = 1;
  pass.order.name = "dense";
  pass.end = pass.size = 10;
  pass = store.add_pass(pass);
  Batch batch;
  batch.pass = pass.id;
  batch.done = batch.executed = 10;
  for (const Ordinal ordinal : {2u, 5u, 7u}) batch.cases.push_back(at_level(1, failing(ordinal, ordinal + 1)));
  batch.discards.rejected = {3};
  batch.seconds = 1.5;
  store.commit(batch);
  return store;
}

void commit_level_0(Store& store, std::vector<Case> cases, Ordinal done) {
  Pass pass;
  pass.order.name = "dense";
  pass.end = 40;
  Batch batch;
  batch.pass = store.add_pass(pass).id;
  batch.done = batch.executed = done;
  batch.cases = std::move(cases);
  store.commit(batch);
}

Keys failures(const Store& store, bool by_test = false) {
  Keys keys;
  store.for_each_failure(
      [&](const Case& failure) {
        keys.emplace_back(failure.level, failure.ordinal);
        EXPECT_EQ(store.find_failure(failure.level, failure.ordinal)->ordinal, failure.ordinal);
        return true;
      },
      by_test);
  return keys;
}

TEST(Unmergings, ComeBackAsTheyWere) {
  Store store = merged_store();
  Unmerging unmerging{.level = 1, .ordinal = 5, .ending = Ending::bounded, .probes = 9, .seconds = 0.25};
  unmerging.parts = {single(1, 21), {{{0, 3}, {2}}, at_level(1, failing(5, 6, Verdict::crashed))}};
  store.add_unmergings({&unmerging, 1});
  const auto found = store.find_unmerging(1, 5);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->ending, Ending::bounded);
  EXPECT_EQ(found->probes, 9u);
  EXPECT_EQ(found->seconds, 0.25);
  EXPECT_EQ(found->parts, unmerging.parts);
  EXPECT_EQ(store.find_unmerging(1, 2), std::nullopt);
  EXPECT_EQ(store.find_unmerging(2, 5), std::nullopt);

  Unmerging again = unmerging;
  again.probes = 100;
  store.add_unmergings({&again, 1});
  int visited = 0;
  store.for_each_unmerging([&](const Unmerging& one) {
    EXPECT_EQ(one.probes, 9u) << "what is there stays";
    ++visited;
    return true;
  });
  EXPECT_EQ(visited, 1);
  for (int number = 0; number < Unmerging::endings; ++number) {
    const Unmerging ended{
        .level = 1, .ordinal = 100 + static_cast<Ordinal>(number), .ending = static_cast<Ending>(number)};
    store.add_unmergings({&ended, 1});
    EXPECT_EQ(store.find_unmerging(1, ended.ordinal)->ending, ended.ending) << name(ended.ending);
  }
}

TEST(Unmergings, ReplaceTheMergedFailuresTheyExplain) {
  Store store = merged_store();
  EXPECT_EQ(failures(store), (Keys{{1, 2}, {1, 5}, {1, 7}})) << "not taken apart: they count as they are";
  const std::vector<Unmerging> added{
      {.level = 1, .ordinal = 2, .probes = 4, .parts = {single(1, 9), single(2, 10, Verdict::discarded)}},
      {.level = 1, .ordinal = 7, .ending = Ending::known},
      {.level = 1, .ordinal = 3, .probes = 2, .parts = {single(0, 12), single(1, 9)}}};
  store.add_unmergings(added);
  EXPECT_EQ(failures(store), (Keys{{0, 9}, {0, 12}, {1, 5}})) << "each input once, invalid parts not at all";
  EXPECT_EQ(failures(store, true), (Keys{{0, 9}, {0, 12}, {1, 5}}));
  EXPECT_EQ(store.find_failure(1, 2), std::nullopt) << "its part counts";
  EXPECT_TRUE(store.find_case(1, 2)) << "but it is kept";

  const Account account = store.account();
  EXPECT_EQ(account.failed(), 3u);
  EXPECT_EQ(account.executed, 0u);
  ASSERT_EQ(account.merged.size(), 1u);
  const LevelAccount& level = account.merged.front();
  EXPECT_EQ(level.level, 1);
  EXPECT_EQ(level.inputs, 10u);
  EXPECT_EQ(level.failed, 3u);
  EXPECT_EQ(level.rejected, 1u);
  EXPECT_EQ(level.probes, 6u);
  EXPECT_EQ(level.found, 2u);
  EXPECT_EQ(level.combinations, 0u);
  EXPECT_EQ(level.seconds, 1.5);
  EXPECT_THAT(level.unmergings, ElementsAre(Pair(Ending::explained, 2u), Pair(Ending::known, 1u)));
}

TEST(Unmergings, GiveWayToTheVerdictsOfLevelZero) {
  Store store = merged_store();
  const std::vector<Unmerging> added{
      {.level = 1, .ordinal = 2, .parts = {single(1, 9), single(0, 8)}},
      {.level = 1, .ordinal = 5, .parts = {single(3, 23), {{{0, 1}}, at_level(1, failing(5, 6))}}},
      {.level = 1, .ordinal = 7, .ending = Ending::known}};
  store.add_unmergings(added);
  commit_level_0(store, {failing(9, 20), failing(15, 26)}, 20);
  EXPECT_EQ(failures(store), (Keys{{0, 9}, {0, 15}, {0, 23}, {1, 5}}))
      << "8 has passed at level 0; 23 has not run there; a combination has no input of level 0";
  EXPECT_EQ(store.find_failure(0, 8), std::nullopt);
  EXPECT_EQ(store.find_failure(0, 9)->test, 20u);
  store.for_each_failure([](const Case& failure) {
    if (failure.ordinal == 9) {
      EXPECT_EQ(failure.test, 2u) << "when it was first seen";
    }
    return true;
  });
}

TEST(Unmergings, ArePartOfTheCanonicalDump) {
  const Unmerging one{.level = 1, .ordinal = 2, .probes = 4, .seconds = 1, .parts = {single(1, 9)}};
  Unmerging other = one;
  other.seconds = 2;
  other.parts.front().found.seconds = 7;
  Store first = merged_store(), second = merged_store(), third = merged_store();
  const std::string before = first.canonical_dump();
  first.add_unmergings({&one, 1});
  second.add_unmergings({&other, 1});
  EXPECT_NE(first.canonical_dump(), before);
  EXPECT_EQ(first.canonical_dump(), second.canonical_dump()) << "times do not count";
  other.parts.front().found.judgements.front().messages.push_back("more");
  third.add_unmergings({&other, 1});
  EXPECT_NE(first.canonical_dump(), third.canonical_dump());
}

TEST(Unmergings, OutliveTheProcess) {
  const TemporaryDirectory directory;
  const auto file = directory / "store.sqlite";
  {
    Store store = Store::create(file, samples::manifest(40));
    const Unmerging one{.level = 2, .ordinal = 1, .probes = 3, .parts = {single(1, 9)}};
    store.add_unmergings({&one, 1});
  }
  EXPECT_EQ(Store::inspect(file).find_unmerging(2, 1)->parts.size(), 1u);
  Store reader = Store::inspect(file);
  const Unmerging more{.level = 2, .ordinal = 2};
  EXPECT_THROW(reader.add_unmergings({&more, 1}), StoreError);
}

}  // namespace
}  // namespace smallscope::results
