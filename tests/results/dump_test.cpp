// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include <smallscope/generators/orders/order_kinds.hpp>

#include "samples.hpp"

namespace smallscope::results {
namespace {

using samples::dense_pass;
using testing::HasSubstr;
using testing::Not;

/// A run over [0, 100) that commits at the given positions.
Store run_cut_at(const std::vector<Ordinal>& cuts, double seconds) {
  Manifest manifest = samples::manifest(100);
  manifest.program = {"/somewhere/" + std::to_string(cuts.size())};
  Store store = Store::in_memory(manifest);
  const Pass pass = store.add_pass(dense_pass(0, 100));
  Ordinal from = 0;
  for (const Ordinal to : cuts) {
    Batch batch = samples::dense_batch(pass.id, from, to, 9);
    batch.seconds = seconds;
    for (Ordinal ordinal = from; ordinal < to; ++ordinal) {
      if (ordinal % 10 == 4) batch.discards.filtered.emplace_back(ordinal, ordinal + 1);
      if (ordinal % 10 == 5) batch.discards.rejected.push_back(ordinal);
      if (ordinal % 10 == 5) batch.reasons.add({Verdict::discarded, "oracle", {"not valid"}, 1, ordinal});
      if (ordinal % 10 == 6) batch.discards.refused.push_back(ordinal);
      if (ordinal % 10 == 7) batch.discards.not_applicable.push_back(ordinal);
      batch.tallies.add("oracle", ordinal % 10 == 5 ? Verdict::discarded : Verdict::pass);
    }
    for (Case& added : batch.cases) {
      added.seconds = seconds;
      added.reproduction = std::to_string(seconds);
    }
    store.commit(batch);
    from = to;
  }
  return store;
}

TEST(CanonicalDump, IsTheExpectedText) {
  Store store = run_cut_at({37}, 1);
  const std::string golden = std::string(SMALLSCOPE_SOURCE_DIR) + "/tests/results/canonical_dump.jsonl";
  std::ostringstream expected;
  expected << std::ifstream(golden).rdbuf();
  EXPECT_EQ(store.canonical_dump(), expected.str()) << "expected: " << golden;
}

TEST(CanonicalDump, DoesNotDependOnCutsAndTimes) {
  const Store once = run_cut_at({100}, 1);
  const Store often = run_cut_at({1, 2, 30, 31, 77, 100}, 2);
  EXPECT_EQ(once.canonical_dump(), often.canonical_dump());
  EXPECT_EQ(once.certificate(), often.certificate());
  EXPECT_EQ(once.certificate().size(), 32u);
  EXPECT_NE(once.canonical_dump(), run_cut_at({99}, 1).canonical_dump());
  EXPECT_EQ(run_cut_at({99}, 1).certificate(), "");
}

TEST(CanonicalDump, JoinsTheSessionsOfAnOrder) {
  Store one = Store::in_memory(samples::manifest(100)), several = Store::in_memory(samples::manifest(100));
  const Pass whole = one.add_pass(dense_pass(0, 100));
  one.commit(samples::dense_batch(whole.id, 0, 60, 9));
  several.add_pass(dense_pass(20, 60));
  several.add_pass(dense_pass(0, 20));
  several.add_pass(dense_pass(60, 100));
  several.commit(samples::dense_batch(1, 20, 60, 9));
  several.commit(samples::dense_batch(2, 0, 20, 9));
  EXPECT_EQ(one.canonical_dump(), several.canonical_dump());
}

TEST(CanonicalDump, LeavesOutWhatAttemptsSay) {
  Store store = run_cut_at({100}, 1);
  const std::string before = store.canonical_dump();
  store.add_attempts({{0, 9, "confirmation", Verdict::pass, {}, 1}, {0, 18, "confirmation", Verdict::fail, {}, 1}});
  EXPECT_EQ(store.verdict(0, 9), Verdict::flaky);
  EXPECT_EQ(store.canonical_dump(), before);
  EXPECT_THAT(before, Not(HasSubstr("confirmation")));
  EXPECT_THAT(before, Not(HasSubstr("/somewhere")));
}

TEST(CanonicalDump, TellsVerdictsMessagesAndOrdersApart) {
  const auto dump_of = [](const Case& only, const Pass& pass) {
    Store store = Store::in_memory(samples::manifest(100));
    Batch batch;
    batch.pass = store.add_pass(pass).id;
    batch.done = 50;
    batch.executed = 50;
    batch.cases = {only};
    store.commit(batch);
    return store.canonical_dump();
  };
  const Case sample = samples::failing(3, 4);
  const std::string dump = dump_of(sample, dense_pass(0, 100));
  EXPECT_EQ(dump, dump_of(sample, dense_pass(0, 100)));
  EXPECT_NE(dump, dump_of(samples::failing(3, 4, Verdict::crashed), dense_pass(0, 100)));
  Case other = sample;
  other.judgements[0].messages[0] += '\0';
  EXPECT_NE(dump, dump_of(other, dense_pass(0, 100)));
  Pass shuffled = dense_pass(0, 100);
  shuffled.order = {"shuffle", 20, 1};
  const std::string shuffled_dump = dump_of(sample, shuffled);
  EXPECT_NE(dump, shuffled_dump);
  shuffled.order.jump_limit = 3;  // not a parameter of this order
  EXPECT_EQ(dump_of(sample, shuffled), shuffled_dump);
  shuffled.order.seed = 2;
  EXPECT_NE(dump_of(sample, shuffled), shuffled_dump);
  Pass combining = dense_pass(0, 100);
  combining.order = {.name = "pairwise", .factors = {10, 10}};
  const std::string combining_dump = dump_of(sample, combining);
  EXPECT_THAT(combining_dump, HasSubstr(R"({"name":"pairwise","strength":2,"factors":[10,10]})"));
  combining.order.seed = 2;  // not a parameter of this order
  EXPECT_EQ(dump_of(sample, combining), combining_dump);
  combining.order.strength = 3;
  EXPECT_NE(dump_of(sample, combining), combining_dump);
}

TEST(CanonicalDump, NamesEveryOrderWithAllThatDeterminesIt) {
  for (const generators::OrderKind& kind : generators::order_kinds()) {
    Store store = Store::in_memory(samples::manifest(100));
    Pass pass = dense_pass(0, 100);
    pass.order = {.name = std::string(kind.name), .jump_limit = 5, .seed = 6, .strength = 3, .factors = {10, 10}};
    const Pass added = store.add_pass(pass);
    EXPECT_EQ(store.passes().front().order, pass.order);
    store.commit({.pass = added.id, .done = 10, .executed = 10});
    std::string order = R"("order":{"name":")" + std::string(kind.name) + "\"";
    for (const auto& [name, value] : generators::arguments(pass.order))
      order += ",\"" + std::string(name) + "\":" + value;
    EXPECT_THAT(store.canonical_dump(), HasSubstr(order + "}"));
  }
}

}  // namespace
}  // namespace smallscope::results
