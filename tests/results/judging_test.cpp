// SPDX-License-Identifier: Apache-2.0
// What oracles said, why inputs were rejected or refused, and executions that take the place of unjudged ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples.hpp"

namespace smallscope::results {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

Manifest manifest_with_oracles(Ordinal inputs) {
  Manifest manifest = samples::manifest(inputs);
  manifest.oracles = {"compiles", "behaves", "idle"};
  return manifest;
}

Pass pass_over(Ordinal inputs) {
  Pass pass;
  pass.order.name = "dense";
  pass.end = inputs;
  return pass;
}

Reason reason(Verdict verdict, const std::string& oracle, const std::string& message, Ordinal ordinal) {
  return {verdict, oracle, {message}, 1, ordinal};
}

/// Ten inputs: two fail, one is an oracle error, one is lost, one each is rejected, refused, judged by nobody.
Batch ten_inputs(int pass) {
  Batch batch{.pass = pass, .done = 10, .executed = 10};
  batch.cases = {samples::failing(0, 1), samples::failing(3, 4, Verdict::crashed),
                 samples::failing(4, 5, Verdict::oracle_error), samples::failing(5, 6, Verdict::infrastructure)};
  batch.cases[2].judgements = {{"compiles", Verdict::oracle_error, {"no output"}}};
  batch.discards.rejected = {6};
  batch.discards.refused = {7};
  batch.discards.not_applicable = {8};
  batch.reasons.add(reason(Verdict::discarded, "compiles", "syntax error", 6));
  batch.reasons.add(reason(Verdict::refused, "refused", "not a method", 7));
  batch.tallies.add("behaves", Verdict::pass, 3);
  batch.tallies.add("compiles", Verdict::pass, 4);
  batch.tallies.add("compiles", Verdict::oracle_error);
  batch.tallies.add("compiles", Verdict::discarded);
  return batch;
}

class Judged : public testing::Test {
 protected:
  Judged() : store_(Store::create(directory_ / "store.sqlite", manifest_with_oracles(10))) {
    const Pass pass = store_.add_pass(pass_over(10));
    store_.commit(ten_inputs(pass.id));
  }
  TemporaryDirectory directory_;
  Store store_;
};

Retry retried(Ordinal ordinal, Verdict verdict, std::vector<Judgement> judgements = {}) {
  Retry retry{samples::failing(ordinal, 999, verdict), {}};
  retry.result.judgements = std::move(judgements);
  return retry;
}

TEST_F(Judged, TheAccountTellsApartWhatDidNotPass) {
  const Account account = store_.account();
  EXPECT_EQ(account.rejected, 1u);
  EXPECT_EQ(account.refused, 1u);
  EXPECT_EQ(account.not_applicable, 1u);
  EXPECT_EQ(account.open, 2u);
  EXPECT_EQ(account.failed(), 2u);
  EXPECT_EQ(account.judged(), 5u);
  EXPECT_EQ(store_.verdict(0, 6), Verdict::discarded);
  EXPECT_EQ(store_.verdict(0, 7), Verdict::refused);
  EXPECT_EQ(store_.verdict(0, 8), Verdict::not_applicable);
  EXPECT_EQ(store_.verdict(0, 9), Verdict::pass);
}

TEST_F(Judged, AnInputThatCouldNotBeJudgedIsNotDone) {
  EXPECT_FALSE(store_.account().complete);
  EXPECT_EQ(store_.account().executed, 10u);
  EXPECT_EQ(store_.certificate(), "");
  EXPECT_THAT(store_.open_cases(), ElementsAre(Pair(0, 4), Pair(0, 5)));
  store_.add_retries(std::vector{retried(4, Verdict::pass), retried(5, Verdict::pass)});
  EXPECT_TRUE(store_.account().complete);
  EXPECT_THAT(store_.open_cases(), IsEmpty());
  EXPECT_EQ(store_.certificate().size(), 32u);
}

TEST_F(Judged, TalliesStandInTheCampaignsOrderIdleOraclesAmongThem) {
  std::vector<std::string> names;
  for (const oracles::Tally& tally : store_.tallies(0)) names.push_back(tally.oracle);
  EXPECT_THAT(names, ElementsAre("compiles", "behaves", "idle"));
  EXPECT_EQ(store_.tallies(0).of("compiles").applied(), 5);
  EXPECT_EQ(store_.tallies(0).of("compiles").errors(), 1);
  EXPECT_EQ(store_.tallies(0).of("idle").applied(), 0);
  EXPECT_EQ(store_.tallies(1).of("compiles").applied(), 0) << "each merge level has its own";
}

TEST_F(Judged, ARetryTakesThePlaceOfTheUnjudgedExecution) {
  Retry passing = retried(4, Verdict::pass);
  passing.tallies.add("compiles", Verdict::pass);
  const std::vector<Judgement> objection{{"behaves", Verdict::fail, {"differs"}}};
  store_.add_retries(std::vector{passing, retried(5, Verdict::fail, objection), retried(0, Verdict::pass)});
  EXPECT_EQ(store_.verdict(0, 4), Verdict::pass);
  EXPECT_EQ(store_.find_case(0, 5)->judgements, objection);
  EXPECT_EQ(store_.find_case(0, 5)->test, 6u) << "the test that it was";
  EXPECT_EQ(store_.verdict(0, 0), Verdict::fail) << "what is not open stays";
  EXPECT_EQ(store_.tallies(0).of("compiles").errors(), 0);
  EXPECT_EQ(store_.tallies(0).of("compiles").passed(), 5);
  EXPECT_THAT(store_.attempts(0, 4), ElementsAre(testing::Field(&Attempt::kind, "unjudged")));
}

TEST_F(Judged, ARetryMayFindEveryOtherVerdict) {
  const std::vector<Judgement> rejection{{"compiles", Verdict::discarded, {"syntax error"}}};
  const std::vector<Judgement> refusal{{"refused", Verdict::refused, {"no"}}};
  store_.add_retries(std::vector{retried(4, Verdict::discarded, rejection), retried(5, Verdict::refused, refusal)});
  EXPECT_EQ(store_.verdict(0, 4), Verdict::discarded);
  EXPECT_EQ(store_.verdict(0, 5), Verdict::refused);
  EXPECT_THAT(store_.reasons(0, Verdict::discarded),
              ElementsAre(Reason{Verdict::discarded, "compiles", {"syntax error"}, 2, 4}))
      << "the least ordinal stands for it";
  EXPECT_THAT(store_.reasons(0, Verdict::refused), SizeIs(2));
  EXPECT_TRUE(store_.account().complete);
}

TEST_F(Judged, ARetryThatIsNotJudgedEitherStaysOpen) {
  store_.add_retries(
      std::vector{retried(5, Verdict::infrastructure, {{"observed", Verdict::infrastructure, {"gone"}}})});
  EXPECT_THAT(store_.open_cases(), SizeIs(2));
  EXPECT_THAT(store_.find_case(0, 5)->judgements.front().messages, ElementsAre("gone"));
}

TEST_F(Judged, ARetriedStoreEqualsOneThatNeededNone) {
  Store other = Store::in_memory(manifest_with_oracles(10));
  const Pass pass = other.add_pass(pass_over(10));
  Batch batch = ten_inputs(pass.id);
  batch.cases.resize(2);
  batch.cases.push_back(samples::failing(5, 6));
  batch.tallies.add("compiles", Verdict::oracle_error, -1);
  batch.tallies.add("compiles", Verdict::pass);
  other.commit(batch);

  Retry passing = retried(4, Verdict::pass);
  passing.tallies.add("compiles", Verdict::pass);
  store_.add_retries(std::vector{passing, Retry{samples::failing(5, 0), {}}});
  EXPECT_EQ(store_.canonical_dump(), other.canonical_dump());
}

TEST(FirstFailure, MayBeFoundByARetry) {
  Store store = Store::in_memory(manifest_with_oracles(10));
  const Pass pass = store.add_pass(pass_over(10));
  Batch batch{.pass = pass.id, .done = 10, .executed = 10};
  batch.cases = {samples::failing(2, 3, Verdict::infrastructure), samples::failing(7, 8),
                 samples::failing(9, 10, Verdict::infrastructure)};
  store.commit(batch);
  EXPECT_EQ(store.first_failure()->tests, 8u);
  store.add_retries(std::vector{retried(9, Verdict::fail, {{"o", Verdict::fail, {}}})});
  EXPECT_EQ(store.first_failure()->tests, 8u);
  store.add_retries(std::vector{retried(2, Verdict::fail, {{"o", Verdict::fail, {}}})});
  EXPECT_EQ(store.first_failure()->tests, 3u);
  EXPECT_EQ(store.first_failure()->ordinal, 2u);
}

TEST(Reasons, AreCountedEachOnceByTheLeastOrdinal) {
  Reasons reasons;
  for (const Ordinal ordinal : {9u, 4u, 6u}) reasons.add(reason(Verdict::refused, "r", "no", ordinal));
  reasons.add(reason(Verdict::discarded, "r", "no", 1));
  EXPECT_THAT(std::vector(reasons.begin(), reasons.end()),
              ElementsAre(Reason{Verdict::discarded, "r", {"no"}, 1, 1}, Reason{Verdict::refused, "r", {"no"}, 3, 4}));
}

TEST(Reasons, OfAnInputAreThoseOfItsVerdictAndBounded) {
  const std::vector<Judgement> judgements{{"a", Verdict::pass, {}},
                                          {"b", Verdict::discarded, {std::string(9'999, 'x')}}};
  const auto found = reason_of(Verdict::discarded, judgements, 5);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->oracle, "b");
  EXPECT_LT(found->messages.front().size(), 1'000u);
  EXPECT_EQ(reason_of(Verdict::refused, judgements, 5), std::nullopt);
  EXPECT_EQ(reason_of(Verdict::fail, judgements, 5), std::nullopt);
}

TEST(Reasons, BeyondTheBoundAreCountedWithoutTheirTexts) {
  Store store = Store::in_memory(manifest_with_oracles(100'000));
  const Pass pass = store.add_pass(pass_over(100'000));
  const Ordinal all = most_reasons + 50;
  Batch batch{.pass = pass.id, .done = all, .executed = all};
  for (Ordinal ordinal = 0; ordinal < all; ++ordinal) {
    batch.discards.refused.push_back(ordinal);
    batch.reasons.add(reason(Verdict::refused, "refused", std::to_string(ordinal), ordinal));
  }
  store.commit(batch);
  const std::vector<Reason> reasons = store.reasons(0, Verdict::refused);
  ASSERT_THAT(reasons, SizeIs(most_reasons + 1));
  EXPECT_EQ(reasons.front().oracle, "");
  EXPECT_EQ(reasons.front().inputs, 50u);
  EXPECT_EQ(store.account().refused, all);
}

TEST(Reasons, ThatKeepTheirTextsDoNotDependOnTheSequenceOrThePass) {
  constexpr Ordinal all = most_reasons + 300;
  const auto dump_of = [](bool descending, bool in_two_passes) {
    Store store = Store::in_memory(manifest_with_oracles(100'000));
    std::vector<Batch> batches(2);
    for (int half = 0; half < 2; ++half) {
      Pass pass = pass_over(100'000);
      pass.whole = 100'000;
      pass.begin = in_two_passes && half == 1 ? 50'000 : 0;
      pass.end = in_two_passes && half == 0 ? 50'000 : 100'000;
      Batch& batch = batches[static_cast<std::size_t>(half)];
      batch.pass = in_two_passes || half == 0 ? store.add_pass(pass).id : batches[0].pass;
      batch.begin = half == 0 ? 0 : 50'000;
      batch.done = half == 0 ? 50'000 : 100'000;
      batch.executed = 50'000;
    }
    for (Ordinal i = 0; i < 2 * all; ++i) {
      const Ordinal ordinal = descending ? 2 * all - 1 - i : i;
      batches[ordinal < all ? 0 : 1].reasons.add(
          reason(Verdict::refused, "refused", std::to_string(ordinal * 7'919 % all), ordinal));
    }
    store.commit(batches);
    return store.canonical_dump();
  };
  const std::string expected = dump_of(false, false);
  EXPECT_EQ(dump_of(true, false), expected);
  EXPECT_EQ(dump_of(true, true), expected);
}

}  // namespace
}  // namespace smallscope::results
