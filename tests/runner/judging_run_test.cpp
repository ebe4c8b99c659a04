// SPDX-License-Identifier: Apache-2.0
// Runs whose inputs are refused, not judged, or judged by few: what the store says of each, under every carrier.
#include <gmock/gmock.h>

#include "carriers.hpp"
#include "scripted.hpp"

namespace smallscope::runner {
namespace {

using oracles::Judgement;
using oracles::Verdict;
using subjects::Ending;
using subjects::Input;
using subjects::Observation;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Of 30 inputs, every third is refused, multiples of 10 are not valid, 7 and 17 change behaviour, 5 has no behaviour.
std::shared_ptr<Scripted> mixed() {
  return std::make_shared<Scripted>([](int n, int) {
    if (n % 10 == 0) return reported({{"compile errors before", "line " + std::to_string(n) + ": bad"}});
    if (n % 3 == 0) return ended(Ending::refused, "cannot move " + std::to_string(n));
    Observation done =
        reported({{"compile errors before", ""}, {"compile errors after", ""}, {"behaviour before", "1"}});
    if (n == 5)
      done.absent.push_back("behaviour after");
    else
      done.outputs.push_back({"behaviour after", n % 10 == 7 ? "2" : "1"});
    return done;
  });
}

std::vector<oracles::OraclePointer> refactoring_oracles() {
  return {oracles::no_crash(), oracles::reported_compiles(), oracles::reported_behaviour()};
}

class Judging : public EveryCarrier {};
INSTANTIATE_TEST_SUITE_P(Runner, Judging, testing::ValuesIn(carriers), name_of_carrier);

TEST_P(Judging, TheStoreTellsWhatEveryOracleSaid) {
  const Campaign campaign = over(30, mixed(), refactoring_oracles());
  const Ran ran = run_in_memory(campaign, options());
  const results::Account account = ran.store.account();
  EXPECT_EQ(account.rejected, 3u);
  EXPECT_EQ(account.refused, 9u) << "0 is not valid, which comes first";
  EXPECT_EQ(account.failed(), 2u);
  EXPECT_EQ(account.judged(), 18u);
  EXPECT_TRUE(account.complete);
  EXPECT_EQ(ran.store.verdict(0, 3), Verdict::refused);
  const oracles::Tallies tallies = ran.store.tallies(0);
  EXPECT_EQ(tallies.of("no crash").passed(), 30);
  EXPECT_EQ(tallies.of("compiles after").passed(), 18);
  EXPECT_EQ(tallies.of("compiles after").rejected(), 3);
  EXPECT_EQ(tallies.of("compiles after").count(Verdict::not_applicable), 9);
  EXPECT_EQ(tallies.of("behaviour preserved").passed(), 15);
  EXPECT_EQ(tallies.of("behaviour preserved").failed(), 2);
  EXPECT_EQ(tallies.of("behaviour preserved").count(Verdict::not_applicable), 10) << "9 refused, 1 without behaviour";
  EXPECT_THAT(ran.store.reasons(0, Verdict::refused), SizeIs(9));
  const auto none = ran.store.reasons(0, Verdict::not_applicable);
  ASSERT_THAT(none, SizeIs(3)) << "by oracle and why, also of inputs that pass";
  EXPECT_EQ(none[0], (results::Reason{Verdict::not_applicable, "behaviour preserved", {"the subject refused"}, 9, 3}));
  EXPECT_EQ(none[1], (results::Reason{Verdict::not_applicable, "compiles after", {"the subject refused"}, 9, 3}));
  EXPECT_EQ(none[2].inputs, 1u);
  EXPECT_EQ(ran.store.canonical_dump(), expected(campaign, options()));
}

TEST_P(Judging, ARefusalCanBeAFailureOrARejection) {
  const Ran failing = run_in_memory(over(30, mixed(), refactoring_oracles(), {.refusal = Refusal::failure}), options());
  EXPECT_EQ(failing.store.account().failed(), 11u);
  EXPECT_EQ(failing.store.account().refused, 0u);
  EXPECT_THAT(failing.store.find_case(0, 3)->judgements,
              ElementsAre(Judgement{"refused", Verdict::fail, {"cannot move 3"}}));
  const Ran rejecting =
      run_in_memory(over(30, mixed(), refactoring_oracles(), {.refusal = Refusal::rejection}), options());
  EXPECT_EQ(rejecting.store.account().rejected, 12u);
  EXPECT_EQ(rejecting.store.account().failed(), 2u);
}

TEST_P(Judging, AWorkerThatNeverReportsWhatIsLookedForIsNoSuccess) {
  const auto misspelling = std::make_shared<Scripted>([](int, int) {
    return reported({{"compile errors before", ""}, {"compile error after", "e"}});
  });
  const Ran ran = run_in_memory(over(30, misspelling, {oracles::reported_compiles()}), options());
  EXPECT_EQ(ran.store.account().open, 30u);
  EXPECT_FALSE(ran.store.account().complete);
  EXPECT_EQ(ran.store.tallies(0).of("compiles after").applied(), 0);
  EXPECT_EQ(ran.store.tallies(0).of("compiles after").errors(), 30);
  EXPECT_THAT(ran.store.find_case(0, 0)->judgements.front().messages,
              ElementsAre(HasSubstr("did you mean \"compile error after\"?")));
}

TEST_P(Judging, AnInputToWhichNoOracleAppliesDidNotPass) {
  const auto never = [](const Input&, const Observation&) { return false; };
  const auto silent = std::make_shared<Scripted>([](int, int) { return reported({}); });
  const Ran ran =
      run_in_memory(over(10, silent, {oracles::restricted("never", never, oracles::no_crash())}), options());
  EXPECT_EQ(ran.store.account().not_applicable, 10u);
  EXPECT_EQ(ran.store.account().judged(), 0u);
  EXPECT_EQ(ran.store.verdict(0, 4), Verdict::not_applicable);
}

TEST_P(Judging, PropertiesAreCountedAsOraclesAre) {
  const auto space = generators::range(0, 99).filter([](int n) { return n % 10 != 9; });
  const Campaign campaign = in_process("counted", space, property("small", [](int n) { return n < 95; }),
                                       property("even only", [](int n) -> Judgement {
                                         if (n % 2 == 1) return {"", Verdict::not_applicable, {}};
                                         if (n == 50) throw std::runtime_error("fifty");
                                         return {"", n % 7 == 0 ? Verdict::discarded : Verdict::pass, {"seven"}};
                                       }));
  const Ran ran = run_in_memory(campaign, options());
  const oracles::Tallies tallies = ran.store.tallies(0);
  EXPECT_EQ(ran.store.account().filtered, 10u);
  EXPECT_EQ(tallies.of("small").passed(), 86);
  EXPECT_EQ(tallies.of("small").failed(), 4) << "95, 96, 97; 98 is rejected by the other as well";
  EXPECT_EQ(tallies.of("even only").count(Verdict::not_applicable), 40);
  EXPECT_EQ(tallies.of("even only").failed(), 1);
  EXPECT_EQ(tallies.of("even only").rejected(), 8) << "0, 14, 28, ..., 98";
  EXPECT_EQ(tallies.of("even only").applied(), 50);
  EXPECT_EQ(ran.store.verdict(0, 1), Verdict::pass) << "the other property judged it";
  EXPECT_EQ(ran.store.canonical_dump(), expected(campaign, options()));
}

TEST_P(Judging, ARepeatingPassCountsEveryInputOnce) {
  RunOptions jumping = options("jump");
  jumping.repeat = true;
  const Campaign campaign = over(30, mixed(), refactoring_oracles());
  const oracles::Tallies repeated = run_in_memory(campaign, jumping).store.tallies(0);
  EXPECT_EQ(repeated, run_in_memory(campaign, options()).store.tallies(0));
}

/// Inputs below 20 are lost as often as a lane tries them in one go; from the second time on they are judged.
std::function<Observation(int, int)> lost_at_first(int attempts) {
  return [attempts](int n, int attempt) {
    if (n < 20 && attempt <= attempts) return ended(Ending::lost, "disk full");
    return reported({{"behaviour before", "1"}, {"behaviour after", n == 5 ? "2" : "1"}});
  };
}

TEST_P(Judging, WhatCouldNotBeJudgedIsTriedAgain) {
  const auto campaign = [](int lost) {
    return over(40, std::make_shared<Scripted>(lost_at_first(lost)), {oracles::reported_behaviour()});
  };
  const Ran ran = run_in_memory(campaign(3), options());
  EXPECT_EQ(ran.summary.retried, 20u);
  EXPECT_EQ(ran.summary.settled, 20u);
  EXPECT_TRUE(ran.store.account().complete);
  EXPECT_EQ(ran.store.account().failed(), 1u);
  const Ran healthy = run_in_memory(campaign(0), options());
  EXPECT_EQ(healthy.summary.retried, 0u);
  EXPECT_EQ(ran.store.canonical_dump(), healthy.store.canonical_dump());
}

TEST_P(Judging, WhatCouldNotBeJudgedStaysOpenUntilARunCan) {
  const auto subject = std::make_shared<Scripted>(lost_at_first(3));
  const Campaign campaign = over(40, subject, {oracles::reported_behaviour()});
  Engine engine(campaign, carried());
  results::Store store = results::Store::in_memory(engine.manifest());
  Counting observer;
  RunOptions once = options();
  once.retries = 0;
  engine.run(store, once, observer);
  EXPECT_EQ(store.account().open, 20u);
  EXPECT_FALSE(store.account().complete);
  const Summary resumed = engine.run(store, options(), observer);
  EXPECT_EQ(resumed.settled, 20u);
  EXPECT_TRUE(store.account().complete);
}

TEST_P(Judging, RetryingEndsWhereNothingCanBeJudged) {
  const auto hopeless = std::make_shared<Scripted>([](int, int) { return reported({{"other", ""}}); });
  RunOptions patient = options();
  patient.most_unjudged = 0;
  const Ran ran = run_in_memory(over(1'000, hopeless, {oracles::reported_behaviour()}), patient);
  EXPECT_EQ(ran.summary.stop, Stop::finished);
  EXPECT_EQ(ran.store.account().open, 1'000u);
  EXPECT_LE(ran.summary.retried, 16u);
}

TEST_P(Judging, ARunEndsWhereNothingCanBeJudgedAnyMore) {
  // From the 300th input on.
  const auto broken = std::make_shared<Scripted>([](int n, int) {
    std::vector<subjects::NamedText> said{{"behaviour before", ""}, {"behaviour after", ""}};
    if (n >= 300) said = {{"other", ""}};
    return reported(std::move(said));
  });
  RunOptions given = options();
  given.order.name = "dense";
  given.most_unjudged = 20;
  const Ran ran = run_in_memory(over(100'000, broken, {oracles::reported_behaviour()}), given);
  EXPECT_EQ(ran.summary.stop, Stop::in_vain);
  EXPECT_EQ(ran.store.account().judged(), 300u);
  EXPECT_GE(ran.store.account().open, 20u);
  EXPECT_LT(ran.store.account().executed, 100'000u);
  EXPECT_EQ(ran.summary.retried, 0u);
}

/// Each input fails in a way of its own.
std::shared_ptr<Scripted> failing() {
  return std::make_shared<Scripted>([](int n, int) {
    return reported({{"behaviour before", "1"}, {"behaviour after", "wrong " + std::to_string(n)}});
  });
}

TEST_P(Judging, FailuresShareTheFreshProcessesThatConfirmThem) {
  const auto subject = failing();
  const Ran ran = run_in_memory(over(100, subject, {oracles::reported_behaviour()}), options());
  EXPECT_EQ(ran.summary.confirmed, 100u);
  EXPECT_EQ(ran.summary.flaky, 0u);
  EXPECT_LE(subject->renewals(), 7) << "one for 16 failures";
}

TEST_P(Judging, OfOneKindNotAllSignaturesAreConfirmed) {
  const Campaign campaign = over(100, failing(), {oracles::reported_behaviour()});
  RunOptions wanted = options();
  wanted.kind = [](const results::Case& each) { return each.ordinal < 60 ? "one" : "other"; };
  const Ran ran = run_in_memory(campaign, wanted);
  EXPECT_EQ(ran.summary.confirmed, 32u) << "16 of each kind";
  EXPECT_EQ(ran.summary.not_confirmed, 68u);
  wanted.confirmation = Confirmation::all;
  EXPECT_EQ(run_in_memory(campaign, wanted).summary.confirmed, 100u);
}

TEST_P(Judging, WhatDoesNotShowAgainIsExecutedAlone) {
  // 3 fails at first and then no more; 4 fails always.
  const auto subject = std::make_shared<Scripted>([](int n, int attempt) {
    const bool wrong = n == 4 || (n == 3 && attempt == 1);
    return reported({{"behaviour before", "1"}, {"behaviour after", wrong ? "wrong " + std::to_string(n) : "1"}});
  });
  RunOptions wanted = options();
  wanted.sampled_passes = 0;
  wanted.flaky_executions = 0;
  const Ran ran = run_in_memory(over(10, subject, {oracles::reported_behaviour()}), wanted);
  EXPECT_EQ(ran.summary.confirmed, 2u);
  EXPECT_EQ(ran.store.verdict(0, 3), Verdict::flaky);
  EXPECT_EQ(ran.store.verdict(0, 4), Verdict::fail);
  EXPECT_EQ(subject->executions(), 10 + 2 + 1);
}

TEST_P(Judging, ConfirmationIsPartOfTheBudget) {
  RunOptions none = options();
  none.budget = std::chrono::duration<double>(0);
  const auto subject = failing();
  const Campaign campaign = over(100, subject, {oracles::reported_behaviour()});
  Engine engine(campaign, carried());
  results::Store store = results::Store::in_memory(engine.manifest());
  Counting observer;
  RunOptions unconfirmed = options();
  unconfirmed.confirmation = Confirmation::none;
  engine.run(store, unconfirmed, observer);
  EXPECT_EQ(engine.run(store, none, observer).confirmed, 0u);
  EXPECT_EQ(engine.run(store, options(), observer).confirmed, 100u);
}

TEST_P(Judging, ProgressOfAResumedRunCountsWhatTheStoreHolds) {
  struct Watching : Observer {
    Ordinal failed = 0, refused = 0;
    void progress(const Progress& progress) override {
      failed = progress.failed;
      refused = progress.refused;
    }
  };
  const Campaign campaign = over(30, mixed(), refactoring_oracles());
  Engine engine(campaign, carried());
  results::Store store = results::Store::in_memory(engine.manifest());
  Watching first, second;
  RunOptions part = options();
  part.max_tests = 20;
  engine.run(store, part, first);
  engine.run(store, options(), second);
  EXPECT_EQ(second.failed, 2u);
  EXPECT_EQ(second.refused, 9u);
}

TEST(Observed, ACampaignThatNothingJudgesIsNotMade) {
  EXPECT_THROW(over(10, mixed(), {}), std::invalid_argument);
  EXPECT_THROW(over(10, mixed(), {oracles::exit_status()}), std::invalid_argument) << "a worker has no exit status";
}

}  // namespace
}  // namespace smallscope::runner
