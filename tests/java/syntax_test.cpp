// SPDX-License-Identifier: Apache-2.0
#include <smallscope/java/syntax.hpp>

#include <gtest/gtest.h>

#include <stdexcept>

#include <laws.hpp>

namespace smallscope::java {
namespace {

TEST(Syntax, TypesSayWhatTheyAre) {
  EXPECT_EQ(to_string(Type{"int", 2}), "int[][]");
  EXPECT_TRUE(is_array(Type{"int", 1}));
  EXPECT_FALSE(is_numeric(Type{"int", 1}));
  EXPECT_TRUE(is_numeric(Type{"double"}));
  EXPECT_TRUE(is_narrow(Type{"char"}));
  EXPECT_FALSE(is_narrow(Type{"int"}));
  EXPECT_TRUE(is_void(Type{"void"}));
}

TEST(Syntax, ValuesAreOfTheirType) {
  EXPECT_EQ(value_of({"int"}, 0), "1");
  EXPECT_EQ(value_of({"char"}, 1), "'b'");
  EXPECT_EQ(value_of({"int", 1}, 1), "new int[] {2, 3}");
  EXPECT_THROW((void)value_of({"Thread"}, 0), std::invalid_argument);
}

TEST(Syntax, PlaceholdersAreFilled) { EXPECT_EQ(filled("$ = $ + 1;", "this.f"), "this.f = this.f + 1;"); }

TEST(Syntax, OnlyOneOfSeveralIsNumbered) {
  EXPECT_EQ(numbered("mPrime", 0, 1), "mPrime");
  EXPECT_EQ(numbered("mPrime", 2, 3), "mPrime2");
}

TEST(Syntax, VisibilitiesAreLabelledAsJavaNamesThem) {
  gen::expect_laws(visibilities());
  ASSERT_EQ(visibilities().size(), 4u);
  EXPECT_EQ(choices(visibilities(), 1).front().label, "private");
  EXPECT_EQ(choices(visibilities(), 3).front().label, "package");
  EXPECT_EQ(to_string(Visibility::package_visible), "");
}

}  // namespace
}  // namespace smallscope::java
