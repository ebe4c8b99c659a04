// SPDX-License-Identifier: Apache-2.0
#include <smallscope/concolic/integer.hpp>

#include <limits>

#include <gtest/gtest.h>

#include <smallscope/concolic/recorder.hpp>

#include "programs.hpp"

namespace smallscope::concolic {
namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

/// Uses every operator, also with plain numbers on either side.
template <class Int>
std::vector<std::int64_t> everything(Int a, Int b) {
  Int sum = a + b, other = 3 - a;
  sum += 2;
  sum -= b * other;
  sum *= -a;
  ++sum;
  other--;
  std::vector<bool> outcomes{a<b, a <= b, a> b, a >= b, a == b, a != b, a < 2, 2 < a, a == 2, 2 == a, !(a != b)};
  if (b != 0) {
    outcomes.push_back(a % b > a / b);
    sum /= b;
    other %= b;
  }
  const bool both = a < b && b < sum;
  const Int picked = both || a == 1 ? sum : other;
  std::vector<std::int64_t> all{value_of(sum), value_of(other), value_of(picked), value_of(+a), both ? 1 : 0};
  for (const bool each : outcomes) all.push_back(each ? 1 : 0);
  return all;
}

TEST(Integer, ComputesAsPlainNumbersDo) {
  for (std::int64_t a = -5; a <= 5; ++a)
    for (std::int64_t b = -5; b <= 5; ++b) {
      const Recorder recorder(Values{a, b});
      EXPECT_EQ(everything(recorder.input(0), recorder.input(1)), everything(a, b)) << a << " " << b;
    }
}

TEST(Integer, WorksAsAPlainNumberWithoutARecorder) {
  EXPECT_EQ(collatz_steps(Integer(6)).value(), collatz_steps(std::int64_t{6}));
}

TEST(Integer, AResultThatDoesNotFitIsAnError) {
  const Recorder recorder(Values{most, least, -1, 0});
  const Integer large = recorder.input(0), small = recorder.input(1), minus = recorder.input(2);
  EXPECT_THROW(large + 1, std::overflow_error);
  EXPECT_THROW(small - 1, std::overflow_error);
  EXPECT_THROW(large * 2, std::overflow_error);
  EXPECT_THROW(small / minus, std::overflow_error);
  EXPECT_THROW(-small, std::overflow_error);
  EXPECT_EQ((small % minus).value(), 0);
  EXPECT_EQ((-large).value(), -most);
  EXPECT_THROW(Integer(std::uint64_t{1} << 63), std::overflow_error);
}

TEST(Integer, ADivisionByZeroIsAnErrorAndABranch) {
  const Recorder recorder(Values{4, 0});
  EXPECT_THROW(recorder.input(0) / recorder.input(1), std::domain_error);
  EXPECT_THROW(recorder.input(0) % recorder.input(1), std::domain_error);
  EXPECT_THROW(recorder.input(0) / 0, std::domain_error);
  ASSERT_EQ(recorder.path().branches.size(), 2u) << "a divisor that is a plain number is no branch";
  EXPECT_TRUE(recorder.path().branches[0].holds);
}

TEST(Integer, OneThatOutlivesItsRunIsAnError) {
  Integer left;
  {
    const Recorder recorder(Values{4});
    left = recorder.input(0) + 1;
  }
  EXPECT_EQ(left.value(), 5);
  EXPECT_THROW(left + 1, std::logic_error);
  EXPECT_THROW(left < 1, std::logic_error);
}

TEST(Integer, AConditionKnowsItsLine) {
  const Recorder recorder(Values{4});
  const Integer a = recorder.input(0);
  const std::uint32_t line = __LINE__ + 1;
  const bool outcome = 3 < a && a < 10;
  EXPECT_TRUE(outcome);
  const auto branches = recorder.path().branches;
  ASSERT_EQ(branches.size(), 2u);
  EXPECT_EQ(branches[0].place.line, line);
  EXPECT_EQ(branches[1].place.line, line);
  EXPECT_NE(branches[0].place, branches[1].place);
  EXPECT_TRUE(std::string_view(branches[0].place.file).ends_with("integer_test.cpp"));
}

}  // namespace
}  // namespace smallscope::concolic
