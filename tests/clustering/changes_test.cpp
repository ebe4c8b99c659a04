// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/changes.hpp>

#include <gtest/gtest.h>

#include <set>

namespace smallscope::clustering {
namespace {

using oracles::Judgement;
using oracles::Verdict;
using Kind = Standing::Kind;

const std::vector<Judgement> wrong{{"right", Verdict::fail, {"line 3 is wrong"}}};

TEST(Changes, EveryVerdictHasAStanding) {
  const Options options{.rules = RuleSet({}, preset("numbers"))};
  EXPECT_EQ(standing({}, {}, options).kind, Kind::not_executed);
  EXPECT_EQ(standing(Verdict::pass, {}, options), (Standing{.kind = Kind::passes}));
  for (const Verdict verdict : {Verdict::discarded, Verdict::not_applicable})
    EXPECT_EQ(standing(verdict, {}, options).kind, Kind::no_test);
  for (const Verdict verdict : {Verdict::oracle_error, Verdict::infrastructure})
    EXPECT_EQ(standing(verdict, {}, options).kind, Kind::open);
  EXPECT_EQ(standing(Verdict::refused, {}, options).kind, Kind::refused);
  for (const Verdict verdict : {Verdict::fail, Verdict::crashed, Verdict::timed_out, Verdict::flaky})
    EXPECT_EQ(standing(verdict, wrong, options).kind, Kind::fails);
}

TEST(Changes, TheKeyIsThatOfTheAbstractMessages) {
  const Options options{.rules = RuleSet({}, preset("numbers"))};
  const Standing fails = standing(Verdict::fail, wrong, options);
  EXPECT_EQ(fails.key, key(signature(Verdict::fail, wrong, options)));
  EXPECT_EQ(fails.key, standing(Verdict::fail, {{"right", Verdict::fail, {"line 4 is wrong"}}}, options).key);
  EXPECT_NE(fails.key, standing(Verdict::crashed, {{"right", Verdict::crashed, {"line 3 is wrong"}}}, options).key);
  const Standing flaky = standing(Verdict::flaky, wrong, options);
  EXPECT_EQ(flaky.key, fails.key) << "it is recognised when it fails again";
  EXPECT_TRUE(flaky.flaky);
}

TEST(Changes, OnlyAPassShowsThatSomethingIsFixed) {
  const Standing fails{.kind = Kind::fails, .key = "a"}, other{.kind = Kind::fails, .key = "b"};
  const auto flaky = Standing{.kind = Kind::fails, .key = "a", .flaky = true};
  const Standing passes{.kind = Kind::passes}, refused{.kind = Kind::refused}, open{.kind = Kind::open},
      no_test{.kind = Kind::no_test}, not_executed;
  EXPECT_EQ(change(fails, passes), Change::fixed);
  EXPECT_EQ(change(fails, fails), Change::failing);
  EXPECT_EQ(change(fails, flaky), Change::failing);
  EXPECT_EQ(change(fails, other), Change::changed);
  EXPECT_EQ(change(fails, refused), Change::refused);
  EXPECT_EQ(change(fails, open), Change::not_judged);
  EXPECT_EQ(change(fails, no_test), Change::not_judged);
  EXPECT_EQ(change(fails, not_executed), Change::not_executed);
  EXPECT_EQ(change(flaky, passes), Change::not_judged) << "it passed before, too";
  EXPECT_EQ(change(flaky, fails), Change::failing);
  for (const Standing& before : {passes, refused, no_test}) {
    EXPECT_EQ(change(before, fails), Change::appeared);
    EXPECT_EQ(change(before, passes), Change::none);
  }
  for (const Standing& before : {open, not_executed}) {
    EXPECT_EQ(change(before, fails), Change::appeared_unknown);
    EXPECT_EQ(change(before, open), Change::none);
  }
}

TEST(Changes, HaveDifferentNames) {
  std::set<std::string_view> names;
  for (int number = 0; number <= static_cast<int>(Change::not_executed); ++number)
    EXPECT_TRUE(names.insert(name(static_cast<Change>(number))).second) << number;
}

}  // namespace
}  // namespace smallscope::clustering
