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

TEST(Pattern, ReplacesMatchesWithKnownBeginnings) {
  EXPECT_EQ(Pattern("0x[0-9a-f]+").replaced("0x1f at 0xff0 0", "<$&>", "0"), "<0x1f> at <0xff0> 0");
  EXPECT_EQ(Pattern("(?<!a)b").replaced("b ab bb", "c", "b"), "c ab cc");
  EXPECT_EQ(Pattern("^b").replaced("bb\nb", "c", "b"), "cb\nc");
  EXPECT_EQ(Pattern("\\bb\\b").replaced("b bb ab b", "c", "b"), "c bb ab c");
  EXPECT_EQ(Pattern("a+(b)?").replaced("", "c", "a"), "");
  EXPECT_EQ(Pattern("a+(b)?").replaced("xaaby", "[$1]", "a"), "x[b]y");
  EXPECT_EQ(Pattern("a.c").replaced("a\nc abc", "-", "a"), "a\nc -");
}

TEST(Pattern, ADotStaysWithinItsLine) {
  EXPECT_EQ(Pattern("note: .*").replaced("note: one\nerror\nnote: two", "note"), "note\nerror\nnote");
  EXPECT_FALSE(Pattern("a.*b").occurs_in("a\nb"));
  EXPECT_TRUE(Pattern("a[\\s\\S]*b").occurs_in("a\nb"));
}

/// Recursion can take minutes for a short text, and no bound on the steps of the matcher ends it.
TEST(Pattern, RecursionIsRefused) {
  for (const char* expression :
       {"(a(?R)?)+$", "(a(?0)?)", "(a(?1)?)+", "(a)(?+1)(b)", "(a)(?-1)", "(?<name>a(?&name)?)", "(?<name>a(?P>name)?)",
        "[(?R)](a(?R)?)", "[]](a(?R)?)", "\\\\(?R)"}) {
    try {
      const Pattern pattern(expression);
      ADD_FAILURE() << expression;
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("it recurses with (?")) << expression;
    }
  }
  for (const char* expression :
       {"a(?=R)", "(?:a)+?", "[(?R)]", "[]()?R]", "[^](?R)]", "[[:alpha:](?R)]", "\\(?R\\)", "\\Q(?R)\\E", "(?#(?R)a",
        "(?<name>a)\\k<name>", "(?i)a", "(a)(?(1)b|c)", "(?>a)", "(?!R)"})
    EXPECT_NO_THROW(Pattern{expression}) << expression;
}

TEST(Pattern, AMalformedExpressionIsRefused) { EXPECT_THROW(Pattern("("), std::invalid_argument); }

/// Reading it would not come to an end.
TEST(Pattern, HasNoCommentBehindAPossessiveQuantifier) {
  for (const std::string expression : {"a++(?#why)b", "(a*+(?#why))", "a{2}+(?#why)b", "(?x)a?+ (?#why) b"}) {
    try {
      Pattern{expression};
      ADD_FAILURE() << expression << " is not refused";
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("put it before")) << expression;
    }
  }
  for (const std::string expression : {"a+(?#why)b", "a+?(?#why)b", "a++b(?#why)", "(?#why)a++b"})
    EXPECT_NO_THROW(Pattern{expression}) << expression;
}

}  // namespace
}  // namespace smallscope::oracles
