// SPDX-License-Identifier: Apache-2.0
// Portions of several ranges, and the orders whose rest is walked in them.
#include <atomic>
#include <random>

#include <gmock/gmock.h>

#include <smallscope/generators/orders/order_kinds.hpp>
#include <smallscope/subjects/command.hpp>

#include "carriers.hpp"
#include "files.hpp"

namespace smallscope::runner {
namespace {

using oracles::Verdict;

constexpr Ordinal inputs = 120'000;

/// Ordinals are their own values; every seventh is filtered, every 1,000th fails but for those that are filtered.
auto numbers() {
  return generators::product<std::pair<int, int>>(generators::range(0, 299), generators::range(0, 399))
      .map([](const std::pair<int, int>& pair) { return static_cast<Ordinal>(pair.first * 400 + pair.second); })
      .filter([](Ordinal number) { return number % 7 != 0; });
}
bool fails(Ordinal number) { return number % 1000 == 999; }
constexpr Ordinal failing = 103, filtered = 17'143;
Campaign campaign() {
  return in_process("numbers", numbers(), property("small", [](Ordinal number) { return !fails(number); }));
}

std::vector<OrdinalRange> random_ranges(std::mt19937_64& random) {
  std::vector<OrdinalRange> ranges;
  for (Ordinal first = random() % 50; ranges.size() < 40;) {
    const Ordinal last = first + 1 + random() % (ranges.size() % 5 == 0 ? 90'000u : 30u);
    if (last > inputs) break;
    ranges.emplace_back(first, last);
    first = last + 1 + random() % 40;
  }
  return ranges;
}
std::vector<Ordinal> listed(const std::vector<OrdinalRange>& ranges) {
  std::vector<Ordinal> ordinals;
  for (const auto& [first, last] : ranges)
    for (Ordinal ordinal = first; ordinal < last; ++ordinal) ordinals.push_back(ordinal);
  return ordinals;
}
std::vector<Ordinal> indices(const std::vector<std::pair<Ordinal, Ordinal>>& ranges) { return listed(ranges); }
std::vector<Ordinal> indices(const std::vector<Outcome>& outcomes) {
  std::vector<Ordinal> result;
  for (const Outcome& outcome : outcomes) result.push_back(outcome.index);
  return result;
}

/// A portion of ranges gives what the list of its ordinals gives.
void expect_equal(Lane& lane, const std::vector<OrdinalRange>& ranges, bool stop_at_failure) {
  const std::vector<Ordinal> ordinals = listed(ranges);
  const Portion walked{.ranges = ranges, .stop_at_failure = stop_at_failure};
  const Portion one_by_one{.ordinals = ordinals, .stop_at_failure = stop_at_failure};
  ASSERT_EQ(walked.size(), ordinals.size());
  for (Ordinal index = 0; index < ordinals.size(); index += 1 + index / 8)
    ASSERT_EQ(walked.ordinal(index), ordinals[index]);
  PortionResult result = lane.execute(walked, {});
  const PortionResult expected = lane.execute(one_by_one, {});
  EXPECT_EQ(result.visited, expected.visited);
  EXPECT_EQ(indices(result.outcomes), indices(expected.outcomes));
  std::erase_if(result.filtered, [&](const auto& range) { return range.first >= result.visited; });
  EXPECT_EQ(indices(result.filtered), indices(expected.filtered));
  std::size_t range = 0;
  Ordinal start = 0;  // of the range
  for (const auto& [first, last] : result.filtered) {
    while (first >= start + (ranges[range].second - ranges[range].first))
      start += ranges[range].second - ranges[range].first, ++range;
    EXPECT_LE(last, start + (ranges[range].second - ranges[range].first)) << "it goes beyond its range";
  }
}

TEST(WalkedRanges, GiveWhatTheirOrdinalsGive) {
  std::mt19937_64 random(1);
  const auto lane = campaign().body->open({});
  for (int trial = 0; trial < 60; ++trial) {
    SCOPED_TRACE(trial);
    expect_equal(*lane, random_ranges(random), trial % 3 == 0);
  }
  expect_equal(*lane, {{0, 1}, {2, 3}, {6, 8}, {13, 15}}, false);
  expect_equal(*lane, {{998, 1000}, {1998, 2000}}, true);
}

TEST(WalkedRanges, AreWalkedBySubjectsOutsideToo) {
  const auto render = [](Ordinal number) { return subjects::Input{.parameters = {{"n", std::to_string(number)}}}; };
  const Campaign outside = observed("outside", numbers(), render,
                                    subjects::commands({{.arguments = {"sh", "-c", "test \"$1\" != 16", "sh", "{n}"}}}),
                                    {oracles::exit_status(0)});
  const TemporaryDirectory scratch;
  expect_equal(*outside.body->open(scratch.path()), {{0, 3}, {6, 9}, {13, 18}}, false);
  expect_equal(*outside.body->open(scratch.path()), {{0, 3}, {6, 9}, {13, 18}}, true);
}

TEST(WalkedRanges, AStopIsHeardBetweenSmallOnes) {
  std::stop_source stop;
  std::vector<OrdinalRange> ranges;
  for (Ordinal first = 1; first + 1 < inputs; first += 3) ranges.emplace_back(first, first + 2);
  const Campaign stopping =
      in_process("stopping", generators::range(Ordinal{0}, inputs - 1), property("any", [&](Ordinal number) {
                   if (number >= 1000) stop.request_stop();
                   return true;
                 }));
  const PortionResult result = stopping.body->open({})->execute({.ranges = ranges}, stop.get_token());
  EXPECT_GT(result.visited, 600u);
  EXPECT_LT(result.visited, 70'000u) << "it looks at the token every 65,536 tests";
}

class WalkedRests : public EveryCarrier {
 protected:
  static std::vector<std::string> orders() {
    std::vector<std::string> names;
    for (const generators::OrderKind& kind : generators::order_kinds())
      if (kind.is_sparse) names.emplace_back(kind.name);
    return names;
  }
};

TEST_P(WalkedRests, GiveEveryInputOneVerdict) {
  for (const std::string& order : orders()) {
    SCOPED_TRACE(order);
    const Ran ran = run_in_memory(campaign(), options(order));
    const results::Account account = ran.store.account();
    EXPECT_TRUE(account.complete);
    EXPECT_EQ(account.executed, inputs);
    EXPECT_EQ(account.failed(), failing);
    EXPECT_EQ(account.filtered, filtered);
    EXPECT_EQ(ran.summary.visited, inputs);
    EXPECT_EQ(ran.store.canonical_dump(), expected(campaign(), options(order)));
    const auto sequence = generators::make_order(ran.store.passes().front().order, inputs);
    ran.store.for_each_case([&](const results::Case& found) {
      EXPECT_TRUE(fails(found.ordinal));
      EXPECT_EQ(found.test, sequence->position(found.ordinal) + 1);
      return true;
    });
  }
}

TEST_P(WalkedRests, StopAtTheFirstFailure) {
  const Campaign late = in_process(
      "late", numbers(), property("not late", [](Ordinal number) { return number != 60'001 && number != 60'003; }));
  for (const std::string& order : orders()) {
    SCOPED_TRACE(order);
    RunOptions options = this->options(order);
    options.first_failure = true;
    const Ran ran = run_in_memory(late, options);
    const auto sequence = generators::make_order(ran.store.passes().front().order, inputs);
    const Ordinal first = std::min(sequence->position(60'001), sequence->position(60'003));
    EXPECT_EQ(ran.store.first_failure()->tests, first + 1);
    EXPECT_EQ(ran.store.account().executed, first + 1);
    EXPECT_EQ(ran.store.canonical_dump(), expected(late, options));
  }
}

TEST_P(WalkedRests, InPiecesEqualTheWhole) {
  for (const std::string& order : orders()) {
    SCOPED_TRACE(order);
    RunOptions options = this->options(order);
    Engine engine(campaign(), carried());
    results::Store store = results::Store::in_memory(engine.manifest());
    for (const Ordinal limit : {10, 32'767, 32'768, 32'769, 33'000, 100'000, 119'999, 120'000}) {
      options.max_tests = limit;
      Counting observer;
      (void)engine.run(store, options, observer);
      EXPECT_EQ(store.account().executed, limit);
      // What the store says was executed is what the order visits first.
      const auto sequence = generators::make_order(store.passes().front().order, inputs);
      Ordinal executed = 0;
      store.for_each_executed(0, [&](Ordinal first, Ordinal last) {
        executed += last - first;
        EXPECT_LT(sequence->position(first), limit);
        EXPECT_LT(sequence->position(last - 1), limit);
        return true;
      });
      EXPECT_EQ(executed, limit);
      for (Ordinal ordinal = 5; ordinal < inputs; ordinal += 997)
        EXPECT_EQ(store.is_executed(0, ordinal), sequence->position(ordinal) < limit);
    }
    options.max_tests.reset();
    EXPECT_EQ(store.canonical_dump(), expected(campaign(), options));
  }
}

TEST_P(WalkedRests, InterruptedAnywhereEndInTheSameStore) {
  for (const std::string& order : orders()) {
    SCOPED_TRACE(order);
    const std::string whole = expected(campaign(), options(order));
    std::stop_source interrupt;
    std::atomic<Ordinal> left = 9'000;
    const Campaign interrupting = in_process("numbers", numbers(), property("small", [&](Ordinal number) {
                                               if (--left == 0) interrupt.request_stop();
                                               return !fails(number);
                                             }));
    results::Store store = results::Store::in_memory(Engine(campaign(), carried()).manifest());
    int runs = 0;
    for (bool finished = false; !finished && runs < 100; ++runs) {
      interrupt = std::stop_source();
      left = 9'000 + 2'000 * static_cast<Ordinal>(runs);
      Counting observer;
      finished = Engine(interrupting, carried()).run(store, options(order), observer, interrupt.get_token()).stop ==
                 Stop::finished;
    }
    EXPECT_GT(runs, 1);
    EXPECT_EQ(store.canonical_dump(), whole);
  }
}

TEST_P(WalkedRests, SkipWhatAnotherOrderHasRun) {
  for (const std::string& order : orders()) {
    SCOPED_TRACE(order);
    Engine engine(campaign(), carried());
    results::Store store = results::Store::in_memory(engine.manifest());
    RunOptions golden = options("golden");
    golden.max_tests = 30'000;
    Counting observer, rest;
    (void)engine.run(store, golden, observer);
    EXPECT_EQ(engine.run(store, options(order), rest).visited, inputs - 30'000);
    EXPECT_TRUE(store.account().complete);
    EXPECT_EQ(store.account().failed(), failing);
    EXPECT_EQ(store.account().filtered, filtered);
  }
}

TEST_P(WalkedRests, CanBeRepeatedAsAWhole) {
  for (const std::string& order : orders()) {
    SCOPED_TRACE(order);
    RunOptions options = this->options(order);
    options.repeat = true;
    const Ran ran = run_in_memory(campaign(), options);
    const Ordinal sparse = generators::make_order(ran.store.passes().front().order, inputs)->sparse_size();
    ASSERT_LT(sparse, inputs);
    EXPECT_EQ(ran.summary.visited, inputs + sparse);
    EXPECT_EQ(ran.store.account().executed, inputs);
    EXPECT_EQ(ran.store.account().failed(), failing);
    EXPECT_EQ(ran.store.account().filtered, filtered);
  }
}

TEST_P(WalkedRests, AreTheDefaultInProcessAndNowhereElse) {
  EXPECT_EQ(default_order(campaign()), "pairwise-dense");
  const Ran ran = run_in_memory(campaign(), {});
  EXPECT_EQ(ran.store.passes().front().order.name, "pairwise-dense");
  EXPECT_EQ(ran.store.canonical_dump(), expected(campaign(), options("pairwise-dense")));
  const Campaign outside = observed("outside", generators::range(0, 3), [](int) { return subjects::Input{}; },
                                    subjects::commands({{.arguments = {"true"}}}), {oracles::exit_status(0)});
  EXPECT_EQ(run_in_memory(outside, {}).store.passes().front().order.name, "pairwise");
}

INSTANTIATE_TEST_SUITE_P(Carriers, WalkedRests, testing::ValuesIn(carriers), name_of_carrier);

}  // namespace
}  // namespace smallscope::runner
