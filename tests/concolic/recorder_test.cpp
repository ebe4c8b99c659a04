// SPDX-License-Identifier: Apache-2.0
#include <smallscope/concolic/recorder.hpp>

#include <thread>

#include <gtest/gtest.h>

#include "programs.hpp"

namespace smallscope::concolic {
namespace {

/// Whether the values satisfy every condition of the path as the run did. Where they cannot be computed, they do not.
bool takes(const Path& path, const Values& values) {
  try {
    for (const Branch& each : path.branches)
      if ((path.expressions->value(each.condition, values) != 0) != each.holds) return false;
  } catch (const std::exception&) {
    return false;
  }
  return true;
}

TEST(Recorder, APathConstraintIsExact) {
  for (const auto& [name, program] : programs()) {
    const Inputs& inputs = program->inputs();
    std::vector<Execution> all;
    for (Ordinal ordinal = 0; ordinal < inputs.size(); ++ordinal) all.push_back(program->run(inputs.values(ordinal)));
    const Ordinal stride = inputs.size() / 40 + 1;
    for (Ordinal ordinal = 0; ordinal < inputs.size(); ordinal += stride)
      for (Ordinal other = 0; other < inputs.size(); ++other)
        EXPECT_EQ(takes(all[ordinal].path, inputs.values(other)), all_steps(all[ordinal]) == all_steps(all[other]))
            << name << ": the path of " << ordinal << " and the input " << other;
  }
}

TEST(Recorder, WhatTheOracleDoesIsNotCovered) {
  const auto checked = program({{"a", 0, 9}}, [](auto a) {
    const auto expected = oracle([&] { return kind_of_triangle(a, a, a); });
    return expected == (a > 0 ? 3 : 0);
  });
  const Execution execution = checked->run(Values{4});
  EXPECT_TRUE(execution.passes);
  std::size_t of_subject = 0;
  for (const Branch& each : execution.path.branches) of_subject += each.role == Role::subject ? 1 : 0;
  EXPECT_EQ(of_subject, 1u) << "only a > 0";
  EXPECT_GT(execution.path.branches.size(), 5u);
  for (const Covered& each : execution.covered) EXPECT_TRUE(each.place.file.ends_with("recorder_test.cpp"));
}

TEST(Recorder, AConditionOnPlainNumbersIsCoveredButNoPartOfThePath) {
  const auto checked = program({{"a", 0, 9}}, [](auto a) -> bool {
    decltype(a) plain_number = 4;
    if (plain_number < 5) return true;
    return a == 1;
  });
  const Execution execution = checked->run(Values{4});
  EXPECT_TRUE(execution.path.branches.empty());
  bool is_covered = false;
  for (const Covered& each : execution.covered)
    is_covered = is_covered || (each.kind == Covered::Kind::outcome && each.outcome == 1);
  EXPECT_TRUE(is_covered);
}

TEST(Recorder, AnActiveFaultShowsItsPlace) {
  const auto with = [](int active) {
    return program({{"a", 0, 9}}, [fault = Fault(active)](auto a) -> bool {
      if (fault(1) ? a < 5 : a <= 5) return true;
      return fault(2) ? a == 5 : a > 5;
    });
  };
  EXPECT_TRUE(with(0)->run(Values{5}).seeded.empty());
  ASSERT_EQ(with(1)->run(Values{5}).seeded.size(), 1u);
  EXPECT_FALSE(with(1)->run(Values{5}).passes);
  EXPECT_EQ(with(2)->run(Values{6}).seeded.begin()->line, with(1)->run(Values{5}).seeded.begin()->line + 1);
}

TEST(Recorder, ARunWithoutEndIsACrash) {
  const Execution execution = program({{"a", 1, 9}}, [](auto a) {
                                while (a > 0) a = a % 7 + 1;
                                return true;
                              })->run(Values{3});
  EXPECT_TRUE(execution.crashed);
  EXPECT_NE(execution.messages.at(0).find("may never end"), std::string::npos);
}

TEST(Recorder, EachThreadHasItsOwn) {
  const Recorder mine(Values{1});
  std::size_t branches = 0;
  std::thread([&] {
    EXPECT_EQ(Recorder::current(), nullptr);
    const Recorder other(Values{2});
    EXPECT_TRUE(other.input(0) == 2);
    branches = other.path().branches.size();
  }).join();
  EXPECT_EQ(branches, 1u);
  EXPECT_TRUE(mine.path().branches.empty());
}

TEST(Program, WhatItsCheckReturnsIsItsVerdict) {
  const auto run = [](const auto& check) { return program({{"a", 0, 9}}, check)->run(Values{4}); };
  EXPECT_TRUE(run([](auto a) { return a == 4; }).passes);
  EXPECT_FALSE(run([](auto a) { return static_cast<bool>(a == 5); }).passes);
  EXPECT_TRUE(run([](auto) { return std::optional<std::string>(); }).passes);
  EXPECT_EQ(run([](auto) { return std::optional<std::string>("wrong"); }).messages.at(0), "wrong");
  EXPECT_EQ(run([](auto) { return std::vector<std::string>{"a", "b"}; }).messages.size(), 2u);
  EXPECT_TRUE(run([](auto a) -> bool { throw std::runtime_error(std::to_string(a.value())); }).crashed);
  EXPECT_THROW(program({{"a", 0, 9}}, [](auto) { return true; })->run(Values{10}), ConcolicError);
}

}  // namespace
}  // namespace smallscope::concolic
