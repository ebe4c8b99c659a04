// SPDX-License-Identifier: Apache-2.0
// Inputs that do not end in time: executed again, alone, with more time, before they are reported.
#include <chrono>
#include <set>
#include <thread>

#include <gmock/gmock.h>

#include "carriers.hpp"
#include "merged_campaigns.hpp"
#include "scripted.hpp"

namespace smallscope::runner {
namespace {

using oracles::Verdict;
using subjects::Ending;
using subjects::Observation;
using testing::IsEmpty;

/// Of its inputs, those that leave 3 when divided by 10 need more time, those that leave 7 never end, and those that
/// leave 9 need more time and are wrong.
std::shared_ptr<Scripted> slow_and_hanging() {
  return std::make_shared<Scripted>([](const Execution& now) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    const int kind = now.n % 10;
    const bool is_slow = kind == 3 || kind == 9;
    if (kind == 7 || (is_slow && now.patience < 10)) return ended(Ending::timed_out, "no answer within 1 s");
    return reported({{"result", kind == 9 ? "bad" : "good"}});
  });
}

class Patience : public EveryCarrier {};
INSTANTIATE_TEST_SUITE_P(Runner, Patience, testing::ValuesIn(carriers), name_of_carrier);

TEST_P(Patience, WhatOnlyNeedsMoreTimeIsJudged) {
  const auto subject = slow_and_hanging();
  RunOptions wanted = options();
  wanted.patient_in_vain = 1000;
  wanted.confirmation = Confirmation::none;
  const Campaign campaign = over(60, subject, good());
  const Ran ran = run_in_memory(campaign, wanted);
  EXPECT_EQ(ran.summary.slow, 12u);
  EXPECT_EQ(ran.summary.hung, 6u);
  for (Ordinal n = 0; n < 60; ++n)
    EXPECT_EQ(ran.store.verdict(0, n), n % 10 == 7   ? Verdict::timed_out
                                       : n % 10 == 9 ? Verdict::fail
                                                     : Verdict::pass)
        << n;
  EXPECT_FALSE(subject->was_disturbed());
  EXPECT_EQ(ran.store.tallies(0).begin()->passed(), 54) << "each input once, with those that never end";
  EXPECT_EQ(ran.store.tallies(0).begin()->failed(), 6);
  EXPECT_EQ(ran.store.canonical_dump(), expected(over(60, slow_and_hanging(), good()), wanted));
}

class Waiting final : public Observer {
 public:
  void waiting_for(int level, Ordinal ordinal, unsigned patience) override {
    EXPECT_EQ(level, 0);
    EXPECT_EQ(patience, 10u);
    EXPECT_FALSE(waits_) << "one at a time";
    waits_ = true;
    ordinals.insert(ordinal);
  }
  void waited() override { waits_ = false; }
  std::set<Ordinal> ordinals;

 private:
  bool waits_ = false;
};

TEST_P(Patience, AnObserverKnowsWhatEverythingWaitsFor) {
  RunOptions wanted = options();
  wanted.patient_in_vain = 1000;
  const Campaign campaign = over(30, slow_and_hanging(), good());
  Engine engine(campaign, carried());
  results::Store store = results::Store::in_memory(engine.manifest());
  Waiting observer;
  engine.run(store, wanted, observer);
  EXPECT_EQ(observer.ordinals, (std::set<Ordinal>{3, 7, 9, 13, 17, 19, 23, 27, 29}));
}

/// What executes commands of its own, as differential does: of its inputs, those that leave 3 when divided by 10 need
/// more time, and those that leave 7 never end; both seem wrong if time is up.
class LateOracle final : public oracles::Oracle {
 public:
  const std::string& name() const override { return name_; }
  std::string describe() const override { return name_; }
  std::unique_ptr<oracles::Judge> open(const std::filesystem::path&) const override { return std::make_unique<Late>(); }

