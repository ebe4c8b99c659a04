// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/planning/session.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "../drawn.hpp"

namespace smallscope::diagnosis::planning {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

PoolTest known_test(Ordinal ordinal, const std::vector<Column>& covered, Column columns) {
  return {.ordinal = ordinal, .traces = {{row_of(covered, columns)}}};
}

std::vector<PoolTest> one_test_for_each(Column columns) {
  std::vector<PoolTest> pool;
  for (Column element = 0; element < columns; ++element) pool.push_back(known_test(100 + element, {element}, columns));
  return pool;
}

/// A program in which this element always fails.
auto program_with_fault(Column fault) {
  return [fault](const PoolTest& test) -> std::optional<Executed> {
    const std::vector<Word>& covered = test.traces[0].covered;
    return Executed{(covered[0] >> fault & 1u) != 0 ? Outcome::fail : Outcome::pass, covered};
  };
}

TEST(Session, FindsTheFaultWithEveryPlanner) {
  for (const Planner planner : all_planners) {
    Session session(pictured({"11111111 F"}), one_test_for_each(8),
                    {.planner = {.planner = planner}, .stop = {.threshold = 0.75}, .seed = 4});
    EXPECT_NE(plan(session, program_with_fault(5)), Stop::budget) << name(planner);
    ASSERT_FALSE(session.diagnoses().all.empty());
    EXPECT_EQ(session.diagnoses().all[0].elements, ElementSet{5}) << name(planner);
    EXPECT_EQ(session.next(), nullptr);
    EXPECT_EQ(session.cost(), static_cast<double>(session.tests().size()));
  }
}

TEST(Session, StopsWhenADiagnosisIsSureEnough) {
  Session session(pictured({"1111 F"}), one_test_for_each(4), {.stop = {.threshold = 0.3}});
  plan(session, program_with_fault(3));
  EXPECT_EQ(session.stop(), Stop::sure);
  EXPECT_EQ(session.tests().size(), 1u);
  EXPECT_GE(session.tests().back().greatest, 0.3);
}

TEST(Session, StopsAtOneDiagnosisOnlyIfThatIsEnough) {
  EXPECT_EQ(Session(pictured({"100 F"}), one_test_for_each(3)).stop(), Stop::one_diagnosis);
  Session on(pictured({"100 F"}), one_test_for_each(3), {.stop = {.threshold = 1.5, .is_one_enough = false}});
  EXPECT_EQ(plan(on, program_with_fault(0)), Stop::pool_empty);
  EXPECT_EQ(on.tests().size(), 3u);
}

TEST(Session, GoesOnUntilEnoughTestsHaveFailed) {
  Session session(pictured({"100 F"}), one_test_for_each(3), {.stop = {.failing = 2}});
  EXPECT_EQ(session.stop(), Stop::not_yet);
  plan(session, program_with_fault(0));
  EXPECT_EQ(session.stop(), Stop::one_diagnosis);
  EXPECT_EQ(session.spectrum().failing(), 2u);
}

TEST(Session, StopsWithoutAFailingTestOnlyAtTheEndOfThePool) {
  Session session(pictured({"100 P"}), one_test_for_each(3));
  EXPECT_EQ(plan(session, program_with_fault(63)), Stop::pool_empty);
}

TEST(Session, KeepsItsBudgets) {
  Session tests(pictured({"11111 F"}), one_test_for_each(5), {.stop = {.threshold = 0.999, .tests = 2}});
  EXPECT_EQ(plan(tests, program_with_fault(9)), Stop::budget);
  EXPECT_EQ(tests.tests().size(), 2u);
  std::vector<PoolTest> dear = one_test_for_each(5);
  for (PoolTest& test : dear) test.cost = 10;
  Session cost(pictured({"11111 F"}), dear, {.stop = {.threshold = 0.999, .cost = 25}});
  EXPECT_EQ(plan(cost, program_with_fault(9)), Stop::budget);
  EXPECT_EQ(cost.tests().size(), 3u);
}

TEST(Session, SaysThatNoDiagnosisExplainsTheFailures) {
  Session session(pictured({"100 F", "010 F"}), {}, {.belief = {.cardinality = 1}});
  EXPECT_EQ(session.stop(), Stop::no_diagnosis);
}

TEST(Session, GivesUpWithWhoeverExecutes) {
  Session session(pictured({"111 F"}), one_test_for_each(3));
  EXPECT_EQ(plan(session, [](const PoolTest&) { return std::optional<Executed>(); }), Stop::given_up);
}

TEST(Session, ProposesWhatComesFirstBeforeADiagnosisMayStand) {
  Session session(pictured({"100 F"}), one_test_for_each(3), {.first = {102, 7, 100}});
  ASSERT_NE(session.next(), nullptr) << "one diagnosis is left, but";
  std::vector<Ordinal> order;
  plan(session, [&](const PoolTest& test) {
    order.push_back(test.ordinal);
    return program_with_fault(0)(test);
  });
  EXPECT_THAT(order, ElementsAre(102, 100)) << "there is no test 7";
  EXPECT_EQ(session.stop(), Stop::one_diagnosis);
}

TEST(Session, WeighsAGroupByItsElementsOrAsOne) {
  const auto probability = [](GroupPrior prior) {
    // Elements 0 to 2 are one group, 3 is another; both explain the failure alone.
    Session session(pictured({"1111 F"}), {known_test(7, {3}, 4)}, {.group_prior = prior});
    return session.diagnoses().all[0].probability;
  };
  EXPECT_NEAR(probability(GroupPrior::of_elements), 3.0 / 4, 1e-3);
  EXPECT_NEAR(probability(GroupPrior::of_one), 1.0 / 2, 1e-9);
}

TEST(Session, LearnsNothingOfSkippedTests) {
  Session session(pictured({"111 F"}), one_test_for_each(3));
  const double before = session.belief().greatest();
  const Ordinal first = session.next()->ordinal;
  session.observe(Outcome::skip, session.next()->traces[0].covered);
  EXPECT_EQ(session.belief().greatest(), before);
  EXPECT_EQ(session.spectrum().tests(), 1u);
  ASSERT_NE(session.next(), nullptr);
  EXPECT_NE(session.next()->ordinal, first);
  EXPECT_EQ(session.cost(), 0);
}

TEST(Session, GroupsWhatNothingTellsApart) {
  // No test tells 1 from 2: a diagnosis of both stands, though neither would.
  Session session(pictured({"1110 F"}), {known_test(7, {1, 2}, 4), known_test(8, {0}, 4)},
                  {.stop = {.threshold = 0.7}});
  EXPECT_THAT(session.groups(), ElementsAre(std::vector<Column>{0}, std::vector<Column>{1, 2}, std::vector<Column>{3}));
  // Either of two may be at fault: twice as probable, but for the chance that both are.
  EXPECT_NEAR(session.diagnoses().all[0].probability, 2.0 / 3, 1e-3);
  plan(session, program_with_fault(2));
  EXPECT_EQ(session.stop(), Stop::one_diagnosis);
  EXPECT_EQ(session.groups()[session.diagnoses().all[0].elements[0]], (std::vector<Column>{1, 2}));
}

TEST(Session, SplitsAGroupWhenATestCoversSomethingElse) {
  Session session(pictured({"1110 F"}), {known_test(7, {1, 2}, 4), known_test(8, {0}, 4)},
                  {.stop = {.threshold = 0.99}});
  while (session.next()->ordinal != 7) session.observe(Outcome::pass, session.next()->traces[0].covered);
  session.observe(Outcome::fail, row_of(std::vector<Column>{2}, 4));
  EXPECT_EQ(session.groups().size(), 4u);
  EXPECT_NEAR(session.tests().back().agreement, 0.5, 1e-12);
  // The same as everything observed gives at once.
  const Diagnoses wanted = diagnose(session.spectrum());
  ASSERT_EQ(session.diagnoses().all.size(), wanted.all.size());
  EXPECT_EQ(session.diagnoses().all[0].elements, wanted.all[0].elements);
  EXPECT_NEAR(session.diagnoses().all[0].probability, wanted.all[0].probability, 1e-9);
}

TEST(Session, RepeatsItself) {
  const auto ordinals = [](std::uint64_t seed) {
    Session session(pictured({"1111111111 F"}), one_test_for_each(10),
                    {.planner = {.planner = Planner::random}, .stop = {.threshold = 0.999}, .seed = seed});
    plan(session, program_with_fault(9));
    std::vector<Ordinal> result;
    for (const PlannedTest& test : session.tests()) result.push_back(test.ordinal);
    return result;
  };
  EXPECT_EQ(ordinals(1), ordinals(1));
  EXPECT_NE(ordinals(1), ordinals(2));
}

TEST(Session, RefusesPoolsThatAreNone) {
  const Spectrum spectrum = pictured({"11 F"});
  const auto refused = [&](PoolTest test, const char* why) {
    EXPECT_THAT([&] { Session(spectrum, {test}); }, ThrowsMessage<SpectrumError>(HasSubstr(why)));
  };
  refused({.ordinal = 3, .traces = {}}, "test 3 has no trace");
  refused({.ordinal = 3, .traces = {{{1}, 0}}}, "has weight 0");
  refused({.ordinal = 3, .traces = {{{1, 1}}}}, "has 2 words: give 1");
  refused({.ordinal = 3, .traces = {{{1}}}, .cost = 0}, "costs 0");
  Session session(spectrum, {});
  EXPECT_THAT([&] { session.observe(Outcome::pass, std::vector<Word>{1}); },
              ThrowsMessage<SpectrumError>(HasSubstr("ask for the next test first")));
}

}  // namespace
}  // namespace smallscope::diagnosis::planning
