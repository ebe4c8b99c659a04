// SPDX-License-Identifier: Apache-2.0
// Exhaustive tests inside GoogleTest: a property of every value of a generator as one assertion.
//
// EXPECT_EXHAUSTIVE runs the check on all inputs, groups the failures into clusters and reports the smallest input of
// each, with the command that runs it again, alone. Link smallscope::gtest and GTest::gtest. This is the one public
// header that includes a library. Use it wherever GoogleTest's own assertions may be used, from one thread at a time.
//
// Example (examples/guide/unit_test.cpp):
//   EXPECT_EXHAUSTIVE(texts, [](const std::string& text) { EXPECT_EQ(decode(encode(text)), text); });
#pragma once

#include <concepts>
#include <cstdio>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <smallscope/gtest/exhaustive.hpp>
#include <smallscope/runner/in_process.hpp>

namespace smallscope::gtest {

using Options = ExhaustiveOptions;

/// The judgement of a check that returns nothing, from the GoogleTest assertions that it made: the failed ones, or else
/// GTEST_SKIP(), which rejects the input.
inline oracles::Judgement judgement_of(const testing::TestPartResultArray& parts) {
  oracles::Judgement failed{"", oracles::Verdict::fail, {}}, skipped{"skipped", oracles::Verdict::discarded, {}};
  for (int index = 0; index < parts.size(); ++index) {
    const testing::TestPartResult& part = parts.GetTestPartResult(index);
    if (part.failed() && failed.messages.empty()) failed.oracle = short_place(part.file_name(), part.line_number());
    if (part.failed()) failed.messages.push_back(joined_lines(part.message()));
    if (part.skipped()) skipped.messages.push_back(joined_lines(part.message()));
  }
  if (!failed.messages.empty()) return failed;
  return skipped.messages.empty() ? oracles::Judgement{} : skipped;
}

/// The property of the running test that holds the number of inputs of an assertion; it also numbers the assertions.
inline std::string property_of(int number) {
  return number == 1 ? "smallscope_inputs" : "smallscope_inputs_" + std::to_string(number);
}

/// How many exhaustive assertions the running test has recorded, and this one: 1, 2, ...
inline int number_of_assertion(const testing::TestInfo* test) {
  int number = 1;
  for (int index = 0; test != nullptr && index < test->result()->test_property_count(); ++index)
    if (test->result()->GetTestProperty(index).key() == property_of(number)) ++number;
  return number;
}

/// The check in the form that a property needs.
template <class Check>
auto as_property(Check check) {
  return [check = std::move(check)](const auto& value) requires std::invocable<const Check&, decltype(value)> {
    if constexpr (std::is_void_v<std::invoke_result_t<const Check&, decltype(value)>>) {
      testing::TestPartResultArray parts;
      {
        const testing::ScopedFakeTestPartResultReporter interceptor(
            testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &parts);
        std::invoke(check, value);
      }
      return parts.size() == 0 ? oracles::Judgement{} : judgement_of(parts);
    } else {
      return std::invoke(check, value);
    }
  };
}

/// Success if `check` passes on every value of `generator`, which may also be a search. The check makes GoogleTest
/// assertions and returns nothing, or returns what a runner::property() may return. If it throws, the input has
/// crashed.
template <class Generator, class Check>
testing::AssertionResult exhaustive(Generator generator, Check check, const Options& options = {}) {
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string name = test == nullptr ? "exhaustive" : std::string(test->test_suite_name()) + "." + test->name();
  const int number = number_of_assertion(test);
  runner::Campaign campaign =
      runner::in_process(name, std::move(generator), runner::property("check", as_property(std::move(check))));
  campaign.messages.rules = options.rules;
  for (auto& rule : value_rules()) campaign.messages.rules.push_back(std::move(rule));
  campaign.messages.masks = options.masks;
  campaign.attributes = options.attributes;
  const Findings findings = exhaust(campaign, options, number, "--gtest_filter=" + name);
  testing::Test::RecordProperty(property_of(number), std::to_string(findings.executed));
  if (!findings.note.empty()) std::fprintf(stderr, "[   NOTE   ] %s\n", findings.note.c_str());
  return findings.complaint ? testing::AssertionFailure() << *findings.complaint : testing::AssertionSuccess();
}

/// Fails the program if SMALLSCOPE_REPLAY asks for an input that no assertion executed. Otherwise a variable left in
/// the environment, or a filter that matches another test, would pass.
class ReplayWatch : public testing::EmptyTestEventListener {
 public:
  void OnTestIterationEnd(const testing::UnitTest&, int) override {
    if (const auto missed = missed_replay()) ADD_FAILURE() << *missed;
  }
  static bool install() {
    testing::UnitTest::GetInstance()->listeners().Append(new ReplayWatch);
    return true;
  }
};
inline const bool watches_replay = ReplayWatch::install();

}  // namespace smallscope::gtest

/// EXPECT_EXHAUSTIVE(generator, check [, options]) and ASSERT_EXHAUSTIVE(...): see exhaustive(). Options are
/// written as smallscope::gtest::Options{.jobs = 4}, or {.jobs = 4}.
#define EXPECT_EXHAUSTIVE(...) SMALLSCOPE_EXHAUSTIVE_(ADD_FAILURE(), __VA_ARGS__)
#define ASSERT_EXHAUSTIVE(...) SMALLSCOPE_EXHAUSTIVE_(FAIL(), __VA_ARGS__)

// The switch keeps an `else` after the assertion from belonging to it.
#define SMALLSCOPE_EXHAUSTIVE_(report, ...)                                                            \
  switch (0)                                                                                           \
  case 0:                                                                                              \
  default:                                                                                             \
    if (const testing::AssertionResult smallscope_result = smallscope::gtest::exhaustive(__VA_ARGS__)) \
      ;                                                                                                \
    else                                                                                               \
      report << smallscope_result.message()
