// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/planning/vending_machine.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace smallscope::evaluation::planning {
namespace {

using diagnosis::Column;

bool covers(const VendingTest& test, VendingComponent component) {
  return std::ranges::binary_search(test.covered, static_cast<Column>(component));
}

const VendingTest& test_of(const std::vector<VendingTest>& tests, std::string_view keys) {
  return *std::ranges::find(tests, keys, &VendingTest::keys);
}

TEST(VendingMachine, WithoutFaultsPassesAll15TestsWhichCoverAll19Components) {
  const std::vector<VendingTest> tests = tested_vending_machine({});
  ASSERT_EQ(tests.size(), 15u);
  std::set<Column> covered;
  for (const VendingTest& test : tests) {
    EXPECT_EQ(test.outcome, diagnosis::Outcome::pass) << test.keys;
    EXPECT_TRUE(std::ranges::is_sorted(test.covered));
    covered.insert(test.covered.begin(), test.covered.end());
  }
  EXPECT_EQ(covered.size(), vending_components);
}

TEST(VendingMachine, AFaultShowsOnlyInTestsThroughItsComponentAndNotInAll) {
  for (const VendingFault fault : all_vending_faults) {
    std::size_t failing = 0, through = 0;
    for (const VendingTest& test : tested_vending_machine({{fault}})) {
      const bool is_through = covers(test, component_of(fault));
      through += is_through ? 1 : 0;
      if (!is_failing(test.outcome)) continue;
      ++failing;
      EXPECT_TRUE(is_through) << test.keys << " fails without covering " << name(component_of(fault));
    }
    EXPECT_GE(failing, 2u) << name(component_of(fault));
    EXPECT_LT(failing, through) << name(component_of(fault));
  }
}

TEST(VendingMachine, WhatATestCoversDependsOnTheState) {
  const std::vector<VendingTest> tests = tested_vending_machine({});
  EXPECT_TRUE(covers(test_of(tests, "51A"), VendingComponent::pay_change));
  EXPECT_FALSE(covers(test_of(tests, "5A"), VendingComponent::pay_change));
  EXPECT_FALSE(covers(test_of(tests, "C"), VendingComponent::price_of));
  EXPECT_EQ(test_of(tests, "m").covered, (std::vector<Column>{static_cast<Column>(VendingComponent::largest_coin)}));
  // A refused coin leaves no credit to charge.
  const std::vector<VendingTest> refusing = tested_vending_machine({{VendingFault::half_coins_refused}});
  EXPECT_FALSE(covers(test_of(refusing, "5A"), VendingComponent::dispense));
}

}  // namespace
}  // namespace smallscope::evaluation::planning
