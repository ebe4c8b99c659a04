// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <set>

#include "samples.hpp"

namespace smallscope::results {
namespace {

using testing::ElementsAre;
using testing::Pair;

using Ranges = std::vector<std::pair<Ordinal, Ordinal>>;

Ranges executed_ranges(const Store& store, int level = 0) {
  Ranges ranges;
  store.for_each_executed(level, [&](Ordinal first, Ordinal last) { return ranges.emplace_back(first, last), true; });
  return ranges;
}

Pass pass_in(const std::string& order, Ordinal begin, Ordinal end, int level = 0, Ordinal size = 0) {
  Pass pass;
  pass.level = level;
  pass.order.name = order;
  pass.begin = begin;
  pass.end = end;
  pass.size = size;
  return pass;
}

/// Commits a pass up to `done` from where it is; `executed` of these positions for the first time.
void commit(Store& store, const Pass& pass, Ordinal done, Ordinal executed, Discards discards = {}) {
  Batch batch;
  batch.pass = pass.id;
  for (const Pass& known : store.passes())
    if (known.id == pass.id) batch.begin = known.done;
  batch.done = done;
  batch.executed = executed;
  batch.discards = std::move(discards);
  store.commit(batch);
}

TEST(Account, PassesComeBackAsTheyWere) {
  Store store = Store::in_memory(samples::manifest(100));
  Pass given = pass_in("jump", 10, 90, 2, 1'000);
  given.order.jump_limit = 7;
  given.order.seed = ~std::uint64_t{0};
  given.repeat = true;
  given = store.add_pass(given);
  EXPECT_EQ(given.id, 1);
  EXPECT_EQ(given.done, 10u);
  EXPECT_THAT(store.passes(), ElementsAre(given));
  commit(store, given, 30, 20);
  given.done = 30;
  given.executed = 20;
  EXPECT_THAT(store.passes(), ElementsAre(given));
  EXPECT_EQ(store.add_pass(pass_in("dense", 0, 100)).id, 2);
  EXPECT_EQ(store.passes().back().size, 100u);
  Pass combining = pass_in("pairwise", 0, 100);
  combining.order.strength = 3;
  combining.order.factors = {~Ordinal{0}, 1, 50};
  store.add_pass(combining);
  EXPECT_EQ(store.passes().back().order, combining.order);
  EXPECT_EQ(store.passes().back().size, 100u);
}

TEST(Account, AStoreAloneRebuildsAnOrderByItsFactors) {
  const TemporaryDirectory directory;
  const std::vector<generators::Factor> factors{
      10, generators::Factor({{4, 3}, {5, generators::Factor({{6}, {2, 5}})}}), 5};
  const Ordinal size = 10 * (12 + 5 * 16) * 5;
  {
    Store store = Store::create(directory / "s.sqlite", samples::manifest(size));
    Pass pass = pass_in("pairwise", 0, size);
    pass.order.factors = factors;
    commit(store, store.add_pass(pass), 250, 250);
  }
  const Store store = Store::inspect(directory / "s.sqlite");
  EXPECT_EQ(store.passes().front().order.factors, factors);
  const auto order = generators::make_order({.name = "pairwise", .factors = factors}, size);
  for (Ordinal position = 0; position < size; ++position)
    ASSERT_EQ(store.is_executed(0, order->at(position)), position < 250) << position;
}

TEST(Account, ASnapshotIsOneStateOfAStoreThatIsBeingWritten) {
  const TemporaryDirectory directory;
  Store store = Store::create(directory / "s.sqlite", samples::manifest(1'000));
  const Pass pass = store.add_pass(pass_in("dense", 0, 1'000));
  commit(store, pass, 250, 250);
  const Store snapshot = Store::snapshot(directory / "s.sqlite");
  const Store reader = Store::inspect(directory / "s.sqlite");
  const std::string dump = store.canonical_dump();
  commit(store, store.passes().front(), 500, 250);
  EXPECT_EQ(snapshot.account().executed, 250u);
  EXPECT_EQ(executed_ranges(snapshot), (Ranges{{0, 250}}));
  EXPECT_EQ(snapshot.canonical_dump(), dump);
  EXPECT_EQ(reader.account().executed, 500u);
}

TEST(Account, AStoreAloneRebuildsAnOrderByItsList) {
  const TemporaryDirectory directory;
  const auto list = std::make_shared<const std::vector<Ordinal>>(std::vector<Ordinal>{700, 3, 999, 0});
  Pass pass = pass_in("listed", 0, 4, 0, 1'000), other = pass_in("listed", 0, 2, 0, 1'000);
  pass.order.listed = list;
  other.order.listed = std::make_shared<const std::vector<Ordinal>>(std::vector<Ordinal>{5, 3});
  std::string dump;
  {
    Store store = Store::create(directory / "s.sqlite", samples::manifest(1'000));
    commit(store, store.add_pass(pass), 3, 3);
    dump = store.canonical_dump();
    commit(store, store.add_pass(other), 2, 1);
    EXPECT_NE(store.canonical_dump(), dump);
  }
  const Store store = Store::inspect(directory / "s.sqlite");
  EXPECT_EQ(store.passes().front().order, pass.order);
  EXPECT_EQ(store.passes().back().order, other.order) << "each pass has its own list";
  EXPECT_EQ(executed_ranges(store), (Ranges{{3, 4}, {5, 6}, {700, 701}, {999, 1'000}}));
  EXPECT_FALSE(store.is_executed(0, 0));
}

TEST(Account, AnOrdinalIsExecutedWhenACommittedPassVisitedIt) {
  for (const std::string& name : generators::order_names()) {
    SCOPED_TRACE(name);
    Store store = Store::in_memory(samples::manifest(1'000));
    const Pass pass = store.add_pass(pass_in(name, 100, 900));
    commit(store, pass, 400, 300);
    const auto order = generators::make_order(pass.order, 1'000);
    std::set<Ordinal> expected;
    for (Ordinal position = 100; position < 400; ++position) expected.insert(order->at(position));
    std::set<Ordinal> listed;
    Ordinal previous_end = 0;
    for (const auto& [first, last] : executed_ranges(store)) {
      EXPECT_LT(first, last);
      EXPECT_TRUE(listed.empty() || first > previous_end) << "ranges are maximal and ascend";
      for (Ordinal ordinal = first; ordinal < last; ++ordinal) listed.insert(ordinal);
      previous_end = last;
    }
    EXPECT_EQ(listed, expected);
    for (Ordinal ordinal = 0; ordinal < 1'000; ++ordinal) {
      EXPECT_EQ(store.is_executed(0, ordinal), expected.contains(ordinal)) << ordinal;
      EXPECT_EQ(store.verdict(0, ordinal), expected.contains(ordinal) ? std::optional(Verdict::pass) : std::nullopt);
    }
    EXPECT_FALSE(store.is_executed(0, 1'000));
    EXPECT_FALSE(store.is_executed(1, 5));
    EXPECT_EQ(store.account().executed, 300u);
  }
}

TEST(Account, PassesInSeveralOrdersAddUp) {
  Store store = Store::in_memory(samples::manifest(1'000));
  const Pass golden = store.add_pass(pass_in("golden", 0, 1'000));
  commit(store, golden, 300, 300);
  const Pass dense = store.add_pass(pass_in("dense", 0, 1'000));
  Ordinal known = 0;
  for (Ordinal ordinal = 0; ordinal < 500; ++ordinal) known += store.is_executed(0, ordinal);
  commit(store, dense, 500, 500 - known);
  Ordinal listed = 0;
  for (const auto& [first, last] : executed_ranges(store)) listed += last - first;
  EXPECT_EQ(store.account().executed, listed);
  EXPECT_FALSE(store.account().complete);
  commit(store, dense, 1'000, 1'000 - listed);
  EXPECT_TRUE(store.account().complete);
  EXPECT_THAT(executed_ranges(store), ElementsAre(Pair(0, 1'000)));
}

TEST(Account, PartsOfOneOrderMakeItComplete) {
  Store store = Store::in_memory(samples::manifest(1'000));
  for (const auto& [begin, end] : Ranges{{600, 1'000}, {0, 300}, {300, 600}}) {
    EXPECT_FALSE(store.account().complete);
    commit(store, store.add_pass(pass_in("golden", begin, end)), end, end - begin);
  }
  EXPECT_TRUE(store.account().complete);
  EXPECT_THAT(executed_ranges(store), ElementsAre(Pair(0, 1'000)));
}

TEST(Account, MergedLevelsDoNotCountAsInputs) {
  Store store = Store::in_memory(samples::manifest(1'000));
  const Pass merged = store.add_pass(pass_in("golden", 0, 40, 1, 40));
  commit(store, merged, 40, 40);
  EXPECT_EQ(store.account().executed, 0u);
  EXPECT_FALSE(store.account().complete);
  EXPECT_TRUE(store.is_executed(1, 39));
  EXPECT_FALSE(store.is_executed(0, 39));
}

TEST(Account, HugeSpacesCostNothing) {
  constexpr Ordinal size = ~Ordinal{0} - 1;
  Store store = Store::in_memory(samples::manifest(size));
  const Pass pass = store.add_pass(pass_in("dense", 0, size));
  commit(store, pass, size, size);
  EXPECT_TRUE(store.account().complete);
  EXPECT_EQ(store.verdict(0, size - 1), Verdict::pass);
  EXPECT_THAT(executed_ranges(store), ElementsAre(Pair(0, size)));
  EXPECT_EQ(store.passes().front().done, size);
}

TEST(Account, DiscardsComeBackAscending) {
  Store store = Store::in_memory(samples::manifest(~Ordinal{0}));
  const Pass pass = store.add_pass(pass_in("dense", 0, 1'000));
  constexpr Ordinal chunk = 1 << 20, huge = Ordinal{1} << 63;
  commit(store, pass, 10, 10, {{{huge - 2, huge + 3}, {5, 7}, {chunk - 1, 2 * chunk + 1}}, {huge + 9, 3, 12, 4}});
  commit(store, pass, 20, 10, {{{7, 9}}, {5}});
  const Discards discards = store.discards(0);
  EXPECT_THAT(discards.filtered, ElementsAre(Pair(5, 9), Pair(chunk - 1, 2 * chunk + 1), Pair(huge - 2, huge + 3)));
  EXPECT_THAT(discards.rejected, ElementsAre(3, 4, 5, 12, huge + 9));
  EXPECT_TRUE(store.discards(1).empty());
  EXPECT_EQ(store.verdict(0, 8), Verdict::discarded);
  EXPECT_EQ(store.verdict(0, 12), Verdict::discarded);
  EXPECT_EQ(store.verdict(0, 9), Verdict::pass);
  const Account account = store.account();
  EXPECT_EQ(account.filtered, 9 + chunk + 2);
  EXPECT_EQ(account.rejected, 5u);
  EXPECT_EQ(account.discarded(), account.filtered + 5);
}

TEST(Account, ARepeatingPassDoesNotCountDiscardsAgain) {
  Store store = Store::in_memory(samples::manifest(100));
  commit(store, store.add_pass(pass_in("dense", 0, 50)), 50, 50, {{{1, 5}}, {10, 11}});
  Pass again = pass_in("dense", 0, 100);
  again.repeat = true;
  commit(store, store.add_pass(again), 100, 50, {{{1, 5}, {60, 61}}, {10, 11, 70}});
  EXPECT_EQ(store.account().filtered, 5u);
  EXPECT_EQ(store.account().rejected, 3u);
}

TEST(Account, ManyScatteredDiscardsStaySmall) {
  const TemporaryDirectory directory;
  const auto file = directory / "store.sqlite";
  constexpr Ordinal size = 4'000'037, step = 4'000;
  const auto rejected = [](Ordinal ordinal) { return ordinal % 3 == 0; };
  {
    Store store = Store::create(file, samples::manifest(size));
    const Pass pass = store.add_pass(pass_in("golden", 0, size));
    const auto order = generators::make_order(pass.order, size);
    for (Ordinal first = 0; first < 2'000'000; first += step) {
      Discards discards;
      for (Ordinal position = first; position < first + step; ++position)
        if (rejected(order->at(position))) discards.rejected.push_back(order->at(position));
      commit(store, pass, first + step, step, std::move(discards));
    }
  }
  const Store store = Store::inspect(file);
  // Half of the ordinals are scattered over 62 containers of at most 8 KiB; pages left free may double that
  // twice.
  EXPECT_LT(std::filesystem::file_size(file), 62u * 8'192 * 6);
  const Discards discards = store.discards(0);
  EXPECT_EQ(discards.rejected.size(), store.account().rejected);
  EXPECT_TRUE(std::all_of(discards.rejected.begin(), discards.rejected.end(), rejected));
  EXPECT_TRUE(std::is_sorted(discards.rejected.begin(), discards.rejected.end()));
}

/// However many discards are folded into chunks: SQLite keeps its page cache and a chunk, not all bitmaps.
TEST(Account, DiscardsTakeNoMemoryThatGrowsWithThem) {
  const TemporaryDirectory directory;
  constexpr Ordinal step = 1u << 17, batches = 64, apart = 100;  // 8 million discards, 17 MB of bitmaps
  Store store = Store::create(directory / "store.sqlite", samples::manifest(batches * step * apart));
  const Pass pass = store.add_pass(pass_in("dense", 0, batches * step * apart));
  sqlite3_memory_highwater(1);
  for (Ordinal batch = 0; batch < batches; ++batch) {
    Discards discards;
    for (Ordinal i = batch * step; i < (batch + 1) * step; ++i)
      discards.filtered.emplace_back(i * apart, i * apart + 1);
    commit(store, pass, (batch + 1) * step * apart, step * (apart - 1), std::move(discards));
  }
  EXPECT_EQ(store.account().filtered, batches * step);
  EXPECT_LT(sqlite3_memory_highwater(0), 8 << 20);
}

}  // namespace
}  // namespace smallscope::results
