// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/oracles/pattern.hpp>
#include <stdexcept>

namespace smallscope::oracles {
namespace {

TEST(Pattern, ReplacesEveryMatch) {
  EXPECT_EQ(Pattern("0x[0-9a-f]+").replaced("0x1f at 0xff", "<address>"), "<address> at <address>");
  EXPECT_EQ(Pattern("(\\w+)=(\\w+)").replaced("a=b c=d", "$2=$1"), "b=a d=c");
  EXPECT_EQ(Pattern("nothing").replaced("as it is", ""), "as it is");
}

TEST(Pattern, ADotStaysWithinItsLine) {
  EXPECT_EQ(Pattern("note: .*").replaced("note: one\nerror\nnote: two", "note"), "note\nerror\nnote");
  EXPECT_FALSE(Pattern("a.*b").occurs_in("a\nb"));
  EXPECT_TRUE(Pattern("a[\\s\\S]*b").occurs_in("a\nb"));
}

TEST(Pattern, AMalformedExpressionIsRefused) { EXPECT_THROW(Pattern("("), std::invalid_argument); }

}  // namespace
}  // namespace smallscope::oracles
