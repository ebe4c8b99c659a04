// SPDX-License-Identifier: Apache-2.0
// Campaigns over searches that are not indexed: what they find is what the indexed search would give.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include <smallscope/subjects/command.hpp>

#include "carriers.hpp"

namespace smallscope::runner {
namespace {

using testing::HasSubstr;

/// Lists of up to three digits, every second path rejected: 585 inputs, of which those that begin with 5 fail.
auto lists() {
  return generators::chosen([](generators::Chooser& choose) -> std::optional<std::vector<int>> {
    std::vector<int> list(choose.named("length").range(std::size_t{0}, std::size_t{3}));
    for (int& item : list) item = choose.named("item")(8);
    if (choose.boolean()) return std::nullopt;
    return list;
  });
}
constexpr Ordinal all_lists = 1 + 8 + 64 + 512, failing_lists = 1 + 8 + 64;

auto does_not_begin_with_5() {
  return property("first", [](const std::vector<int>& list) { return list.empty() || list.front() != 5; });
}
Campaign walked() { return in_process("lists", lists(), does_not_begin_with_5()); }
Campaign indexed() { return in_process("lists", generators::indexed(lists()), does_not_begin_with_5()); }

/// All that follows the manifest, which says how the space is described.
std::string behind_manifest(const std::string& dump) { return dump.substr(dump.find('\n')); }

class SearchRuns : public EveryCarrier {};

TEST_P(SearchRuns, ASearchGivesWhatItsIndexGives) {
  for (const char* const order : {"dense", "jump"}) {
    SCOPED_TRACE(order);
    const Ran ran = run_in_memory(walked(), options(order));
    const auto account = ran.store.account();
    EXPECT_TRUE(account.complete);
    EXPECT_EQ(account.inputs, all_lists);
    EXPECT_EQ(account.executed, all_lists);
    EXPECT_EQ(account.failed(), failing_lists);
    EXPECT_EQ(ran.observer.passes, 1);
    EXPECT_EQ(ran.store.canonical_dump(), expected(walked(), options(order)));
    EXPECT_EQ(behind_manifest(ran.store.canonical_dump()), behind_manifest(expected(indexed(), options(order))));
  }
  EXPECT_EQ(run_in_memory(walked(), options("golden")).store.passes().front().order.name, "dense");
}

/// Runs a campaign whose generator throws at the input 70'000; what ran before must be kept.
template <class Error>
void expect_kept_before(const Campaign& campaign, const RunOptions& options, const EngineOptions& carried,
                        const char* message) {
  Engine engine(campaign, carried);
  results::Store store = results::Store::in_memory(engine.manifest());
  Counting observer;
  EXPECT_THAT([&] { engine.run(store, options, observer); }, testing::ThrowsMessage<Error>(HasSubstr(message)));
  EXPECT_FALSE(store.account().complete);
  EXPECT_GT(store.account().executed, 0u);
  EXPECT_LE(store.account().executed, 70'000u);
}
auto anything() {
  return property("anything", [](std::uint64_t) { return true; });
}

TEST_P(SearchRuns, ASearchThatThrowsNamesItsPathAndKeepsWhatRan) {
  const auto throwing = generators::chosen([](generators::Chooser& choose) {
    const std::uint64_t number = choose.named("number")(100'000);
    if (number == 70'000) throw std::runtime_error("cannot be made");
    return number;
  });
  expect_kept_before<generators::PathError>(in_process("throwing", throwing, anything()), options("dense"), carried(),
                                            "on the path number = 70000 the search's own function threw: cannot");
}

TEST_P(SearchRuns, AFirstFailureBeforeAnErrorIsWhyTheRunStops) {
  const auto throwing = generators::chosen([](generators::Chooser& choose) {
    const std::uint64_t number = choose(1u << 30);  // random paths, for the estimate, do not meet what throws
    if (number == 2) throw std::runtime_error("cannot be made");
    return number;
  });
  RunOptions options = this->options("dense");
  options.first_failure = true;
  const auto failing = property("nothing", [](std::uint64_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // so that the error is met meanwhile
    return false;
  });
  const Campaign campaign = in_process("throwing", throwing, failing);
  Engine engine(campaign, carried());
  results::Store store = results::Store::in_memory(engine.manifest());
  Counting observer;
  EXPECT_EQ(engine.run(store, options, observer).stop, Stop::first_failure);
  EXPECT_EQ(store.account().failed(), 1u);
}

TEST_P(SearchRuns, AGeneratorThatThrowsKeepsWhatRan) {
  const auto throwing = generators::range(std::uint64_t{0}, std::uint64_t{99'999}).map([](std::uint64_t number) {
    if (number == 70'000) throw std::runtime_error("cannot be made");
    return number;
  });
  expect_kept_before<std::runtime_error>(in_process("throwing", throwing, anything()), options("dense"), carried(),
                                         "cannot be made");
}

TEST_P(SearchRuns, ASearchStopsWhereItsIndexWould) {
  for (const char* const order : {"dense", "jump"}) {
    SCOPED_TRACE(order);
    RunOptions first = options(order), some = options(order);
    first.first_failure = true;
    some.max_tests = 50;
    for (const RunOptions& stopping : {first, some}) {
      const Ran ran = run_in_memory(walked(), stopping);
      EXPECT_FALSE(ran.store.account().complete);
      EXPECT_EQ(ran.store.account().inputs, generators::uncounted);
      EXPECT_EQ(ran.store.certificate(), "");
      EXPECT_EQ(behind_manifest(ran.store.canonical_dump()), behind_manifest(expected(indexed(), stopping)));
    }
  }
}

TEST_P(SearchRuns, ASearchInPiecesEqualsTheWhole) {
  for (const char* const order : {"dense", "jump"}) {
    SCOPED_TRACE(order);
    RunOptions options = this->options(order);
    results::Store store = results::Store::in_memory(Engine(walked(), carried()).manifest());
    for (const Ordinal limit : {1, 2, 30, 58, 59, 60, 400, 585, 586}) {
      options.max_tests = limit;
      const Campaign campaign = walked();  // counted by nobody
      Engine engine(campaign, carried());
      Counting observer;
      store.require_same_campaign(engine.manifest());
      (void)engine.run(store, options, observer);
      EXPECT_EQ(store.account().executed, std::min<Ordinal>(limit, all_lists));
    }
    EXPECT_TRUE(store.account().complete);
    options.max_tests.reset();
    EXPECT_EQ(store.canonical_dump(), expected(walked(), options));
    // Nothing is left, and nothing is added.
    Counting observer;
    EXPECT_EQ(Engine(walked(), carried()).run(store, options, observer).visited, 0u);
    EXPECT_EQ(store.canonical_dump(), expected(walked(), options));
  }
}

TEST_P(SearchRuns, ASecondOrderOfASearchSkipsWhatHasRun) {
  for (const auto& [first, second] : {std::pair{"jump", "dense"}, std::pair{"dense", "jump"}}) {
    SCOPED_TRACE(first);
    RunOptions options = this->options(first);
    options.max_tests = 40;
    const Campaign campaign = walked();
    Engine engine(campaign, carried());
    results::Store store = results::Store::in_memory(engine.manifest());
    Counting observer, later;
    (void)engine.run(store, options, observer);
    options = this->options(second);
    EXPECT_EQ(engine.run(store, options, later).visited, all_lists - 40);
    const auto account = store.account();
    EXPECT_TRUE(account.complete);
    EXPECT_EQ(account.executed, all_lists);
    EXPECT_EQ(account.failed(), failing_lists);
    for (Ordinal ordinal = 0; ordinal < all_lists; ++ordinal) EXPECT_TRUE(store.is_executed(0, ordinal));
  }
}

TEST_P(SearchRuns, ASearchWithoutInputsIsARunOfNoTests) {
  const auto none = generators::chosen([](generators::Chooser& choose) -> std::optional<int> {
    choose(10);
    return std::nullopt;
  });
  const Ran ran = run_in_memory(in_process("none", none, property("passes", [](int) { return true; })), options());
  EXPECT_EQ(ran.store.account().inputs, 0u);
  EXPECT_TRUE(ran.store.account().complete);
}

TEST_P(SearchRuns, ASearchTooLongToFinishIsRunAsFarAsAsked) {
  // 2^60 inputs.
  const auto words = generators::chosen([](generators::Chooser& choose) {
    Ordinal word = 0;
    for (int bit = 0; bit < 60; ++bit) word = 2 * word + choose(2u);
    return word;
  });
  RunOptions options = this->options();
  options.max_tests = 20'000;
  const Ran ran =
      run_in_memory(in_process("words", words, property("few", [](Ordinal word) { return word != 19'999; })), options);
  EXPECT_EQ(ran.store.account().executed, 20'000u);
  EXPECT_EQ(ran.observer.cases, std::vector<Ordinal>{19'999});
}

TEST_P(SearchRuns, AStopIsHeardWhileASearchFindsNothing) {
  // 2^60 paths, no input but the first: only the walk itself can notice the end of the budget.
  const auto barren = generators::chosen([](generators::Chooser& choose) -> std::optional<int> {
    int ones = 0;
    for (int bit = 0; bit < 60; ++bit) ones += choose(2);
    if (ones > 0) return std::nullopt;
    return ones;
  });
  RunOptions options = this->options();
  options.budget = std::chrono::milliseconds(50);
  const Campaign campaign = in_process("barren", barren, property("passes", [](int) { return true; }));
  const Ran ran = run_in_memory(campaign, options);
  EXPECT_EQ(ran.summary.stop, Stop::budget);
  EXPECT_LE(ran.store.account().executed, 1u);
}

TEST_P(SearchRuns, AnInterruptedSearchIsCompletedToTheSameStore) {
  const RunOptions options = this->options("dense");
  std::stop_source interrupt;
  std::atomic<int> seen = 0;
  const auto interrupting = property("first", [&](const std::vector<int>& list) {
    if (++seen == 100) interrupt.request_stop();
    return list.empty() || list.front() != 5;
  });
  const Campaign first = in_process("lists", lists(), interrupting);
  Engine engine(first, carried());
  results::Store store = results::Store::in_memory(engine.manifest());
  Counting observer, rest;
  (void)engine.run(store, options, observer, interrupt.get_token());
  (void)Engine(walked(), carried()).run(store, options, rest);
  EXPECT_EQ(store.canonical_dump(), expected(walked(), options));
}

TEST_P(SearchRuns, ASearchCanBeObserved) {
  const std::shared_ptr<const subjects::Subject> shell =
      subjects::commands({{.arguments = {"sh", "-c", "test \"$1\" != 5", "sh", "{first}"}}});
  const auto short_lists = generators::chosen([](generators::Chooser& choose) { return choose.range(3, 6); });
  const auto render = [](int first) { return subjects::Input{.parameters = {{"first", std::to_string(first)}}}; };
  const Campaign campaign = observed("shell", short_lists, render, shell, {oracles::exit_status(0)});
  const Ran ran = run_in_memory(campaign, options());
  EXPECT_EQ(ran.store.account().inputs, 4u);
  EXPECT_EQ(ran.store.account().failed(), 1u);
  EXPECT_EQ(ran.store.verdict(0, 2), oracles::Verdict::fail);
}

TEST(SearchCampaign, SaysWhatItCannotDo) {
  RunOptions options;
  options.order.name = "jump";
  options.repeat = true;
  try {
    (void)run_in_memory(walked(), options);
    FAIL();
  } catch (const generators::GeneratorError& error) {
    EXPECT_THAT(error.what(), HasSubstr("use indexed(search)"));
  }
}

TEST(SearchCampaign, TheFingerprintDoesNotDependOnWhoCounted) {
  const Campaign fresh = walked(), known = walked();
  EXPECT_EQ(known.space->reach(generators::uncounted), all_lists);
  EXPECT_EQ(fingerprint(fresh, "1"), fingerprint(known, "1"));
  EXPECT_NE(fingerprint(fresh, "1"), fingerprint(indexed(), "1"));
}

INSTANTIATE_TEST_SUITE_P(Carriers, SearchRuns, testing::ValuesIn(carriers), name_of_carrier);

}  // namespace
}  // namespace smallscope::runner
