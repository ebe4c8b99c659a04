// SPDX-License-Identifier: Apache-2.0
// One test source under every scheduler and several numbers of jobs: the stores must be equal.
#include <smallscope/runner/run.hpp>

#include <atomic>
#include <filesystem>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/generators/orders/order_kinds.hpp>

#include "carriers.hpp"

namespace smallscope::runner {
namespace {

using oracles::Verdict;
using testing::ElementsAre;

TEST_P(EveryCarrier, GivesEveryInputOneVerdict) {
  for (const std::string& order : generators::order_names()) {
    SCOPED_TRACE(order);
    const Ran ran = run_in_memory(triples(), options(order));
    const auto account = ran.store.account();
    EXPECT_EQ(account.inputs, 1210u);
    EXPECT_EQ(account.executed, 1210u);
    EXPECT_EQ(account.filtered, 110u);
    EXPECT_EQ(account.failed(), 70u);
    EXPECT_TRUE(account.complete);
    EXPECT_EQ(ran.summary.stop, Stop::finished);
    EXPECT_EQ(ran.store.canonical_dump(), expected(triples(), options(order)));
  }
}

TEST_P(EveryCarrier, VerdictsOfAllOrdersAreTheSame) {
  const Ran dense = run_in_memory(triples(), options("dense")), golden = run_in_memory(triples(), options());
  for (Ordinal ordinal = 0; ordinal < 1210; ++ordinal)
    ASSERT_EQ(dense.store.verdict(0, ordinal), golden.store.verdict(0, ordinal)) << ordinal;
}

TEST_P(EveryCarrier, FirstFailureIsTheFirstInTheOrder) {
  for (const std::string& order : generators::order_names()) {
    SCOPED_TRACE(order);
    RunOptions options = this->options(order);
    options.first_failure = true;
    const Ran ran = run_in_memory(triples(), options);
    // By hand: the first position whose ordinal fails.
    if (generators::order_kind(order).depends_on(generators::OrderParameter::factors))
      options.order.factors = {10, 11, 11};
    const auto sequence = generators::make_order(options.order, 1210);
    Ordinal position = 0;
    const auto fails = [](Ordinal ordinal) {
      return ordinal / 121 == 3 && ordinal / 11 % 11 >= 4 && ordinal % 11 != 7;
    };
    while (!fails(sequence->at(position))) ++position;
    ASSERT_TRUE(ran.store.first_failure());
    EXPECT_EQ(ran.store.first_failure()->ordinal, sequence->at(position));
    EXPECT_EQ(ran.store.first_failure()->tests, position + 1);
    EXPECT_EQ(ran.store.account().executed, position + 1);
    EXPECT_EQ(ran.store.account().failed(), 1u);
    EXPECT_EQ(ran.summary.stop, Stop::first_failure);
    EXPECT_EQ(ran.store.canonical_dump(), expected(triples(), options));
  }
}

TEST_P(EveryCarrier, MaxTestsIsExactAndSaysWhatWasCovered) {
  RunOptions options = this->options();
  options.max_tests = 333;
  const Ran ran = run_in_memory(triples(), options);
  EXPECT_EQ(ran.store.account().executed, 333u);
  EXPECT_FALSE(ran.store.account().complete);
  EXPECT_EQ(ran.summary.stop, Stop::max_tests);
  EXPECT_EQ(ran.store.canonical_dump(), expected(triples(), options));
}

TEST_P(EveryCarrier, ARunInPiecesEqualsTheWhole) {
  const Campaign campaign = triples();
  RunOptions options = this->options("jump");
  Engine engine(campaign, carried());
  results::Store store = results::Store::in_memory(engine.manifest());
  for (const Ordinal limit : {1, 2, 100, 101, 700, 1210}) {
    options.max_tests = limit;
    Counting observer;
    (void)engine.run(store, options, observer);
    EXPECT_EQ(store.account().executed, limit);
  }
  options.max_tests.reset();
  EXPECT_EQ(store.canonical_dump(), expected(campaign, options));
}

TEST_P(EveryCarrier, APairwiseRunShowsAllPairsFirstAndGoesOnWhereItStopped) {
  const Campaign campaign = triples();
  RunOptions options = this->options("pairwise");
  Engine engine(campaign, carried());
  results::Store store = results::Store::in_memory(engine.manifest());
  Counting observer;
  for (const Ordinal limit : {50, 121, 700}) {
    options.max_tests = limit;
    (void)engine.run(store, options, observer);
    // Without the run's options, the store knows what was executed: at 121 tests, every pair of b and c.
    std::set<Ordinal> pairs;
    store.for_each_executed(0, [&](Ordinal first, Ordinal last) {
      for (; first < last; ++first) pairs.insert(first % 121);
      return true;
    });
    if (limit >= 121) {
      EXPECT_EQ(pairs.size(), 121u);
    }
  }
  ASSERT_EQ(store.passes().size(), 1u);
  EXPECT_THAT(store.passes().front().order.factors, ElementsAre(10, 11, 11));
  options.max_tests.reset();
  (void)engine.run(store, options, observer);
  EXPECT_EQ(store.canonical_dump(), expected(campaign, options));
  EXPECT_TRUE(store.account().complete);
}

TEST_P(EveryCarrier, WhatIsListedComesFirstAndIsNotRunTwice) {
  const Campaign campaign = triples();
  RunOptions options = this->options("pairwise");
  options.first = {1000, 407, 7, 408, 409};  // passes, fails, is filtered, fails, fails
  const Ran ran = run_in_memory(campaign, options);
  EXPECT_EQ(ran.summary.visited, 1210u);
  EXPECT_EQ(ran.store.account().executed, 1210u);
  EXPECT_TRUE(ran.store.account().complete);
  EXPECT_EQ(ran.store.account().failed(), 70u);
  EXPECT_EQ(ran.store.first_failure()->ordinal, 407u);
  EXPECT_EQ(ran.store.first_failure()->tests, 2u);
  EXPECT_EQ(ran.store.find_case(0, 409)->test, 5u);
  EXPECT_EQ(ran.store.canonical_dump(), expected(campaign, options));

  Engine engine(campaign, carried());
  results::Store store = results::Store::in_memory(engine.manifest());
  Counting observer;
  RunOptions pieces = options;
  for (const Ordinal limit : {0, 1, 3, 5, 6, 600}) {
    pieces.max_tests = limit;
    (void)engine.run(store, pieces, observer);
    EXPECT_EQ(store.account().executed, limit);
  }
  (void)engine.run(store, options, observer);
  EXPECT_EQ(store.canonical_dump(), expected(campaign, options));
  EXPECT_EQ(store.passes().size(), 2u);
}

TEST_P(EveryCarrier, ALaterPassSkipsWhatHasRun) {
  const Campaign campaign = triples();
  RunOptions options = this->options("shuffle");
  options.max_tests = 500;
  Engine engine(campaign, carried());
  results::Store store = results::Store::in_memory(engine.manifest());
  Counting observer;
  (void)engine.run(store, options, observer);
  options = this->options("dense");
  Counting second;
  const Summary summary = engine.run(store, options, second);
  EXPECT_EQ(summary.visited, 710u);
  EXPECT_EQ(store.account().executed, 1210u);
  EXPECT_EQ(store.account().failed(), 70u);
  EXPECT_EQ(store.account().filtered, 110u);
  EXPECT_TRUE(store.account().complete);
}

TEST_P(EveryCarrier, APassEndsThoughAllThatIsLeftHasRun) {
  // The dense pass ends at 1,000; the golden one has run more than 210 ordinals, and then the first goes on.
  const Campaign campaign = triples();
  RunOptions options = this->options("dense");
  options.max_tests = 1000;
  Engine engine(campaign, carried());
  results::Store store = results::Store::in_memory(engine.manifest());
  Counting observer, second, third;
  (void)engine.run(store, options, observer);
  (void)engine.run(store, this->options("golden"), second);
  EXPECT_EQ(engine.run(store, this->options("dense"), third).visited, 0u);
  for (const results::Pass& pass : store.passes()) EXPECT_EQ(pass.done, pass.end) << pass.order.name;
}

TEST_P(EveryCarrier, RepeatRunsTheJumpsTwiceAsThePaperDoes) {
  RunOptions options = this->options("jump");
  options.repeat = true;
  const Ran ran = run_in_memory(triples(), options);
  const Ordinal sparse = generators::JumpOrder(1210, 20, 1).sparse_size();
  EXPECT_EQ(ran.summary.visited, 1210 + sparse);
  EXPECT_EQ(ran.store.account().executed, 1210u);
  EXPECT_EQ(ran.store.account().failed(), 70u);
  EXPECT_EQ(ran.observer.passes, 2);
  Ordinal repeated = 0;
  ran.store.for_each_case([&](const results::Case& failing) {
    repeated += ran.store.attempts(0, failing.ordinal).size();
    EXPECT_EQ(failing.verdict, Verdict::fail);
    return true;
  });
  EXPECT_GT(repeated, 0u);
}

TEST_P(EveryCarrier, RepeatExecutesListedInputsAgain) {
  const Campaign campaign = triples();
  Engine engine(campaign, carried());
  results::Store store = results::Store::in_memory(engine.manifest());
  RunOptions options;
  options.first = {0, 1, 2, 3};
  options.only_first = true;
  Counting once, twice, again;
  (void)engine.run(store, options, once);
  options.first = {2, 3, 4, 5};
  EXPECT_EQ(engine.run(store, options, twice).visited, 2u) << "two of them have run";
  options.repeat = true;
  EXPECT_EQ(engine.run(store, options, again).visited, 4u);
  EXPECT_EQ(store.account().executed, 6u);
}

TEST_P(EveryCarrier, AnInterruptedRunIsCompletedToTheSameStore) {
  const Campaign campaign = triples();
  RunOptions options = this->options();
  Engine engine(campaign, carried());
  results::Store store = results::Store::in_memory(engine.manifest());
  // Stops from inside, after the third failure was committed.
  struct Stopping : Counting {
    std::stop_source source;
    void case_committed(const results::Case& failing, const Progress& progress) override {
      Counting::case_committed(failing, progress);
      if (cases.size() == 3) source.request_stop();
    }
  } stopping;
  const Summary summary = engine.run(store, options, stopping, stopping.source.get_token());
  EXPECT_EQ(summary.stop, Stop::interrupted);
  Counting rest;
  (void)engine.run(store, options, rest);
  EXPECT_EQ(store.canonical_dump(), expected(campaign, options));
  EXPECT_EQ(stopping.cases.size() + rest.cases.size(), 70u) << "no failure is seen twice";
}

TEST_P(EveryCarrier, ASpentBudgetStopsTheRun) {
  RunOptions options = this->options();
  options.budget = std::chrono::duration<double>(0);
  const Ran ran = run_in_memory(triples(), options);
  EXPECT_EQ(ran.summary.stop, Stop::budget);
  EXPECT_EQ(ran.store.account().executed, 0u);
}

TEST_P(EveryCarrier, AnEmptySpaceIsARunOfNoTests) {
  const Campaign none =
      in_process("none", generators::elements(std::vector<int>{}), property("any", [](int) { return false; }));
  const Ran ran = run_in_memory(none, options());
  EXPECT_EQ(ran.store.account().inputs, 0u);
  EXPECT_EQ(ran.store.account().executed, 0u);
  EXPECT_TRUE(ran.store.account().complete);
}

TEST_P(EveryCarrier, ExceptionsOfThePropertyAreCrashesOfTheSubject) {
  const Campaign throwing = in_process("throwing", generators::range(0, 99), property("even", [](int value) {
                                         if (value % 10 == 3) throw std::runtime_error("three");
                                         if (value % 10 == 4) throw 4;
                                         return true;
                                       }));
  const Ran ran = run_in_memory(throwing, options("dense"));
  EXPECT_EQ(ran.store.account().cases.at(Verdict::crashed), 20u);
  EXPECT_THAT(ran.store.find_case(0, 13)->judgements,
              ElementsAre(oracles::Judgement{"even", Verdict::crashed, {"std::runtime_error: three"}}));
  EXPECT_THAT(ran.store.find_case(0, 14)->judgements,
              ElementsAre(oracles::Judgement{"even", Verdict::crashed, {"an exception that is not a std::exception"}}));
}

TEST_P(EveryCarrier, ExceptionsOfAnOracleAreOracleErrors) {
  const Campaign campaign = in_process(
      "oracles", generators::range(0, 9), [](int value) { return value * 2; },
      property("doubles", [](int value, int result) { return result == 2 * value; }),
      property("judges", [](int value, int) {
        if (value == 5) throw std::logic_error("cannot judge 5");
        return std::optional<std::string>(value == 6 ? std::optional<std::string>("six") : std::nullopt);
      }));
  const Ran ran = run_in_memory(campaign, options());
  EXPECT_EQ(ran.store.find_case(0, 5)->verdict, Verdict::oracle_error);
  EXPECT_EQ(ran.store.find_case(0, 6)->judgements.front(), (oracles::Judgement{"judges", Verdict::fail, {"six"}}));
  EXPECT_EQ(ran.store.account().failed(), 1u);
}

TEST_P(EveryCarrier, AFailureThatPassesWhenRepeatedIsFlaky) {
  auto calls = std::make_shared<std::atomic<int>>(0);
  const Campaign campaign =
      in_process("flaky", generators::range(0, 9),
                 property("once", [calls](int value) { return value != 5 || calls->fetch_add(1) > 0; }));
  const Ran ran = run_in_memory(campaign, options());
  EXPECT_EQ(ran.store.find_case(0, 5)->verdict, Verdict::flaky);
}

INSTANTIATE_TEST_SUITE_P(Carriers, EveryCarrier, testing::ValuesIn(carriers), name_of_carrier);

TEST(Fingerprint, DependsOnPopulationSubjectAndOracles) {
  const auto one = [](int last, const char* oracle) {
    return fingerprint(in_process("x", generators::range(0, last), property(oracle, [](int) { return true; })), "1");
  };
  EXPECT_EQ(one(9, "a"), one(9, "a"));
  EXPECT_NE(one(9, "a").population, one(8, "a").population);
  EXPECT_NE(one(9, "a").oracles, one(9, "b").oracles);
  const auto words = [](const char* word) {
    return fingerprint(
        in_process("x", generators::elements("same", word), property("p", [](const std::string&) { return true; })),
        "1");
  };
  EXPECT_NE(words("a").population, words("b").population);
}

}  // namespace
}  // namespace smallscope::runner
