// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <smallscope/subjects/nearest.hpp>

namespace smallscope::subjects {
namespace {

TEST(Nearest, IsWhatFewEditsLeadTo) {
  EXPECT_EQ(nearest("aftr", {"before", "after"}), "after");
  EXPECT_EQ(nearest("compile error after", {"compile errors before", "compile errors after"}), "compile errors after");
  EXPECT_EQ(nearest("ab", {"ba", "abc"}), "abc");
  EXPECT_EQ(nearest("same", {"some", "same", "sane"}), "same");
  EXPECT_EQ(nearest("tie", {"tia", "tio"}), "tia") << "the first of several";
}

TEST(Nearest, IsNothingWhenNothingIsNear) {
  EXPECT_EQ(nearest("after", {"severity", ""}), std::nullopt);
  EXPECT_EQ(nearest("after", {}), std::nullopt);
}

}  // namespace
}  // namespace smallscope::subjects
