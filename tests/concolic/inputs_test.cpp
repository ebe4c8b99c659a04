// SPDX-License-Identifier: Apache-2.0
#include <smallscope/concolic/inputs.hpp>

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace smallscope::concolic {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Inputs, AnOrdinalIsItsValues) {
  const Inputs inputs({{"a", -2, 1}, {"b", 5, 5}, {"c", 0, 2}});
  EXPECT_EQ(inputs.size(), 12u);
  EXPECT_THAT(inputs.values(0), ElementsAre(-2, 5, 0));
  EXPECT_THAT(inputs.values(11), ElementsAre(1, 5, 2));
  EXPECT_THAT(inputs.values(4), ElementsAre(-1, 5, 1));
  for (Ordinal ordinal = 0; ordinal < inputs.size(); ++ordinal)
    EXPECT_EQ(inputs.ordinal(inputs.values(ordinal)), ordinal);
  EXPECT_THROW(inputs.values(12), std::out_of_range);
}

template <class Call>
std::string error_of(const Call& call) {
  try {
    call();
  } catch (const ConcolicError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Inputs, MistakesNameTheInputAndTheRemedy) {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_THAT(error_of([] { Inputs({}); }), HasSubstr("1 to 64 inputs, not 0"));
  EXPECT_THAT(error_of([] { Inputs(std::vector<Input>(65)); }), HasSubstr("not 65"));
  EXPECT_THAT(error_of([] { Inputs({{"day", 4, 3}}); }), HasSubstr("input day: the bounds are inverted"));
  EXPECT_THAT(error_of([&] { Inputs({{"day", least, most}}); }), HasSubstr("narrow it"));
  EXPECT_THAT(error_of([&] { Inputs({{"a", 0, most}, {"b", 0, 3}}); }), HasSubstr("narrow their bounds"));
  const Inputs inputs({{"day", 1, 31}});
  EXPECT_THAT(error_of([&] { inputs.require(Values{32}); }), HasSubstr("input day: 32 is not from 1 to 31"));
  EXPECT_THAT(error_of([&] { inputs.ordinal(Values{1, 2}); }), HasSubstr("2 values for 1 inputs"));
}

}  // namespace
}  // namespace smallscope::concolic
