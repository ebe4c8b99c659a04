// SPDX-License-Identifier: Apache-2.0
// Isolated campaigns leave the stores of others, for every order, space and number of jobs; and survive what ends a
// process.
#include <smallscope/runner/isolated.hpp>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carriers.hpp"
#include "files.hpp"
#include "merged_campaigns.hpp"

namespace smallscope::runner {
namespace {

using oracles::Verdict;
using testing::HasSubstr;

class Isolated : public EveryCarrier {
 protected:
  static void expect_same(const Campaign& campaign, const RunOptions& options) {
    EXPECT_EQ(run_in_memory(isolated(campaign), options).store.canonical_dump(), expected(campaign, options));
  }
};

TEST_P(Isolated, RunsLeaveTheStoresOfOthers) {
  for (const char* const order : {"dense", "golden", "pairwise-dense"}) expect_same(triples(), options(order));
  RunOptions first = options("golden");
  first.first_failure = true;
  expect_same(triples(), first);
  RunOptions repeat = options("jump");
  repeat.repeat = true;
  expect_same(triples(), repeat);
  for (const char* const order : {"dense", "jump"}) expect_same(searched(), options(order));
  RunOptions ladder = options("dense");
  ladder.ladder = true;
  expect_same(blocks(), ladder);
}

TEST_P(Isolated, MergedInputsThatEndAProcessAreTakenApart) {
  const auto statements = generators::merged(
      generators::range(0, 99).map([](int statement) { return Statements{statement}; }), together, {.at_a_time = {10}});
  const Campaign campaign = in_process("fatal blocks", statements, property("right", [](const Statements& all) {
                                         for (const int statement : all)
                                           if (statement == 33 || statement == 77) std::raise(SIGKILL);
                                         return true;
                                       }));
  RunOptions options = this->options("dense");
  options.ladder = true;
  const Ran ran = run_in_memory(isolated(campaign), options);
  std::vector<Ordinal> failing;
  ran.store.for_each_failure([&](const results::Case& failure) {
    EXPECT_THAT(failure.judgements.front().messages.front(), HasSubstr("killed by SIGKILL"));
    failing.push_back(failure.ordinal);
    return true;
  });
  EXPECT_THAT(failing, testing::ElementsAre(33u, 77u));
  EXPECT_TRUE(ran.store.account().complete);
}

TEST_P(Isolated, EveryInputMayEndItsProcess) {
  const Campaign campaign = in_process("all fatal", generators::range(0, 99).named("number"),
                                       property("right", [](int number) -> bool { _exit(number % 3); }));
  const Ran ran = run_in_memory(isolated(campaign), options("golden"));
  EXPECT_EQ(ran.store.account().failed(), 100u);
  EXPECT_EQ(ran.store.find_case(0, 5)->verdict, Verdict::crashed);
  EXPECT_EQ(ran.store.find_case(0, 5)->judgements.front().messages.front(), "ended the process with status 2");
  EXPECT_EQ(unexplained_ends(isolated(campaign)), 0u);
}

TEST_P(Isolated, AnInputWhoseProcessOthersMayHaveEndedIsExecutedOnceMore) {
  const TemporaryDirectory directory;
  const std::filesystem::path noted = directory.path() / "noted";
  const auto executions = [&] { return std::filesystem::file_size(noted); };
  RunOptions options = this->options("dense");
  options.confirmation = Confirmation::none;
  const auto ran = [&](std::uintmax_t terminated, int signal) {
    std::filesystem::remove(noted);
    return run_in_memory(isolated(in_process("one", generators::range(7, 7).named("number"),
                                             property("right",
                                                      [&](int) {
                                                        std::ofstream(noted, std::ios::app) << '.';
                                                        if (executions() <= terminated) std::raise(signal);
                                                        return true;
                                                      }))),
                         options);
  };
  EXPECT_EQ(ran(1, SIGTERM).store.account().failed(), 0u);
  EXPECT_EQ(executions(), 2u);
  const Ran always = ran(9, SIGTERM);
  EXPECT_EQ(always.store.find_case(0, 0)->judgements.front().messages.front(), "killed by SIGTERM");
  EXPECT_EQ(executions(), 2u);
  EXPECT_EQ(ran(1, SIGSEGV).store.account().failed(), 1u);
  EXPECT_EQ(executions(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Carriers, Isolated, testing::ValuesIn(carriers), name_of_carrier);

TEST(Isolation, CountsNoDataOfTheProgramItself) {
  constexpr std::size_t mebibyte = 1 << 20;
  const std::vector<char> own(256 * mebibyte, 1);
  const auto allocating = [](std::size_t bytes) {
    return in_process("allocating", generators::range(0, 3).named("number"),
                      property("right", [bytes](int) { return std::vector<char>(bytes, 1).back() == 1; }));
  };
  const IsolationOptions limited{.memory_bytes = 128 * mebibyte};
  const Campaign within = isolated(allocating(64 * mebibyte), limited);
  EXPECT_EQ(run_in_memory(within, {.order = {.name = "dense"}}).store.account().failed(), 0u);
  EXPECT_TRUE(run_in_memory(within, {.order = {.name = "dense"}}).store.account().complete);
  EXPECT_EQ(run_in_memory(isolated(allocating(192 * mebibyte), limited), {.order = {.name = "dense"}})
                .store.account()
                .failed(),
            4u)
      << "though it is less than what the program has";
  EXPECT_EQ(own.back(), 1);
}

TEST(Isolation, LeavesOtherCampaignsAsTheyAre) {
  const Campaign campaign = isolated(triples());
  EXPECT_EQ(isolated(campaign).body, campaign.body);
}

}  // namespace
}  // namespace smallscope::runner
