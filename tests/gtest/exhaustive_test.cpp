// SPDX-License-Identifier: Apache-2.0
// <smallscope/gtest.hpp>: assertions over all values of a generator, in programs that are tests themselves.
#include <smallscope/gtest.hpp>

#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <thread>

#include <gmock/gmock.h>

#include <smallscope/clustering/rules.hpp>
#include <smallscope/generators.hpp>

namespace smallscope::gtest {
namespace {

namespace gen = generators;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// The environment variable, for one scope.
class Replaying {
 public:
  explicit Replaying(const char* value) { setenv("SMALLSCOPE_REPLAY", value, 1); }
  ~Replaying() { unsetenv("SMALLSCOPE_REPLAY"); }
  Replaying(const Replaying&) = delete;
  Replaying& operator=(const Replaying&) = delete;
};

auto numbers() { return gen::range(0, 999).named("number"); }

const auto is_small = [](int number) { return number < 990; };

std::string complaint_of(const testing::AssertionResult& result) {
  EXPECT_FALSE(result);
  return result.message();
}

TEST(Exhaustive, ChecksEveryValueOnceInTheCallingThread) {
  std::set<int> seen;
  std::size_t calls = 0;
  const auto caller = std::this_thread::get_id();
  EXPECT_EXHAUSTIVE(numbers(), [&](int number) {
    ++calls;
    return seen.insert(number).second && std::this_thread::get_id() == caller;
  });
  EXPECT_EQ(calls, 1000u);
}

TEST(Exhaustive, IsolatedChecksSurviveWhatEndsAProcess) {
  const auto check = [](int number) {
    if (number == 41) std::abort();
    if (number == 500) _exit(0);
    for (volatile bool on = number == 700; on;) {
    }
    return number != 900;
  };
  const std::string text =
      complaint_of(exhaustive(numbers(), check, {.isolated = true, .time_limit = std::chrono::milliseconds(500)}));
  EXPECT_THAT(text,
              AllOf(HasSubstr("4 failing, in 4 clusters; executed all 1,000 inputs"), HasSubstr("killed by SIGABRT"),
                    HasSubstr("with status 0"), HasSubstr("did not end within 0.5 s")));
}

TEST(Exhaustive, JobsShareTheValues) {
  std::atomic<int> calls = 0;
  EXPECT_EXHAUSTIVE(gen::range(0, 99'999), [&](int) { return ++calls > 0; }, {.jobs = 4});
  EXPECT_EQ(calls, 100'000);
}

TEST(Exhaustive, AFailureShowsClustersAndTheSmallestInput) {
  EXPECT_THAT(
      complaint_of(exhaustive(numbers(), is_small)),
      AllOf(StartsWith("fails for 990 (input #990): check\n10 failing, in 1 cluster; executed all 1,000 inputs\n"),
            HasSubstr("C1, 10 failing; the smallest is #990   number = 990\n"), HasSubstr("    value: 990\n"),
            HasSubstr("    wrong: check (fail)\n"),
            ContainsRegex("again: SMALLSCOPE_REPLAY=990 [^\n]*test_gtest "
                          "'--gtest_filter=Exhaustive.AFailureShowsClustersAndTheSmallestInput'\n")));
}

TEST(Exhaustive, MessagesAndExceptionsAreClusters) {
  const auto check = [](int number) -> std::vector<std::string> {
    if (number % 10 == 3) return {"ends in three: " + std::to_string(number)};
    if (number % 100 == 44) throw std::runtime_error("forty-four");
    return {};
  };
  EXPECT_THAT(complaint_of(exhaustive(numbers(), check)),
              AllOf(HasSubstr("110 failing, in 2 clusters"),
                    ContainsRegex("C1 +100 +test [0-9,]+  check: ends in three: <number>"),
                    ContainsRegex("C2 +10 +test [0-9,]+  check \\(crashed\\): .*forty-four")));
}

TEST(Exhaustive, AssertionsOfTheCheckAreItsMessages) {
  const auto check = [](int number) {
    const std::string text = std::to_string(number);
    EXPECT_NE(text.back(), '7') << "sevens are unlucky";
    ASSERT_EQ(text.substr(0, 2), text.substr(0, 2 - number / 990)) << "fatal";
    EXPECT_LT(number, 990) << "never reached";
  };
  const std::string complaint = complaint_of(exhaustive(numbers(), check));
  EXPECT_THAT(complaint, HasSubstr("109 failing, in 3 clusters")) << complaint;
  EXPECT_THAT(complaint, ContainsRegex("C1 +99 .*exhaustive_test.cpp:[0-9]+: .*sevens are unlucky"));
  EXPECT_THAT(complaint, ContainsRegex("C2 +9 .*exhaustive_test.cpp:[0-9]+: .*\\(which is <value>\\).*fatal"));
  EXPECT_THAT(complaint, Not(HasSubstr("never reached")));
}

/// What a user adds to see the value, without knowing that it is shown anyway.
void prints_its_value(int number) {
  const std::string text = "n" + std::string(static_cast<std::size_t>(number % 40), '+');
  EXPECT_LT(number, 960) << "printed: " << text;
}

TEST(Exhaustive, RulesAndMasksOfTheTestJoinWhatIsOneFault) {
  EXPECT_THAT(complaint_of(exhaustive(numbers(), prints_its_value)), HasSubstr("40 failing, in 40 clusters"));
  EXPECT_THAT(
      complaint_of(exhaustive(numbers(), prints_its_value, {.rules = {{"printed: .*", "printed: <text>"}}})),
      AllOf(ContainsRegex(
                "^fails for 960 \\(input #960\\): exhaustive_test.cpp:[0-9]+: .*960.*printed: n\n40 failing, in 1 "
                "cluster"),
            HasSubstr("printed: <text>\n")));
  const auto check = [](int number) {
    return std::vector<std::string>{number % 2 == 0 ? "bad name: left" : "bad name: right"};
  };
  EXPECT_THAT(complaint_of(exhaustive(numbers(), check)), HasSubstr("in 2 clusters"));
  EXPECT_THAT(complaint_of(exhaustive(numbers(), check, {.masks = {"left", "right"}})),
              AllOf(HasSubstr("in 1 cluster;"), HasSubstr("bad name: <name>")));
  EXPECT_THROW(exhaustive(numbers(), check, {.rules = {{"(", ""}}}).message(), clustering::RuleError);
}

TEST(Exhaustive, ExplanationsSpeakOfDeclaredAttributes) {
  const auto pairs = gen::tuples(gen::range(0, 31).named("a"), gen::range(0, 31).named("b"));
  const auto differ = [](const auto& pair) { return (std::get<0>(pair) ^ std::get<1>(pair)) != 21; };
  const generators::DeclaredAttribute difference{
      "a xor b", {"a", "b"}, [](auto labels) { return std::to_string(std::stoi(labels[0]) ^ std::stoi(labels[1])); }};
  EXPECT_THAT(complaint_of(exhaustive(pairs, differ, {.attributes = {difference}})),
              HasSubstr("fails exactly when a xor b is `21`"));
  EXPECT_THAT(complaint_of(exhaustive(pairs, differ)), Not(HasSubstr("a xor b")));
  const generators::DeclaredAttribute wrong{"wrong", {"c"}, difference.label};
  EXPECT_THAT(complaint_of(exhaustive(pairs, differ, {.attributes = {difference, wrong}})),
              AllOf(HasSubstr("note: not explained: "),
                    HasSubstr("the attribute `wrong` reads the choice `c`, which no input makes; choices are a, b")));
}

TEST(Exhaustive, AttributesThatAreLeftOutHaveANote) {
  const auto number = gen::range(0, 1023);
  const auto triples = gen::tuples(number.named("a"), number.named("b"), gen::range(0, 1).named("c"));
  const generators::DeclaredAttribute large{"large", {"a", "b", "c"}, [](auto labels) { return labels[0]; }};
  EXPECT_THAT(complaint_of(exhaustive(
                  triples, [](const auto& triple) { return std::get<0>(triple) + std::get<1>(triple) < 2045; },
                  {.attributes = {large}})),
              HasSubstr("note: the attribute `large` is left out of explanations"));
}

TEST(Exhaustive, AssertionsOfTheCheckWorkInSeveralThreads) {
  const auto check = [](int number) { EXPECT_NE(number % 1000, 7) << "sevens"; };
  EXPECT_THAT(complaint_of(exhaustive(gen::range(0, 99'999), check, {.jobs = 4})),
              AllOf(HasSubstr("100 failing, in 1 cluster"), HasSubstr("sevens")));
}

/// In a debugger, that is the place to look around: the input is on the stack.
TEST(ExhaustiveDeathTest, BreakOnFailureStopsInTheCheckOfTheFirstFailingInput) {
  const auto check = [](int number) {
    if (number >= 989) std::fprintf(stderr, "at %d\n", number);
    EXPECT_LT(number, 990);
    if (number >= 990) std::fprintf(stderr, "behind it\n");
  };
  const auto by_signal = [](int status) { return WIFSIGNALED(status); };
  EXPECT_EXIT(
      {
        GTEST_FLAG_SET(break_on_failure, true);
        static_cast<void>(exhaustive(numbers(), check));
      },
      by_signal, "at 989\nat 990\n$");
}

TEST(Exhaustive, AnAssertionWithoutAFileFailsToo) {
  const auto check = [](int number) {
    if (number == 3)
      testing::internal::AssertHelper(testing::TestPartResult::kNonFatalFailure, nullptr, -1, "nowhere") =
          testing::Message();
  };
  EXPECT_THAT(complaint_of(exhaustive(numbers(), check)), HasSubstr("wrong: unknown file (fail): nowhere\n"));
}

TEST(Exhaustive, AnAssertionThatHoldsSaysNothing) {
  EXPECT_EXHAUSTIVE(numbers(), [](int number) {
    SUCCEED() << number;
    EXPECT_GE(number, 0);
  });
}

TEST(Exhaustive, SkippedInputsAreRejected) {
  const auto check = [](int number) {
    if (number % 2 == 1) GTEST_SKIP() << "odd";
    EXPECT_LT(number, 998);
  };
  EXPECT_THAT(complaint_of(exhaustive(numbers(), check)), HasSubstr("1 failing, in 1 cluster"));
  const auto all = [](int) { GTEST_SKIP() << "never valid"; };
  EXPECT_EQ(complaint_of(exhaustive(numbers(), all)),
            "all 1,000 inputs were discarded (0 filtered by the generator, 1,000 rejected by the check): nothing was "
            "checked");
}

TEST(Exhaustive, NothingToCheckIsAFailure) {
  EXPECT_EQ(complaint_of(exhaustive(gen::elements(std::vector<int>{}), is_small)),
            "the space is empty: nothing was checked");
  const auto none = numbers().filter([](int) { return false; });
  EXPECT_EQ(complaint_of(exhaustive(none, is_small)),
            "all 1,000 inputs were discarded (1,000 filtered by the generator, 0 rejected by the check): nothing was "
            "checked");
}

TEST(Exhaustive, ChecksThatCannotJudgeAreNoSuccess) {
  const auto check = [](int number) {
    oracles::Judgement judgement;
    if (number == 7) judgement = {"reference", oracles::Verdict::oracle_error, {"the reference is down"}};
    return judgement;
  };
  EXPECT_EQ(complaint_of(exhaustive(numbers(), check)),
            "input #7 could not be judged\nreference (oracle error): the reference is down\n");
  const auto both = [&](int number) {
    return number == 9 ? oracles::Judgement{"", oracles::Verdict::fail, {}} : check(number);
  };
  EXPECT_THAT(complaint_of(exhaustive(numbers(), both)),
              AllOf(HasSubstr("1 failing, in 1 cluster"), HasSubstr("input #7 could not be judged\n")));
  const Replaying replaying("3:7");
  EXPECT_THAT(complaint_of(exhaustive(numbers(), check)), HasSubstr("input #7, replayed alone: oracle error"));
}

TEST(Exhaustive, StopsAtTheFirstFailureOrAfterMany) {
  const auto no = [](int) { return false; };
  EXPECT_THAT(complaint_of(exhaustive(numbers(), no, {.first_failure = true})),
              HasSubstr("1 failing, in 1 cluster; executed 1 of 1,000 inputs: stopped at the first failure\n"));
  const auto many = gen::range(0, 9'999'999);
  EXPECT_THAT(complaint_of(exhaustive(many, no, {.most_failures = 100})),
              ContainsRegex("in 1 cluster; executed [0-9,]+ of 10,000,000 inputs: stopped after [0-9,]+ failures\n"));
}

TEST(Exhaustive, ShowsAFewOfManyClusters) {
  const auto check = [](int number) { return std::vector<std::string>{std::string(number % 50 + 1, 'x')}; };
  const std::string complaint = complaint_of(exhaustive(numbers(), check, {.representatives = 2}));
  EXPECT_THAT(complaint,
              AllOf(HasSubstr("1,000 failing, in 50 clusters"), HasSubstr("\nC10 "), Not(HasSubstr("\nC11 ")),
                    HasSubstr("... and 40 more\n"), HasSubstr("\nC2, 20 failing"), Not(HasSubstr("\nC3, 20 failing"))));
}

TEST(Exhaustive, TakesSearches) {
  const auto pairs = gen::chosen([](gen::Chooser& choose) -> std::pair<int, int> {
    const int first = choose.named("first")(10);
    const int second = choose.named("second")(10);
    if (!choose.accepts(first < second)) return {};
    return {first, second};
  });
  EXPECT_EXHAUSTIVE(pairs, [](const std::pair<int, int>& pair) { return pair.first < pair.second; });
  EXPECT_THAT(complaint_of(exhaustive(pairs, [](const std::pair<int, int>& pair) { return pair.first > 0; })),
              HasSubstr("9 failing, in 1 cluster; executed all 45 inputs"));
}

TEST(Exhaustive, WhatAGeneratorThrowsEndsTheTest) {
  const auto broken = numbers().map([](int number) {
    if (number == 500) throw std::logic_error("no such number");
    return number;
  });
  EXPECT_THROW(exhaustive(broken, is_small).message(), std::logic_error);
}

TEST(Exhaustive, TheTestRecordsHowManyInputsThereWere) {
  EXPECT_EXHAUSTIVE(numbers(), [](int) { return true; });
  EXPECT_EXHAUSTIVE(gen::booleans(), [](bool) { return true; });
  const testing::TestResult& result = *testing::UnitTest::GetInstance()->current_test_info()->result();
  ASSERT_EQ(result.test_property_count(), 2);
  EXPECT_STREQ(result.GetTestProperty(0).key(), "smallscope_inputs");
  EXPECT_STREQ(result.GetTestProperty(0).value(), "1000");
  EXPECT_STREQ(result.GetTestProperty(1).key(), "smallscope_inputs_2");
  EXPECT_STREQ(result.GetTestProperty(1).value(), "2");
}

TEST(Exhaustive, AReplayRunsOneInputOnly) {
  const Replaying replaying("990");
  int calls = 0;
  const auto counted = [&calls](int number) {
    ++calls;
    EXPECT_LT(number, 990);
  };
  EXPECT_THAT(
      complaint_of(exhaustive(numbers(), counted)),
      AllOf(
          HasSubstr("input #990, replayed alone: fail   number = 990\n    value: 990\n    wrong: exhaustive_test.cpp:"),
          HasSubstr("(number) < (990), actual: 990 vs 990")));
  EXPECT_EQ(calls, 2) << "whether it fails, and how";
}

TEST(Exhaustive, AReplayIsOfOneAssertionOfTheTest) {
  const Replaying replaying("2:5");
  EXPECT_THAT(complaint_of(exhaustive(numbers(), is_small)), HasSubstr("executed all 1,000 inputs"));
  EXPECT_TRUE(exhaustive(numbers(), [](int number) { return number == 5; }));
  EXPECT_THAT(complaint_of(exhaustive(numbers(), is_small)), HasSubstr("again: SMALLSCOPE_REPLAY=3:990 "));
}

class UnusableReplay : public testing::TestWithParam<const char*> {};

TEST_P(UnusableReplay, IsAFailure) {
  const Replaying replaying(GetParam());
  EXPECT_EQ(complaint_of(exhaustive(gen::booleans(), [](bool) { return true; })),
            std::string("SMALLSCOPE_REPLAY=") + GetParam() +
                ": write an ordinal, or N:ORDINAL for the Nth exhaustive assertion of the test");
}
INSTANTIATE_TEST_SUITE_P(Exhaustive, UnusableReplay,
                         testing::Values("x", "1:", ":1", "0:1", "-1", " 1", "1:2:3", "99999999999999999999"));

TEST(Exhaustive, AReplayOfWhatIsNotThereIsAFailure) {
  {
    const Replaying replaying("1000");
    EXPECT_EQ(complaint_of(exhaustive(numbers(), is_small)),
              "SMALLSCOPE_REPLAY=1000: Exhaustive.AReplayOfWhatIsNotThereIsAFailure has 1,000 inputs, counted from 0");
  }
  const Replaying replaying("2:3");
  const auto even = numbers().filter([](int number) { return number % 2 == 0; });
  EXPECT_EQ(complaint_of(exhaustive(even, is_small)),
            "input #3 is filtered by the generator: there is nothing to check");
}

TEST(Exhaustive, AnElseBehindItBelongsToTheIfBefore) {
  bool other = false;
  if (other)
    EXPECT_EXHAUSTIVE(gen::booleans(), [](bool) { return false; });
  else
    other = true;
  EXPECT_TRUE(other);
}

void asserts(bool& reached) {
  ASSERT_EXHAUSTIVE(gen::booleans(), [](bool value) { return value; }) << "with a word of the author";
  reached = true;
}
void expects(bool& reached) {
  EXPECT_EXHAUSTIVE(gen::booleans(), [](bool value) { return value; }) << "with a word of the author";
  reached = true;
}

TEST(Exhaustive, AssertReturnsAndExpectGoesOn) {
  static bool reached;
  reached = false;
  EXPECT_FATAL_FAILURE(asserts(reached), "with a word of the author");
  EXPECT_FALSE(reached);
  EXPECT_NONFATAL_FAILURE(expects(reached), "1 failing, in 1 cluster; executed all 2 inputs");
  EXPECT_TRUE(reached);
}

}  // namespace
}  // namespace smallscope::gtest