 private:
  struct Late : oracles::Judge {
    oracles::Judgement judge(const subjects::Input& input, const Observation&, std::stop_token) override {
      const int kind = std::stoi(input.parameters.front().text) % 10;
      is_late = kind == 7 || (kind == 3 && patience < 10);
      if (is_late) return {{}, Verdict::fail, {"another says no answer within 1 s"}};
      return {{}, kind == 9 ? Verdict::fail : Verdict::pass, {}};
    }
    void set_patience(unsigned factor) override { patience = factor; }
    bool take_time_out() override { return std::exchange(is_late, false); }
    unsigned patience = 1;
    bool is_late = false;
  };
  std::string name_ = "late";
};

std::shared_ptr<Scripted> always_good() {
  return std::make_shared<Scripted>([](const Execution&) { return reported({{"result", "good"}}); });
}

TEST_P(Patience, WhatAnOracleExecutesHasMoreTimeToo) {
  const std::vector<oracles::OraclePointer> late = {std::make_shared<LateOracle>()};
  const auto subject = always_good();
  RunOptions wanted = options();
  wanted.patient_in_vain = 1000;
  wanted.confirmation = Confirmation::none;
  const Ran ran = run_in_memory(over(60, subject, late), wanted);
  EXPECT_EQ(ran.summary.slow, 6u);
  EXPECT_EQ(ran.summary.hung, 6u);
  for (Ordinal n = 0; n < 60; ++n)
    EXPECT_EQ(ran.store.verdict(0, n), n % 10 == 7 || n % 10 == 9 ? Verdict::fail : Verdict::pass) << n;
  EXPECT_FALSE(subject->was_disturbed());
  EXPECT_EQ(ran.store.tallies(0).begin()->passed(), 48) << "each input once";
  EXPECT_EQ(ran.store.canonical_dump(), expected(over(60, always_good(), late), wanted));
  wanted.patience = 1;
  EXPECT_EQ(run_in_memory(over(60, always_good(), late), wanted).store.account().failed(), 18u) << "at once";
}

TEST_P(Patience, AnOracleThatNeverEndsHasItInVain) {
  const std::vector<oracles::OraclePointer> late = {std::make_shared<LateOracle>()};
  RunOptions wanted = options("dense");
  wanted.patient_in_vain = 1;
  wanted.confirmation = Confirmation::none;
  const Ran ran = run_in_memory(over(100, always_good(), late), wanted);
  EXPECT_GE(ran.summary.hung, 1u);
  EXPECT_EQ(ran.summary.slow + ran.summary.hung + ran.summary.reported_at_once, 20u);
}

TEST_P(Patience, EndsWhenItIsInVain) {
  const auto hanging = [] {
    return std::make_shared<Scripted>([](int, int) { return ended(Ending::timed_out, "no answer within 1 s"); });
  };
  RunOptions wanted = options();
  wanted.confirmation = Confirmation::none;
  const Ran ran = run_in_memory(over(200, hanging(), good()), wanted);
  EXPECT_EQ(ran.store.account().cases.at(Verdict::timed_out), 200u);
  EXPECT_GE(ran.summary.hung, 3u);
  EXPECT_LT(ran.summary.hung, 3u + 2 * GetParam().jobs) << "what was on its way";
  EXPECT_EQ(ran.store.canonical_dump(), expected(over(200, hanging(), good()), wanted));
}

TEST_P(Patience, OfOneReportsAtOnce) {
  RunOptions wanted = options();
  wanted.patience = 1;
  const auto subject = slow_and_hanging();
  const Ran ran = run_in_memory(over(60, subject, good()), wanted);
  EXPECT_EQ(ran.summary.slow + ran.summary.hung, 0u);
  EXPECT_EQ(ran.store.account().cases.at(Verdict::timed_out), 18u);
}

TEST_P(Patience, TheFirstFailureIsNoneThatOnlyNeedsMoreTime) {
  const auto subject = std::make_shared<Scripted>([](const Execution& now) {
    if (now.n < 40 && now.patience == 1) return ended(Ending::timed_out, "no answer within 1 s");
    return reported({{"result", now.n == 45 ? "bad" : "good"}});
  });
  RunOptions wanted = options("dense");
  wanted.first_failure = true;
  const Ran ran = run_in_memory(over(60, subject, good()), wanted);
  EXPECT_EQ(ran.summary.stop, Stop::first_failure);
  ASSERT_TRUE(ran.store.first_failure());
  EXPECT_EQ(ran.store.first_failure()->ordinal, 45u);
  EXPECT_EQ(ran.store.account().failed(), 1u);
}

TEST_P(Patience, PartsOfAMergedInputHaveAsMuchAsTheWhole) {
  // Statement 3 is wrong. Two statements or more need more time.
  const auto subject = std::make_shared<Scripted>([](const Execution& now) {
    if (now.n / 2 > 1 && now.patience == 1) return ended(Ending::timed_out, "no answer within 1 s");
    return reported({{"result", now.n % 2 == 1 ? "bad" : "good"}});
  });
  const Campaign campaign = observed(
      "merged",
      generators::merged(generators::range(0, 19).map([](int statement) { return Statements{statement}; }), together,
                         {.at_a_time = {5}}),
      [](const Statements& all) {
        const bool is_wrong = std::ranges::find(all, 3) != all.end();
        return subjects::Input{.parameters = {{"n", std::to_string(2 * all.size() + (is_wrong ? 1 : 0))}}};
      },
      subject, good());
  RunOptions wanted = options("dense");
  wanted.merge_level = 1;
  const Ran ran = run_in_memory(campaign, wanted);
  EXPECT_EQ(ran.summary.slow, 4u);
  std::vector<Ordinal> failing;
  ran.store.for_each_failure([&](const results::Case& found) {
    EXPECT_EQ(found.verdict, Verdict::fail);
    EXPECT_EQ(found.level, 0);
    failing.push_back(found.ordinal);
    return true;
  });
  EXPECT_THAT(failing, testing::ElementsAre(3));
}

}  // namespace
}  // namespace smallscope::runner
